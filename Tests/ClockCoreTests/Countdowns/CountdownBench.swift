import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

/// Timers and a nap on a bench: the smallest possible parent around both machines, on simulated time.
///
/// Time jumps from wake to wake. Changes are kept as JSON, and restored from it after a power cut.
/// Two wall clocks run: the device's and, `error` behind it, the true one.
struct CountdownBench {
    private(set) var timers = TimerMachine()
    private(set) var nap = NapMachine()
    var settings = NapSettings()
    private(set) var now = Moment(
        wall: WallTime(Instant(seconds: 1_736_830_800)), boot: BootTime(nanoseconds: 5_000_000_000))
    private(set) var trust = ClockTrust.trusted
    /// How far the device's clock is ahead of the truth.
    private(set) var error = Duration.zero
    private(set) var log: [(at: WallTime, note: Note)] = []
    private(set) var voices = 0
    private(set) var saves = 0
    private var saved: Saved?

    private struct Saved {
        var text: [UInt8]
        var at: SavedStamp
        var trust: ClockTrust
        var timers: TimerMachine
        var nap: NapMachine
    }

    private var boots = 1

    var context: CountdownContext {
        CountdownContext(now: now, trust: trust, grace: AlarmDefaults.grace)
    }

    var truth: WallTime { now.wall - error }
    var notes: [Note] { log.map(\.note) }

    /// The notes about timers, without their numbers.
    var timerNotes: [SubjectEvent] {
        notes.compactMap { note in
            if case .of(.timer, let event) = note { event } else { nil }
        }
    }

    var napNotes: [SubjectEvent] {
        notes.compactMap { note in
            if case .of(.nap, let event) = note { event } else { nil }
        }
    }

    /// A ring that begins now, late by `lateness`.
    func fired(late lateness: Duration = .zero, _ cause: NapCause? = nil) -> SubjectEvent {
        .fired(scheduled: (now.wall - lateness).instant, lateness: lateness, cause: cause)
    }

    mutating func forget() { log = [] }

    /// Runs one step of the machines, and handles its effects.
    mutating func act<Value>(
        _ body: (inout CountdownBench, inout CountdownOutcome) throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        var outcome = CountdownOutcome()
        defer { take(outcome) }
        return try body(&self, &outcome)
    }

    private mutating func take(_ outcome: CountdownOutcome) {
        let at = truth
        log += outcome.notes.map { (at, $0) }
        voices += outcome.voices.count
        guard saved.map({ $0.timers != timers || $0.nap != nap }) ?? true else { return }
        saves += 1
        save()
    }

    mutating func save() {
        var state = CountdownsRecord()
        timers.write(to: &state, context)
        nap.write(to: &state, context)
        do {
            let text = JSONValue.object(state.stored).line()
            let read = try CountdownBench.record(in: text)
            #expect(read == state)
            saved = Saved(
                text: text, at: SavedStamp(now), trust: trust, timers: timers, nap: nap)
        } catch {
            Issue.record(error)
        }
    }

    /// What the store reads back.
    private static func record(in text: [UInt8]) throws -> CountdownsRecord {
        let value = try JSONValue.parse(text, limit: text.count)
        return try #require(CountdownsRecord(usable: value))
    }

    private mutating func advance() {
        var outcome = CountdownOutcome()
        timers.advance(context, &outcome)
        nap.advance(settings, context, &outcome)
        take(outcome)
    }

    var nextWake: BootTime? {
        let ends = earlier(timers.nextEnd(context), nap.nextEnd(context))
        return earlier(ends, earlier(timers.nextRingAgain(context), nap.nextRingAgain(context)))
    }

    mutating func wait(_ duration: Duration) {
        let end = now.boot + duration
        while let wake = nextWake, wake <= end {
            now = now.advanced(by: wake - now.boot)
            advance()
        }
        now = now.advanced(by: end - now.boot)
        advance()
    }

    /// Lets time pass without a wake of the machines.
    mutating func sleepThrough(_ duration: Duration) {
        now = now.advanced(by: duration)
        advance()
    }

    /// Steps the wall clock by `delta`.
    mutating func step(by delta: Duration) {
        now.wall = now.wall + delta
        error += delta
        advance()
        save()
    }

    /// Sets the clock right, and makes it trusted.
    mutating func synchronise() {
        now.wall = truth
        error = .zero
        becomeTrusted()
    }

