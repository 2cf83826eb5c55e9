import ClockCore
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// Uses real threads and the real clock: each test takes well under a second.
@Suite("A call of a driver that never returns", .serialized)
struct StuckBusTests {
    /// Records when the samples for the device change between silence and sound. Like a device, it
    /// takes a period's time to play a period.
    private final class WatchedSink: PCMSink {
        private let clock = LinuxClock()
        private let waiter: any Waiter
        private let written = Mutex<BootTime?>(nil)
        private let changes = Mutex<[(isSound: Bool, at: BootTime)]>([])

        init() throws { waiter = try LinuxThreads().makeWaiter() }

        func open() throws(PCMError) -> PCMFormat {
            PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        }

        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
            let now = clock.now().boot
            let values = UnsafeBufferPointer(
                start: samples.assumingMemoryBound(to: Int16.self), count: 2 * frames)
            let isSound = values.contains { $0 != 0 }
            changes.withLock { changes in
                if changes.last?.isSound != isSound { changes.append((isSound, now)) }
            }
            let end = written.withLock { written in
                let end = max(written ?? now, now) + .nanoseconds(frames * 1_000_000_000 / 48_000)
                written = end
                return end
            }
            // The buffer holds four periods, so the writer runs ahead by that much.
            while clock.now().boot + .milliseconds(64) < end {
                _ = waiter.wait(until: Deadline(boot: end - .milliseconds(64)))
            }
        }

        func close(draining: Bool) {}
        var underruns: Int { 0 }

