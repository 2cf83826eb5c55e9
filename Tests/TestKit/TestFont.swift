/// A person's font for tests, as a BDF file: figures of 4 x 5 pixels with open corners, which no built-in font has, and
/// the letters A and M.
package enum TestFont {
    /// - Parameters:
    ///   - scale: the side of the square that stands for one pixel.
    ///   - characters: those to write.
    package static func bdf(
        family: String = "Open", weight: String = "Regular", scale: Int = 1,
        characters: String = "0123456789AM"
    ) -> String {
        let glyphs = characters.compactMap { character in art[character].map { (character, $0) } }
        var lines = [
            "STARTFONT 2.1", "FONT \(family.lowercased())", "SIZE \(7 * scale) 72 72",
            "FONTBOUNDINGBOX \(4 * scale) \(5 * scale) 0 0", "STARTPROPERTIES 4",
            "FAMILY_NAME \"\(family)\"", "WEIGHT_NAME \"\(weight)\"",
            "FONT_ASCENT \(6 * scale)", "FONT_DESCENT \(scale)", "ENDPROPERTIES",
            "CHARS \(glyphs.count)",
        ]
        for (character, rows) in glyphs {
            lines += [
                "STARTCHAR \(character)",
                "ENCODING \(character.unicodeScalars.first.map { Int($0.value) } ?? -1)",
                "DWIDTH \(5 * scale) 0", "BBX \(4 * scale) \(5 * scale) 0 0", "BITMAP",
            ]
            for row in rows {
                let digits = hexadecimal(row, scale: scale)
                lines += [String](repeating: digits, count: scale)
            }
            lines.append("ENDCHAR")
        }
        return (lines + ["ENDFONT"]).joined(separator: "\n") + "\n"
    }

    private static func hexadecimal(_ row: String, scale: Int) -> String {
        var bits = row.flatMap { [Bool](repeating: $0 == "#", count: scale) }
        while !bits.count.isMultiple(of: 8) { bits.append(false) }
        return stride(from: 0, to: bits.count, by: 4).map { start in
            let value = bits[start..<start + 4].reduce(0) { 2 * $0 + ($1 ? 1 : 0) }
            return String(value, radix: 16, uppercase: true)
        }.joined()
    }

    private static let art: [Character: [String]] = [
        "0": [".##.", "#..#", "#..#", "#..#", ".##."],
        "1": ["...#", "...#", "...#", "...#", "...#"],
        "2": [".##.", "...#", ".##.", "#...", ".##."],
        "3": [".##.", "...#", ".##.", "...#", ".##."],
        "4": ["#..#", "#..#", ".##.", "...#", "...#"],
        "5": [".##.", "#...", ".##.", "...#", ".##."],
        "6": [".##.", "#...", ".##.", "#..#", ".##."],
        "7": [".##.", "...#", "...#", "...#", "...#"],
        "8": [".##.", "#..#", ".##.", "#..#", ".##."],
        "9": [".##.", "#..#", ".##.", "...#", ".##."],
        "A": [".##.", "#..#", "####", "#..#", "#..#"],
        "M": ["#..#", "####", "####", "#..#", "#..#"],
    ]
}
