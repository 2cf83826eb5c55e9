// Safe mode, for a clock that crashed repeatedly (`CrashRecord`). It disables everything that a ring does not need,
// because that may cause the crashes.
//
// Every ring uses the built-in tone; silence stays silence. The user's own sounds and catalogue files are not even
// opened. Playing noise stops; if a user restarts it, the built-in sounds play. The face shows plain digits. Alarms,
// timers and keys work as always. All disabled settings stay stored, and the next normal start restores them. Only the
// noise must be restarted by hand.
extension ClockMachine {
    /// Whether this run is in safe mode.
    var isSafe: Bool { ringing.ring.isSafe }

    mutating func beginSafely(_ step: inout Step) {
        playing.noise.stop()
        let problem = health[.program]
        step.notes.append(.healthChanged(HealthReport(part: .program, problem: problem)))
    }
}

extension ClockStyle {
    /// Only the format and brightness of the digits, nothing else of the style.
    var plain: ClockStyle {
        var plain = ClockStyle()
        plain.hourFormat = hourFormat
        plain.hasLeadingZero = hasLeadingZero
        plain.brightness = brightness
        return plain
    }
}
