/// A display. The driver remembers what the chip holds and sends only changes. Data counts as sent only after the
/// bus confirmed it.
///
/// Rule: after any thrown error the owner calls `bringUp` before the next `show`. A chip that missed a byte may
/// have been unplugged and come back dark, with undefined memory.
package protocol Panel: Sendable {
    var geometry: PanelGeometry { get }

    /// Whether there is a display; false on a board without one.
    var isThere: Bool { get }

    /// The share of the panel's greatest light that a brightness gives, 0...1. A panel of few steps has no less than
    /// its lowest one.
    func lightShare(of brightness: Brightness) -> Double

    /// Brings the chip from any state to a defined, dark one. Clears the memory before it switches the display
    /// on, so that nobody sees power-up garbage.
    mutating func bringUp(on bus: any I2CBus) throws(DeviceError)

    /// Shows `frame`. Sends nothing when nothing changed. A frame with the wrong kind of content, which no face
    /// paints for this geometry, shows as dark.
    mutating func show(_ frame: Frame, on bus: any I2CBus) throws(DeviceError)

    /// Resends everything that the chip should hold. Nothing changes on an intact chip. This restores a chip that
    /// lost power for a moment: it acknowledges normally but stays dark.
    mutating func refresh(on bus: any I2CBus) throws(DeviceError)

    /// Leaves the chip dark and idle when the program ends.
    mutating func shutDown(on bus: any I2CBus) throws(DeviceError)
}

extension Panel {
    package var isThere: Bool { true }

    package func lightShare(of brightness: Brightness) -> Double { brightness.luminance }

    /// The share of the panel's greatest light that a frame gives, 0...1.
    package func lightShare(of frame: Frame) -> Double {
        geometry.litShare(of: frame.content) * lightShare(of: frame.brightness)
    }
}
