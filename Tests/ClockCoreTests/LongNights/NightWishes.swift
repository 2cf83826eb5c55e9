import ClockTime

@testable import ClockCore

extension NightAudit {
    /// The rules for all alarms of the night.
    struct Rules {
        var ringLength: Duration
        var snoozeLength: Duration
        var automaticRings: Int
        var snoozeLimit: Int?
    }

    /// The expected behaviour of an alarm, from an entry of the log on.
    struct Wish {
        var entry: Int
        var alarm: AlarmID
        var schedule: Schedule
        /// The zone that it is pinned to; nil: the clock's own.
        var zone: String?
        var observesFreeDays = false
        var respectsDoNotDisturb = false
    }
}
