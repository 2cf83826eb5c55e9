/// A picture and its brightness: all that a panel needs.
package struct Frame: Hashable, Sendable {
    package var content: Content
    package var brightness: Brightness

    package enum Content: Hashable, Sendable {
        /// Nothing lit, display off; the chip keeps its memory.
        case dark
        case segments(SegmentPicture)
        case pixels(PixelPicture)
    }

    package init(content: Content, brightness: Brightness) {
        self.content = content
        self.brightness = brightness
    }

    package static let dark = Frame(content: .dark, brightness: .minimum)
}

/// What a panel of segments shows.
package struct SegmentPicture: Hashable, Sendable {
    /// Left to right.
    package var digits: [Segments]
    package var colon: Bool
    package var lamps: Set<Lamp>

    package init(digits: [Segments], colon: Bool = false, lamps: Set<Lamp> = []) {
        self.digits = digits
        self.colon = colon
        self.lamps = lamps
    }
}

/// What a panel of pixels shows, row by row from the top left, as the viewer sees it.
package struct PixelPicture: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// `columns * rows` pixels.
    package var pixels: [PixelLight]

    /// A picture of one colour; black by default.
    package init(columns: Int, rows: Int, filledWith light: PixelLight = .black) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        pixels = Array(repeating: light, count: self.columns * self.rows)
    }

    /// A pixel, from (0, 0) at the top left. Reads black and ignores writes outside the picture.
    package subscript(column: Int, row: Int) -> PixelLight {
        get {
            contains(column, row) ? pixels[row * columns + column] : .black
        }
        set {
            if contains(column, row) { pixels[row * columns + column] = newValue }
        }
    }

    package func contains(_ column: Int, _ row: Int) -> Bool {
        column >= 0 && column < columns && row >= 0 && row < rows
    }
}

/// The light of one pixel relative to the frame's full brightness: linear, in steps of 1/255 for each primary. A panel
/// of one colour shows the strongest of the three.
package struct PixelLight: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A grey.
    package init(level: UInt8) {
        self.init(red: level, green: level, blue: level)
    }

    package static let black = PixelLight(level: 0)
    package static let white = PixelLight(level: 255)

    /// How bright the pixel is on a panel of one colour.
    package var level: UInt8 { max(red, green, blue) }

    /// Whether the pixel is on, on a panel whose pixels are only on or off.
    package var isOn: Bool { level >= 128 }
}
