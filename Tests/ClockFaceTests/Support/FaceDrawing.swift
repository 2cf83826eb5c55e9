import HAL

@testable import SimulatedBoard

/// Draws frames as SVG, so that people see a face as it looks on a table: lit parts glow a little, and unlit ones are as
/// dark as behind smoked glass.
///
/// All pixels of one light are one path of strokes without a length, whose round ends are the dots.
struct FaceDrawing {
    var geometry: PanelGeometry
    /// Of a panel of one colour.
    var color: BoardDescription.Display.Color
    var width = 220.0
    var height = 100.0

    private static let unlit = "#1c1c1f"
    /// Above this, a panel's pixels are an OLED's: they have square edges and do not glow.
    private static let mostLEDRows = 16

    func svg(_ frame: Frame) -> String {
        switch (geometry, frame.content) {
        case (.segments(let panel), .segments(let picture)): draw(picture, on: panel)
        case (.segments(let panel), _): draw(SegmentPicture(digits: []), on: panel)
        case (.pixels, .pixels(let picture)): draw(picture)
        case (.pixels(let panel), _):
            draw(PixelPicture(columns: panel.columns, rows: panel.rows))
        }
    }

    // MARK: - Pixels

    private func draw(_ picture: PixelPicture) -> String {
        let scale = min(14, width / Double(picture.columns), height / Double(picture.rows))
        let left = (width - scale * Double(picture.columns)) / 2 + scale / 2
        let top = (height - scale * Double(picture.rows)) / 2 + scale / 2
        let isOLED = max(picture.rows, picture.columns) > 32 && picture.rows > 16
        var dots: [PixelLight: String] = [:]
        for row in 0..<picture.rows {
            for column in 0..<picture.columns {
                let light = shown(picture[column, row])
                guard light != .black || !isOLED else { continue }
                dots[light, default: ""] += "M\(column) \(row)h" + (isOLED ? ".01" : "0")
            }
        }
        let paths = dots.sorted { $0.key.level < $1.key.level }.map { light, path in
            let dot = isOLED ? (size: 1.0, end: "square") : (size: 0.78, end: "round")
            let stroke = light == .black ? Self.unlit : FaceDrawing.color(light, color)
            let core =
                "<path d=\"\(path)\" stroke=\"\(stroke)\" stroke-width=\"\(dot.size)\" "
                + "stroke-linecap=\"\(dot.end)\"/>"
            guard light != .black, !isOLED else { return core }
            return "<path d=\"\(path)\" stroke=\"\(stroke)\" stroke-width=\"1.7\" "
                + "stroke-linecap=\"round\" opacity=\".18\"/>" + core
        }
        return "<g fill=\"none\" transform=\"translate(\(left) \(top)) scale(\(scale))\">"
            + paths.joined() + "</g>"
    }

    /// A panel of one colour shows the strongest primary, and one without levels only whether it is on.
    private func shown(_ light: PixelLight) -> PixelLight {
        guard case .pixels(let panel) = geometry else { return light }
        if panel.depth == .one, panel.color == .single { return light.isOn ? .white : .black }
        return panel.color == .single ? PixelLight(level: light.level) : light
    }

    private static func color(_ light: PixelLight, _ led: BoardDescription.Display.Color) -> String
    {
        let full = led.atFullLight
        // The eye is not linear; screens expect its scale.
        func primary(_ level: UInt8, _ most: Double) -> Int {
            guard level > 0 else { return 0 }
            let share = (Double(level) / 255).squareRoot()
            return Int((share * most).rounded())
        }
        let isGrey = light.red == light.green && light.green == light.blue
        let red = primary(light.red, isGrey ? full.red : 255)
        let green = primary(light.green, isGrey ? full.green : 255)
        let blue = primary(light.blue, isGrey ? full.blue : 255)
        return "rgb(\(red),\(green),\(blue))"
    }

    // MARK: - Segments

