import ClockCore

// What the display shows, drawn with characters.
extension Presentation {
    static func picture(_ picture: ShownPicture) -> String {
        if picture.brightness == 0, picture.pixels == nil { return "The display is dark.\n" }
        if let pixels = picture.pixels { return drawn(pixels) }
        return picture.segments.map(drawn) ?? "The display is dark.\n"
    }

    /// Wider pictures take half the room, without their shades.
    private static let widest = 40

    private static func drawn(_ pixels: ShownPicture.Pixels) -> String {
        let isWide = pixels.columns > widest
        let lines = stride(from: 0, to: pixels.rows, by: isWide ? 2 : 1).map { row in
            (0..<pixels.columns).map { column in
                let upper = level(pixels, column, row)
                return isWide ? pair(upper, level(pixels, column, row + 1)) : shade(upper)
            }.joined()
        }
        return text(lines)
    }

    private static func text(_ lines: [String]) -> String {
        lines.map { line in
            let blanks = line.reversed().prefix { $0 == " " }.count
            return line.dropLast(blanks) + "\n"
        }.joined()
    }

    /// The strongest primary of a pixel, 0 to 255.
    private static func level(_ pixels: ShownPicture.Pixels, _ column: Int, _ row: Int) -> Int {
        pixels.color(column: column, row: row).map { Int(max($0.red, $0.green, $0.blue)) } ?? 0
    }

    /// One pixel in two characters, which are about as wide as high.
    private static func shade(_ level: Int) -> String {
        switch level {
        case 0: "  "
        case ..<64: "░░"
        case ..<128: "▒▒"
        case ..<192: "▓▓"
        default: "██"
        }
    }

    /// Two pixels in one character, one over the other.
    private static func pair(_ upper: Int, _ lower: Int) -> String {
        switch (upper > 0, lower > 0) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }

    private static func drawn(_ segments: ShownPicture.Segments) -> String {
        var rows = ["", "", ""]
        for (place, lit) in segments.digits.enumerated() {
            if place == segments.digits.count / 2 {
                let dot = segments.colon ? "." : " "
                rows = zip(rows, [" ", dot, dot]).map { "\($0)\($1) " }
            }
            func mark(_ name: String, _ character: String) -> String {
                lit.contains(name) ? character : " "
            }
            let middle = lit.contains("g1") || lit.contains("g2") ? "_" : " "
            rows[0] += " \(mark("a", "_"))  "
            rows[1] += "\(mark("f", "|"))\(middle)\(mark("b", "|")) "
            rows[2] += "\(mark("e", "|"))\(mark("d", "_"))\(mark("c", "|"))\(mark("point", "."))"
        }
        let lamps = segments.lamps.isEmpty ? "" : segments.lamps.joined(separator: ", ") + "\n"
        return text(rows) + lamps
    }
}
