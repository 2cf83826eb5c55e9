@testable import ClockCore
import ClockSound
import ClockTime
import HAL
import LinuxHost
@testable import Runtime
import SimulatedBoard
import Synchronization
import Testing

extension SoundIntent {
    /// A ring, and nothing else unless requested.
    static func ring(
        serial: UInt32 = 1, outputs: Int = 1, boost: Int = 0, noise: NoiseIntent? = nil
    ) -> SoundIntent {
        SoundIntent(
            noise: noise,
            alarm: AlarmIntent(
                sound: SoundID("digital"), volume: Percent(clamping: 50), ramp: .zero,
                outputs: outputs, boostDecibels: boost, serial: serial),
            noiseFadeOut: .zero)
    }
}

/// Two outputs and the engine's side of them, in virtual time.
private final class Outputs {
    let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
    let sinks: [SwitchablePCMSink]
    private let shared: [SoundOutput]
    var director: SoundDirector
    private var hosts: [Host] = []
    private(set) var frames: [(frames: AlarmFrames, at: BootTime)] = []
    private(set) var others: [SoundDirector.Report] = []

    private final class Host {
        var host: SoundHost
        init(_ host: consuming SoundHost) { self.host = host }
    }

    init(capturing: Bool) {
        var capture: (@Sendable (UnsafeRawBufferPointer) -> Void)?
        if capturing { capture = { _ in } }
        var sinks: [SwitchablePCMSink] = []
        var outputs: [SoundOutput] = []
        for index in 0..<2 {
            let sink = SwitchablePCMSink(SimulatedPCMSink(clock: clock, capture: capture))
            let output = SoundOutput(index: index)
            hosts.append(
                Host(
                    SoundHost(
                        sink: sink, output: output, seed: 1,
                        startingAt: BootTime(nanoseconds: 0))))
            sinks.append(sink)
            outputs.append(output)
        }
        self.sinks = sinks
        shared = outputs
        director = SoundDirector(outputs)
    }

    func setStandIn(_ isOn: Bool) { shared[0].telemetry.setStandIn(isOn) }

    func publish(_ intent: SoundIntent) {
        step()
        director.publish(intent)
        for host in hosts { host.host.takeNewest(at: clock.now().boot) }
    }

    func step() {
        let now = clock.now().boot
        for host in hosts { host.host.advance(to: now) }
        for report in director.takeReports(at: now) {
            if case .frames(let told) = report {
                frames.append((told, now))
            } else if report != .deviceChanged {
                others.append(report)
            }
        }
    }

    /// Steps only when something is due, as the clock does in virtual time.
    func run(for duration: Duration) {
        let end = clock.now().boot + duration
        while true {
            step()
            let now = clock.now().boot
            guard now < end else { return }
            let wakes = hosts.compactMap { $0.host.nextWake } + [director.nextLook ?? end, end]
            clock.advance(to: max(wakes.min() ?? end, now + .nanoseconds(1)))
        }
    }

    var told: [AlarmFrames] { frames.map(\.frames) }
}

@Suite("Frames of a ring that move, or do not")
struct SoundDirectorTests {
    @Test("are told once, within half a second", arguments: [true, false])
    func moving(capturing: Bool) throws {
        let outputs = Outputs(capturing: capturing)
        outputs.publish(.ring())
        outputs.run(for: .minutes(3))
        #expect(outputs.told == [AlarmFrames(serial: 1, output: 0, areMoving: true)])
        let at = try #require(outputs.frames.first).at
        #expect(at.nanoseconds <= 500_000_000)
    }

    @Test("are told of a ring while noise plays already, and of the next ring again")
    func withNoise() throws {
        let outputs = Outputs(capturing: false)
        let noise = NoiseIntent(
            voices: [NoiseVoice(sound: SoundID("pink"))], master: Percent(clamping: 50),
            fadeIn: .zero, seed: 1)
        outputs.publish(SoundIntent(noise: noise, alarm: nil, noiseFadeOut: .zero))
        outputs.run(for: .minutes(1))
        #expect(outputs.told.isEmpty)
        for serial in UInt32(1)...2 {
            outputs.publish(.ring(serial: serial, noise: noise))
            outputs.run(for: .milliseconds(500))
            #expect(outputs.told.last == AlarmFrames(serial: serial, output: 0, areMoving: true))
        }
        #expect(outputs.told.count == 2)
    }

