import ClockCore
import English

// Side effects of a change, from the clock's answer. Each is a sentence on its own line, about something that the user
// may not have considered.
extension Presentation {
    /// After an alarm was removed.
    static func consequences(_ consequences: ChangeConsequences) -> String {
        let snooze = consequences.endedSnooze ? "It was snoozed, and will not ring again.\n" : ""
        return snooze + rest(consequences)
    }

    /// After an alarm was added or changed.
    static func consequences(of report: AlarmReport) -> String {
        guard let consequences = report.consequences else { return "" }
        var text = consequences.endedSnooze ? "The change ended its snooze.\n" : ""
        let others = consequences.sameMinute.map { "\($0)" }
        if !others.isEmpty {
            let verb =
                others.count == 1
                ? "Alarm \(others[0]) rings" : "Alarms \(Sentences.enumeration(others)) ring"
            text += "\(verb) in the same minute.\n"
        }
        let alarm = report.alarm
        if alarm.isEnabled, alarm.volume.value == 0, alarm.sound != .silence {
            text += "Its volume is 0, so you will not hear it.\n"
        }
        return text + rest(consequences)
    }

    /// Warns users who would otherwise go to bed expecting a ring.
    private static func rest(_ consequences: ChangeConsequences) -> String {
        if consequences.alarmsLeft == 0 { return "No alarm is left: nothing will wake you.\n" }
        return consequences.alarmsOn == 0
            ? "No alarm is switched on: nothing will wake you.\n" : ""
    }

    /// After a favourite was saved.
    static func consequences(of report: FavouriteReport) -> String {
        report.isInPlaceOfAnother ? "It replaces the mix that had this name.\n" : ""
    }

    /// For noise that is off; noise that plays needs no explanation.
    static func consequences(of report: NoiseReport) -> String {
        !report.isPlaying && report.volume.value == 0
            ? "The volume is 0, so you will not hear it.\n" : ""
    }
}