    /// Lengths are shares of a digit's height in per cent.
    private func draw(_ picture: SegmentPicture, on panel: SegmentGeometry) -> String {
        let character = CharacterStrokes(panel.shape)
        let gap = 25.0
        let colon = panel.hasColon ? 27.0 : 0
        let lamps = panel.lamps.isEmpty ? 0 : 28.0
        let whole =
            2 * lamps + Double(panel.digits) * (character.width + gap) + colon + 14
        let scale = min(height * 0.8 / 100, width * 0.94 / whole)
        var (lit, unlit) = ("", "")
        func note(_ path: String, isLit: Bool) {
            if isLit { lit += path } else { unlit += path }
        }
        var left = lamps
        for index in 0..<panel.digits {
            if index == panel.digits / 2, panel.hasColon {
                let middle = left - gap / 2 + colon / 2
                note("M\(middle) 30h0M\(middle) 70h0", isLit: picture.colon)
                left += colon
            }
            let segments =
                picture.digits.indices.contains(index) ? picture.digits[index] : .blank
            for (segment, stroke) in character.strokes {
                note(stroke.path(from: left), isLit: segments.contains(segment))
            }
            if panel.hasPoints {
                note(
                    "M\(left + character.width + gap * 0.45) 93h0",
                    isLit: segments.contains(.point))
            }
            left += character.width + gap
        }
        for lamp in panel.lamps {
            let place =
                switch lamp {
                case .pm: "M\(left + 8) 12h0"
                case .alarm: "M8 88h0"
                case .spare: "M8 12h0"
                }
            note(place, isLit: picture.lamps.contains(lamp))
        }
        return group(lit: lit, unlit: unlit, character.thickness, scale, whole)
    }

    private func group(
        lit: String, unlit: String, _ thickness: Double, _ scale: Double, _ whole: Double
    ) -> String {
        let light = FaceDrawing.color(.white, color)
        let left = (width - whole * scale) / 2 + 14 * scale
        let top = (height - 100 * scale) / 2
        func path(_ path: String, _ stroke: String, _ wide: Double, _ opacity: Double) -> String {
            "<path d=\"\(path)\" stroke=\"\(stroke)\" stroke-width=\"\(wide)\" opacity=\"\(opacity)\"/>"
        }
        return
            "<g fill=\"none\" stroke-linecap=\"round\" transform=\"translate(\(left) \(top)) "
            + "scale(\(scale)) skewX(-8)\">"
            + path(unlit, Self.unlit, thickness, 1) + path(lit, light, thickness * 2.2, 0.15)
            + path(lit, light, thickness, 1) + "</g>"
    }
}

/// Where the segments of one character are, 100 high.
private struct CharacterStrokes {
    var width: Double
    var thickness: Double
    var strokes: [(Segments, Stroke)]

    struct Stroke {
        var x1: Double
        var y1: Double
        var x2: Double
        var y2: Double

        init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
            (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
        }

        func path(from left: Double) -> String {
            "M\(left + x1) \(y1)L\(left + x2) \(y2)"
        }
    }

    init(_ shape: SegmentGeometry.Shape) {
        let isFourteen = shape == .fourteen
        width = isFourteen ? 64 : 56
        thickness = isFourteen ? 9 : 13
        let half = thickness / 2
        let space = thickness * 0.75
        let (right, middle, centre, bottom) = (width - half, width / 2, 50.0, 100 - half)
        let outer: [(Segments, Stroke)] = [
            (.a, Stroke(half + space, half, right - space, half)),
            (.b, Stroke(right, half + space, right, centre - space)),
            (.c, Stroke(right, centre + space, right, bottom - space)),
            (.d, Stroke(half + space, bottom, right - space, bottom)),
            (.e, Stroke(half, centre + space, half, bottom - space)),
            (.f, Stroke(half, half + space, half, centre - space)),
        ]
        guard isFourteen else {
            strokes = outer + [(.g1, Stroke(half + space, centre, right - space, centre))]
            return
        }
        let inner: [(Segments, Stroke)] = [
            (.g1, Stroke(half + space, centre, middle - space, centre)),
            (.g2, Stroke(middle + space, centre, right - space, centre)),
            (.i, Stroke(middle, half + 1.6 * space, middle, centre - space)),
            (.l, Stroke(middle, centre + space, middle, bottom - 1.6 * space)),
            (
                .h,
                Stroke(half + 1.5 * space, half + 2 * space, middle - space, centre - 1.7 * space)
            ),
            (
                .j,
                Stroke(right - 1.5 * space, half + 2 * space, middle + space, centre - 1.7 * space)
            ),
            (
                .k,
                Stroke(half + 1.5 * space, bottom - 2 * space, middle - space, centre + 1.7 * space)
            ),
            (
                .m,
                Stroke(
                    right - 1.5 * space, bottom - 2 * space, middle + space, centre + 1.7 * space)
            ),
        ]
        strokes = outer + inner
    }
}
