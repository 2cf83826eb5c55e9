import ClockSound
import ClockTime
import HAL
@testable import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// The latency from the scene that requests a sound to the air, through a device that buffers four periods of 1024
/// frames as hardware does (product, N6; sound design, R3). The virtual bench measures the engine's part before that.
@Suite("The time from a scene to its sound")
struct SoundLatencyTests {
    /// The host on a device that plays in virtual time.
    private final class Stage: Sendable {
        let time = JumpingWaiter()
        let output = SoundOutput()
        let sink: PacedPCMSink
        /// When the first sample above a threshold was played.
        private let heard: Heard

        private final class Heard: Sendable {
            let threshold = Mutex<Int16>(0)
            let at = Mutex<BootTime?>(nil)
            /// The lowest fill level of the buffer at the arrival of a block, since playing began.
            let leastLeft = Mutex<Int>(.max)
            let sink = Mutex<PacedPCMSink?>(nil)
        }

        init() {
            let heard = Heard()
            let time = time
            let sink = PacedPCMSink(clock: time, waiter: time) { bytes in
                let samples = bytes.bindMemory(to: Int16.self)
                let queued = heard.sink.withLock { $0?.queuedFrames } ?? 0
                let before = queued - samples.count / 2
                if queued > 3000 { heard.leastLeft.withLock { $0 = min($0, before) } }
                let threshold = heard.threshold.withLock { $0 }
                guard heard.at.withLock({ $0 == nil }),
                    let first = samples.firstIndex(where: { $0.magnitude > threshold.magnitude })
                else { return }
                let wait = SoundHost.duration(before + first / 2, rate: 48_000)
                heard.at.withLock { $0 = time.now().boot + wait }
            }
            heard.sink.withLock { $0 = sink }
            self.sink = sink
            self.heard = heard
        }

        /// Starts listening for samples above the threshold, and forgets earlier ones.
        func listen(above threshold: Int16) {
            heard.threshold.withLock { $0 = threshold }
            heard.at.withLock { $0 = nil }
        }

        var heardAt: BootTime? { heard.at.withLock { $0 } }

        var leastLeft: Int { heard.leastLeft.withLock { $0 } }

        func run(keepsOpen: Bool, until end: BootTime) {
            var host = SoundHost(
                sink: sink, output: output, seed: 1, keepsOpen: keepsOpen,
                startingAt: time.now().boot)
            host.run(
                waiter: time, clock: time, engine: time,
                isStopping: { [time] in time.now().boot >= end })
        }
    }

    private static let noise = Scene.Voice(
        tag: 1, source: .generated(Recipe(default: .white), seed: 1), gain: 1)

    private static func alarm() -> Scene.Alarm {
        Scene.Alarm(
            source: .tone(.beep), levelDecibels: -6, startDecibels: -6, rampSeconds: 0, serial: 1)
    }

    /// The delay from the scene, published at this time, to the first sample above the threshold.
    private static func delay(
        of scene: Scene, at offset: Duration, after first: Scene = .silence,
        above threshold: Int16 = 0, keepsOpen: Bool
    ) throws -> Duration {
        let stage = Stage()
        stage.output.publish(first)
        let asked = BootTime(nanoseconds: 0) + .seconds(1) + offset
        stage.time.plan(at: asked) {
            stage.listen(above: threshold)
            stage.output.publish(scene)
        }
        stage.run(keepsOpen: keepsOpen, until: asked + .milliseconds(500))
        return try #require(stage.heardAt) - asked
    }

    /// Covers every phase of a period of 21.3 ms.
    private static let phases = (0..<50).map { Duration.microseconds(430 * $0) }

    @Test("Noise chosen in silence on a stream that is kept open is heard within 70 ms")
    func noiseOnOpenStream() throws {
        let scene = Scene(voices: [SoundLatencyTests.noise])
        let delays = try SoundLatencyTests.phases.map {
            try SoundLatencyTests.delay(of: scene, at: $0, keepsOpen: true)
        }
        #expect(delays.allSatisfy { $0 > .zero && $0 < .milliseconds(70) }, "\(delays)")
    }

    @Test("Noise chosen while the device is closed is heard as soon as the limiter lets it out")
    func noiseOnClosedDevice() throws {
        let scene = Scene(voices: [SoundLatencyTests.noise])
        let delay = try SoundLatencyTests.delay(of: scene, at: .zero, keepsOpen: false)
        #expect(delay > .zero && delay < .milliseconds(5), "\(delay)")
    }

    @Test(
        "An alarm comes out within 120 ms: in silence on an open stream, and over noise that fills the buffer",
        arguments: [true, false])
    func alarm(isSilent: Bool) throws {
        var soft = SoundLatencyTests.noise
        soft.gain = 0.01
        let before = isSilent ? Scene.silence : Scene(voices: [soft])
        var ringing = before
        ringing.alarm = SoundLatencyTests.alarm()
        let delays = try SoundLatencyTests.phases.map {
            try SoundLatencyTests.delay(
                of: ringing, at: $0, after: before, above: 2000, keepsOpen: true)
        }
        #expect(delays.allSatisfy { $0 > .zero && $0 < .milliseconds(120) }, "\(delays)")
    }

    @Test("In silence the buffer never holds less than two of its four periods")
    func reserve() {
        let stage = Stage()
        stage.run(keepsOpen: true, until: BootTime(nanoseconds: 0) + .seconds(60))
        #expect(stage.sink.framesWritten > 59 * 48_000)
        #expect((2040...2048).contains(stage.leastLeft), "\(stage.leastLeft)")
    }
}
