import HAL

/// The characters of segment displays: on seven segments in the shapes of the kernel's `map_to_7segment.h`, on fourteen
/// all letters.
enum SegmentFont {
    static let dash: Segments = [.g]

    /// Figures that have a short stroke at their end or not: taste, and what other clocks in the house do.
    struct Tails: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        /// The upper bar of the 6.
        static let six = Tails(rawValue: 1 << 0)
        /// The short stroke at the left of the 7.
        static let seven = Tails(rawValue: 1 << 1)
        /// The lower bar of the 9.
        static let nine = Tails(rawValue: 1 << 2)

        static let standard: Tails = [.six, .nine]
        static let all: Tails = [.six, .seven, .nine]
    }

    private static let digits: [Segments] = [
        [.a, .b, .c, .d, .e, .f],
        [.b, .c],
        [.a, .b, .d, .e, .g],
        [.a, .b, .c, .d, .g],
        [.b, .c, .f, .g],
        [.a, .c, .d, .f, .g],
        [.c, .d, .e, .f, .g],
        [.a, .b, .c],
        [.a, .b, .c, .d, .e, .f, .g],
        [.a, .b, .c, .f, .g],
    ]

    /// A digit from 0 to 9, on seven segments and on fourteen. Anything else is a dash, which makes a mistake visible
    /// without a crash.
    static func digit(_ value: Int, tails: Tails = .standard) -> Segments {
        guard digits.indices.contains(value) else { return dash }
        switch value {
        case 6 where tails.contains(.six): return digits[value].union(.a)
        case 7 where tails.contains(.seven): return digits[value].union(.f)
        case 9 where tails.contains(.nine): return digits[value].union(.d)
        default: return digits[value]
        }
    }

    /// A letter in either case, a digit or a sign. A character that the display cannot show is blank.
    static func character(
        _ character: Character, shape: SegmentGeometry.Shape = .seven, tails: Tails = .standard
    ) -> Segments {
        if let value = character.wholeNumberValue { return digit(value, tails: tails) }
        let letter = character.lowercased().first ?? character
        switch shape {
        case .seven: return letters[letter] ?? signs[letter] ?? .blank
        case .fourteen:
            return lettersOfFourteen[letter] ?? signsOfFourteen[letter] ?? signs[letter] ?? .blank
        }
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

    /// Signs that seven segments can show.
    private static let signs: [Character: Segments] = [
        "-": dash, "_": [.d], "=": [.d, .g], "°": [.a, .b, .f, .g], ".": [.point], ",": [.point],
        "'": [.f], "\"": [.b, .f], "?": [.a, .b, .e, .g], "(": [.a, .d, .e, .f],
        ")": [.a, .b, .c, .d], "[": [.a, .d, .e, .f], "]": [.a, .b, .c, .d],
    ]

    /// Capitals, because they fill the height and each is like no other. Only "O" and "S" look like 0 and 5.
    private static let lettersOfFourteen: [Character: Segments] = [
        "a": [.a, .b, .c, .e, .f, .g], "b": [.a, .b, .c, .d, .g2, .i, .l],
        "c": [.a, .d, .e, .f], "d": [.a, .b, .c, .d, .i, .l], "e": [.a, .d, .e, .f, .g],
        "f": [.a, .e, .f, .g1], "g": [.a, .c, .d, .e, .f, .g2], "h": [.b, .c, .e, .f, .g],
        "i": [.a, .d, .i, .l], "j": [.b, .c, .d, .e], "k": [.e, .f, .g1, .j, .m],
        "l": [.d, .e, .f], "m": [.b, .c, .e, .f, .h, .j], "n": [.b, .c, .e, .f, .h, .m],
        "o": [.a, .b, .c, .d, .e, .f], "p": [.a, .b, .e, .f, .g],
        "q": [.a, .b, .c, .d, .e, .f, .m], "r": [.a, .b, .e, .f, .g, .m],
        "s": [.a, .c, .d, .f, .g], "t": [.a, .i, .l], "u": [.b, .c, .d, .e, .f],
        "v": [.e, .f, .j, .k], "w": [.b, .c, .e, .f, .k, .m], "x": [.h, .j, .k, .m],
        "y": [.h, .j, .l], "z": [.a, .d, .j, .k],
    ]

    /// Signs that need the inner strokes, or look better with them.
    private static let signsOfFourteen: [Character: Segments] = [
        "+": [.g, .i, .l], "*": [.g, .h, .i, .j, .k, .l, .m], "/": [.j, .k], "\\": [.h, .m],
        "%": [.c, .f, .j, .k], "?": [.a, .b, .g2, .l], "!": [.i, .point], "'": [.i],
        "(": [.j, .m], ")": [.h, .k], "<": [.j, .m], ">": [.h, .k], "|": [.i, .l],
        "$": [.a, .c, .d, .f, .g, .i, .l], "&": [.a, .d, .e, .g1, .h, .j, .m], ",": [.k],
    ]
}
