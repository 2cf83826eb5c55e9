@testable import ClockCore
import ClockTime
import HAL
import LinuxHost
@testable import Runtime
import SimulatedBoard
import Synchronization
import Testing

@Suite("Sound host")
struct SoundHostTests {
    /// Accepts everything at once, as ALSA's `null` device does.
    private final class BottomlessSink: PCMSink {
        private let frames = Atomic<Int>(0)

        var taken: Int { frames.load(ordering: .acquiring) }

        func open() throws(PCMError) -> PCMFormat {
            PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        }

        func write(_ samples: UnsafeRawPointer, frames count: Int) throws(PCMError) {
            frames.wrappingAdd(count, ordering: .acquiringAndReleasing)
        }

        func close(draining: Bool) {}
        var underruns: Int { 0 }
    }

    @Test("a device that never blocks gets no more than its time and a buffer's worth")
    func bottomless() throws {
        let real = LinuxClock()
        let sink = BottomlessSink()
        let board = try Bench.board(hasLight: false)
        let bus = SimulatedI2CBus(clock: real)
        _ = bus.attachChips(of: board, seed: 1)
        let parts = ClockParts(
            time: real, bus: bus, drivers: try BoardDrivers(for: board), sinks: [sink],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads", seed: 1,
            emit: { _ in })
        let clock = try ThreadedClock(parts, threads: LinuxThreads())
        try clock.start(on: LinuxThreads())
        let start = real.now().boot
        #expect(clock.perform(words: "noise play pink") == nil)
        let patience = try Patience(clock: real)
        patience.wait { real.now().boot - start > .milliseconds(500) }
        let elapsed = real.now().boot - start
        #expect(clock.stop() == [])
        // At most a buffer, a tenth of a second and a block ahead; and it must play.
        let most = Int(elapsed.inSeconds * 48_000) + 4096 + 4800 + 2048
        #expect(sink.taken <= most)
        #expect(sink.taken >= 48_000 / 4)
    }

    /// A card that is absent until it is plugged in.
    private final class MissingSink: PCMSink {
        private let isThere = Atomic<Bool>(false)
        private let openings = Atomic<Int>(0)
        private let closings = Atomic<Int>(0)

        func plugIn() { isThere.store(true, ordering: .releasing) }
        var opened: Int { openings.load(ordering: .acquiring) }
        var closed: Int { closings.load(ordering: .acquiring) }

        func open() throws(PCMError) -> PCMFormat {
            openings.wrappingAdd(1, ordering: .acquiringAndReleasing)
            guard isThere.load(ordering: .acquiring) else { throw .gone }
            return PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        }

        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {}
        func close(draining: Bool) { closings.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        var underruns: Int { 0 }
    }

    @Test("a card that is missing is known of in silence, and so is its return; nothing is played")
    func looksAfterDevice() {
        let sink = MissingSink()
        let output = SoundOutput()
        let problems = Collected<String>()
        let waiter = JumpingWaiter { wait in
            problems.append(output.telemetry.problem ?? "well")
            if wait == 2 { sink.plugIn() }
        }
        var host = SoundHost(
            sink: sink, output: output, seed: 1, looksAfterDevice: true,
            startingAt: waiter.now().boot)
        host.run(
            waiter: waiter, clock: waiter, engine: waiter, isStopping: { waiter.waits >= 4 })
        let gone = "the sound device is gone"
        #expect(problems.values == [gone, gone, "well", "well"])
        #expect(sink.opened == 3)
        #expect(sink.closed == 1)
    }

    /// Opens, takes a few blocks, and fails.
    private final class BrokenSink: PCMSink {
        private let openings = Atomic<Int>(0)
        private let blocks = Atomic<Int>(0)

        var opened: Int { openings.load(ordering: .acquiring) }

        func open() throws(PCMError) -> PCMFormat {
            openings.wrappingAdd(1, ordering: .acquiringAndReleasing)
            blocks.store(0, ordering: .releasing)
            return PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        }

        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
            let block = blocks.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
            if block > 3 { throw .io(errno: 5) }
        }

        func close(draining: Bool) {}
        var underruns: Int { 0 }
    }

    @Test(
        "a device that opens and then plays nothing is not called well, and tried with pauses"
    )
    func opensAndFails() {
        let sink = BrokenSink()
        let output = SoundOutput()
        var director = SoundDirector([output])
        let problems = Collected<String>()
        let waiter = JumpingWaiter { _ in problems.append(output.telemetry.problem ?? "well") }
        var host = SoundHost(sink: sink, output: output, seed: 1, startingAt: waiter.now().boot)
        director.publish(
            SoundIntent(
                noise: nil,
                alarm: AlarmIntent(
                    sound: SoundID("digital"), volume: Percent(clamping: 50), ramp: .zero,
                    outputs: 1, boostDecibels: 0, serial: 1),
                noiseFadeOut: .zero))
        let minute = waiter.now().boot + .seconds(60)
        host.run(
            waiter: waiter, clock: waiter, engine: waiter,
            isStopping: { waiter.now().boot >= minute })
        #expect(Set(problems.values) == ["the sound device failed (input/output error, error 5)"])
        #expect((115...125).contains(sink.opened), "\(sink.opened)")
    }

    @Test("a device that nobody asked to be looked after is left alone in silence")
    func leavesDeviceAlone() {
        let sink = MissingSink()
        let waiter = JumpingWaiter { _ in }
        var host = SoundHost(
            sink: sink, output: SoundOutput(), seed: 1, startingAt: waiter.now().boot)
        host.run(
            waiter: waiter, clock: waiter, engine: waiter, isStopping: { waiter.waits >= 2 })
        #expect(sink.opened == 0)
    }

    @Test("an engine that has nothing to do tells of a step all the same, as often as was asked")
    func stepObserver() throws {
        let real = LinuxClock()
        let board = try Bench.board(hasLight: false)
        let bus = SimulatedI2CBus(clock: real)
        _ = bus.attachChips(of: board, seed: 1)
        var parts = ClockParts(
            time: real, bus: bus, drivers: try BoardDrivers(for: board), sinks: [BottomlessSink()],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads", seed: 1,
            emit: { _ in })
        let steps = Collected<Moment>()
        parts.stepObserver = StepObserver(longestRest: .milliseconds(5)) { snapshot, now in
            if snapshot != nil { steps.append(now) }
        }
        let clock = try ThreadedClock(parts, threads: LinuxThreads())
        try clock.start(on: LinuxThreads())
        let patience = try Patience(clock: real)
        // The blinking colon alone would take ten seconds to cause that many wakes.
        patience.wait { steps.values.count >= 20 }
        #expect(clock.stop() == [])
        #expect(steps.values.count >= 20)
    }
}
