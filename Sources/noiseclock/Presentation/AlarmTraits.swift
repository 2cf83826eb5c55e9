import ClockCore
import ClockTime
import English

// An alarm's settings beside its time, in three lengths: a few words for a table, a sentence for the
// answer to a change, and everything for `alarm show`.
extension Presentation {
    // MARK: - Unusual settings

    /// "work, must wake, not on free days"; empty if all settings are defaults.
    static func traits(of alarm: Alarm) -> String {
        var words: [String] = []
        if let category = alarm.category { words.append(Spelling.printable(category)) }
        if let zone = alarm.pinnedZone { words.append("time of \(Spelling.printable(zone))") }
        if alarm.preAlert > .zero {
            let sound = alarm.preAlertSound.map { " with \(Spelling.printable($0.name))" } ?? ""
            words.append("pre-alert \(TimeText.length(alarm.preAlert))" + sound)
        }
        if alarm.sunrise > .zero { words.append("sunrise \(TimeText.length(alarm.sunrise))") }
        if alarm.bedtime > .zero { words.append("bedtime \(TimeText.length(alarm.bedtime))") }
        if let vibration = alarm.vibration { words.append("vibration \(vibration.name.rawValue)") }
        if alarm.isMustWake { words.append("must wake") }
        if alarm.observesFreeDays { words.append("not on free days") }
        if alarm.respectsDoNotDisturb { words.append("not in quiet hours") }
        if alarm.noiseAfter { words.append("noise after it") }
        if let task = alarm.stopWith { words.append("to stop \(task.way.text)") }
        if alarm.snooze != SnoozeRule() { words.append("snooze \(text(alarm.snooze))") }
        return words.joined(separator: ", ")
    }

    /// "It must wake and does not ring on free days.", with its newline; empty if all settings are defaults.
    static func habits(of alarm: Alarm) -> String {
        var habits: [String] = []
        if let category = alarm.category {
            habits.append("is in the category \(Spelling.printable(category))")
        }
        if let zone = alarm.pinnedZone {
            habits.append("follows the time of \(Spelling.printable(zone))")
        }
        if alarm.preAlert > .zero {
            let sound = alarm.preAlertSound.map { Spelling.printable($0.name) }
            habits.append(
                "counts down for the last \(TimeText.length(alarm.preAlert))"
                    + (sound.map { " while \($0) gets louder" } ?? ""))
        }
        if alarm.sunrise > .zero {
            habits.append("brightens the light for the last \(TimeText.length(alarm.sunrise))")
        }
        if alarm.bedtime > .zero {
            habits.append("reminds you to go to bed \(TimeText.length(alarm.bedtime)) before")
        }
        if let vibration = alarm.vibration { habits.append("vibrates (\(text(vibration)))") }
        if alarm.isMustWake { habits.append("must wake you") }
        if alarm.observesFreeDays { habits.append("doesn't ring on free days") }
        if alarm.respectsDoNotDisturb { habits.append("doesn't ring while do not disturb is on") }
        if alarm.noiseAfter { habits.append("lets the noise go on after a stop") }
        if let task = alarm.stopWith { habits.append("stops only if you \(task.way.text)") }
        if !alarm.snooze.isAllowed {
            habits.append("can't be snoozed")
        } else if alarm.snooze != SnoozeRule() {
            habits.append("has a snooze of \(text(alarm.snooze))")
        }
        return habits.isEmpty ? "" : "It \(Sentences.enumeration(habits)).\n"
    }

    // MARK: - Everything

    /// A line for each setting of an alarm, defaults included.
    static func shown(_ report: AlarmReport) -> String {
        let alarm = report.alarm
        let yes = { (flag: Bool) in flag ? "yes" : "no" }
        let length = { (length: Duration) in
            length > .zero ? "\(TimeText.length(length)) before" : "none"
        }
        let zone = alarm.pinnedZone.map { ", time of \(Spelling.printable($0))" } ?? ""
        let words = { (text: String?) in
            text.map { $0.isEmpty ? "none" : Spelling.printable($0) } ?? "none"
        }
        var rows = [
            ("Alarm", "\(alarm.id)\(label(alarm.label))"),
            ("Time", TimeText.schedule(alarm.schedule) + zone),
            ("Next", future(report)),
        ]
        if let moved = moved(report) { rows.append(("", moved)) }
        let ramp = TimeText.length(alarm.ramp)
        let rising = alarm.preAlertSound.map { ", with \(Spelling.printable($0.name))" } ?? ""
        return grouped(
            rows + [
                ("Sound", "\(Spelling.printable(sound(of: report))), \(alarm.volume.value) %"),
                (
                    "Start", alarm.ramp > .zero ? "gets louder over \(ramp)" : "at full volume"
                ),
                ("Vibration", alarm.vibration.map(text) ?? "none"),
                ("Snooze", text(alarm.snooze)), ("Unanswered", unanswered(alarm)),
                ("Stop with", alarm.stopWith?.way.text ?? "none"),
                ("Must wake", yes(alarm.isMustWake)),
                ("Pre-alert", length(alarm.preAlert) + rising),
                ("Sunrise", length(alarm.sunrise)),
                ("Bedtime", length(alarm.bedtime)),
                ("Free days", alarm.observesFreeDays ? "doesn't ring on them" : "rings on them"),
                (
                    "Quiet",
                    alarm.respectsDoNotDisturb
                        ? "doesn't ring while do not disturb is on"
                        : "rings while do not disturb is on"
                ),
                ("Noise", alarm.noiseAfter ? "goes on after a stop" : "ends with a stop"),
                ("Category", words(alarm.category)), ("Message", words(alarm.message)),
                ("Icon", words(alarm.icon)), ("Tint", alarm.tint?.description ?? "none"),
                ("Set on", created(report)),
            ])
    }

    /// "Sun 29 Mar 2026 at 23:57", by the clock's own time unless the clock is too old to say it.
    private static func created(_ report: AlarmReport) -> String {
        report.createdCivil.map(TimeText.dateAndTime)
            ?? TimeText.dateAndTime(CivilTime(secondsAsUTC: report.alarm.createdAt.seconds))
            + " UTC"
    }

    /// "off", "9m", "5m, 3 times at most".
    private static func text(_ snooze: SnoozeRule) -> String {
        guard snooze.isAllowed else { return "off" }
        let limit =
            switch snooze.limit {
            case nil: ""
            case 1: ", at most once"
            case let count?: ", at most \(count) times"
            }
        return TimeText.length(snooze.length) + limit
    }

    private static func unanswered(_ alarm: Alarm) -> String {
        let length = TimeText.length(alarm.ringLength)
        return switch alarm.automaticRings {
        case 0: "rings for \(length), then counts as missed"
        case 1: "rings for \(length), once more after a snooze, then counts as missed"
        case let count:
            "rings for \(length), \(count) times more after a snooze, then counts as missed"
        }
    }

    /// "steady", "heartbeat, 70 a minute".
    private static func text(_ pattern: VibrationPattern) -> String {
        switch pattern {
        case .heartbeat(let rate): "\(pattern.name.rawValue), \(rate.perMinute) beats a minute"
        case .steady, .pulse, .growing: pattern.name.rawValue
        }
    }
}
