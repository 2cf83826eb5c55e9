package import ClockTime

/// A countdown that runs, from its start or its last resumption to its end.
///
/// Theory of operation. It stands on the boottime clock, which no step of the wall clock and no zone
/// moves (law, 8.1). Boot times of different boots do not compare, so it is recorded with the wall time of
/// its end, and comes back by that (8.4):
///
/// | comes back                   | recorded by a right clock | by an estimate, or without a time |
/// | ---------------------------- | ------------------------- | --------------------------------- |
/// | in the same boot             | as the boot time          | as the boot time                  |
/// | in another, by a right clock | as the wall time          | what was left                     |
/// | in another, by an estimate   | as the wall time, for now | by both estimates                 |
/// | in another, without a time   | as the wall time, for now | what was left                     |
///
/// However wrong a clock is, no countdown comes back longer than it was: what is left is at most what was
/// left when it was recorded. "For now" is an estimated end, which is worked out again from its recorded wall
/// time as soon as the clock is trusted. What no right clock recorded says nothing about a later boot's wall
/// time: it ends by boot time, when what was left has passed, and is never too late for a ring (9.2). Only by
/// a right clock's record can it be, and then that verdict waits for a trusted clock, rings do not (2.4).
package struct Countdown: Hashable, Sendable {
    /// The whole length, with what was added to it.
    package private(set) var total: Duration
    /// What was left of it when it was started or resumed last.
    private(set) var length: Duration
    private(set) var end: BootTime
    private(set) var standing: Standing

    /// How well the end is known in this boot.
    enum Standing: Hashable, Sendable {
        case known
        /// By the estimate of a clock that is not trusted; with the end as a trusted clock had recorded it
        /// before.
        case estimated(recorded: WallTime)
    }

    /// What its end means now.
    enum Verdict: Hashable, Sendable {
        case ahead
        case due(lateness: Duration)
        /// Later than the grace.
        case missed
        /// Later than the grace by an estimate: whether it is, a trusted clock has to say.
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

    /// The countdown that begins where `earlier` ends, known as well as that.
    init(_ length: Duration, after earlier: Countdown) {
        self.init(length, from: earlier.end)
        switch earlier.standing {
        case .known: break
        case .estimated(let recorded): standing = .estimated(recorded: recorded + length)
        }
    }

    /// When it was started or resumed last; in a later boot than its own, before that began.
    var start: BootTime { end - length }

    /// What of it had passed by then.
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

    /// When it ends; nil where it has, and waits for a trusted clock.
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

    /// The same end, as if it had been started now.
    func begunAnew(at now: BootTime) -> Countdown {
        Countdown(paused(at: now), end: end, standing)
    }

    /// The clock is trusted from now on.
    mutating func settle(at now: Moment) {
        switch standing {
        case .known: break
        case .estimated(let recorded): end = now.boot + min(recorded - now.wall, length)
        }
        standing = .known
    }
}

/// A countdown that stands still.
package struct PausedCountdown: Hashable, Sendable {
    package var total: Duration
    package var left: Duration
}

/// What a step of a countdown machine needs to know besides what happens.
struct CountdownContext: Sendable {
    var now: Moment
    /// How long ago that is: the wake-up was late by so much.
    var delay = Duration.zero
    var trust: ClockTrust
    /// The law's G.
    var grace: Duration
    var rings = CountdownRings()

    /// What the wall clock shows at `time`, as it stands now.
    func wall(at time: BootTime) -> WallTime { now.wall + (time - now.boot) }
}

/// What such a step leaves for the parent to turn into effects.
struct CountdownOutcome: Sendable {
    var notes: [Note] = []
    /// What began to ring.
    var voices: [RingVoice] = []
}

/// A ring of a countdown: from falling due until it is answered for good, through snoozes and silences.
package struct CountdownRing: Hashable, Sendable, Codable {
    /// What the clock showed when it fell due.
    package var due: Instant
    /// How often somebody snoozed it.
    package var snoozes = 0
    /// How often it fell silent unanswered.
    package var silences = 0

    init(due: Instant) {
        self.due = due
    }
}

/// A countdown that nobody heard, or that nobody answered; shown until somebody acknowledges it.
package struct CountdownNotice: Hashable, Sendable, Codable {
    /// Nil: the nap.
    package var timer: TimerID?
    package var name: String?
    package var due: Instant
    package var reason: MissReason

    /// Notices kept at once; the oldest go first. More than a person reads.
    static let capacity = 20
}

/// How timers and naps ring: as a new alarm does, as long as nothing else is stored (product, S1).
package struct CountdownRings: Hashable, Sendable, Codable {
    static let voice = RingVoice(sound: AlarmDefaults.sound)
    /// How long a countdown rings unanswered, is silent then, and how often it rings again (law, 6.5).
    package var ringLength = AlarmDefaults.ringLength
    package var snoozeLength = AlarmDefaults.snoozeLength
    package var automaticRings = AlarmDefaults.automaticRings

    package init() {}

    private enum Key: String, CodingKey {
        case ringSeconds, snoozeSeconds, automaticRings
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        ringLength = try record.decodeSecondsIfPresent(forKey: .ringSeconds) ?? ringLength
        ringLength = ringLength.held(in: AlarmLimits.ringLength)
        snoozeLength = try record.decodeSecondsIfPresent(forKey: .snoozeSeconds) ?? snoozeLength
        snoozeLength = snoozeLength.held(in: AlarmLimits.snoozeLength)
        automaticRings =
            try record.decodeIfPresent(Int.self, forKey: .automaticRings) ?? automaticRings
        automaticRings = min(
            max(automaticRings, AlarmLimits.automaticRings.lowerBound),
            AlarmLimits.automaticRings.upperBound)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encodeSeconds(ringLength, forKey: .ringSeconds)
        try record.encodeSeconds(snoozeLength, forKey: .snoozeSeconds)
        try record.encode(automaticRings, forKey: .automaticRings)
    }
}