        func lastChange(toSound isSound: Bool) -> BootTime? {
            changes.withLock { $0.last { $0.isSound == isSound }?.at }
        }
    }

    /// Lets transfers through, or blocks them from `hold` until the release at the end.
    private final class Gate: Sendable {
        private let isHolding = Atomic<Bool>(false)
        private let held = Atomic<Int>(0)
        private let waiter: any Waiter

        init() throws { waiter = try LinuxThreads().makeWaiter() }

        func hold() { isHolding.store(true, ordering: .releasing) }

        func release() {
            isHolding.store(false, ordering: .releasing)
            waiter.notify()
        }

        var holdsSomebody: Bool { held.load(ordering: .acquiring) > 0 }

        func pass() {
            guard isHolding.load(ordering: .acquiring) else { return }
            held.wrappingAdd(1, ordering: .acquiringAndReleasing)
            while isHolding.load(ordering: .acquiring) { _ = waiter.wait(until: .never) }
        }
    }

    @Test(
        "delays neither the stop button nor the sound by more than 50 ms",
        .timeLimit(.minutes(1)))
    func stuckBus() throws {
        let gate = try Gate()
        let real = LinuxClock()
        let sink = try WatchedSink()
        let simulated = SimulatedI2CBus(clock: real)
        let board = try Bench.board
        _ = simulated.attachChips(of: board, seed: 1)
        let bus = InterceptingBus(simulated, before: { _, _, _ in gate.pass() })
        let events = Collected<EventLine>()
        let parts = ClockParts(
            time: real, bus: bus, drivers: try BoardDrivers(for: board), sinks: [sink],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads",
            trust: .trusted, seed: 1, emit: { events.append($0) })
        let clock = try ThreadedClock(parts, threads: LinuxThreads())
        try clock.start(on: LinuxThreads())
        defer {
            gate.release()
            #expect(clock.stop() == [])
        }
        let patience = try Patience(clock: real)

        // The display hangs in the middle of its next transfer and stays hung.
        gate.hold()
        #expect(clock.perform(words: "style set --hours 12") == nil)
        patience.wait { gate.holdsSomebody }
        #expect(gate.holdsSomebody)

        // A short press of Stop starts the noise on release: its first sample arrives in time.
        clock.press(.stop, isDown: true)
        let pressed = real.now().boot
        clock.press(.stop, isDown: false)
        patience.wait { sink.lastChange(toSound: true) != nil }
        let heard = try #require(sink.lastChange(toSound: true))
        #expect(heard - pressed <= .milliseconds(50))

        // The key's meaning also reaches the engine in time, again with the bus hung.
        clock.press(.stop, isDown: true)
        let stopped = real.now().boot
        clock.press(.stop, isDown: false)
        patience.wait { clock.snapshot?.noise.isPlaying == false }
        #expect(clock.snapshot?.noise.isPlaying == false)
        #expect(real.now().boot - stopped <= .milliseconds(50))
        #expect(gate.holdsSomebody)
    }

    @Test("is told as a problem of the bus, and the telling ends with it", .timeLimit(.minutes(1)))
    func stuckBusIsTold() throws {
        let gate = try Gate()
        let real = LinuxClock()
        let time = SimulatedTime(over: real)
        let threads = SimulatedThreads(LinuxThreads(), time: time)
        let board = try Bench.board
        let simulated = SimulatedI2CBus(clock: time)
        _ = simulated.attachChips(of: board, seed: 1)
        let bus = InterceptingBus(simulated, before: { _, _, _ in gate.pass() })
        let parts = ClockParts(
            time: time, bus: bus, drivers: try BoardDrivers(for: board), sinks: [try WatchedSink()],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads", seed: 1,
            emit: { _ in })
        let clock = try ThreadedClock(parts, threads: threads)
        try clock.start(on: threads)
        defer {
            gate.release()
            #expect(clock.stop() == [])
        }
        let patience = try Patience(clock: real)
        func isTold() -> Bool { clock.snapshot?.problems.contains { $0.part == .bus } == true }
        gate.hold()
        #expect(clock.perform(words: "style set --hours 12") == nil)
        patience.wait { gate.holdsSomebody }
        time.skip(by: .minutes(2))
        patience.wait { isTold() }
        #expect(isTold())
        gate.release()
        time.skip(by: .minutes(2))
        patience.wait { !isTold() }
        #expect(!isTold())
    }

    /// A motor whose driver can hang.
    private final class GatedLine: HAL.OutputLine {
        private let gate: Gate

        init(_ gate: Gate) { self.gate = gate }

        func set(_ isOn: Bool) throws(LineError) { gate.pass() }
        func stop() {}
    }

    @Test("so it is with a motor: told while it hangs, and no longer", .timeLimit(.minutes(1)))
    func stuckOutputsAreTold() throws {
        let gate = try Gate()
        let real = LinuxClock()
        let time = SimulatedTime(over: real)
        let threads = SimulatedThreads(LinuxThreads(), time: time)
        let board = try Bench.board
        let bus = SimulatedI2CBus(clock: time)
        _ = bus.attachChips(of: board, seed: 1)
        var parts = ClockParts(
            time: time, bus: bus, drivers: try BoardDrivers(for: board), sinks: [try WatchedSink()],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads", seed: 1,
            emit: { _ in })
        parts.outputs = BoardOutputs(motor: GatedLine(gate))
        // The first thing that happens to a motor is that it is switched off.
        gate.hold()
        let clock = try ThreadedClock(parts, threads: threads)
        try clock.start(on: threads)
        defer {
            gate.release()
            #expect(clock.stop() == [])
        }
        let patience = try Patience(clock: real)
        func isTold() -> Bool {
            clock.snapshot?.problems.contains { $0.part == .outputs } == true
        }
        patience.wait { gate.holdsSomebody }
        time.skip(by: .minutes(2))
        patience.wait { isTold() }
        #expect(isTold())
        gate.release()
        patience.wait { !isTold() }
        #expect(!isTold())
    }

    @Test(
        "keeps no ringing alarm from stopping: silence is handed over within 50 ms of the press",
        .timeLimit(.minutes(1)))
    func stuckBusWhileRinging() throws {
        let gate = try Gate()
        let real = LinuxClock()
        // The wall clock starts just before seven and advances with the real one.
        let due = try RFC3339.parse("2026-01-10T07:00:00Z")
        let time = SimulatedTime(
            over: real,
            startingAt: Moment(wall: due - .milliseconds(100), boot: real.now().boot))
        let sink = try WatchedSink()
        let board = try Bench.board
        let simulated = SimulatedI2CBus(clock: real)
        _ = simulated.attachChips(of: board, seed: 1)
        let bus = InterceptingBus(simulated, before: { _, _, _ in gate.pass() })
        let storage = MemorySlotStorage()
        try Self.storeAlarm(in: storage, at: time.now())
        let parts = ClockParts(
            time: time, bus: bus, drivers: try BoardDrivers(for: board), sinks: [sink],
            storage: storage, zones: FixedZones(), bootName: "threads", trust: .trusted, seed: 1,
            emit: { _ in })
        let threads = SimulatedThreads(LinuxThreads(), time: time)
        let clock = try ThreadedClock(parts, threads: threads)
        gate.hold()
        try clock.start(on: threads)
        defer {
            gate.release()
            #expect(clock.stop() == [])
        }
        let patience = try Patience(clock: real)
        patience.wait { sink.lastChange(toSound: true) != nil }
        let heard = try #require(sink.lastChange(toSound: true))
        let now = time.now()
        let ring = now.boot - (now.wall - due)
        #expect(heard >= ring)
        #expect(heard - ring <= .milliseconds(250))
        let pressed = real.now().boot
        clock.press(.stop, isDown: true)
        patience.wait { (sink.lastChange(toSound: false) ?? pressed) > pressed }
        let silent = try #require(sink.lastChange(toSound: false))
        // The tone itself has a release of 18 ms, so that it does not click.
        #expect(silent - pressed <= .milliseconds(50 + 22))
        #expect(clock.snapshot?.ring == nil)
    }

    private static func storeAlarm(in storage: MemorySlotStorage, at now: Moment) throws {
        var store = StateStore(storage: storage)
        _ = store.load()
        var state = PersistentState(
            boot: BootID("before"), savedAt: now, trust: .trusted, zone: "UTC")
        let seven = try #require(TimeOfDay(hour: 7, minute: 0))
        var alarm = Alarm(
            id: AlarmID(1), schedule: .daily(at: seven),
            createdAt: now.wall.instant.advanced(bySeconds: -86_400))
        alarm.ramp = .zero
        state.alarms = [alarm]
        #expect(store.save(state) == nil)
    }
}

/// Polls a condition every few milliseconds, for up to two seconds.
struct Patience {
    private let clock: any TimeSource
    private let waiter: any Waiter

    init(clock: any TimeSource) throws {
        self.clock = clock
        waiter = try LinuxThreads().makeWaiter()
    }

    func wait(until condition: () -> Bool) {
        let end = clock.now().boot + .seconds(2)
        while !condition(), clock.now().boot < end {
            _ = waiter.wait(until: Deadline(boot: clock.now().boot + .milliseconds(2)))
        }
    }
}
