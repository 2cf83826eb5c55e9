import BoundedJSON

/// A setting of an alarm: a field that a user changes.
package struct AlarmSetting: Hashable, Sendable {
    /// The field's name in requests, replies and the store.
    package let name: String
    /// When a change of it counts.
    package let onset: Onset

    package enum Onset: Hashable, Sendable {
        /// It is another alarm now: what rings or is snoozed ends, spent dates and skips are forgotten, and its dates
        /// count from now.
        case startsOver
        /// Whatever shows it, and a ring in progress, follow at once.
        case atOnce
        /// The ring in progress keeps what it began with.
        case nextRing
        /// A snooze in progress keeps its end.
        case nextSnooze
        /// When the next date falls due, or the next stop comes.
        case nextDecision
    }

    /// The settings in which two versions of an alarm differ; empty: the change was none.
    static func changed(from old: Alarm, to new: Alarm) -> [AlarmSetting] {
        let (before, after) = (old.reply, new.reply)
        return Alarm.settings.filter { before[$0.name] != after[$0.name] }
    }
}

extension [AlarmSetting] {
    var startOver: Bool { contains { $0.onset == .startsOver } }
}
