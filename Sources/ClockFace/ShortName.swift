import HAL

/// A sound's name in four characters, for panels that show no more: `rAIn`, `OCEA`, `PInH`.
///
/// Nobody waits for scrolling text when half asleep, so short names stand still. They use the letters that seven
/// segments show best, at full height if there is a choice. They are the first four characters of the name, so
/// that the text can scroll on from them. Letters without a shape take that of the closest letter: "k" that of
/// "H", "v" and "w" that of "U".
enum ShortName {
    static let length = 4
    /// A shorter first word ("Sea") says too little alone, so the next word fills up.
    private static let shortestWord = 3

    private static let shapes: [Character: Segments] = [
        "a": [.a, .b, .c, .e, .f, .g], "b": [.c, .d, .e, .f, .g], "c": [.a, .d, .e, .f],
        "d": [.b, .c, .d, .e, .g], "e": [.a, .d, .e, .f, .g], "f": [.a, .e, .f, .g],
        "g": [.a, .c, .d, .e, .f], "h": [.b, .c, .e, .f, .g], "i": [.b, .c],
        "j": [.b, .c, .d, .e], "k": [.b, .c, .e, .f, .g], "l": [.d, .e, .f],
        "m": [.c, .e, .g], "n": [.c, .e, .g], "o": [.a, .b, .c, .d, .e, .f],
        "p": [.a, .b, .e, .f, .g], "q": [.a, .b, .c, .f, .g], "r": [.e, .g],
        "s": [.a, .c, .d, .f, .g], "t": [.d, .e, .f, .g], "u": [.b, .c, .d, .e, .f],
        "v": [.b, .c, .d, .e, .f], "w": [.b, .c, .d, .e, .f], "x": [.b, .c, .e, .f, .g],
        "y": [.b, .c, .d, .f, .g], "z": [.a, .b, .d, .e, .g],
    ]

    /// Nil if the name has no character that seven segments can show.
    static func cells(of name: String) -> [Segments]? {
        let words = name.split(separator: " ").map { $0.compactMap(shape) }.filter { !$0.isEmpty }
        guard let first = words.first else { return nil }
        let shown = first.count >= shortestWord ? first : Array(words.joined())
        return Array(shown.prefix(length))
    }

    private static func shape(_ character: Character) -> Segments? {
        if character.isASCII, let digit = character.wholeNumberValue {
            return SegmentFont.digit(digit)
        }
        return character.lowercased().first.flatMap { shapes[$0] }
    }
}
