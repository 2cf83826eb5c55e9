import ClockTime

/// Timers and the nap as they are stored (law, 10). Lengths are in nanoseconds, so that what comes back
/// is what was there.
extension PersistentState {
    package struct Countdowns: Hashable, Sendable, Codable {
        package var timers: [TimerRecord] = []
        package var nextTimerNumber = 1
        package var timerNotices: [CountdownNotice] = []
        package var nap = NapRecord()
        package var sleep: SleepRecord?

        package init() {}
    }

    package struct TimerRecord: Hashable, Sendable, Codable {
        package var id: TimerID
        package var name: String?
        package var length: Int64
        package var run: Int
        package var state: TimerState
        /// Of a running timer.
        package var running: RunningRecord?
        /// Of a paused one.
        package var paused: PausedRecord?
        /// Of one that rings: since when.
        package var since: Stamp?
        /// The ring that is not answered for good, and why it will be heard again, if it will.
        package var ring: CountdownRing?
        package var again: Again?
    }

    package struct NapRecord: Hashable, Sendable, Codable {
        package var phase = NapPhase.idle
        package var number = 0
        /// Of the phase, and over it.
        package var running: RunningRecord?
        package var max: RunningRecord?
        package var paused: PausedRecord?
        package var pausedMax: PausedRecord?
        package var since: Stamp?
        package var cause: NapCause?
        package var ring: CountdownRing?
        package var again: Again?
        package var notices: [CountdownNotice] = []

        package init() {}
    }

    package struct RunningRecord: Hashable, Sendable, Codable {
        package var total: Int64
        /// What was left when it was started or resumed last.
        package var length: Int64
        package var end: Stamp
        package var standing: Standing

        /// What the two times of `end` are worth.
        package enum Standing: String, Hashable, Sendable, Codable {
            /// Both are right.
            case trusted
            /// The boot time is right, the wall time is that of a clock that was not trusted.
            case untrusted
            /// What older programs wrote of an estimate that nothing but another came before: as good as
            /// the last.
            case estimated
            /// The boot time is such an estimate; the wall time is from a trusted clock, before that.
            case recorded
        }
    }

    package struct PausedRecord: Hashable, Sendable, Codable {
        package var total: Int64
        package var left: Int64
    }

    package enum Again: String, Hashable, Sendable, Codable {
        case snoozed, silenced

        init(_ cause: RingCause) {
            switch cause {
            case .snoozeEnded, .powerCut: self = .snoozed
            case .unanswered: self = .silenced
            }
        }

        var cause: RingCause {
            switch self {
            case .snoozed: .snoozeEnded
            case .silenced: .unanswered
            }
        }
    }
}

/// When a record that comes back was made, and by what clock.
struct SavedMoment: Sendable {
    var savedAt: PersistentState.Stamp
    var trust: ClockTrust
    var isSameBoot: Bool

    init(savedAt: PersistentState.Stamp, trust: ClockTrust, isSameBoot: Bool) {
        self.savedAt = savedAt
        self.trust = trust
        self.isSameBoot = isSameBoot
    }

    /// - Parameter boot: the present one.
    init(_ saved: PersistentState, boot: BootID) {
        self.init(savedAt: saved.savedAt, trust: saved.trust, isSameBoot: saved.boot == boot)
    }

    /// Whether what rang since then rings again: not later than the grace, or nobody can tell (law, 9.1 and
    /// 9.2).
    func ringsAgain(since: PersistentState.Stamp, _ context: CountdownContext) -> Bool {
        if context.trust != .trusted { return true }
        if isSameBoot { return (context.now.boot - since.boot).isWithin(grace: context.grace) }
        return trust != .trusted
            || (context.now.wall - since.wall).isWithin(grace: context.grace)
    }

    /// How long to wait still for what was to come at `end`, in a boot after that in which a clock recorded it
    /// that nobody trusted (law, 9.2): never longer than was left when the power failed.
    func rest(until end: PersistentState.Stamp, now: Moment, _ trust: ClockTrust) -> Duration {
        let recorded = end.boot - savedAt.boot
        // One estimate goes on where the other was (8.4). A clock that went back meanwhile is none.
        let estimated = end.wall - now.wall
        if self.trust == .plausible, trust == .plausible, estimated <= recorded {
            return max(.zero, estimated)
        }
        // Some of it had passed since the record was made, and nobody knows how much.
        return max(.zero, recorded - SavedMoment.oldest)
    }

    /// How old the newest record is at the most, while no clock is trusted and something counts down: it is
    /// made anew so often, and a disk may need a moment.
    private static let oldest = ClockMachine.untrustedHeartbeat + .seconds(5)
}

extension PausedCountdown {
    /// Longer than this is none.
    private static let longest: ClosedRange<Duration> = .zero...TimerLimits.length.upperBound

    var record: PersistentState.PausedRecord {
        PersistentState.PausedRecord(
            total: total.wholeNanoseconds, left: left.wholeNanoseconds)
    }

    init(restoring record: PersistentState.PausedRecord) {
        self.init(restoring: record.total, left: record.left)
    }

    init(restoring total: Int64, left: Int64) {
        self.total = Duration.nanoseconds(total).held(in: PausedCountdown.longest)
        self.left = Duration.nanoseconds(left).held(in: .zero...self.total)
    }
}

extension Countdown {
    func record(_ context: CountdownContext) -> PersistentState.RunningRecord {
        var record = PersistentState.RunningRecord(
            total: total.wholeNanoseconds, length: length.wholeNanoseconds,
            end: PersistentState.Stamp(end, now: context.now), standing: .trusted)
        switch standing {
        case .known: record.standing = context.trust == .trusted ? .trusted : .untrusted
        case .estimated(let recorded):
            record.end.wall = recorded
            record.standing = .recorded
        }
        return record
    }

    init(
        restoring record: PersistentState.RunningRecord, from saved: SavedMoment,
        _ context: CountdownContext
    ) {
        let now = context.now
        let start = PausedCountdown(restoring: record.total, left: record.length)
        var end = record.end.boot
        var standing = Standing.known
        switch (record.standing, saved.isSameBoot) {
        case (.trusted, true), (.untrusted, true), (.estimated, true): break
        case (.recorded, true): standing = .estimated(recorded: record.end.wall)
        case (.untrusted, false), (.estimated, false):
            let rest = saved.rest(until: record.end, now: now, context.trust)
            end = now.boot + min(rest, start.left)
        case (.trusted, false), (.recorded, false):
            // However wrong a clock is, nothing is left that was not left when this was recorded.
            let left = record.end.boot - saved.savedAt.boot
            end = now.boot + min(record.end.wall - now.wall, left, start.left)
            let isKnown = record.standing == .trusted && context.trust == .trusted
            standing = isKnown ? .known : .estimated(recorded: record.end.wall)
        }
        self.init(start, end: end, standing)
        if context.trust == .trusted { settle(at: now) }
    }

    /// What ended while the power was off, but for the verdict whether that is too long ago: a snooze
    /// does not wait for one (law, 9.2).
    func endingNow(_ context: CountdownContext) -> Countdown {
        guard context.trust != .trusted, isOver(at: context.now.boot) else { return self }
        return Countdown(
            PausedCountdown(total: total, left: length), end: context.now.boot, standing)
    }
}
