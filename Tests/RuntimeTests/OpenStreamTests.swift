import ClockCore
import ClockSound
import ClockTime
import HAL
import SimulatedBoard
import Synchronization
import Testing

@testable import Runtime

/// A device that plays in virtual time and records when it was opened and closed.
private final class LoggedSink: PCMSink {
    let paced: PacedPCMSink
    /// Entries such as "open 0" and "close 12", in seconds.
    let log = Collected<String>()
    private let time: JumpingWaiter
    private let loudest = Mutex<UInt16>(0)

    init(_ time: JumpingWaiter) {
        self.time = time
        paced = PacedPCMSink(clock: time, waiter: time)
    }

    /// The largest sample that it received.
    var peak: UInt16 { loudest.withLock { $0 } }

    private func note(_ what: String) {
        log.append(
            "\(what) \(Int((time.now().boot - BootTime(nanoseconds: 0)).inSeconds.rounded()))")
    }

    func open() throws(PCMError) -> PCMFormat {
        let format = try paced.open()
        note("open")
        return format
    }

    func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        let words = UnsafeBufferPointer(
            start: samples.assumingMemoryBound(to: Int16.self), count: 2 * frames)
        let most = words.map(\.magnitude).max() ?? 0
        loudest.withLock { $0 = max($0, most) }
        try paced.write(samples, frames: frames)
    }

    func close(draining: Bool) {
        if paced.isOpen { note("close") }
        paced.close(draining: draining)
    }

    var underruns: Int { paced.underruns }
    var playedFrames: Int? { paced.playedFrames }
    var queuedFrames: Int? { paced.queuedFrames }
}

@Suite("Streams that stay open in silence (product, N11b)")
struct OpenStreamTests {
    private let time = JumpingWaiter()

    private static func at(_ seconds: Int) -> BootTime {
        BootTime(nanoseconds: 0) + .seconds(seconds)
    }

    /// Runs the host until then, and returns the device's log.
    private func run(
        _ sink: LoggedSink, _ output: SoundOutput, keepsOpen: Bool, until seconds: Int,
        recorder: SoundHost.SampleRecorder? = nil
    ) -> [String] {
        let end = OpenStreamTests.at(seconds)
        // Wakes the host if it waits without a deadline.
        time.plan(at: end) {}
        var host = SoundHost(
            sink: sink, output: output, seed: 1, recorder: recorder, keepsOpen: keepsOpen,
            startingAt: time.now().boot)
        host.run(
            waiter: time, clock: time, engine: time,
            isStopping: { [time] in time.now().boot >= end })
        return sink.log.values
    }

    private func plan(_ scene: Scene, at seconds: Int, on output: SoundOutput) {
        time.plan(at: OpenStreamTests.at(seconds)) { output.publish(scene) }
    }

    private static let ring = Scene(
        alarm: Scene.Alarm(
            source: .tone(.beep), levelDecibels: -6, startDecibels: -6, rampSeconds: 0, serial: 1))

    @Test("A stream that is kept open is fed with silence from the start and never closed")
    func keptOpen() {
        let sink = LoggedSink(time)
        #expect(run(sink, SoundOutput(), keepsOpen: true, until: 120) == ["open 0"])
        #expect(sink.paced.framesWritten >= 119 * 48_000)
        #expect(sink.peak == 0)
    }

    @Test("It outlasts a sound, too")
    func keptOpenAfterSound() {
        let (sink, output) = (LoggedSink(time), SoundOutput())
        plan(OpenStreamTests.ring, at: 20, on: output)
        plan(.silence, at: 25, on: output)
        #expect(run(sink, output, keepsOpen: true, until: 90) == ["open 0"])
        #expect(sink.paced.framesWritten >= 89 * 48_000)
        #expect(sink.peak > 8000)
    }

    @Test("Else it is opened for a sound, and closed after ten seconds of silence")
    func closed() {
        let (sink, output) = (LoggedSink(time), SoundOutput())
        plan(OpenStreamTests.ring, at: 20, on: output)
        plan(.silence, at: 25, on: output)
        let log = run(sink, output, keepsOpen: false, until: 90)
        #expect(log == ["open 20", "close 35"])
        #expect(sink.paced.framesWritten < 16 * 48_000)
    }

    @Test("Another output's stays open only as long as it is told to")
    func otherOutput() {
        let (sink, output) = (LoggedSink(time), SoundOutput(index: 1))
        time.plan(at: OpenStreamTests.at(30)) { output.stayOpen(true) }
        time.plan(at: OpenStreamTests.at(60)) { output.stayOpen(false) }
        #expect(run(sink, output, keepsOpen: true, until: 90) == ["open 30", "close 60"])
        #expect(sink.peak == 0)
    }

