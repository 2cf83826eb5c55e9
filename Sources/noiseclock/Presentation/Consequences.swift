import ClockCore
import Control

// What a change means beside the change itself, as the clock's answer tells it: a sentence on a line for each thing
// that whoever made the change may not have thought of.
extension Presentation {
    /// Of an alarm that was removed.
    static func consequences(_ consequences: ChangeConsequences) -> String {
        let snooze = consequences.endedSnooze ? "It was snoozed, and will not ring again.\n" : ""
        return snooze + rest(consequences)
    }

    /// Of an alarm that was added or changed.
    static func consequences(of report: AlarmReport) -> String {
        guard let consequences = report.consequences else { return "" }
        var text = consequences.endedSnooze ? "The change ended its snooze.\n" : ""
        let others = consequences.sameMinute.map { "\($0)" }
        if !others.isEmpty {
            let verb =
                others.count == 1
                ? "Alarm \(others[0]) rings" : "Alarms \(enumeration(others)) ring"
            text += "\(verb) in the same minute.\n"
        }
        let alarm = report.alarm
        if alarm.isEnabled, alarm.volume.value == 0, alarm.sound != .silence {
            text += "Its volume is 0, so you will not hear it.\n"
        }
        return text + rest(consequences)
    }

    /// Nobody should go to bed and think that something rings.
    private static func rest(_ consequences: ChangeConsequences) -> String {
        if consequences.alarmsLeft == 0 { return "No alarm is left: nothing will wake you.\n" }
        return consequences.alarmsOn == 0
            ? "No alarm is switched on: nothing will wake you.\n" : ""
    }

    /// Of a favourite that was saved.
    static func consequences(of report: FavouriteReport) -> String {
        report.isInPlaceOfAnother ? "It replaces the mix that had this name.\n" : ""
    }

    /// Of noise that is off; what plays says it by itself.
    static func consequences(of report: NoiseReport) -> String {
        !report.isPlaying && report.volume.value == 0
            ? "The volume is 0, so you will not hear it.\n" : ""
    }
}
