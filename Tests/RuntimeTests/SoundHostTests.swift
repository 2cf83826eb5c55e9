import ClockCore
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Synchronization
import Testing

@Suite("Sound host")
struct SoundHostTests {
    /// Takes whatever comes, at once, as ALSA's `null` does.
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
            time: real, bus: bus, drivers: try BoardDrivers(for: board), sink: sink,
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads", seed: 1,
            tell: { _ in })
        let clock = try ThreadedClock(parts, threads: LinuxThreads())
        try clock.start(on: LinuxThreads())
        let start = real.now().boot
        #expect(clock.perform(words: "noise play pink") == nil)
        let patience = try Patience(clock: real)
        patience.wait { real.now().boot - start > .milliseconds(500) }
        let elapsed = real.now().boot - start
        #expect(clock.stop() == [])
        // A buffer, a tenth of a second and a block on top; and it does play.
        let most = Int(elapsed.inSeconds * 48_000) + 4096 + 4800 + 2048
        #expect(sink.taken <= most)
        #expect(sink.taken >= 48_000 / 4)
    }
}
