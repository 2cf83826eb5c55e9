import ClockCore
import ClockTime
import HAL
@testable import Runtime
import SimulatedBoard
import Testing

@Suite("A rehearsal of the sound outputs (product, H1a)")
struct SoundRehearsalTests {
    /// A device in use by another program or by another of our outputs.
    private final class TakenSink: PCMSink {
        func open() throws(PCMError) -> PCMFormat { throw .busy }
        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {}
        func close(draining: Bool) {}
        var underruns: Int { 0 }
        var needsSamples: Bool { true }
        var playedFrames: Int? { nil }
    }

    private final class Host {
        var host: SoundHost
        init(_ host: consuming SoundHost) { self.host = host }
    }

    /// What a rehearsal of these outputs reports in virtual time, and when it finished.
    private func rehearse(
        _ sinks: [any PCMSink], clock: VirtualClock, order: [Int]? = nil
    ) -> (told: [SoundDirector.Report], at: Duration) {
        let outputs = sinks.indices.map { SoundOutput(index: $0) }
        let hosts = zip(sinks, outputs).map { sink, output in
            Host(SoundHost(sink: sink, output: output, seed: 1, startingAt: clock.now().boot))
        }
        var equipment = SoundEquipment(outputs: sinks.count)
        equipment.alarmOrder = order ?? equipment.alarmOrder
        var director = SoundDirector(outputs, equipment)
        for output in outputs { output.rehearse() }
        var told: [SoundDirector.Report] = []
        let began = clock.now().boot
        let patience = began + .seconds(5)
        while clock.now().boot < patience {
            for host in hosts { host.host.advance(to: clock.now().boot) }
            told += director.takeReports(at: clock.now().boot)
            let answers = told.filter { if case .rehearsed = $0 { true } else { false } }
            if answers.count == sinks.count { break }
            clock.advance(to: clock.now().boot + .milliseconds(50))
        }
        return (told, clock.now().boot - began)
    }

    private func start() -> VirtualClock {
        VirtualClock(Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
    }

    private func sinks(_ clock: VirtualClock) -> [SwitchablePCMSink] {
        (0..<2).map { _ in SwitchablePCMSink(SimulatedPCMSink(clock: clock, capture: nil)) }
    }

    @Test("tries each of them, at the same time")
    func all() {
        let clock = start()
        let (told, took) = rehearse(sinks(clock), clock: clock)
        #expect(
            told == [
                .rehearsed(output: 0, areMoving: true, problem: nil),
                .rehearsed(output: 1, areMoving: true, problem: nil),
            ])
        #expect(took <= .milliseconds(500))
    }

    @Test("names a further one that is gone, and one that takes frames and plays none")
    func failing() {
        var clock = start()
        var outputs = sinks(clock)
        outputs[1].unplug()
        #expect(
            rehearse(outputs, clock: clock).told.contains(
                .rehearsed(output: 1, areMoving: false, problem: "sound output 2 is gone")))
        clock = start()
        outputs = sinks(clock)
        outputs[1].setStalled(true)
        let (told, took) = rehearse(outputs, clock: clock)
        #expect(
            told.last
                == .rehearsed(output: 1, areMoving: false, problem: "sound output 2 plays nothing"))
        #expect(took <= .milliseconds(2_500))
    }

    @Test("counts them in the order in which alarms take them")
    func order() {
        let clock = start()
        let outputs = sinks(clock)
        outputs[1].unplug()
        #expect(
            rehearse(outputs, clock: clock, order: [1, 0]).told.contains(
                .rehearsed(output: 0, areMoving: false, problem: "sound output 2 is gone")))
    }

    /// A card whose only control is muted.
    private final class MutedMixer: OutputMixer {
        private let reading = MixerReading(
            controls: [MixerReading.Control(name: "Master", isOn: false, percent: 80)])

        func read() throws(MixerError) -> MixerReading { reading }
        func hold(atLeast least: Int) throws(MixerError) -> MixerReading { reading }
        func release() throws(MixerError) {}
    }

    @Test("reads the controls of each; what mutes the one that alarms take first is a problem")
    func muted() {
        let outputs = (0..<2).map { SoundOutput(index: $0) }
        let problems = ["the volume control of the sound device: Master is muted", nil]
        for (place, problem) in zip(0..<2, problems) {
            var equipment = SoundEquipment(outputs: 2)
            equipment.mixers[place] = MutedMixer()
            var host = SoundDevicesHost(
                equipment, of: outputs, order: Published(equipment.alarmOrder))
            let events = host.step([.rehearse], at: BootTime(nanoseconds: 0))
            let told = problem.map { Event.health(HealthReport(part: .volumeControl, problem: $0)) }
            #expect(events == [told].compactMap { $0 })
            #expect(outputs[place].mutedPart.value?.hasSuffix("Master is muted") == true)
            #expect(outputs[1 - place].mutedPart.value == nil)
        }
    }

    @Test("cannot try a further one whose device is taken, and calls it no fault")
    func taken() {
        let clock = start()
        let (told, _) = rehearse([sinks(clock)[0], TakenSink()], clock: clock)
        #expect(
            told.sorted { "\($0)" < "\($1)" } == [
                .rehearsed(output: 0, areMoving: true, problem: nil),
                .rehearsed(output: 1, areMoving: nil, problem: nil),
            ])
    }
}
