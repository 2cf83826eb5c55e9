import ClockTime

// Safe mode: what a clock does that crashed again and again (`CrashRecord`): it leaves out what it can ring without, because
// that may be what it crashes of.
//
// Every ring has the built-in tone; silence stays silence. A person's own sounds and catalogue files are not
// even opened. The noise that played is stopped; whoever starts it again hears what is built in. The face shows
// plain digits. Alarms, timers and keys work as ever, and all that is left out stays stored: the next
// start in order has it again. Only the noise has to be started by hand.
extension ClockMachine {
    /// Whether this run is in safe mode.
    var isSafe: Bool { ring.isSafe }

    mutating func beginSafely(_ step: inout Step) {
        noise.stop()
        let problem = health[.program]
        step.notes.append(.healthChanged(HealthReport(part: .program, problem: problem)))
    }
}

extension ClockStyle {
    /// How digits are read and how bright they are, and nothing else of the style.
    var plain: ClockStyle {
        var plain = ClockStyle()
        plain.hourFormat = hourFormat
        plain.hasLeadingZero = hasLeadingZero
        plain.brightness = brightness
        return plain
    }
}
