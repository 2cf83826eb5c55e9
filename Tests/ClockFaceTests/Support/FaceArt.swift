import HAL

@testable import SimulatedBoard

/// Draws any frame as text, so that people see in a diff what changed.
///
/// Pixels: a dot is dark and "#" is full light. Each other light has a letter, which the first lines explain. A panel
/// of more than 16 rows without levels takes half as many lines: "▀" is the upper pixel of two, "▄" the lower one and
/// "█" both.
enum FaceArt {
    static func draw(_ frame: Frame, on geometry: PanelGeometry) -> String {
        switch (frame.content, geometry) {
        case (.dark, _): return "dark"
        case (.segments(let picture), .segments(let panel)) where panel.shape == .fourteen:
            return picture.fourteenSegmentArt.joined(separator: "\n")
        case (.segments, _): return SegmentArt.draw(frame)
        case (.pixels(let picture), .pixels(let panel)):
            return panel.depth == .one && panel.rows > 16 ? halves(picture) : letters(picture)
        case (.pixels(let picture), _): return letters(picture)
        }
    }

    private static func letters(_ picture: PixelPicture) -> String {
        var letters: [PixelLight: Character] = [.black: ".", .white: "#"]
        var lines: [String] = []
        let others = Set(picture.pixels).subtracting(letters.keys).sorted {
            ($0.red, $0.green, $0.blue) > ($1.red, $1.green, $1.blue)
        }
        for (light, letter) in zip(others, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
            letters[light] = letter
            lines.append("\(letter) = \(light.red) \(light.green) \(light.blue)")
        }
        for row in 0..<picture.rows {
            lines.append(
                String((0..<picture.columns).map { letters[picture[$0, row]] ?? "?" }))
        }
        return lines.joined(separator: "\n")
    }

    private static func halves(_ picture: PixelPicture) -> String {
        stride(from: 0, to: picture.rows, by: 2).map { row in
            let line = (0..<picture.columns).map { column -> Character in
                switch (picture[column, row].isOn, picture[column, row + 1].isOn) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
