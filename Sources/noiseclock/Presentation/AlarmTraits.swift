import ClockCore
import ClockTime
import Control

// All that an alarm has beside its time, in three lengths: a few words for a table, a sentence for the
// answer to a change, and everything for `alarm show`.
extension Presentation {
    // MARK: - What is not as usual

    /// "work, must wake, not on free days"; empty where all is as usual.
    static func traits(of alarm: Alarm) -> String {
        var words: [String] = []
        if let category = alarm.category { words.append(Spelling.printable(category)) }
        if let zone = alarm.pinnedZone { words.append("time of \(Spelling.printable(zone))") }
        if alarm.preAlert > .zero {
            words.append("pre-alert \(DurationText.format(alarm.preAlert))")
        }
        if alarm.sunrise > .zero { words.append("sunrise \(DurationText.format(alarm.sunrise))") }
        if let vibration = alarm.vibration { words.append("vibration \(vibration.name.rawValue)") }
        if alarm.isMustWake { words.append("must wake") }
        if alarm.observesFreeDays { words.append("not on free days") }
        if alarm.respectsDoNotDisturb { words.append("not while quiet") }
        if alarm.snooze != SnoozeRule() { words.append("snooze \(text(alarm.snooze))") }
        return words.joined(separator: ", ")
    }

    /// "It must wake and does not ring on free days.", with its newline; empty where all is as usual.
    static func habits(of alarm: Alarm) -> String {
        var habits: [String] = []
        if let category = alarm.category {
            habits.append("is in the category \(Spelling.printable(category))")
        }
        if let zone = alarm.pinnedZone {
            habits.append("goes by the time of \(Spelling.printable(zone))")
        }
        if alarm.preAlert > .zero {
            habits.append("counts down from \(DurationText.format(alarm.preAlert)) before")
        }
        if alarm.sunrise > .zero {
            habits.append("brings light from \(DurationText.format(alarm.sunrise)) before")
        }
        if let vibration = alarm.vibration { habits.append("vibrates (\(text(vibration)))") }
        if alarm.isMustWake { habits.append("must wake") }
        if alarm.observesFreeDays { habits.append("does not ring on free days") }
        if alarm.respectsDoNotDisturb { habits.append("does not ring while do not disturb holds") }
        if !alarm.snooze.isAllowed {
            habits.append("cannot be snoozed")
        } else if alarm.snooze != SnoozeRule() {
            habits.append("has a snooze of \(text(alarm.snooze))")
        }
        return habits.isEmpty ? "" : "It \(enumeration(habits)).\n"
    }

    /// "a, b and c".
    static func enumeration(_ parts: [String]) -> String {
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }

    // MARK: - Everything

    /// A line for each thing that an alarm has, also where it is as usual.
    static func shown(_ report: AlarmReport) -> String {
        let alarm = report.alarm
        let yes = { (flag: Bool) in flag ? "yes" : "no" }
        let length = { (length: Duration) in
            length > .zero ? "\(DurationText.format(length)) before" : "none"
        }
        let zone = alarm.pinnedZone.map { ", time of \(Spelling.printable($0))" } ?? ""
        let words = { (text: String?) in
            text.map { $0.isEmpty ? "none" : Spelling.printable($0) } ?? "none"
        }
        var rows = [
            ("Alarm", "\(alarm.id)\(label(alarm.label))"),
            ("Time", "\(alarm.schedule.time) \(TimeText.days(alarm.schedule.kind))\(zone)"),
            ("Next", future(report)),
        ]
        if let moved = moved(report) { rows.append(("", moved)) }
        let ramp = DurationText.format(alarm.ramp)
        return grouped(
            rows + [
                ("Sound", "\(Spelling.printable(alarm.sound.name)), \(alarm.volume.value) %"),
                ("Grows", alarm.ramp > .zero ? "for \(ramp)" : "no, it is loud at once"),
                ("Vibration", alarm.vibration.map(text) ?? "none"),
                ("Snooze", text(alarm.snooze)), ("Unanswered", unanswered(alarm)),
                ("Must wake", yes(alarm.isMustWake)), ("Pre-alert", length(alarm.preAlert)),
                ("Sunrise", length(alarm.sunrise)),
                ("Free days", alarm.observesFreeDays ? "does not ring on them" : "rings on them"),
                (
                    "Quiet",
                    alarm.respectsDoNotDisturb
                        ? "does not ring while do not disturb holds"
                        : "rings while do not disturb holds"
                ),
                ("Category", words(alarm.category)), ("Message", words(alarm.message)),
                ("Icon", words(alarm.icon)), ("Tint", alarm.tint?.description ?? "none"),
                (
                    "Set at",
                    TimeText.moment(CivilTime(secondsAsUTC: alarm.createdAt.seconds)) + ", UTC"
                ),
            ])
    }

    /// "off", "9m", "5m, 3 times at most".
    private static func text(_ snooze: SnoozeRule) -> String {
        guard snooze.isAllowed else { return "off" }
        let limit =
            switch snooze.limit {
            case nil: ""
            case 1: ", once at most"
            case let count?: ", \(count) times at most"
            }
        return DurationText.format(snooze.length) + limit
    }

    private static func unanswered(_ alarm: Alarm) -> String {
        let length = DurationText.format(alarm.ringLength)
        return switch alarm.automaticRings {
        case 0: "rings for \(length), then it is missed"
        case 1: "rings for \(length), once again after the snooze, then it is missed"
        case let count:
            "rings for \(length), \(count) times again after the snooze, then it is missed"
        }
    }

    /// "steady", "heartbeat, 70 a minute".
    private static func text(_ pattern: VibrationPattern) -> String {
        switch pattern {
        case .heartbeat(let rate): "\(pattern.name.rawValue), \(rate.perMinute) a minute"
        case .steady, .pulse, .growing: pattern.name.rawValue
        }
    }
}
