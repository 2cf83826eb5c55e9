import ClockTime

/// The side effects of changing one alarm, for the user's information.
package struct ChangeConsequences: Hashable, Sendable, Codable {
    /// How many alarms there are now.
    package var alarmsLeft: Int
    /// How many of them are switched on.
    package var alarmsOn: Int
    /// The change ended a snooze of the alarm.
    package var endedSnooze: Bool
    /// The first few other alarms that ring next in the same minute.
    package var sameMinute: [AlarmID]

    /// How many of these alarms fit one line of text.
    static let mostNamed = 8

    package init(
        alarmsLeft: Int, alarmsOn: Int, endedSnooze: Bool = false, sameMinute: [AlarmID] = []
    ) {
        self.alarmsLeft = alarmsLeft
        self.alarmsOn = alarmsOn
        self.endedSnooze = endedSnooze
        self.sameMinute = sameMinute
    }
}
