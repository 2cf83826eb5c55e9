package import ClockCore
import ClockTime

// Building blocks of explanation sentences.

extension Schedule {
    var sentence: String {
        switch kind {
        case .weekly(.daily): "It rings every day at \(time)."
        case .weekly: "It rings \(TimeText.days(kind)) at \(time)."
        case .once: "It rings once, the next time it is \(time)."
        case .dated(let date): "It rings once, on \(day(date)) at \(time)."
        }
    }
}

extension Placement {
    func sentence(_ date: CivilDate, _ time: TimeOfDay) -> String {
        let twice = "On \(day(date)) the clocks go back, and \(time) comes twice. "
        return switch self {
        case .exact: twice + "It rings the first time only."
        case .secondPass: twice + "It was set after the first, so it rings the second time."
        case .movedByGap:
            "On \(day(date)) the clocks go forward and skip \(time). "
                + "It rings at the moment they do."
        }
    }

    func pastSentence(_ date: CivilDate, _ time: TimeOfDay) -> String {
        let twice = "On \(day(date)) the clocks went back, and \(time) came twice. "
        return switch self {
        case .exact: twice + "It was due the first time only."
        case .secondPass: twice + "It was set after the first, so it was due the second time."
        case .movedByGap:
            "On \(day(date)) the clocks went forward and skipped \(time). "
                + "It was due at the moment they did."
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
            ? day(last) : "\(count) \(isAll ? "" : "or ")more dates, up to \(day(last))"
        let why = reasons.map(\.why).joined(separator: ", or ")
        return "Nor on \(dates)\(isAll ? "" : " and beyond"): \(why)."
    }
}

extension SkipReason {
    fileprivate var why: String {
        switch self {
        case .skipNext: "you asked to skip it"
        case .paused: "all alarms are paused"
        case .freeDay: "it is a free day"
        case .doNotDisturb: "do not disturb is on, and this alarm respects it"
        }
    }

    func whyThen(_ freeDay: String?) -> String {
        switch self {
        case .skipNext: "you had asked to skip it"
        case .paused: "all alarms were paused"
        case .freeDay: "it was a free day" + (freeDay.map { " (\($0))" } ?? "")
        case .doNotDisturb: "do not disturb was on, and this alarm respects it"
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
        case .silence: "The alarm was silent"
        }
    }
}

extension AlarmName {
    /// "alarm 3 (Work)", or "alarm 3" if it has no label.
    package var text: String {
        "alarm \(id)" + (label.isEmpty ? "" : " (\(Spelling.printable(label)))")
    }

    /// The same at the beginning of a sentence.
    package var begun: String { Sentences.begun(text) }
}