    @Test("A board that asks for nothing keeps none open, whatever an output is told")
    func notAskedFor() {
        let (sink, output) = (LoggedSink(time), SoundOutput(index: 1))
        output.stayOpen(true)
        #expect(run(sink, output, keepsOpen: false, until: 90) == [])
    }

    // MARK: - The alarms' own device

    /// Offers these devices, and plays on the one that the test selects.
    private final class Choice: OutputChoice {
        let devices: [String]
        private let open: Mutex<String?>

        init(_ devices: [String], open: String? = nil) {
            self.devices = devices
            self.open = Mutex(open)
        }

        func play(on device: String?) { open.withLock { $0 = device } }

        var openDevice: String? { open.withLock { $0 } }
        func choose(_ devices: [String], believing believed: String?) {}
        func reconsider() {}
    }

    /// Headphones with the speaker as fallback; alarms ring on the speaker first.
    private struct Bedside {
        let noise = Choice(["headphones", "speaker"])
        let outputs = [SoundOutput(), SoundOutput(index: 1)]
        var host: SoundDevicesHost

        init(alarmOrder: [Int] = [1, 0], keepsOpen: Bool = true) {
            var equipment = SoundEquipment(outputs: 2)
            equipment.alarmOrder = alarmOrder
            equipment.choices = [0: noise, 1: Choice(["speaker"])]
            host = SoundDevicesHost(
                equipment, of: outputs, order: Published(alarmOrder), keepsOpen: keepsOpen)
        }

        /// Whether each output should stay open, checked at that time.
        mutating func wishes(at seconds: Int) -> [Bool] {
            _ = host.step([.look], at: OpenStreamTests.at(seconds))
            return outputs.map(\.openWish.value)
        }
    }

    @Test(
        "The alarms' own stays open while noise has another device, and makes way when it has none")
    func alarmsOwn() {
        var bedside = Bedside()
        // It is not yet known which noise will play.
        #expect(bedside.wishes(at: 0) == [true, false])
        #expect(bedside.host.nextWake == OpenStreamTests.at(5))
        bedside.noise.play(on: "headphones")
        #expect(bedside.wishes(at: 5) == [true, true])
        #expect(bedside.host.nextWake == nil)
        bedside.noise.play(on: nil)
        #expect(bedside.wishes(at: 10) == [true, false])
        bedside.noise.play(on: "speaker")
        #expect(bedside.wishes(at: 15) == [true, false])
        bedside.noise.play(on: "headphones")
        #expect(bedside.wishes(at: 20) == [true, true])
    }

    @Test("Where alarms have no device of their own, or nothing is to stay open, none is")
    func noOwn() {
        var shared = Bedside(alarmOrder: [0, 1])
        shared.noise.play(on: "headphones")
        #expect(shared.wishes(at: 0) == [true, false])
        var other = Bedside(keepsOpen: false)
        other.noise.play(on: "headphones")
        #expect(other.wishes(at: 0) == [true, false])
        #expect(other.host.nextWake == nil)
    }

    // MARK: - A recorder

    @Test("A recorder gets every frame, with the device closed, open, and away")
    func recorded() {
        let (sink, output) = (LoggedSink(time), SoundOutput())
        let heard = Mutex<(frames: Int, loud: [Int])>((0, []))
        plan(OpenStreamTests.ring, at: 20, on: output)
        time.plan(at: OpenStreamTests.at(22)) { sink.paced.unplug() }
        time.plan(at: OpenStreamTests.at(40)) { sink.paced.plugIn() }
        // In the middle of a second, because what is in the buffer plays on.
        time.plan(at: OpenStreamTests.at(44) + .milliseconds(500)) { output.publish(.silence) }
        let log = run(sink, output, keepsOpen: false, until: 90) { block, _ in
            heard.withLock { heard in
                if block.contains(where: { abs($0) > 0.1 }) {
                    let second = heard.frames / 48_000
                    if heard.loud.last != second { heard.loud.append(second) }
                }
                heard.frames += block.count / 2
            }
        }
        // The recorder does not open the device.
        #expect(log.first == "open 20" && log.last == "close 55", "\(log)")
        let frames: Int = heard.withLock { $0.frames }
        #expect(abs(frames - 90 * 48_000) < 6000)
        #expect(heard.withLock { $0.loud } == Array(20...44))
    }
}
