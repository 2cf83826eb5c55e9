package import ClockCore
import ClockTime

// The parts that the sentences of an explanation are made of.

extension Schedule {
    var sentence: String {
        switch kind {
        case .weekly(.daily): "It rings each day at \(time)."
        case .weekly(let days):
            "It rings at \(time) on "
                + days.days.map { "\($0)".capitalizedFirst }.joined(separator: ", ") + "."
        case .once: "It rings once, the next time the clock shows \(time)."
        case .dated(let date): "It rings once, on \(date) at \(time)."
        }
    }
}

extension Placement {
    func sentence(_ date: CivilDate, _ time: TimeOfDay) -> String {
        let twice = "On \(date) the clock shows \(time) twice, as it is put back; "
        return switch self {
        case .exact: twice + "it rings the first time alone."
        case .secondPass: twice + "the first time had passed when the alarm was set."
        case .movedByGap:
            "On \(date) the clock is put forward and never shows \(time); "
                + "it rings when the clock jumps."
        }
    }

    func pastSentence(_ date: CivilDate, _ time: TimeOfDay) -> String {
        let twice = "On \(date) the clock showed \(time) twice, as it was put back; "
        return switch self {
        case .exact: twice + "the ring is due the first time alone."
        case .secondPass: twice + "the first time had passed when the alarm was set."
        case .movedByGap:
            "On \(date) the clock was put forward and never showed \(time); "
                + "the ring is due when the clock jumps."
        }
    }
}

extension SkippedDate {
    var why: String {
        let name = freeDay ?? ""
        return reason.why + (name.isEmpty ? "" : " (\(name))")
    }
}

extension FurtherSkips {
    var sentence: String {
        let dates =
            count == 1 && isAll
            ? "\(last)" : "\(count) \(isAll ? "" : "or ")more dates, up to \(last)"
        let why = reasons.map(\.why).joined(separator: ", or ")
        return "Nor on \(dates)\(isAll ? "" : " and beyond"): \(why)."
    }
}

extension SkipReason {
    fileprivate var why: String {
        switch self {
        case .skipNext: "you asked to skip it"
        case .paused: "all alarms are paused then"
        case .freeDay: "it is a free day"
        case .doNotDisturb: "do not disturb holds then, and this alarm respects it"
        }
    }

    func whyThen(_ freeDay: String?) -> String {
        switch self {
        case .skipNext: "you had asked to skip it"
        case .paused: "all alarms were paused"
        case .freeDay: "it was a free day" + (freeDay.map { " (\($0))" } ?? "")
        case .doNotDisturb: "do not disturb held, and this alarm respects it"
        }
    }
}

extension RingRung {
    package var noun: String {
        switch self {
        case .chosenSound: "the chosen sound"
        case .builtInTone: "the built-in tone"
        case .output(let index): RingRung.name(ofOutput: index)
        case .buzzer: "the buzzer"
        case .motor: "the motor"
        case .flashingDisplay: "the flashing display"
        case .otherCard: "another sound card"
        }
    }
}

extension RungReason {
    var clause: String {
        switch self {
        case .noFrames: "No sound came out"
        case .nobodyAnswered: "Nobody answered"
        case .silence: "It was to be silent"
        }
    }
}

extension Duration {
    /// Rounded down: nobody asks for the milliseconds of a past morning.
    var wholeSeconds: Duration { .seconds(wholeNanoseconds / 1_000_000_000) }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
