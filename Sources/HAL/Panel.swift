/// A display. The driver remembers what the chip holds and sends only changes. Data counts as sent only after the
/// bus confirmed it.
///
/// Rule: after any thrown error the owner calls `bringUp` before the next `show`. A chip that missed a byte may
/// have been unplugged and come back dark, with undefined memory.
package protocol Panel: Sendable {
    var geometry: PanelGeometry { get }

    /// Whether there is a display; false on a board without one.
    var isThere: Bool { get }

    /// Brings the chip from any state to a defined, dark one. Clears the memory before it switches the display
    /// on, so that nobody sees power-up garbage.
    mutating func bringUp(on bus: any I2CBus) throws(DeviceError)

    /// Shows `frame`. Sends nothing when nothing changed.
    mutating func show(_ frame: Frame, on bus: any I2CBus) throws(DeviceError)

    /// Resends everything that the chip should hold. Nothing changes on an intact chip. This restores a chip that
    /// lost power for a moment: it acknowledges normally but stays dark.
    mutating func refresh(on bus: any I2CBus) throws(DeviceError)

    /// Leaves the chip dark and idle when the program ends.
    mutating func shutDown(on bus: any I2CBus) throws(DeviceError)
}

extension Panel {
    package var isThere: Bool { true }
}

/// What a panel can show, so that the face can adapt its layout.
package enum PanelGeometry: Hashable, Sendable {
    /// `digits` seven-segment characters from left to right, a colon in the middle if `hasColon`, a decimal point
    /// after each digit if `hasPoints`, and the separate `lamps`.
    case sevenSegment(digits: Int, hasColon: Bool, hasPoints: Bool, lamps: Set<Lamp>)
}

/// A single dot beside the digits with its own meaning (the 1.2" boards have three).
package enum Lamp: String, Hashable, Sendable, Codable, CaseIterable {
    case pm, alarm, spare
}

/// A picture and its brightness: all that a panel needs.
package struct Frame: Hashable, Sendable {
    package var content: Content
    package var brightness: Brightness

    package enum Content: Hashable, Sendable {
        /// Nothing lit, display off; the chip keeps its memory.
        case dark
        case segments(SegmentPicture)
    }

    package init(content: Content, brightness: Brightness) {
        self.content = content
        self.brightness = brightness
    }

    package static let dark = Frame(content: .dark, brightness: .minimum)
}

/// What a seven-segment panel shows.
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

/// The lit segments of one character. Bits 0 to 5 are segments a to f, clockwise; bit 6 is g (the middle); bit 7
/// is the decimal point. This is the order of the HT16K33 backpacks and of the kernel's `map_to_7segment.h`.
/// Drivers map boards that are wired differently.
package struct Segments: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let blank: Segments = []
    package static let a = Segments(rawValue: 1 << 0)
    package static let b = Segments(rawValue: 1 << 1)
    package static let c = Segments(rawValue: 1 << 2)
    package static let d = Segments(rawValue: 1 << 3)
    package static let e = Segments(rawValue: 1 << 4)
    package static let f = Segments(rawValue: 1 << 5)
    package static let g = Segments(rawValue: 1 << 6)
    package static let point = Segments(rawValue: 1 << 7)
}

/// A light sensor that integrates for a while: call `begin`, then `collect` after the returned delay. A failed
/// reading is an error, never a number.
package protocol LightSensor: Sendable {
    /// Starts a measurement. Call `collect` after the returned time, not earlier.
    mutating func begin(on bus: any I2CBus) throws(DeviceError) -> Duration

    mutating func collect(on bus: any I2CBus) throws(DeviceError) -> Lux
}