    @Test(
        "of a device that takes them and plays none are not told; on the next output they are",
        arguments: [true, false])
    func stalled(capturing: Bool) throws {
        let outputs = Outputs(capturing: capturing)
        outputs.sinks[0].setStalled(true)
        outputs.publish(.ring())
        outputs.run(for: .seconds(5))
        #expect(outputs.told.isEmpty)
        outputs.publish(.ring(outputs: 2))
        outputs.run(for: .milliseconds(500))
        #expect(outputs.told == [AlarmFrames(serial: 1, output: 1, areMoving: true)])
        outputs.sinks[0].setStalled(false)
        outputs.run(for: .seconds(1))
        #expect(outputs.told.last == AlarmFrames(serial: 1, output: 0, areMoving: true))
    }

    @Test(
        "are told to stand still 2 s after the last one, and to move again",
        arguments: [true, false])
    func stallsLater(capturing: Bool) throws {
        let outputs = Outputs(capturing: capturing)
        outputs.publish(.ring())
        outputs.run(for: .seconds(7))
        let stalledAt = outputs.clock.now().boot
        outputs.sinks[0].setStalled(true)
        outputs.run(for: .seconds(10))
        let still = try #require(outputs.frames.last)
        #expect(still.frames == AlarmFrames(serial: 1, output: 0, areMoving: false))
        #expect((1.9...2.1).contains((still.at - stalledAt).inSeconds), "\(still.at - stalledAt)")
        let freedAt = outputs.clock.now().boot
        outputs.sinks[0].setStalled(false)
        outputs.run(for: .seconds(3))
        let moving = try #require(outputs.frames.last)
        #expect(moving.frames.areMoving)
        #expect(moving.at - freedAt <= .milliseconds(550))
        #expect(outputs.told.count == 3)
    }

