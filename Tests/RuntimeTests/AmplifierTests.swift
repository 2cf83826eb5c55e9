@testable import ClockCore
import ClockTime
import HAL
@testable import Runtime
import SimulatedBoard
import Synchronization
import Testing

@Suite("The amplifier's line")
struct AmplifierTests {
    /// What happened, each thing once while it goes on.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        /// Frames of silence that were written since the line went on.
        private let wake = Mutex<Int?>(nil)

        var all: [String] { lines.withLock { $0 } }
        var framesToWake: Int? { wake.withLock { $0 } }

        func note(_ line: String) {
            lines.withLock { if $0.last != line { $0.append(line) } }
        }

        func silence(_ frames: Int) {
            note("silence")
            guard all.last(where: { $0 == "on" || $0 == "off" || $0 == "sound" }) == "on" else {
                return
            }
            wake.withLock { $0 = ($0 ?? 0) + frames }
        }
    }

    private final class Line: HAL.OutputLine {
        let log: Log
        /// So many attempts to switch it fail.
        private let failures: Mutex<Int>

        init(_ log: Log, failures: Int = 0) {
            self.log = log
            self.failures = Mutex(failures)
        }

        func set(_ isOn: Bool) throws(LineError) {
            let fails = failures.withLock { left -> Bool in
                left -= 1
                return left >= 0
            }
            if fails { throw .gone }
            log.note(isOn ? "on" : "off")
        }
        func stop() {}
    }

    private final class Sink: PCMSink {
        let log: Log
        private let failsAfter: Int
        private let blocks = Atomic<Int>(0)

        init(_ log: Log, failsAfter: Int = .max) {
            self.log = log
            self.failsAfter = failsAfter
        }

        func open() throws(PCMError) -> PCMFormat {
            log.note("open")
            return PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        }

        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
            let block = blocks.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
            guard block <= failsAfter else {
                log.note("failed")
                throw .gone
            }
            // Dither makes the silence one step loud.
            let words = samples.assumingMemoryBound(to: Int16.self)
            let isSilent = (0..<(2 * frames)).allSatisfy { abs(words[$0]) <= 2 }
            if isSilent { log.silence(frames) } else { log.note("sound") }
        }

        func close(draining: Bool) { log.note("close") }
        var underruns: Int { 0 }
    }

    private static func alarm(serial: UInt32 = 1) -> SoundIntent {
        SoundIntent(
            noise: nil,
            alarm: AlarmIntent(
                sound: SoundID("digital"), volume: Percent(clamping: 50), ramp: .zero,
                outputs: 1, boostDecibels: 0, serial: serial),
            noiseFadeOut: .zero)
    }

    private func makeHost(
        _ log: Log, _ output: SoundOutput, _ waiter: JumpingWaiter, failsAfter: Int = .max,
        keepsOpen: Bool = false, lineFailures: Int = 0
    ) -> SoundHost {
        SoundHost(
            sink: Sink(log, failsAfter: failsAfter), output: output, seed: 1,
            keepsOpen: keepsOpen,
            amplifier: Amplifier(
                Line(log, failures: lineFailures), wakeTime: .milliseconds(30)),
            startingAt: waiter.now().boot)
    }

    /// An alarm at 1 s that stops at 3 s.
    private func ring(_ output: SoundOutput, _ waiter: JumpingWaiter) {
        waiter.plan(at: BootTime(nanoseconds: 1_000_000_000)) {
            var director = SoundDirector([output])
            director.publish(Self.alarm())
        }
        waiter.plan(at: BootTime(nanoseconds: 3_000_000_000)) {
            var director = SoundDirector([output])
            director.publish(.silence)
        }
    }

    private func run(_ host: inout SoundHost, _ waiter: JumpingWaiter, seconds: Int64) {
        let end = BootTime(nanoseconds: seconds * 1_000_000_000)
        // In silence it would wait for ever.
        waiter.plan(at: end) {}
        host.run(
            waiter: waiter, clock: waiter, engine: waiter,
            isStopping: { waiter.now().boot >= end })
    }

    @Test("goes on once silence flows, before the sound, and off before the stream closes")
    func order() {
        let log = Log()
        let output = SoundOutput()
        let waiter = JumpingWaiter()
        var host = makeHost(log, output, waiter)
        ring(output, waiter)
        run(&host, waiter, seconds: 30)
        let all = log.all
        #expect(all.prefix(4) == ["open", "silence", "on", "silence"])
        #expect(all.contains("sound"))
        #expect(all.suffix(4) == ["silence", "off", "silence", "close"])
        #expect(all.filter { $0 == "on" }.count == 1 && all.filter { $0 == "off" }.count == 1)
        // The alarm waits for the amplifier, and no longer.
        #expect(log.framesToWake == 1440)
    }

    @Test("is off while a stream that stays open is silent, and goes on at once for a sound")
    func keptOpen() {
        let log = Log()
        let output = SoundOutput()
        let waiter = JumpingWaiter()
        var host = makeHost(log, output, waiter, keepsOpen: true)
        ring(output, waiter)
        run(&host, waiter, seconds: 30)
        #expect(log.all.prefix(4) == ["open", "silence", "on", "silence"])
        #expect(log.all.suffix(3) == ["silence", "off", "silence"])
        #expect(log.framesToWake == 1440)
    }

    @Test("goes off with a device that fails, and with a clock that ends in mid-sound")
    func endings() {
        let log = Log()
        let output = SoundOutput()
        let waiter = JumpingWaiter()
        do {
            var host = makeHost(log, output, waiter, failsAfter: 30)
            ring(output, waiter)
            run(&host, waiter, seconds: 2)
        }
        #expect(log.all.contains("failed"))
        let last = log.all.last(where: { $0 == "on" || $0 == "off" })
        #expect(last == "off")
        let other = Log()
        let later = JumpingWaiter()
        do {
            var host = makeHost(other, output, later)
            ring(output, later)
            run(&host, later, seconds: 2)
        }
        #expect(other.all.suffix(2) == ["off", "close"])
    }

    @Test("is tried again in mid-sound if its line failed, and the sound does not wait for it")
    func retried() {
        let log = Log()
        let output = SoundOutput()
        let waiter = JumpingWaiter()
        var host = makeHost(log, output, waiter, lineFailures: 1)
        ring(output, waiter)
        run(&host, waiter, seconds: 30)
        let all = log.all
        #expect(all.firstIndex(of: "sound") ?? .max < all.firstIndex(of: "on") ?? 0)
        #expect(all.filter { $0 == "on" }.count == 1 && all.filter { $0 == "off" }.count == 1)
        #expect(output.telemetry.problem == nil, "the last attempt worked")
    }

    @Test("reports a line that fails, and then no ring counts as heard")
    func stuck() {
        let output = SoundOutput()
        let waiter = JumpingWaiter()
        var host = makeHost(Log(), output, waiter, lineFailures: .max)
        ring(output, waiter)
        run(&host, waiter, seconds: 30)
        #expect(
            output.telemetry.problem == "the amplifier of the sound device can't be switched on")
        let start = BootTime(nanoseconds: 1_000_000_000)
        #expect(output.telemetry.lastMovement(ofRing: 1) ?? start <= start + .milliseconds(100))
        let good = SoundOutput()
        let later = JumpingWaiter()
        var other = makeHost(Log(), good, later)
        ring(good, later)
        run(&other, later, seconds: 30)
        #expect(good.telemetry.problem == nil)
        #expect(good.telemetry.lastMovement(ofRing: 1) ?? start >= start + .seconds(1))
    }

    @Test("is on as long as any of the outputs plays")
    func shared() {
        let log = Log()
        let amplifier = Amplifier(Line(log), wakeTime: .zero)
        #expect(amplifier.setPlaying(true, output: 0))
        #expect(amplifier.setPlaying(true, output: 2))
        #expect(amplifier.setPlaying(false, output: 0))
        #expect(log.all == ["on"])
        #expect(amplifier.setPlaying(false, output: 2))
        #expect(log.all == ["on", "off"])
    }
}
