import ClockCore
import ClockTime
import English
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Synchronization
import Testing

@Suite("The wall clock is set by a command (product, H1b)")
struct SetTimeTests {
    /// Answers each request to set the time as scripted, but sets nothing.
    private struct AnsweringClock: WallClock {
        let answer: Result<HardwareClockOutcome, WallClockError>

        func set(to moment: Moment) throws(WallClockError) -> HardwareClockOutcome {
            try answer.get()
        }
    }

    private let seven: Schedule

    init() throws {
        seven = .daily(at: try #require(TimeOfDay(hour: 7, minute: 0)))
    }

    private func setTime(_ text: String) throws -> Command {
        .time(.set(try #require(GivenTime(text))))
    }

    @Test("the reply comes after the clock is set, with the new time and the next alarm")
    func stepped() throws {
        let listener = ScriptedListener()
        let bench = try Bench(at: "2026-01-10T06:00:00Z", listener: listener)
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        bench.stepped.receive([
            .opened(ConnectionID(1)),
            .received(
                ConnectionID(1),
                Array(#"{"id":"1","command":"time.set","time":"2026-01-10T08:00"}"#.utf8) + [10]),
        ])
        bench.stepped.step()
        let reply = try #require(listener.takeLines(1).first)
        #expect(reply.contains(#""ok":true,"reply":"timeSet","timeSet":{"hardwareClock":"none""#))
        #expect(reply.contains(#""local":"2026-01-10T08:00:00""#))
        #expect(reply.contains(#""local":"2026-01-11T07:00:00""#))
        #expect(try bench.clock.now().wall == RFC3339.parse("2026-01-10T08:00:00Z"))
        let step = try #require(bench.lines(.clockStepped).first)
        #expect(step.reason == "user" && step.step == .seconds(7200))
        #expect(bench.lines(.of(.alarm, .passedOver)).count == 1)
        bench.run(for: .minutes(2))
        #expect(bench.lines(.of(.alarm, .fired)).isEmpty && bench.lines(.clockStepped).count == 1)
    }

    @Test(
        "5.1: a clock that knew no time rings by what a person set, and remembers it in this boot")
    func unknown() throws {
        let bench = try Bench(at: "2020-01-01T00:00:00Z")
        bench.trust = .plausible
        bench.madeAt = try RFC3339.parse("2026-03-01T00:00:00Z").instant
        try bench.cutPower(for: .seconds(1))
        #expect(bench.lines(.booted).last?.trust == .unknown)
        bench.ask(.alarm(.add(seven, AlarmChanges())))
        guard case .refused(let error) = bench.ask(try setTime("2026-02-01T06:59")) else {
            Issue.record("a time before the program was made was taken")
            return
        }
        #expect(error.message.contains("from Sun 1 Mar 2026 to Thu 31 Dec 2099"))
        bench.ask(try setTime("2026-04-01T06:59"))
        #expect(bench.stepped.snapshot?.isTimeConfirmed == true)
        bench.run(for: .seconds(60))
        #expect(bench.lines(.of(.alarm, .fired)).count == 1)
        try bench.kill()
        #expect(bench.lines(.booted).last?.trust == .trusted)
    }

    @Test("what the host refuses is told in words that say what is missing, and nothing changes")
    func refusals() throws {
        let table: [(WallClockError, code: String, String)] = [
            (.synchronised, "wrongState", "The network keeps the time right"),
            (.notPermitted, "notPermitted", "no permission to set the time (CAP_SYS_TIME)"),
            (
                .refused(errno: 22), "wrongState",
                "doesn't accept that time (not accepted, error 22)"
            ),
        ]
        for (failure, code, words) in table {
            let bench = try Bench(at: "2026-01-10T06:00:00Z")
            bench.wallClock = AnsweringClock(answer: .failure(failure))
            try bench.kill()
            guard case .refused(let error) = bench.ask(try setTime("2026-01-10T08:00")) else {
                Issue.record("it was not refused")
                continue
            }
            #expect(error.code == code && error.message.contains(words))
            #expect(bench.lines(.clockStepped).isEmpty)
        }
    }

    @Test("what became of the hardware clock is told")
    func hardware() throws {
        let table: [(HardwareClockOutcome, HardwareClock)] = [
            (.absent, .absent), (.set, .set),
            (.notPermitted, .failed("the clock's program has no permission to open it")),
            (.failed(errno: 5), .failed("setting it failed (input/output error, error 5)")),
        ]
        for (outcome, expected) in table {
            let bench = try Bench(at: "2026-01-10T06:00:00Z")
            bench.wallClock = AnsweringClock(answer: .success(outcome))
            try bench.kill()
            guard case .timeSet(let report) = bench.ask(try setTime("2026-01-10T06:00")) else {
                Issue.record("it was not set")
                continue
            }
            #expect(report.hardwareClock == expected)
        }
    }
}

/// Uses real threads: each test takes well under a second.
@Suite("The wall clock is set by a command, on threads", .serialized)
struct SetTimeOnThreadsTests {
    /// A hardware clock whose bus hangs until the test releases it.
    private final class HangingClock: WallClock {
        private let clock: SimulatedTime
        private let isHanging = Atomic<Bool>(true)
        private let calls = Atomic<Int>(0)
        private let waiter: any Waiter

        init(_ clock: SimulatedTime) throws {
            self.clock = clock
            waiter = try LinuxThreads().makeWaiter()
        }

        var isCalled: Bool { calls.load(ordering: .acquiring) > 0 }

        func release() {
            isHanging.store(false, ordering: .releasing)
            waiter.notify()
        }

        func set(to moment: Moment) throws(WallClockError) -> HardwareClockOutcome {
            let outcome = try clock.set(to: moment)
            calls.wrappingAdd(1, ordering: .acquiringAndReleasing)
            while isHanging.load(ordering: .acquiring) { _ = waiter.wait(until: .never) }
            return outcome
        }
    }

    private let time = SimulatedTime(
        over: LinuxClock(),
        startingAt: Moment(
            wall: WallTime(Instant(seconds: 1_768_024_800)), boot: LinuxClock().now().boot))
    private let events = Collected<EventLine>()
    private let answers = Collected<AnsweredRequest>()

    private func start(_ wallClock: (any WallClock)?) throws -> ThreadedClock {
        let board = try Bench.board
        let bus = SimulatedI2CBus(clock: time)
        _ = bus.attachChips(of: board, seed: 1)
        let events = events
        let answers = answers
        var parts = ClockParts(
            time: time, bus: bus, drivers: try BoardDrivers(for: board), sinks: [],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads", seed: 1,
            emit: { events.append($0) })
        parts.wallClock = wallClock
        let threads = SimulatedThreads(LinuxThreads(), time: time)
        let clock = try ThreadedClock(parts, threads: threads) { answers.append($0) }
        try clock.start(on: threads)
        return clock
    }

    private var steps: [EventLine] { events.values.filter { $0.event == .other(.clockStepped) } }

    @Test(
        "while the hardware clock hangs the engine goes on, and knows the step for the person's",
        .timeLimit(.minutes(1)))
    func hangs() throws {
        let hanging = try HangingClock(time)
        let clock = try start(hanging)
        defer {
            hanging.release()
            #expect(clock.stop() == [])
        }
        let patience = try Patience(clock: LinuxClock())
        #expect(clock.perform(words: "time set 2026-01-10T08:00") == nil)
        patience.wait { hanging.isCalled && !steps.isEmpty }
        #expect(steps.map(\.reason) == ["user"])
        #expect(clock.snapshot?.civil?.hour == 8)
        #expect(answers.values.isEmpty)
        // Meanwhile the engine answers other clients.
        #expect(clock.perform(words: "time") == nil)
        patience.wait { !answers.values.isEmpty }
        guard case .time(let report)? = answers.values.first?.answer.reply else {
            Issue.record("\(answers.values)")
            return
        }
        #expect(report.civil?.hour == 8)
        hanging.release()
        patience.wait { answers.values.count == 2 }
        guard case .timeSet? = answers.values.last?.answer.reply else {
            Issue.record("\(answers.values)")
            return
        }
        #expect(steps.count == 1)
    }

    @Test("a clock that nothing can set says so", .timeLimit(.minutes(1)))
    func cannotBeSet() throws {
        let clock = try start(nil)
        defer { #expect(clock.stop() == []) }
        let patience = try Patience(clock: LinuxClock())
        #expect(clock.perform(words: "time set 2026-01-10T08:00") == nil)
        patience.wait { !answers.values.isEmpty }
        #expect(answers.values.first?.refusal == "This clock can't be set.")
    }
}
