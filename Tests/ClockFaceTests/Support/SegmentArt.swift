import HAL

/// Draws seven-segment pictures as three lines of text, so that goldens are readable in a diff:
///
///      _   _       _
///     |_| |_  :|_||_|
///     |_|  _|:  |  _|.
///
/// The colon stands between the second and third digit, each point follows its digit, and the names of the
/// lamps are at the end of the first line.
enum SegmentArt {
    static func draw(_ frame: Frame) -> String {
        switch frame.content {
        case .dark: "dark"
        case .segments(let picture): draw(picture)
        case .pixels: "pixels"
        }
    }

    private static func draw(_ picture: SegmentPicture) -> String {
        var lines = ["", "", ""]
        for (place, digit) in picture.digits.enumerated() {
            if place == picture.digits.count / 2 {
                lines[0] += " "
                lines[1] += picture.colon ? "." : " "
                lines[2] += picture.colon ? "." : " "
            }
            func mark(_ segment: Segments, _ text: String) -> String {
                digit.contains(segment) ? text : " "
            }
            lines[0] += " " + mark(.a, "_") + "  "
            lines[1] += mark(.f, "|") + mark(.g, "_") + mark(.b, "|") + " "
            lines[2] += mark(.e, "|") + mark(.d, "_") + mark(.c, "|") + mark(.point, ".")
        }
        let lamps = Lamp.allCases.filter { picture.lamps.contains($0) }.map(\.rawValue)
        if !lamps.isEmpty { lines[0] += lamps.joined(separator: " ") }
        return lines.map { line in
            var line = line[...]
            while line.last == " " { line.removeLast() }
            return String(line)
        }.joined(separator: "\n")
    }
}