    @Test("of a device that is unplugged stand still, and its problem is told; the other plays on")
    func unplugged() throws {
        let outputs = Outputs(capturing: true)
        outputs.publish(.ring(outputs: 2))
        outputs.run(for: .seconds(3))
        outputs.sinks[1].unplug()
        outputs.run(for: .seconds(3))
        #expect(outputs.told.last == AlarmFrames(serial: 1, output: 1, areMoving: false))
        #expect(outputs.others.last == .problem(output: 1, .failed("sound output 2 is gone")))
        outputs.sinks[0].unplug()
        outputs.run(for: .seconds(3))
        #expect(
            outputs.others.suffix(2) == [
                .standstill(true), .problem(output: 0, .failed("the sound device is gone")),
            ])
        outputs.sinks[1].plugIn()
        outputs.run(for: .seconds(6))
        #expect(outputs.others.contains(.problem(output: 1, nil)))
        #expect(outputs.others.contains(.standstill(false)))
        #expect(outputs.told.last == AlarmFrames(serial: 1, output: 1, areMoving: true))
    }

    @Test(
        "on another device than the chosen one are told as such, and again as the chosen one has them"
    )
    func standIn() {
        let outputs = Outputs(capturing: false)
        outputs.publish(.ring())
        outputs.run(for: .seconds(3))
        outputs.setStandIn(true)
        outputs.run(for: .seconds(3))
        outputs.setStandIn(false)
        outputs.run(for: .seconds(3))
        let frames = [false, true, false].map {
            AlarmFrames(serial: 1, output: 0, areMoving: true, isStandIn: $0)
        }
        #expect(outputs.told == frames)
    }

    @Test("N9: Noise that ends with a ring fades out from where it is, and does not swell before")
    func fadesFromTheDuck() {
        let noise = NoiseIntent(
            voices: [NoiseVoice(sound: SoundID("pink"))],
            master: Percent(clamping: 50), fadeIn: .zero, seed: 1)
        var director = SoundDirector([SoundOutput(index: 0)])
        func duck(_ noise: NoiseIntent?, rings: Bool) -> Float {
            let intent = SoundIntent(
                noise: noise, alarm: nil, noiseFadeOut: .seconds(5), isHushed: rings)
            director.publish(intent)
            return director.scene(for: intent, output: 0).noiseDuckDecibels
        }
        #expect(duck(noise, rings: true) == SoundDirector.duck)
        #expect(duck(nil, rings: false) == SoundDirector.duck)
        #expect(duck(noise, rings: false) == 0)
        #expect(duck(nil, rings: false) == 0)
    }

    @Test("A failure that is repaired within 2 s is no problem, and one that lasts is one then")
    func briefFailure() throws {
        let outputs = Outputs(capturing: true)
        outputs.publish(.ring())
        outputs.run(for: .seconds(3))
        for _ in 0..<6 {
            outputs.sinks[0].unplug()
            outputs.run(for: .milliseconds(300))
            outputs.sinks[0].plugIn()
            outputs.run(for: .seconds(6))
        }
        #expect(
            outputs.others.allSatisfy { $0 == .started("digital", output: 0) }, "\(outputs.others)")
        outputs.sinks[0].unplug()
        outputs.run(for: .milliseconds(1900))
        #expect(!outputs.others.contains(.problem(output: 0, .failed("the sound device is gone"))))
        outputs.run(for: .milliseconds(150))
        #expect(outputs.others.last == .problem(output: 0, .failed("the sound device is gone")))
        outputs.sinks[0].plugIn()
        outputs.run(for: .seconds(6))
        #expect(outputs.others.contains(.problem(output: 0, nil)))
    }

    @Test("are not called still by a look that comes late, as after a machine's sleep")
    func lateLook() {
        let outputs = Outputs(capturing: false)
        outputs.publish(.ring())
        outputs.run(for: .seconds(3))
        // The engine checks before the sound thread could run.
        outputs.clock.advance(by: .hours(8))
        let now = outputs.clock.now().boot
        #expect(outputs.director.takeReports(at: now) == [])
        #expect(outputs.director.nextLook == now + SoundDirector.lookInterval)
        outputs.run(for: .seconds(10))
        #expect(outputs.told.count == 1)
    }

    @Test("cost a wake every two seconds while they move")
    func wakes() {
        let outputs = Outputs(capturing: false)
        outputs.publish(.ring())
        outputs.run(for: .seconds(1))
        var looks = 0
        let end = outputs.clock.now().boot + .seconds(100)
        while let next = outputs.director.nextLook, next < end {
            outputs.clock.advance(to: next)
            outputs.step()
            looks += 1
        }
        #expect((49...51).contains(looks), "\(looks)")
        outputs.publish(.silence)
        #expect(outputs.director.nextLook == nil)
    }

    @Test("a further output plays the alarm alone, and only when it is asked to")
    func scenes() {
        let noise = NoiseIntent(
            voices: [NoiseVoice(sound: SoundID("pink"))], master: Percent(clamping: 50),
            fadeIn: .zero, seed: 1)
        let intent = SoundIntent.ring(outputs: 2, boost: 12, noise: noise)
        var director = SoundDirector((0..<3).map { SoundOutput(index: $0) })
        let first = director.scene(for: intent, output: 0)
        #expect(first.voices.count == 1)
        #expect(first.alarm?.boostDecibels == 12)
        let second = director.scene(for: intent, output: 1)
        #expect(second.voices.isEmpty)
        #expect(second.alarm == first.alarm)
        let third = director.scene(for: intent, output: 2)
        #expect(third == .silence)
    }

    @Test(
        "N9: noise steps back for an alarm, also where that sounds on another output than the noise"
    )
    func ducks() throws {
        let noise = NoiseIntent(
            voices: [NoiseVoice(sound: SoundID("pink"))], master: Percent(clamping: 50),
            fadeIn: .zero, seed: 1)
        let calm = SoundIntent(noise: noise, alarm: nil, noiseFadeOut: .zero)
        for order in [[0, 1], [1, 0]] {
            let outputs = (0..<2).map { SoundOutput(index: $0) }
            var director = SoundDirector(outputs, alarmOrder: Published(order))
            let ring = SoundIntent.ring(outputs: 1, boost: 0, noise: noise)
            let scene = director.scene(for: ring, output: 0)
            #expect((scene.alarm == nil) == (order == [1, 0]))
            #expect(scene.noiseDuckDecibels == SoundDirector.duck)
            #expect(director.scene(for: calm, output: 0).noiseDuckDecibels == 0)
        }
    }
}

