import ClockTime

/// What a clock does that crashed again and again (`CrashRecord`): it leaves out what it can ring without, because
/// that may be what it crashes of.
///
/// Every ring has the built-in tone; silence stays silence. A person's own sounds and catalogue files are not
/// even opened. The noise that played is stopped; whoever starts it again hears what is built in. The face shows
/// plain digits. Alarms, timers and keys work as ever, and all that is left out stays stored: the next
/// start in order has it again. Only the noise has to be started by hand.
enum SafeMode {
    /// For people.
    static let problem =
        "the clock crashed \(CrashRecord.limit) times within "
        + "\(CrashRecord.window.components.seconds / 60) minutes and runs in safe mode: it rings with the "
        + "built-in tone, without sounds of your own, shows plain digits, and the noise was stopped"
    static let advice =
        "to end safe mode, restart the clock: \"sudo systemctl restart noiseclockd\", or pull the plug for a "
        + "moment; the journal says how it crashed"
}

extension ClockMachine {
    /// Whether this run is in safe mode.
    var isSafe: Bool { ring.isSafe }

    mutating func beginSafely(_ step: inout Step) {
        noise.stop()
        take(HealthReport(part: .program, problem: SafeMode.problem), &step)
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
