package import ClockTime
package import HAL

/// A module with a comparator: its line tells dark from bright, by a threshold that a screw sets.
///
/// Near the threshold the line chatters. So a new level counts once it has been seen for two seconds.
package struct DigitalLight: LightPort {
    private let line: any LevelLine
    private let isDarkHigh: Bool
    /// Nil before the first reading.
    private var isDark: Bool?
    /// Since when the other level has been seen.
    private var doubtSince: BootTime?

    /// What counts as dark: night by the clock's rules, and still to be read beside the bed.
    package static let dark = Lux(1)
    /// What counts as bright: a room by day.
    package static let bright = Lux(200)
    /// How long a new level must be seen.
    package static let hold = Duration.seconds(2)

    package init(line: any LevelLine, isDarkHigh: Bool) {
        self.line = line
        self.isDarkHigh = isDarkHigh
    }

    package mutating func step(at now: BootTime) throws(SensorError) -> LightStep {
        let seen: Bool
        do throws(LineError) {
            seen = try line.isHigh() == isDarkHigh
        } catch {
            doubtSince = nil
            throw .line(error)
        }
        let isDark = held(seen, at: now)
        self.isDark = isDark
        return .reading(isDark ? Self.dark : Self.bright)
    }

    private mutating func held(_ seen: Bool, at now: BootTime) -> Bool {
        guard let isDark, seen != isDark else {
            doubtSince = nil
            return seen
        }
        guard let since = doubtSince else {
            doubtSince = now
            return isDark
        }
        guard now - since >= Self.hold else { return isDark }
        doubtSince = nil
        return seen
    }

    package mutating func stop() {
        line.stop()
        isDark = nil
        doubtSince = nil
    }
}