    mutating func becomeTrusted() {
        trust = .trusted
        var outcome = CountdownOutcome()
        timers.becameTrusted(context, &outcome)
        nap.becameTrusted(settings, context, &outcome)
        take(outcome)
        save()
    }

    mutating func distrust() {
        trust = .plausible
    }

    /// - Parameter error: how far the clock is ahead of the truth from then on.
    mutating func cutPower(
        for outage: Duration, error: Duration = .zero, trust: ClockTrust = .trusted
    ) {
        now = Moment(
            wall: truth + outage + error, boot: BootTime(nanoseconds: 7_000_000_000))
        self.error = error
        self.trust = trust
        restart(isSameBoot: false)
    }

    mutating func restartProgram(after pause: Duration) {
        now = now.advanced(by: pause)
        restart(isSameBoot: true)
    }

    private mutating func restart(isSameBoot: Bool) {
        timers = TimerMachine()
        nap = NapMachine()
        var outcome = CountdownOutcome()
        if let saved {
            do {
                let state = try CountdownBench.record(in: saved.text)
                let past = SavedMoment(
                    savedAt: saved.at, trust: saved.trust, isSameBoot: isSameBoot)
                timers.restart(from: state, past, context, &outcome)
                nap.restart(from: state, past, settings, context, &outcome)
            } catch {
                Issue.record(error)
            }
        }
        take(outcome)
        save()
    }
}

// Requests to the bench.
extension CountdownBench {
    /// As the clock does on a person's command.
    mutating func setPulse(_ isOn: Bool) {
        settings.hasPulse = isOn
        nap.followSettings(settings)
    }

    @discardableResult
    mutating func start(
        _ length: Duration, name: String? = nil
    ) throws(CommandError) -> TimerID {
        try act { bench, outcome throws(CommandError) in
            try bench.timers.schedule(
                length, name: name, starts: true, bench.context, &outcome)
        }.id
    }

    mutating func schedule(_ length: Duration, name: String? = nil) throws(CommandError) -> TimerID
    {
        try act { bench, outcome throws(CommandError) in
            try bench.timers.schedule(
                length, name: name, starts: false, bench.context, &outcome)
        }.id
    }

    @discardableResult
    mutating func perform(
        _ operation: ClockCore.Operation, on id: TimerID, run: Int? = nil
    ) throws(CommandError) -> TimerReport? {
        try act { bench, outcome throws(CommandError) in
            try bench.timers.perform(
                operation, on: id, run: run, by: .command, bench.context, &outcome)
        }
    }

    mutating func performOnNap(
        _ operation: ClockCore.Operation, number: Int? = nil
    ) throws(CommandError) {
        try act { bench, outcome throws(CommandError) in
            try bench.nap.perform(
                operation, number: number, by: .command, bench.settings, bench.context, &outcome)
        }
    }

    /// Nobody answered.
    mutating func silence() {
        var outcome = CountdownOutcome()
        timers.silenceAlerting(context, &outcome)
        nap.silenceAlerting(context, &outcome)
        take(outcome)
    }

    mutating func snooze() {
        var outcome = CountdownOutcome()
        timers.snoozeAlerting(context, &outcome)
        nap.snoozeAlerting(context, &outcome)
        take(outcome)
    }

    mutating func stop() {
        var outcome = CountdownOutcome()
        timers.stopAlerting(by: .button, &outcome)
        nap.stopAlerting(by: .button, &outcome)
        take(outcome)
    }

    /// The bar's edges and its 0.6 s mark, as a parent reports them.
    mutating func press() {
        var outcome = CountdownOutcome()
        nap.barPressed(settings, context, &outcome)
        take(outcome)
    }

    mutating func hold(at mark: BootTime? = nil) {
        var outcome = CountdownOutcome()
        nap.barHeld(at: mark ?? now.boot, settings, context, &outcome)
        take(outcome)
    }

    mutating func letGo() {
        var outcome = CountdownOutcome()
        nap.barReleased(settings, context, &outcome)
        take(outcome)
    }

    func report(_ id: TimerID) throws -> TimerReport {
        try #require(timers.reports(context).first { $0.id == id })
    }

    func left(_ id: TimerID) throws -> Duration? { try report(id).left }
    func state(_ id: TimerID) -> TimerState? { timers[id]?.state.name }
    var napReport: NapReport { nap.report(context) }
}
