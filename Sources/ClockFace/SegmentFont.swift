import HAL

/// The seven-segment characters, in the shapes of the kernel's `map_to_7segment.h`.
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

    /// A digit from 0 to 9. Anything else is a dash, which makes a mistake visible without a crash.
    static func digit(_ value: Int) -> Segments {
        digits.indices.contains(value) ? digits[value] : dash
    }

    /// Each letter in its most distinctive form, as in that map's second set. "h" and "k" look the same, as do
    /// "u" and "v"; "g", "s" and "z" look like the digits 9, 5 and 2.
    private static let letters: [Character: Segments] = [
        "a": [.a, .b, .c, .e, .f, .g], "b": [.c, .d, .e, .f, .g], "c": [.d, .e, .g],
        "d": [.b, .c, .d, .e, .g], "e": [.a, .d, .e, .f, .g], "f": [.a, .e, .f, .g],
        "g": [.a, .b, .c, .d, .f, .g], "h": [.c, .e, .f, .g], "i": [.c], "j": [.c, .d],
        "k": [.c, .e, .f, .g], "l": [.d, .e, .f], "m": [.a, .b, .c, .e, .f],
        "n": [.c, .e, .g], "o": [.c, .d, .e, .g], "p": [.a, .b, .e, .f, .g],
        "q": [.a, .b, .c, .f, .g], "r": [.e, .g], "s": [.a, .c, .d, .f, .g],
        "t": [.d, .e, .f, .g], "u": [.c, .d, .e], "v": [.c, .d, .e],
        "w": [.b, .c, .d, .e, .f, .g], "x": [.b, .c, .e, .f, .g], "y": [.b, .c, .d, .f, .g],
        "z": [.a, .b, .d, .e, .g],
    ]

    /// A letter in either case. A character that seven segments cannot show is blank.
    static func character(_ character: Character) -> Segments {
        if let value = character.wholeNumberValue { return digit(value) }
        switch character {
        case "-": return dash
        default: return character.lowercased().first.flatMap { letters[$0] } ?? .blank
        }
    }
}
