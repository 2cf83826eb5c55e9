import ClockTime

/// A light to breathe with, for somebody who wants to fall asleep (product, B8).
///
/// Theory of operation. It begins with six breaths a minute and slows evenly to four over ten minutes; then it is over. Of
/// each breath, four tenths go in, while the light rises, and six go out. Meanwhile the whole light fades to a quarter.
/// Where it shines, the parent decides: on the lamp, else in the display's brightness.
package struct BreathingGuide: Hashable, Sendable {
    package static let length = Duration.minutes(10)
    /// Often enough that nobody sees steps in a dim light.
    static let step = Duration.milliseconds(100)
    private static let partIn = 0.4
    /// Breaths a second at the beginning, and by how much that falls each second.
    private static let pace = 6.0 / 60
    private static let slowing = (6.0 - 4.0) / 60 / 600

    private var begin: BootTime?

    /// When it is over; nil: it does not breathe.
    var end: BootTime? { begin.map { $0 + BreathingGuide.length } }

    mutating func start(at now: BootTime) { begin = now }

    mutating func stop() { begin = nil }

    mutating func advance(to now: BootTime) {
        if let end, end <= now { stop() }
    }

    func nextWake(after now: BootTime) -> BootTime? {
        guard let begin, let end else { return nil }
        let steps = (now - begin) / BreathingGuide.step
        return min(end, begin + BreathingGuide.step * (Int(steps) + 1))
    }

    /// How bright it is, 0...1; nil: it does not breathe.
    func light(at now: BootTime) -> Double? {
        guard let begin, let end, now < end else { return nil }
        let seconds = max(0, (now - begin).inSeconds)
        let breaths =
            BreathingGuide.pace * seconds - BreathingGuide.slowing * seconds * seconds / 2
        let place = breaths - breaths.rounded(.down)
        let isIn = place < BreathingGuide.partIn
        let part =
            isIn
            ? place / BreathingGuide.partIn
            : (1 - place) / (1 - BreathingGuide.partIn)
        let fading = 1 - 0.75 * seconds / BreathingGuide.length.inSeconds
        // Starts and ends softly at both turns.
        return part * part * (3 - 2 * part) * fading
    }
}

package enum BreathingCommand: Hashable, Sendable {
    case show, start, stop
}

/// The breathing guide as reported to clients.
package struct BreathingReport: Hashable, Sendable, Codable {
    /// How long it still breathes; nil: it does not.
    package var left: Duration?
    package var place: Place

    /// Where its light is.
    package enum Place: String, Hashable, Sendable, Codable, CaseIterable {
        case lamp, display
    }

    package init(left: Duration?, place: Place) {
        self.left = left
        self.place = place
    }
}
