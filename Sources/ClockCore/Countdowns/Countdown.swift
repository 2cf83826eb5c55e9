package import ClockTime

/// A running countdown, from its start or last resumption to its end.
///
/// Theory of operation. It runs on the boottime clock, which no wall-clock step and no zone affects (law, 8.1). Boot
/// times of different boots are not comparable, so it is saved with the wall time of its end and restored by that
/// (8.4):
///
/// | comes back                   | recorded by a right clock | by an estimate, or without a time |
/// | ---------------------------- | ------------------------- | --------------------------------- |
/// | in the same boot             | as the boot time          | as the boot time                  |
/// | in another, by a right clock | as the wall time          | what was left                     |
/// | in another, by an estimate   | as the wall time, for now | by both estimates                 |
/// | in another, without a time   | as the wall time, for now | what was left                     |
///
/// However wrong a clock is, no countdown is restored longer than it was: the time left is at most the time left when
/// it was saved. "For now" means an estimated end, which is recomputed from the saved wall time as soon as the clock is
/// trusted. A record by any clock but a right one says nothing about a later boot's wall time: the countdown ends by
/// boot time, after the time left, and is never too late to ring (9.2). Only a right clock's record can make it too
/// late. That verdict then waits for a trusted clock; rings do not wait (2.4).
package struct Countdown: Hashable, Sendable {
    /// The full length, including added time.
    package private(set) var total: Duration
    /// The time left at the last start or resumption.
    private(set) var length: Duration
    private(set) var end: BootTime
    private(set) var standing: Standing

    /// How well the end is known in this boot.
    enum Standing: Hashable, Sendable {
        case known
        /// Estimated by an untrusted clock; `recorded` is the end as a trusted clock had recorded it before.
        case estimated(recorded: WallTime)
    }

    /// How to treat the end now.
    enum Verdict: Hashable, Sendable {
        case ahead
        case due(lateness: Duration)
        /// Later than the grace.
        case missed
        /// Later than the grace by an estimate; a trusted clock must decide.
        case waits
    }

    init(_ total: Duration, from start: BootTime) {
        self.init(PausedCountdown(total: total, left: total), from: start)
    }

    init(_ paused: PausedCountdown, from start: BootTime) {
        self.init(paused, end: start + paused.left, .known)
    }

    init(_ paused: PausedCountdown, end: BootTime, _ standing: Standing) {
        total = paused.total
        length = paused.left
        self.end = end
        self.standing = standing
    }

    /// The countdown that begins when `earlier` ends; its end is known as well as that.
    init(_ length: Duration, after earlier: Countdown) {
        self.init(length, from: earlier.end)
        switch earlier.standing {
        case .known: break
        case .estimated(let recorded): standing = .estimated(recorded: recorded + length)
        }
    }

    /// The last start or resumption; in a later boot this may be before the boot began.
    var start: BootTime { end - length }

    /// The time that had elapsed by then.
    var previouslyElapsed: Duration { total - length }

    func left(at now: BootTime) -> Duration { max(.zero, end - now) }

    func isOver(at now: BootTime) -> Bool { end <= now }

    func paused(at now: BootTime) -> PausedCountdown {
        PausedCountdown(total: total, left: left(at: now))
    }

    func verdict(_ context: CountdownContext) -> Verdict {
        guard isOver(at: context.now.boot) else { return .ahead }
        let lateness = context.now.boot - end + context.delay
        if lateness.isWithin(grace: context.grace) { return .due(lateness: lateness) }
        switch standing {
        case .known: return .missed
        case .estimated: return .waits
        }
    }

    /// When it ends; nil if it has ended and waits for a trusted clock.
    func nextEnd(_ context: CountdownContext) -> BootTime? {
        verdict(context) == .waits ? nil : end
    }

    mutating func extend(by more: Duration) {
        total += more
        length += more
        end = end + more
        switch standing {
        case .known: break
        case .estimated(let recorded): standing = .estimated(recorded: recorded + more)
        }
    }

    /// The same end, as if the countdown had started now.
    func begunAnew(at now: BootTime) -> Countdown {
        Countdown(paused(at: now), end: end, standing)
    }

    /// The clock is now trusted.
    mutating func settle(at now: Moment) {
        switch standing {
        case .known: break
        case .estimated(let recorded): end = now.boot + min(recorded - now.wall, length)
        }
        standing = .known
    }
}

/// A paused countdown.
package struct PausedCountdown: Hashable, Sendable {
    package var total: Duration
    package var left: Duration
}

/// What a step of a countdown machine needs besides the event.
struct CountdownContext: Sendable {
    var now: Moment
    /// How long ago that was: the delay of a late wake-up.
    var delay = Duration.zero
    var trust: ClockTrust
    /// The law's G.
    var grace: Duration
    var rings = CountdownRings()

    /// The same for a snooze of this length; nil: of the one that is set (law, 6.3).
    func snoozing(for length: Duration?) -> CountdownContext {
        var context = self
        if let length { context.rings.snoozeLength = length }
        return context
    }

    /// The wall time at `time`, by the current wall clock.
    func wall(at time: BootTime) -> WallTime { now.wallTime(at: time) }

    /// The next instant at which the clock shows `time`.
    func nextInstant(showing time: TimeOfDay, in zone: Zone) throws(CommandError) -> Instant {
        let next =
            trust == .unknown
            ? nil
            : Schedule.once(at: time).nextOccurrence(
                after: now.wall.instant, armedAt: now.wall.instant, in: zone)
        guard let next else { throw .wrongState(.timeUnknown) }
        return next.instant
    }
}

/// What a step leaves for the parent to turn into effects.
struct CountdownOutcome: Sendable {
    var notes: [Note] = []
    /// What began to ring.
    var voices: [RingVoice] = []
    /// Timers that are gone: removed by a person, or without a name and over.
    var removed: [CountdownTimer] = []
    /// A nap was stopped after it had rung.
    var stoppedNapRing = false
}

/// A countdown's ring, from falling due until it is finally answered, including snoozes and silences.
package struct CountdownRing: Hashable, Sendable, Codable {
    /// The clock's time when it fell due.
    package var due: Instant
    /// How often the user snoozed it.
    package var snoozes = 0
    /// How often it fell silent unanswered.
    package var silences = 0
    /// As it was set when this last began to ring; nil: the present setting, for records of older programs.
    package var patience: RingPatience?

    init(due: Instant) {
        self.due = due
    }

    func isGivenUp(_ rings: CountdownRings) -> Bool {
        silences >= (patience ?? rings.patience).automaticRings
    }
}

/// A missed or unanswered countdown; shown until a user acknowledges it.
package struct CountdownNotice: Hashable, Sendable, Codable {
    /// Nil: the nap.
    package var timer: TimerID?
    package var name: String?
    package var due: Instant
    package var reason: MissReason

    /// How many notices are kept; the oldest are dropped first. More than anyone reads.
    static let capacity = 20
}
