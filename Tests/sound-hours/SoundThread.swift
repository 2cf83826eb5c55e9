import ClockSound
import ClockTime
import Glibc
import HAL
import LinuxHost
import Runtime
import SoundMeasuring
import Synchronization

/// The sound thread from the scene to ALSA's `null` device: R1, R4 and R5 of the sound design, as far as they go
/// beyond the mixer.
enum SoundThread {
    private static let rate = 48_000
    /// R4: the share of one processor while the device is absent.
    private static let mostOfProcessor = 0.01
    /// R5, in KiB.
    private static let greatestGrowth = 1024

    /// Time that passes only in waits. `null` accepts everything, so the thread waits whenever it is a buffer ahead.
    private final class OwnTime: Waiter, TimeSource {
        private let boot = Atomic<Int64>(0)

        func now() -> Moment {
            let nanoseconds = boot.load(ordering: .relaxed)
            return Moment(
                wall: WallTime(nanoseconds: nanoseconds), boot: BootTime(nanoseconds: nanoseconds))
        }

        func wait(until deadline: Deadline) -> WakeReasons {
            if let end = deadline.boot { boot.store(end.nanoseconds, ordering: .relaxed) }
            return .deadline
        }

        func notify() {}
    }

    /// Publishes a scene every tenth block, outside the counting.
    private final class Script: Sendable {
        private let output: SoundOutput
        private let calls: Calls
        private let blocks: Int
        private let block = Atomic<Int>(0)
        private let dice = Mutex(Dice(seed: 1))

        init(_ output: SoundOutput, _ calls: Calls, blocks: Int) {
            self.output = output
            self.calls = calls
            self.blocks = blocks
        }

        /// - Parameter isCounted: whether the next block is counted.
        /// - Returns: whether that was the last block.
        func step(isCounted: Bool) -> Bool {
            calls.set(on: false)
            let block = block.wrappingAdd(1, ordering: .relaxed).oldValue
            while output.events.pop() != nil {}
            if block % 10 == 0 {
                output.publish(dice.withLock { RenderPath.scene(&$0, block) })
            }
            guard block < blocks else { return true }
            calls.set(on: isCounted)
            return false
        }
    }

    /// R1: plays for this long, with commands, other scenes and alarms, and counts its calls.
    static func count(seconds: Int) -> Int32 {
        guard let calls = Calls(),
            let sink = SelectableSink(["null"], makeSink: { ALSASink(device: $0) })
        else { return 64 }
        let time = OwnTime()
        let output = SoundOutput()
        var host = SoundHost(
            sink: sink, output: output, seed: 1, keepsOpen: true, startingAt: time.now().boot)
        // Opening the device and one-time work such as symbol binding are not counted.
        for (blocks, isCounted) in [(500, false), (seconds * rate / 1024, true)] {
            let script = Script(output, calls, blocks: blocks)
            host.run(
                waiter: time, clock: time, engine: time,
                isStopping: { script.step(isCounted: isCounted) })
        }
        let isClean = calls.report("sound thread, \(seconds) s to a device")
        return isClean ? 0 : 1
    }

    /// A scene of four voices.
    private static var fourVoices: Scene {
        let sounds = BuiltInSound.all
        return Scene(
            voices: (0..<4).map {
                Scene.Voice(
                    tag: UInt32($0),
                    source: .generated(sounds[$0 % sounds.count].recipe, seed: UInt64($0)),
                    gain: 0.5)
            })
    }

    /// R5: plays four voices for this long in real time, and checks underruns and memory.
    static func pace(seconds: Int) -> Int32 {
        let played = play(on: "null", seconds: seconds)
        guard let played else { return 1 }
        let growth = played.kibibytes
        // The buffer is ahead, and the first second is not counted.
        let isWhole = played.frames >= (seconds - 1) * rate
        print(
            "paced, \(seconds) s of four voices in real time: \(played.frames) frames, "
                + "\(played.underruns) underruns, \(growth) KiB of memory more, "
                + "\(percent(played.processor)) % of a processor")
        return isWhole && played.underruns == 0 && growth <= greatestGrowth ? 0 : 1
    }

    /// R4: tries to play on a missing card for this long, and measures the cost.
    static func miss(seconds: Int) -> Int32 {
        let missed = play(on: "plughw:CARD=NoSuchCard,DEV=0", seconds: seconds)
        guard let missed else { return 1 }
        print(
            "absent, \(seconds) s without the device: \(percent(missed.processor)) % of a processor"
        )
        return missed.frames == 0 && missed.processor <= mostOfProcessor ? 0 : 1
    }

    private static func percent(_ share: Double) -> Double { (share * 100_000).rounded() / 1000 }

    private struct Run {
        var frames: Int
        var underruns: Int
        /// Growth since the end of the first second.
        var kibibytes: Int
        /// The share of one processor after the first second.
        var processor: Double
    }

    /// Plays on this thread, at real-time priority if the system grants it.
    private static func play(on device: String, seconds: Int) -> Run? {
        guard let sink = SelectableSink([device], makeSink: { ALSASink(device: $0) }),
            let waiter = try? LinuxWaiter()
        else {
            Program.complain("the system grants no waiter")
            return nil
        }
        let clock = LinuxClock()
        let output = SoundOutput()
        output.publish(fourVoices)
        let begun = clock.now().boot
        var host = SoundHost(sink: sink, output: output, seed: 1, startingAt: begun)
        func run(until end: BootTime) {
            host.run(
                waiter: waiter, clock: clock, engine: waiter,
                isStopping: {
                    while output.events.pop() != nil {}
                    return clock.now().boot >= end
                })
        }
        run(until: begun + .seconds(1))
        let memory = RenderPath.residentKibibytes()
        let processor = processorSeconds()
        run(until: begun + .seconds(seconds))
        return Run(
            frames: output.telemetry.frames, underruns: output.telemetry.underruns,
            kibibytes: RenderPath.residentKibibytes() - memory,
            processor: (processorSeconds() - processor) / Double(max(1, seconds - 1)))
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
