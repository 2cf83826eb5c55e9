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
            /// The boot time is an estimate by such a clock, and the wall time follows from it.
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

/// When a record that comes back was made.
struct SavedMoment: Sendable {
    var savedAt: PersistentState.Stamp
    var isSameBoot: Bool

    /// Whether what rang since then rings again: not later than the grace, or nobody can tell (law, 9.1).
    func ringsAgain(since: PersistentState.Stamp, _ context: CountdownContext) -> Bool {
        let elapsed =
            isSameBoot ? context.now.boot - since.boot : context.now.wall - since.wall
        return elapsed <= context.grace || context.trust != .trusted
    }
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
        case .estimated(recorded: nil): record.standing = .estimated
        case .estimated(let recorded?):
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
        let recorded: WallTime? =
            switch record.standing {
            case .trusted, .recorded: record.end.wall
            case .untrusted, .estimated: nil
            }
        var end = record.end.boot
        var standing = Standing.known
        if saved.isSameBoot {
            switch record.standing {
            case .trusted, .untrusted: break
            case .estimated, .recorded: standing = .estimated(recorded: recorded)
            }
        } else {
            // However wrong a clock is, nothing is left that was not left when this was recorded.
            let left = record.end.boot - saved.savedAt.boot
            end = now.boot + min(record.end.wall - now.wall, left, start.left)
            let isKnown = record.standing == .trusted && context.trust == .trusted
            standing = isKnown ? .known : .estimated(recorded: recorded)
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
