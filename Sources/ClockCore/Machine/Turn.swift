package import ClockTime

/// Whatever counts down and rings: what a note, a record of the history or an event is about.
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

/// What came of a subject. The machine's notes, the history and the event file have these words alone for
/// it. Wall times are as the clock stood then.
package enum Turn: Hashable, Sendable {
    /// A timer was set up.
    case scheduled
    /// Also a timer that begins again, and one with a minute added to its ring, which is stopped before.
    /// Nil: of a nap, whose end depends on the hand.
    case started(until: WallTime?)
    /// Another phase of the nap, by a finger or by time. The other turns tell of theirs themselves.
    case entered(NapPhase)
    case paused(left: Duration)
    case resumed(until: WallTime)
    /// A timer has a minute more; no end while it is paused.
    case extended(until: WallTime?)
    /// The countdown before an alarm's ring began.
    case preAlert(scheduled: Instant)
    /// An alarm's light begins to rise.
    case sunrise
    /// `lateness` is 0 for a ring on time. `joined` says of an alarm that something rang already, `cause`
    /// of a nap which of its timers was over.
    case fired(scheduled: Instant, lateness: Duration, joined: Bool = false, cause: NapCause? = nil)
    /// Rings again after a snooze, a silence that nobody had asked for, or a power cut.
    case rangAgain(RingCause)
    case snoozed(until: WallTime)
    /// Nobody answered: silent until `until`, then it rings again.
    case silenced(until: WallTime)
    /// What rings or is snoozed, and a nap or timer before its end, too.
    case stopped(by: StopCause)
    /// `count` dates of an alarm, of which the named one is the latest.
    case missed(scheduled: Instant, MissReason, count: Int = 1)
    case skipped(SkipReason)
    case passedOver
    /// The next date of the same alarm took its place (law, 6.6).
    case superseded
    /// A date that was spent is due again, because the clock went back (law, 3.2 and 5.5).
    case reopened
    /// A timer was taken out, whatever it was at.
    case cancelled

    /// What a turn is called; a promise to those who read events.
    package enum Word: String, CaseIterable, Hashable, Sendable {
        case scheduled, started
        case entered = "phase"
        case paused, resumed, extended, preAlert, sunrise, fired, rangAgain, snoozed, silenced
        case stopped, missed, skipped, passedOver, superseded, reopened, cancelled
    }

    package var word: Word {
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
        case .passedOver: .passedOver
        case .superseded: .superseded
        case .reopened: .reopened
        case .cancelled: .cancelled
        }
    }
}

package enum RingCause: String, CaseIterable, Hashable, Sendable {
    case snoozeEnded, unanswered, powerCut
}

package enum StopCause: String, CaseIterable, Hashable, Sendable {
    case button, command
    /// Edited, switched off or removed while it rang or was snoozed (law, 6.7).
    case edited
}

package enum MissReason: String, CaseIterable, Hashable, Sendable, Codable {
    /// More than the grace late when it could have rung.
    case late
    /// Rang as often as it should and nobody answered.
    case unanswered
}

/// Which of a nap's two timers was over first.
package enum NapCause: String, CaseIterable, Hashable, Sendable, Codable {
    case nap, max
}
