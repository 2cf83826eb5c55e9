package import ClockTime

/// The answer to a command.
package enum Reply: Hashable, Sendable {
    case status(StatusReport)
    case alarms([AlarmReport])
    /// An alarm was added or changed.
    case alarm(AlarmReport, Durability)
    case removed(AlarmID, Durability)
    /// Snoozed, with the end of the snooze.
    case snoozed(until: WallTime)
    case stopped
    case noise(NoiseReport)
    case style(ClockStyle, Durability)
    case refused(CommandError)
}

/// Whether what was asked outlives a power cut (law, 9.3 and 9.4).
package enum Durability: Hashable, Sendable {
    case saved
    /// Armed, but not saved: it works until the power goes; says why.
    case notSaved(String)
}

/// The clock at a glance.
package struct StatusReport: Hashable, Sendable {
    package var wall: WallTime
    package var zone: String
    /// What a clock in that zone shows; nil while the time is not known.
    package var civil: CivilTime?
    package var trust: ClockTrust
    package var style: ClockStyle
    package var nextAlarm: AlarmReport?
    package var ringing: [MemberReport]
    package var snoozed: [MemberReport]
    package var missed: [MissedNotice]
    package var noise: NoiseReport
    package var problems: [HealthReport]
}

package struct AlarmReport: Hashable, Sendable {
    package var alarm: Alarm
    /// When it rings next, skips aside; nil where it does not.
    package var next: Occurrence?
    /// Seconds until then.
    package var untilNext: Duration?
    package var state: AlarmState
}

/// The states of the law's clause 13 as far as alarms have them.
package enum AlarmState: String, Hashable, Sendable {
    case off, scheduled, countdown, alert
}

package struct MemberReport: Hashable, Sendable {
    package var occurrence: OccurrenceID
    package var label: String
    package var scheduled: Instant
    package var snoozes: Int
    /// While snoozed: when it rings again.
    package var until: WallTime?
}

package struct NoiseReport: Hashable, Sendable {
    package var isPlaying: Bool
    package var sound: SoundID
    package var volume: Percent
}
