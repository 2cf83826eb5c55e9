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

// Computes the side effects of changing an alarm.
extension ClockMachine {
    /// - Parameters:
    ///   - report: the alarm after the change; nil if it was removed.
    ///   - wasSnoozed: before the change.
    func consequences(of report: AlarmReport?, wasSnoozed: Bool) -> ChangeConsequences {
        ChangeConsequences(
            alarmsLeft: alarms.book.alarms.count,
            alarmsOn: alarms.book.enabled.count,
            endedSnooze: wasSnoozed && report?.snoozedUntil == nil,
            sameMinute: report.map(sameMinute) ?? [])
    }

    func isSnoozed(_ id: AlarmID) -> Bool {
        alarms.snoozed.contains { $0.occurrence.alarm == id }
    }

    /// Examines only alarms set for the same time, because there may be very many.
    private func sameMinute(as report: AlarmReport) -> [AlarmID] {
        guard let next = report.next?.instant else { return [] }
        let others = alarms.book.enabled[report.alarm.schedule.time].sorted().lazy.filter { id in
            guard id != report.alarm.id, let other = alarms.book[id] else { return false }
            return other.pinnedZone == report.alarm.pinnedZone
                && other.timing.nextRing(after: now.wall.instant, rules)?.instant == next
        }
        return Array(others.prefix(ChangeConsequences.mostNamed))
    }
}