/// Uses real threads and the real clock; takes well under a second.
@Suite("A sound device that never takes its samples", .serialized)
struct HungSinkTests {
    /// Opens, and blocks the first write until the test releases it.
    private final class HungSink: PCMSink {
        private let isHolding = Atomic<Bool>(true)
        private let held = Atomic<Bool>(false)
        private let waiter: any Waiter

        init() throws { waiter = try LinuxThreads().makeWaiter() }

        var holdsSomebody: Bool { held.load(ordering: .acquiring) }

        func release() {
            isHolding.store(false, ordering: .releasing)
            waiter.notify()
        }

        func open() throws(PCMError) -> PCMFormat {
            PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096)
        }

        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
            held.store(true, ordering: .releasing)
            while isHolding.load(ordering: .acquiring) { _ = waiter.wait(until: .never) }
        }

        func close(draining: Bool) {}
        var underruns: Int { 0 }
    }

    @Test("delays the sound of the next output by no more than 250 ms", .timeLimit(.minutes(1)))
    func hung() throws {
        let real = LinuxClock()
        let threads = LinuxThreads()
        let hung = try HungSink()
        let second = PacedPCMSink(clock: real, waiter: try threads.makeWaiter())
        let engine = try threads.makeWaiter()
        let waiters = [try threads.makeWaiter(), try threads.makeWaiter()]
        let outputs = waiters.enumerated().map { SoundOutput(index: $0, waking: $1) }
        let isStopping = Stopping()
        var running: [any RunningThread] = []
        for (sink, output) in zip([hung, second] as [any PCMSink], outputs) {
            running.append(
                try threads.start("sound", priority: .normal) {
                    var host = SoundHost(
                        sink: sink, output: output, seed: 1, startingAt: real.now().boot)
                    host.run(
                        waiter: waiters[output.index], clock: real, engine: engine,
                        isStopping: { isStopping.isSaid })
                })
        }
        defer {
            isStopping.say()
            hung.release()
            for waiter in waiters { waiter.notify() }
            for thread in running { thread.join() }
        }
        var director = SoundDirector(outputs)
        let patience = try Patience(clock: real)
        director.publish(.ring())
        patience.wait { hung.holdsSomebody }
        #expect(hung.holdsSomebody)

        let start = real.now().boot
        director.publish(.ring(outputs: 2))
        patience.wait { second.framesWritten > 0 }
        #expect(real.now().boot - start <= .milliseconds(250))
        var told: [SoundDirector.Report] = []
        while real.now().boot - start < .milliseconds(500), told.isEmpty {
            _ = engine.wait(until: Deadline(boot: start + .milliseconds(500)))
            told += director.takeReports(at: real.now().boot).filter {
                if case .frames = $0 { true } else { false }
            }
        }
        #expect(told == [.frames(AlarmFrames(serial: 1, output: 1, areMoving: true))])
    }

    private final class Stopping: Sendable {
        private let word = Atomic<Bool>(false)
        var isSaid: Bool { word.load(ordering: .acquiring) }
        func say() { word.store(true, ordering: .releasing) }
    }
}
