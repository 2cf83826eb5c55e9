/// The nap's phase.
package enum NapPhase: String, CaseIterable, Hashable, Sendable, Codable {
    case idle
    /// The bar is held.
    case holding
    /// The bar was released; pressing it again holds it.
    case releasing
    case napping
    case paused
    /// Silent after a ring; will ring again.
    case snoozed
    case alert
}

package enum TimerState: String, CaseIterable, Hashable, Sendable, Codable {
    case scheduled, countdown, paused, alert
}

/// The states of the law's clause 13 that apply to alarms.
package enum AlarmState: String, Hashable, Sendable, Codable {
    case off, scheduled, countdown, alert
}

/// The operations on anything that rings or counts down (law, 13; product, A6).
package enum Operation: String, CaseIterable, Hashable, Sendable {
    case schedule, cancel, countdown, pause, resume, stop, snooze
    /// A ringing timer restarts with its full length.
    case `repeat`
    /// Adds a minute.
    case add
}
