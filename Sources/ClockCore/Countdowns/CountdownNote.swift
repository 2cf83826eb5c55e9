package import ClockTime

/// What came of a timer. Wall times are as the clock stood then.
package enum TimerNote: Hashable, Sendable {
    /// Set up.
    case scheduled
    /// Also over again, and by a minute added to a ring; the ring before it is stopped.
    case started(until: WallTime)
    case paused(left: Duration)
    case resumed(until: WallTime)
    /// A minute more; no end while it is paused.
    case extended(until: WallTime?)
    /// `lateness` is 0 for a ring on time.
    case fired(lateness: Duration)
    /// Rings again after a snooze, a silence that nobody had asked for, or a power cut.
    case rangAgain(RingCause)
    case snoozed(until: WallTime)
    /// Nobody answered: silent until `until`, then it rings again.
    case silenced(until: WallTime)
    case stopped(by: StopCause)
    case missed(due: Instant, MissReason)
    /// Taken out, whatever it was at.
    case removed
}

/// What came of the nap.
package enum NapNote: Hashable, Sendable {
    case started
    /// Another phase, by a finger or by time. The rest of the notes tell of theirs themselves.
    case entered(NapPhase)
    case paused(left: Duration)
    case resumed(until: WallTime)
    case fired(NapCause, lateness: Duration)
    case rangAgain(RingCause)
    case snoozed(until: WallTime)
    case silenced(until: WallTime)
    /// Before its end, or in alert; nothing of it is left.
    case ended(by: StopCause)
    case missed(due: Instant, MissReason)
}

/// Which of a nap's two timers was over first.
package enum NapCause: String, CaseIterable, Hashable, Sendable, Codable {
    case nap, max
}

package enum NapPhase: String, CaseIterable, Hashable, Sendable, Codable {
    case idle
    /// The bar is held.
    case holding
    /// It was let go; pressed again it is held.
    case releasing
    case napping
    case paused
    /// Silent after a ring, and to ring again.
    case snoozed
    case alert
}
