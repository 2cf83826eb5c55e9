package import ClockTime

/// Anything that counts down and rings: the subject of a note, a history record or an event.
package enum Subject: Hashable, Sendable {
    case alarm(OccurrenceID)
    case timer(TimerID)
    case nap

    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case alarm, timer, nap
    }

    package var kind: Kind {
        switch self {
        case .alarm: .alarm
        case .timer: .timer
        case .nap: .nap
        }
    }
}

/// What happened to a subject. The machine's notes, the history and the event file use only these names. Wall times are
/// as the clock showed them then.
package enum SubjectEvent: Hashable, Sendable {
    /// A timer was created.
    case scheduled
    /// Also a timer that restarts, and a ringing timer extended by a minute, which is stopped first. Nil: a nap whose
    /// end depends on how long the key is held.
    case started(until: WallTime?)
    /// The nap entered another phase, by a key or by time. The other events imply their own phases.
    case entered(NapPhase)
    case paused(left: Duration)
    case resumed(until: WallTime)
    /// A timer got another minute; no end while it is paused.
    case extended(until: WallTime?)
    /// The countdown before an alarm's ring began.
    case preAlert(scheduled: Instant)
    /// An alarm's light begins to rise.
    case sunrise
    /// `lateness` is 0 for a ring on time. `joined`: an alarm joined a ring already in progress. `cause`: which of a
    /// nap's timers ended.
    case fired(scheduled: Instant, lateness: Duration, joined: Bool = false, cause: NapCause? = nil)
    /// Rings again after a snooze, an automatic silence, or a power cut.
    case rangAgain(RingCause)
    case snoozed(until: WallTime)
    /// Nobody answered: silent until `until`, then it rings again.
    case silenced(until: WallTime)
    /// Stopped while ringing or snoozed; for a nap or timer also before its end.
    case stopped(by: StopCause)
    /// `count` dates of an alarm were missed, of which this one is the latest.
    case missed(scheduled: Instant, MissReason, count: Int = 1)
    case skipped(SkipReason)
    /// Stop ended it in its countdown, before it rang (law, 6.10).
    case gotUp
    case passedOver
    /// The alarm's next date replaced it (law, 6.6).
    case superseded
    /// A used-up date is due again, because the clock went back (law, 3.2 and 5.5).
    case reopened
    /// A timer was removed, in whatever state.
    case cancelled

    /// The name of an event; stable, because other programs read events.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        case scheduled, started
        case entered = "phase"
        case paused, resumed, extended, preAlert, sunrise, fired, rangAgain, snoozed, silenced
        case stopped, missed, skipped, gotUp, passedOver, superseded, reopened, cancelled
    }

    package var name: Name {
        switch self {
        case .scheduled: .scheduled
        case .started: .started
        case .entered: .entered
        case .paused: .paused
        case .resumed: .resumed
        case .extended: .extended
        case .preAlert: .preAlert
        case .sunrise: .sunrise
        case .fired: .fired
        case .rangAgain: .rangAgain
        case .snoozed: .snoozed
        case .silenced: .silenced
        case .stopped: .stopped
        case .missed: .missed
        case .skipped: .skipped
        case .gotUp: .gotUp
        case .passedOver: .passedOver
        case .superseded: .superseded
        case .reopened: .reopened
        case .cancelled: .cancelled
        }
    }
}
