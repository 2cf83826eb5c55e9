import ClockTime

/// What a change of one alarm means beside the change itself, so that whoever made it can be told.
package struct ChangeConsequences: Hashable, Sendable, Codable {
    /// How many alarms there are now.
    package var alarmsLeft: Int
    /// How many of them are switched on.
    package var alarmsOn: Int
    /// The change ended a snooze of the alarm.
    package var endedSnooze: Bool
    /// Other alarms that ring next in the same minute; the first of them.
    package var sameMinute: [AlarmID]

    /// Alarms that one line about them can hold.
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

// What a change of an alarm means beside the change itself.
extension ClockMachine {
    /// - Parameters:
    ///   - report: the alarm after the change; nil where it is gone.
    ///   - wasSnoozed: before the change.
    func consequences(of report: AlarmReport?, wasSnoozed: Bool) -> ChangeConsequences {
        ChangeConsequences(
            alarmsLeft: alarms.book.alarms.count,
            alarmsOn: alarms.book.alarms.count(where: \.isEnabled),
            endedSnooze: wasSnoozed && report?.snoozedUntil == nil,
            sameMinute: report.map(sameMinute) ?? [])
    }

    func isSnoozed(_ id: AlarmID) -> Bool {
        alarms.snoozed.contains { $0.occurrence.alarm == id }
    }

    /// Only alarms that are set for the same time are looked at: there may be very many.
    private func sameMinute(as report: AlarmReport) -> [AlarmID] {
        guard let next = report.next?.instant else { return [] }
        let others = alarms.book.alarms.lazy.filter { other in
            other.id != report.alarm.id && other.isEnabled
                && other.schedule.time == report.alarm.schedule.time
                && other.pinnedZone == report.alarm.pinnedZone
                && other.timing.nextRing(after: now.wall.instant, rules)?.instant == next
        }
        return others.prefix(ChangeConsequences.mostNamed).map(\.id)
    }
}
