/// Who set the wall clock.
package enum StepCause: String, CaseIterable, Hashable, Sendable {
    /// Automatic synchronisation: network time, or another source known to the kernel.
    case synchronised
    /// A user, through this program.
    case user
    /// Anyone else, by hand or with another program: the time may be wrong.
    case outside
}

package enum RingCause: String, CaseIterable, Hashable, Sendable {
    case snoozeEnded, unanswered, powerCut
}

package enum MissReason: String, CaseIterable, Hashable, Sendable, Codable {
    /// Later than the grace period when it could have rung.
    case late
    /// Rang as often as allowed, and nobody answered.
    case unanswered
}

/// Which of a nap's two timers ended first.
package enum NapCause: String, CaseIterable, Hashable, Sendable, Codable {
    case nap, max
}

/// What happened to the sleep timer.
package enum SleepNote: String, CaseIterable, Hashable, Sendable {
    case started, paused, resumed, extended, fading, ended, cancelled
}

package enum StopCause: String, CaseIterable, Hashable, Sendable {
    case button, command
    /// Edited, switched off or removed while it rang or was snoozed (law, 6.7).
    case edited
}
