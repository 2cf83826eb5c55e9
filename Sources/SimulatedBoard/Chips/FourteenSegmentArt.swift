import HAL

extension SegmentPicture {
    /// The characters of fourteen segments as five lines of text, with each decimal point after its character and the
    /// colon in the middle, without trailing blanks. All the segments of a character and its point, then K and W:
    ///
    ///      ---
    ///     |\|/|  |  /   |   |
    ///      - -    -
    ///     |/|\|  |  \   |/ \|
    ///      --- .
    var fourteenSegmentArt: [String] {
        let middle = digits.count / 2
        return zip(Self.places, Self.marks).enumerated().map { line, row in
            var text = ""
            for (index, character) in digits.enumerated() {
                if index > 0, index == middle { text += line == 2 && colon ? ": " : "  " }
                for (place, mark) in zip(row.0, row.1) {
                    let isLit = Self.segments[place].map(character.contains) ?? false
                    text.append(isLit ? mark : " ")
                }
            }
            return withoutTrailingBlanks(text)
        }
    }

    /// Which segment each place of a character belongs to, by the letters of `segments`.
    private static let places = [" aaa   ", "fhijb  ", " g G   ", "eklmc  ", " ddd p "]
    /// What it shows while the segment is lit.
    private static let marks = [" ---   ", "|\\|/|  ", " - -   ", "|/|\\|  ", " --- . "]

    private static let segments: [Character: Segments] = [
        "a": .a, "b": .b, "c": .c, "d": .d, "e": .e, "f": .f, "g": .g1, "G": .g2, "h": .h, "i": .i,
        "j": .j, "k": .k, "l": .l, "m": .m, "p": .point,
    ]
}
