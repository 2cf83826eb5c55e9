import ClockSound
import ClockTime
import HAL
@testable import LinuxHost
@testable import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// R4 of the sound design: a device that fails in every possible way, for as long as the test says, in virtual time.
/// board/sound-hours measures what an absent device costs.
@Suite("A sound device that fails", .serialized)
struct FailingDeviceTests {
    private static let noise = Scene(voices: [
        Scene.Voice(tag: 1, source: .generated(Recipe(default: .pink), seed: 1), gain: 0.5)
    ])

    // A stand-in for `snd_pcm_writei` is a C function and cannot capture context.
    private static let writes = Atomic<Int>(0)
    private static let nanoseconds = Atomic<Int64>(0)

    @Test("An underrun every hundred writes for ten minutes is survived, and every frame arrives")
    func underruns() {
        let time = JumpingWaiter { _ in }
        let sink = ALSASink(
            device: "null",
            transfer: { pcm, samples, frames in
                let write = FailingDeviceTests.writes.wrappingAdd(1, ordering: .relaxed).newValue
                return write % 100 == 0 ? -32 : ALSASink.writeFrames(pcm, samples, frames)
            },
            recovery: { _, _ in 0 },
            now: { FailingDeviceTests.nanoseconds.load(ordering: .relaxed) })
        let output = SoundOutput()
        output.publish(FailingDeviceTests.noise)
        var host = SoundHost(sink: sink, output: output, seed: 1, startingAt: time.now().boot)
        let problems = Mutex<[String]>([])
        let end = time.now().boot + .seconds(600)
        host.run(
            waiter: time, clock: time, engine: time,
            isStopping: {
                FailingDeviceTests.nanoseconds.store(
                    time.now().boot.nanoseconds, ordering: .relaxed)
                if let problem = output.telemetry.problem {
                    problems.withLock { $0.append(problem) }
                }
                return time.now().boot >= end
            })
        #expect(problems.withLock { $0 } == [])
        // 47 blocks a second.
        #expect(output.telemetry.frames >= 600 * 48_000)
        #expect((280...290).contains(output.telemetry.underruns), "\(output.telemetry.underruns)")
    }

    /// A device on a waiter's clock that can be present or absent, and records when it was tried.
    private final class LooseDevice: Sendable {
        let time = JumpingWaiter()
        let sink: SwitchablePCMSink
        private let trials: Trials

        final class Trials: PCMSink {
            let wrapped: PacedPCMSink
            let time: JumpingWaiter
            let opened = Mutex<[BootTime]>([])
            let written = Mutex<[BootTime]>([])
            let failure = Mutex<PCMError?>(nil)

            init(_ time: JumpingWaiter) {
                self.time = time
                wrapped = PacedPCMSink(clock: time, waiter: time)
            }

            func open() throws(PCMError) -> PCMFormat {
                opened.withLock { $0.append(time.now().boot) }
                if let failure = failure.withLock({ $0 }) { throw failure }
                return try wrapped.open()
            }

            func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
                if let failure = failure.withLock({ $0 }) {
                    close(draining: false)
                    throw failure
                }
                try wrapped.write(samples, frames: frames)
                written.withLock { $0.append(time.now().boot) }
            }

            func close(draining: Bool) { wrapped.close(draining: draining) }
            var underruns: Int { wrapped.underruns }
        }

        init() {
            trials = Trials(time)
            sink = SwitchablePCMSink(trials)
        }

        func fail(_ error: PCMError?) { trials.failure.withLock { $0 = error } }

        func tried(after time: BootTime) -> [BootTime] {
            trials.opened.withLock { $0.filter { $0 >= time } }
        }

        func wrote(after time: BootTime) -> BootTime? {
            trials.written.withLock { $0.first { $0 >= time } }
        }
    }

    @Test(
        "One that is gone or taken for half a minute plays again within a second of its return, and is tried twice a second",
        arguments: [PCMError.gone, .busy, .io(errno: 5)], [false, true])
    func absence(error: PCMError, isRinging: Bool) throws {
        var scene = FailingDeviceTests.noise
        if isRinging {
            scene.alarm = Scene.Alarm(
                source: .tone(.digital), levelDecibels: -6, startDecibels: -6, rampSeconds: 0,
                serial: 1)
        }
        // Whatever the engine is doing when the device comes back.
        for offset in [0, 170, 333, 480, 610, 790, 951] {
            let device = LooseDevice()
            let output = SoundOutput()
            output.publish(scene)
            let begin = BootTime(nanoseconds: 0)
            let gone = begin + .seconds(5)
            let back = gone + .seconds(30) + .milliseconds(Int64(offset))
            device.time.plan(at: gone) { device.fail(error) }
            device.time.plan(at: back) { device.fail(nil) }
            var host = SoundHost(
                sink: device.sink, output: output, seed: 1, startingAt: begin)
            host.run(
                waiter: device.time, clock: device.time, engine: device.time,
                isStopping: { device.time.now().boot >= back + .seconds(3) })
            let heard = try #require(device.wrote(after: back))
            #expect(heard - back <= .seconds(1))
            #expect(device.tried(after: gone).count <= 65)
            #expect(output.telemetry.problem == nil)
        }
    }

    /// Opens, but then accepts no samples.
    private final class WritelessSink: PCMSink {
        func open() throws(PCMError) -> PCMFormat {
            PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        }
        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
            throw .io(errno: 5)
        }
        func close(draining: Bool) {}
        var underruns: Int { 0 }
    }

    @Test("One that opens and whose every write fails is left within 2 s for the fallback")
    func takesNothing() throws {
        let time = JumpingWaiter()
        let fallback = PacedPCMSink(clock: time, waiter: time)
        let sink = try #require(
            SelectableSink(["own", "fallback"]) { (name: String) -> any PCMSink in
                name == "own" ? WritelessSink() : fallback
            })
        let output = SoundOutput()
        output.publish(FailingDeviceTests.noise)
        let begin = time.now().boot
        var host = SoundHost(sink: sink, output: output, seed: 1, startingAt: begin)
        host.run(
            waiter: time, clock: time, engine: time,
            isStopping: {
                time.now().boot >= begin + .seconds(2) || output.telemetry.frames > 10_000
            })
        #expect(sink.openDevice == "fallback")
        #expect(output.telemetry.frames > 10_000)
    }
}
