import HAL

/// The characters that seven segments can show, in the shapes of the kernel's `map_to_7segment.h`.
enum SegmentFont {
    static let dash: Segments = [.g]

    private static let digits: [Segments] = [
        [.a, .b, .c, .d, .e, .f],
        [.b, .c],
        [.a, .b, .d, .e, .g],
        [.a, .b, .c, .d, .g],
        [.b, .c, .f, .g],
        [.a, .c, .d, .f, .g],
        [.a, .c, .d, .e, .f, .g],
        [.a, .b, .c],
        [.a, .b, .c, .d, .e, .f, .g],
        [.a, .b, .c, .d, .f, .g],
    ]

    /// A digit 0 to 9; anything else is a dash, so that a mistake is seen and nothing crashes.
    static func digit(_ value: Int) -> Segments {
        digits.indices.contains(value) ? digits[value] : dash
    }

    /// The letters that the pages need; a character that seven segments cannot show is blank.
    static func character(_ character: Character) -> Segments {
        if let value = character.wholeNumberValue { return digit(value) }
        switch character {
        case "-": return dash
        case "A": return [.a, .b, .c, .e, .f, .g]
        case "L": return [.d, .e, .f]
        default: return .blank
        }
    }
}
