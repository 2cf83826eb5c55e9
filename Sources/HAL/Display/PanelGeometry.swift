/// What a panel can show: its shape as the viewer sees it, and its capabilities. The face lays out by this alone and
/// never asks which chip drives the panel.
package enum PanelGeometry: Hashable, Sendable {
    case segments(SegmentGeometry)
    case pixels(PixelGeometry)
}

/// A row of characters that are made of segments, with a colon in the middle.
package struct SegmentGeometry: Hashable, Sendable {
    /// The number of characters, from left to right.
    package var digits: Int
    package var shape: Shape
    package var hasColon: Bool
    /// Whether a decimal point follows each digit.
    package var hasPoints: Bool
    package var lamps: Set<Lamp>

    /// The segments of one character.
    package enum Shape: Hashable, Sendable {
        /// a to g: digits, and some letters.
        case seven
        /// With two halves of g and six diagonal or vertical strokes inside: all letters.
        case fourteen
    }

    package init(
        digits: Int, shape: Shape = .seven, hasColon: Bool, hasPoints: Bool, lamps: Set<Lamp> = []
    ) {
        self.digits = digits
        self.shape = shape
        self.hasColon = hasColon
        self.hasPoints = hasPoints
        self.lamps = lamps
    }
}

/// A grid of pixels.
package struct PixelGeometry: Hashable, Sendable {
    /// As the viewer sees the panel, after its mounting.
    package var columns: Int
    package var rows: Int
    package var depth: Depth
    package var color: ColorRange
    /// How much of each edge a bezel hides. The face draws only inside.
    package var safeArea: Insets
    /// Whether pixels that are lit for years grow dim, so that a picture must not stand still.
    package var burnsIn: Bool

    /// What a single pixel can do besides being off.
    package enum Depth: Hashable, Sendable {
        /// Only on; the brightness is that of the whole panel.
        case one
        /// Levels of its own.
        case levels
    }

    /// The colours that a pixel can have.
    package enum ColorRange: Hashable, Sendable {
        /// That of the LED.
        case single
        /// Red, green, and both: yellow.
        case redGreen
        /// Any.
        case full
    }

    package init(
        columns: Int, rows: Int, depth: Depth, color: ColorRange = .single,
        safeArea: Insets = Insets(), burnsIn: Bool = false
    ) {
        self.columns = columns
        self.rows = rows
        self.depth = depth
        self.color = color
        self.safeArea = safeArea
        self.burnsIn = burnsIn
    }
}

/// Widths of a margin in pixels; none is negative.
package struct Insets: Hashable, Sendable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package init(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
    }
}

/// A single dot beside the digits with its own meaning (the 1.2" boards have three).
package enum Lamp: String, Hashable, Sendable, Codable, CaseIterable {
    case pm, alarm, spare
}
