import ClockCore
import HAL

extension ShownPicture {
    /// What a panel of this shape lights when it shows the frame.
    init(_ frame: Frame, on geometry: PanelGeometry) {
        let isDark = frame.content == .dark
        self.init(brightness: isDark ? 0 : (frame.brightness.percent * 10).rounded() / 10)
        switch geometry {
        case .segments(let shape): segments = Segments(frame.content, on: shape)
        case .pixels(let shape): pixels = Pixels(frame.content, on: shape)
        }
    }
}

extension ShownPicture.Segments {
    fileprivate init(_ content: Frame.Content, on shape: SegmentGeometry) {
        self.init(
            digits: Array(repeating: [], count: shape.digits), colon: false, lamps: [])
        guard case .segments(let picture) = content else { return }
        digits = picture.digits.prefix(shape.digits).map { lit in
            Self.names.compactMap { lit.isSuperset(of: $0.segment) ? $0.name : nil }
        }
        colon = shape.hasColon && picture.colon
        lamps = picture.lamps.intersection(shape.lamps).map(\.rawValue).sorted()
    }

    private static let names: [(name: String, segment: Segments)] = [
        ("a", .a), ("b", .b), ("c", .c), ("d", .d), ("e", .e), ("f", .f), ("g1", .g1), ("g2", .g2),
        ("h", .h), ("i", .i), ("j", .j), ("k", .k), ("l", .l), ("m", .m), ("point", .point),
    ]
}

extension ShownPicture.Pixels {
    /// As many colours as two hexadecimal digits can count. No panel of this clock has as many pixels with a colour of
    /// their own; beyond that, the last colour stands for the rest.
    private static let mostColors = 256

    fileprivate init(_ content: Frame.Content, on shape: PixelGeometry) {
        self.init(columns: shape.columns, rows: shape.rows, colors: [], cells: [])
        let picture =
            if case .pixels(let picture) = content { picture } else {
                PixelPicture(columns: shape.columns, rows: shape.rows)
            }
        var places: [PixelLight: String] = [:]
        for row in 0..<shape.rows {
            var cells = ""
            for column in 0..<shape.columns {
                let light = shape.lit(picture[column, row])
                if let place = places[light] {
                    cells += place
                    continue
                }
                if colors.count < Self.mostColors {
                    let color = Tint(red: light.red, green: light.green, blue: light.blue)
                    colors.append(color.description)
                }
                let last = colors.count - 1
                let place = (last < 16 ? "0" : "") + String(last, radix: 16)
                places[light] = place
                cells += place
            }
            self.cells.append(cells)
        }
    }
}

extension PixelGeometry {
    /// What becomes of a pixel on a panel that has fewer colours or levels.
    fileprivate func lit(_ light: PixelLight) -> PixelLight {
        switch (color, depth) {
        case (.single, .one): light.isOn ? .white : .black
        case (.single, .levels): PixelLight(level: light.level)
        case (.redGreen, _):
            PixelLight(red: light.red, green: light.green, blue: 0)
        case (.full, _): light
        }
    }
}
