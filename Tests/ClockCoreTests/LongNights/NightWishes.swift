import ClockTime

@testable import ClockCore

extension NightAudit {
    /// How an alarm, a timer or the nap rings (law, N, S, M and K).
    struct Rules {
        var ringLength: Duration
        var snoozeLength: Duration
        var automaticRings: Int
        var snoozeLimit: Int?
    }

    /// What was asked of an alarm, from a record of the history on.
    struct Wish {
        var entry: Int
        var alarm: AlarmID
        var schedule: Schedule
        var rules: Rules
        /// The zone that it is pinned to; nil: the clock's own.
        var zone: String?
        var observesFreeDays = false
        var respectsDoNotDisturb = false
        var isSnoozeAllowed = true
        var preAlert = Duration.zero
        var label = ""
        var volume = AlarmDefaults.volume
        var isSilent = false
        var isMustWake = false
        var noiseAfter = false
        var stopWith: StopTask?

        /// Whether a change from `old` makes another alarm of it (6.7).
        func armsAnew(after old: Wish?) -> Bool {
            old.map { schedule != $0.schedule || zone != $0.zone } ?? true
        }
    }
}
