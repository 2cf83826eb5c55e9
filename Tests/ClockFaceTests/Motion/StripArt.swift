import HAL

/// Draws the frames of a movement side by side, so that people see it in a diff.
///
/// Pixels with levels: a dot is dark, the figures 1 to 9 are tenths of the light, and "#" is full light.
enum StripArt {
    static func draw(_ frames: [(time: Duration, frame: Frame)], on geometry: PanelGeometry)
        -> String
    {
        let pictures = frames.map { lines(of: $0.frame, on: geometry) }
        let height = pictures.map(\.count).max() ?? 0
        let width = pictures.flatMap { $0.map(\.count) }.max() ?? 0
        let times = frames.map { padded("\($0.time.milliseconds) ms", to: width) }
        let rows = (0..<height).map { row in
            pictures.map { padded(row < $0.count ? $0[row] : "", to: width) }
                .joined(separator: "  ")
        }
        return ([times.joined(separator: "  ")] + rows)
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }
            .joined(separator: "\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func lines(of frame: Frame, on geometry: PanelGeometry) -> [String] {
        let light = "\(Int(frame.brightness.percent.rounded())) %"
        guard case .pixels(let picture) = frame.content else {
            return FaceArt.draw(frame, on: geometry).split(
                separator: "\n", omittingEmptySubsequences: false
            ).map(String.init) + [light]
        }
        return (0..<picture.rows).map { row in
            String((0..<picture.columns).map { letter(picture[$0, row]) })
        } + [light]
    }

    private static func letter(_ light: PixelLight) -> Character {
        switch light.level {
        case 0: "."
        case 255: "#"
        case let level: Character("\(max(1, Int(level) * 10 / 256))")
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int { Int((self / .milliseconds(1)).rounded()) }
}
