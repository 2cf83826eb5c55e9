package import BoundedJSON
import ClockTime

/// Timers and the nap in stored form (law, 10). Lengths are in nanoseconds, so that restoring is exact.
package struct CountdownsRecord: DescribedRecord {
    package var timers: [TimerRecord] = []
    package var nextTimerNumber = 1
    package var timerNotices: [CountdownNotice] = []
    package var nap = NapRecord()
    package var sleep: SleepRecord?
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<CountdownsRecord>] = [
        RecordField("timers", records: \.timers, isSparse: false),
        RecordField("nextTimerNumber", \.nextTimerNumber, .integer),
        RecordField("timerNotices", elements: \.timerNotices, .coded(.object)),
        RecordField("nap", record: \.nap),
        RecordField("sleep", optional: \.sleep, .coded(.object)),
    ]
}

package struct TimerRecord: DescribedRecord {
    package var id = TimerID(0)
    package var name: String?
    package var length: Int64 = 0
    package var run = 0
    package var state = TimerState.scheduled
    /// For a running timer.
    package var running: RunningRecord?
    /// For a paused timer.
    package var paused: PausedRecord?
    /// For a ringing timer: since when.
    package var since: SavedStamp?
    /// The ring that is not finally answered, and why it will ring again, if it will.
    package var ring: CountdownRing?
    package var again: RingAgain?
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<TimerRecord>] = [
        RecordField("id", \.id, .coded(.integer(Int.min...Int.max))),
        RecordField("name", optional: \.name, .text),
        RecordField("length", \.length, .coded(.integer(Int.min...Int.max))),
        RecordField("run", \.run, .integer),
        RecordField("state", \.state, .choice),
        RecordField("running", optional: \.running, .coded(.object)),
        RecordField("paused", optional: \.paused, .coded(.object)),
        RecordField("since", optional: \.since, .coded(.object)),
        RecordField("ring", optional: \.ring, .coded(.object)),
        RecordField("again", optional: \.again, .choice),
    ]
    package static let required = ["id", "length", "run", "state"]
}

package struct NapRecord: DescribedRecord {
    package var phase = NapPhase.idle
    package var number = 0
    /// For the phase; `max` runs over all phases.
    package var running: RunningRecord?
    package var max: RunningRecord?
    package var paused: PausedRecord?
    package var pausedMax: PausedRecord?
    package var since: SavedStamp?
    package var cause: NapCause?
    package var ring: CountdownRing?
    package var again: RingAgain?
    package var notices: [CountdownNotice] = []
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<NapRecord>] = [
        RecordField("phase", \.phase, .choice),
        RecordField("number", \.number, .integer),
        RecordField("running", optional: \.running, .coded(.object)),
        RecordField("max", optional: \.max, .coded(.object)),
        RecordField("paused", optional: \.paused, .coded(.object)),
        RecordField("pausedMax", optional: \.pausedMax, .coded(.object)),
        RecordField("since", optional: \.since, .coded(.object)),
        RecordField("cause", optional: \.cause, .choice),
        RecordField("ring", optional: \.ring, .coded(.object)),
        RecordField("again", optional: \.again, .choice),
        RecordField("notices", elements: \.notices, .coded(.object)),
    ]
}

package struct RunningRecord: Hashable, Sendable, Codable {
    package var total: Int64
    /// The time left at the last start or resumption.
    package var length: Int64
    package var end: SavedStamp
    package var standing: Standing

    /// How far the two times of `end` can be trusted.
    package enum Standing: String, Hashable, Sendable, Codable {
        /// Both are right.
        case trusted
        /// The boot time is right; the wall time came from an untrusted clock.
        case untrusted
        /// Written by older programs for an estimate that only another estimate preceded: as good as `untrusted`.
        case estimated
        /// The boot time is such an estimate; the wall time came from an earlier trusted clock.
        case recorded
    }
}

package struct PausedRecord: Hashable, Sendable, Codable {
    package var total: Int64
    package var left: Int64
}

