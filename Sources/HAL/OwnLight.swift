/// Takes the display's own light out of what the light sensor measures, so that a display that grows brighter never
/// counts as daylight.
///
/// Theory of operation. The board file says how much the sensor sees of the display at its greatest light. A measurement
/// takes a while, and the picture may change meanwhile. So the brightest picture since the reading before counts: at
/// worst the room seems darker for one reading, which the dimmer smooths.
package struct OwnLight: Sendable {
    private let panel: any Panel
    /// What the sensor sees of the display at its greatest light.
    private let greatest: Lux
    /// The share of that light in the current picture, and the greatest share since the last reading.
    private var current = 0.0
    private var brightest = 0.0

    package init(of panel: any Panel, greatest: Lux) {
        self.panel = panel
        self.greatest = greatest
    }

    /// The display shows this picture from now on.
    package mutating func shown(_ frame: Frame) {
        current = panel.lightShare(of: frame)
        brightest = max(brightest, current)
    }

    /// The light of the room in a new reading, never below 0.
    package mutating func room(measured: Lux) -> Lux {
        defer { brightest = current }
        return Lux(measured.value - greatest.value * brightest)
    }
}
