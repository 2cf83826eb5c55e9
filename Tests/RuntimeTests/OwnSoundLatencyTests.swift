import ClockCore
import ClockTime
import Foundation
import HAL
import LinuxHost
import SimulatedBoard
import Synchronization
import Testing

@testable import Runtime

/// The latency from the command that chooses an own sound to the sound (product, N6). A separate thread opens and
/// reads its file; the sound thread plays it as soon as it is there.
@Suite("The time from a command to an own sound")
struct OwnSoundLatencyTests {
    private static let limit = Duration.milliseconds(300)

    /// A folder with one own sound of constant half full scale. It is deleted with the value.
    private final class Folder: Sendable {
        let path = NSTemporaryDirectory() + "/nc-own-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            let frames = 2 * 48_000
            var bytes = WaveFile.header(frames: frames, rate: 48_000, isLoop: true)
            for _ in 0..<(2 * frames) { bytes += [0, 0x40] }
            bytes += WaveFile.loopMark(frames: frames, rate: 48_000)
            try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/own-hum.wav"))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var sounds: OwnSounds {
            let storage = OwnSoundFolder(path)
            return OwnSounds(
                library: OwnSoundLibrary(storage: storage, program: NoImports()), files: storage)
        }
    }

    private final class NoImports: SoundImportProgram {
        func run(_ order: SoundImportOrder) -> SoundImportRun {
            SoundImportRun(end: .cancelled, report: [])
        }

        func cancel() {}
    }

    /// When the first non-zero sample comes out of a device, by the device's own clock.
    private final class Ear: Sendable {
        private let first = Mutex<BootTime?>(nil)

        var heardAt: BootTime? { first.withLock { $0 } }

        /// - Parameter end: when the last of the samples has been played.
        func take(_ bytes: UnsafeRawBufferPointer, end: BootTime) {
            let samples = bytes.bindMemory(to: Int16.self)
            guard let place = samples.firstIndex(where: { $0 != 0 }) else { return }
            let after = SoundHost.duration((samples.count - place) / 2, rate: 48_000)
            first.withLock { $0 = $0 ?? end - after }
        }
    }

    @Test("On threads, with its file on a disk, through a device of four periods: 300 ms at most")
    func onThreads() throws {
        // A busy machine only makes a try slower, never faster.
        var best = Duration.seconds(60)
        for _ in 0..<8 where best > Self.limit { best = min(best, try delayOnThreads()) }
        #expect(best <= Self.limit, "\(best)")
    }

    private func delayOnThreads() throws -> Duration {
        let folder = try Folder()
        let real = LinuxClock()
        let board = try Bench.board(hasLight: false)
        let bus = SimulatedI2CBus(clock: real)
        _ = bus.attachChips(of: board, seed: 1)
        let ear = Ear()
        let device = Mutex<PacedPCMSink?>(nil)
        let sink = PacedPCMSink(clock: real, waiter: try LinuxThreads().makeWaiter()) { bytes in
            let queued = device.withLock { $0?.queuedFrames } ?? 0
            ear.take(bytes, end: real.now().boot + SoundHost.duration(queued, rate: 48_000))
        }
        device.withLock { $0 = sink }
        defer { device.withLock { $0 = nil } }
        var parts = ClockParts(
            time: real, bus: bus, drivers: try BoardDrivers(for: board), sinks: [sink],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "threads", seed: 1,
            emit: { _ in })
        parts.ownSounds = folder.sounds
        let clock = try ThreadedClock(parts, threads: LinuxThreads())
        try clock.start(on: LinuxThreads())
        let patience = try Patience(clock: real)
        patience.wait { clock.snapshot != nil }
        let asked = real.now().boot
        #expect(clock.perform(words: "noise play own-hum") == nil)
        patience.wait { ear.heardAt != nil }
        #expect(clock.stop() == [])
        return try #require(ear.heardAt) - asked
    }

    @Test(
        "In virtual time a file that is read at once is heard within two blocks and the limiter's delay"
    )
    func inVirtualTime() throws {
        let folder = try Folder()
        let time = VirtualClock(
            Moment(wall: try RFC3339.parse("2026-01-10T12:00:00Z"), boot: BootTime(nanoseconds: 0)))
        let board = try Bench.board(hasLight: false)
        let bus = SimulatedI2CBus(clock: time)
        _ = bus.attachChips(of: board, seed: 1)
        let ear = Ear()
        let sink = SimulatedPCMSink(clock: time) { ear.take($0, end: time.now().boot) }
        var parts = ClockParts(
            time: time, bus: bus, drivers: try BoardDrivers(for: board), sinks: [sink],
            storage: MemorySlotStorage(), zones: FixedZones(), bootName: "stepped", seed: 1,
            emit: { _ in })
        parts.ownSounds = folder.sounds
        let clock = SteppedClock(parts)
        // In the middle of a block.
        time.advance(to: time.now().boot + .microseconds(1_234_567))
        clock.step()
        let asked = time.now().boot
        #expect(clock.perform(words: "noise play own-hum") == nil)
        while ear.heardAt == nil, time.now().boot < asked + .seconds(2) {
            clock.step()
            let next = clock.nextWake ?? asked + .seconds(3)
            time.advance(to: max(next, time.now().boot + .nanoseconds(1)))
        }
        let delay = try #require(ear.heardAt) - asked
        #expect(delay >= .zero && delay < .milliseconds(60), "\(delay)")
    }
}