package enum RingAgain: String, CaseIterable, Hashable, Sendable {
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

/// When a restored record was saved, and by what clock.
struct SavedMoment: Sendable {
    /// How often the state is saved while an untrusted clock counts down.
    static let untrustedHeartbeat = Duration.seconds(60)

    var savedAt: SavedStamp
    var trust: ClockTrust
    var isSameBoot: Bool

    init(savedAt: SavedStamp, trust: ClockTrust, isSameBoot: Bool) {
        self.savedAt = savedAt
        self.trust = trust
        self.isSameBoot = isSameBoot
    }

    /// - Parameter boot: the current boot.
    init(_ saved: PersistentState, boot: BootID) {
        self.init(savedAt: saved.savedAt, trust: saved.trust, isSameBoot: saved.boot == boot)
    }

    /// Whether something that rang since then rings again: if within the grace, or if nobody can tell (law, 9.1 and
    /// 9.2).
    func ringsAgain(since: SavedStamp, _ context: CountdownContext) -> Bool {
        if context.trust != .trusted { return true }
        if isSameBoot { return (context.now.boot - since.boot).isWithin(grace: context.grace) }
        return trust != .trusted
            || (context.now.wall - since.wall).isWithin(grace: context.grace)
    }

    /// The remaining wait until `end`, if an untrusted clock recorded it in an earlier boot (law, 9.2): never longer
    /// than the time left when the power failed.
    func rest(until end: SavedStamp, now: Moment, _ trust: ClockTrust) -> Duration {
        let recorded = end.boot - savedAt.boot
        // One estimate continues the other (8.4), unless the clock went back in between.
        let estimated = end.wall - now.wall
        if self.trust == .plausible, trust == .plausible, estimated <= recorded {
            return max(.zero, estimated)
        }
        // Part of the wait had passed between the record and the power failure; nobody knows how much.
        return max(.zero, recorded - SavedMoment.oldest)
    }

    /// The maximum age of the newest record while no clock is trusted and something counts down: the save interval,
    /// plus a moment for the disk.
    private static let oldest = untrustedHeartbeat + .seconds(5)
}

extension PausedCountdown {
    /// The longest possible countdown.
    private static let longest: ClosedRange<Duration> = .zero...TimerLimits.length.upperBound

    var record: PausedRecord {
        PausedRecord(
            total: total.wholeNanoseconds, left: left.wholeNanoseconds)
    }

    init(restoring record: PausedRecord) {
        self.init(restoring: record.total, left: record.left)
    }

    init(restoring total: Int64, left: Int64) {
        self.total = Duration.nanoseconds(total).held(in: PausedCountdown.longest)
        self.left = Duration.nanoseconds(left).held(in: .zero...self.total)
    }
}

extension Countdown {
    func record(_ context: CountdownContext) -> RunningRecord {
        var record = RunningRecord(
            total: total.wholeNanoseconds, length: length.wholeNanoseconds,
            end: SavedStamp(end, now: context.now), standing: .trusted)
        switch standing {
        case .known: record.standing = context.trust == .trusted ? .trusted : .untrusted
        case .estimated(let recorded):
            record.end.wall = recorded
            record.standing = .recorded
        }
        return record
    }

    init(
        restoring record: RunningRecord, from saved: SavedMoment,
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
            // However wrong the clock is, no more time is left than when this was saved.
            let left = record.end.boot - saved.savedAt.boot
            end = now.boot + min(record.end.wall - now.wall, left, start.left)
            let isKnown = record.standing == .trusted && context.trust == .trusted
            standing = isKnown ? .known : .estimated(recorded: record.end.wall)
        }
        self.init(start, end: end, standing)
        if context.trust == .trusted { settle(at: now) }
    }

    /// If it ended while the power was off and only a pending verdict keeps it open, ends it now: a snooze does not
    /// wait for a verdict (law, 9.2).
    func endingNow(_ context: CountdownContext) -> Countdown {
        guard context.trust != .trusted, isOver(at: context.now.boot) else { return self }
        return Countdown(
            PausedCountdown(total: total, left: length), end: context.now.boot, standing)
    }
}

/// The sleep timer; if both fields are nil, there is none.
package struct SleepRecord: Hashable, Sendable, Codable {
    package var running: RunningRecord?
    package var paused: PausedRecord?
}
