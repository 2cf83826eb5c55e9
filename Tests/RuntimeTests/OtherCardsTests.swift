import ClockCore
import ClockSound
import ClockTime
import HAL
import LinuxHost
@testable import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// An output that opens what it is told to, if it is present.
private final class ScriptedChoice: OutputChoice {
    private struct State {
        var devices: [String]
        var open: String?
        var log: [String] = []
    }
    private let state: Mutex<State>

    init(_ devices: [String], open: String? = nil) {
        state = Mutex(State(devices: devices, open: open))
    }

    func choose(_ devices: [String], believing believed: String?) {
        state.withLock { state in
            guard devices != state.devices else { return }
            state.devices = devices
            state.log.append(devices.joined(separator: " "))
        }
    }

    func reconsider() { state.withLock { $0.log.append("reconsider") } }

    func open(_ name: String?) { state.withLock { $0.open = name } }

    var devices: [String] { state.withLock { $0.devices } }
    var openDevice: String? { state.withLock { $0.open } }

    /// The requests since the last call.
    func takeLog() -> [String] {
        state.withLock { state in
            defer { state.log = [] }
            return state.log
        }
    }
}

@Suite("Cards that nobody named")
struct OtherCardsTests {
    private static func at(_ seconds: Double) -> BootTime {
        BootTime(nanoseconds: Int64(seconds * 1_000_000_000))
    }

    private static func card(_ name: String) -> PlaybackCard {
        PlaybackCard(names: [name], description: name)
    }

    private static func devices(_ names: String...) -> SimulatedAudioDevices {
        SimulatedAudioDevices(
            names.map { AudioDevice(name: $0, description: "the \($0)", isPresent: true) })
    }

    private static func host(
        _ choices: [ScriptedChoice], _ list: SimulatedAudioDevices
    ) -> SoundDevicesHost {
        var equipment = SoundEquipment(outputs: choices.count)
        for (place, choice) in choices.enumerated() { equipment.choices[place] = choice }
        equipment.devices = list
        return SoundDevicesHost(
            equipment, of: choices.indices.map { SoundOutput(index: $0) },
            order: Published(equipment.alarmOrder))
    }

    @Test("are tried one after the other, then the named ones again, and then each elsewhere")
    func order() throws {
        var search = try #require(CardSearch(outputs: [1, 0]))
        let (a, b) = (Self.card("a"), Self.card("b"))
        let steps = (0..<8).map { _ in search.next(among: [a, b]) }
        let (one, two) = (
            [CardSearch.Step.lend(a, output: 1), .lend(b, output: 0), .giveBack],
            [CardSearch.Step.lend(a, output: 0), .lend(b, output: 1), .giveBack]
        )
        #expect(steps == (one + two + one).prefix(8).map { Optional($0) })
        // A card that was plugged in meanwhile is next.
        #expect(search.next(among: [a, b, Self.card("c")]) == .lend(Self.card("c"), output: 1))
        var none = try #require(CardSearch(outputs: [0]))
        #expect(none.next(among: []) == nil)
        #expect(CardSearch(outputs: []) == nil)
    }

    @Test("are lent to a ring that nothing plays, every two seconds another, each told once")
    func lending() {
        let choice = ScriptedChoice(["own"])
        var host = Self.host([choice], Self.devices("own", "a", "b"))
        #expect(host.step([.hold([0])], at: Self.at(0)) == [])
        // Nothing is open, so it checks the device every second.
        #expect(host.nextWake == Self.at(1))
        #expect(host.step([.seek(true)], at: Self.at(2)) == [.cardTaken("the a")])
        #expect(choice.takeLog() == ["a own"])
        // It checks every second whether its own device is back.
        #expect(host.nextWake == Self.at(3))
        #expect(host.step([], at: Self.at(3)) == [])
        #expect(host.nextWake == Self.at(4))
        #expect(host.step([], at: Self.at(4)) == [.cardTaken("the b")])
        #expect(host.step([], at: Self.at(6)) == [])
        #expect(host.step([], at: Self.at(8)) == [])
        #expect(choice.takeLog() == ["b own", "own", "a own"])
        // It plays, so it stays: its own device was present all the time and played nothing.
        #expect(host.step([.seek(false), .look], at: Self.at(9)) == [])
        #expect(host.nextWake == Self.at(10))
        #expect(choice.takeLog() == [])
    }

    @Test(
        "A chosen device that another output holds is let go of for it, three times in a ring at most"
    )
    func claim() {
        let choices = [ScriptedChoice(["own"]), ScriptedChoice(["default"])]
        let list = Self.devices("own", "default")
        let outputs = choices.indices.map { SoundOutput(index: $0) }
        var equipment = SoundEquipment(outputs: 2)
        for (place, choice) in choices.enumerated() { equipment.choices[place] = choice }
        equipment.devices = list
        var host = SoundDevicesHost(equipment, of: outputs, order: Published([0, 1]))
        func pauses() -> [Duration?] { outputs.map { $0.retries.take() } }
        list.setTaken(true, "own")
        _ = host.step([.hold([0, 1])], at: Self.at(0))
        // None of our outputs has a device open.
        #expect(pauses() == [nil, nil])
        choices[1].open("default")
        for second in 1...3 {
            _ = host.step([], at: Self.at(Double(second)))
            #expect(pauses() == [.milliseconds(200), .milliseconds(700)])
        }
        _ = host.step([], at: Self.at(4))
        #expect(pauses() == [nil, nil])
        // The next ring starts a new search and leaves alone an output that plays on its own device.
        _ = host.step([.hold([])], at: Self.at(5))
        choices[0].open("own")
        _ = host.step([.hold([0, 1])], at: Self.at(6))
        #expect(pauses() == [nil, nil])
    }

    @Test("are not lent in the moment in which an output's own device is back")
    func backAsTheNextIsDue() {
        let choice = ScriptedChoice(["own"])
        let list = Self.devices("a", "b")
        var host = Self.host([choice], list)
        _ = host.step([.hold([0])], at: Self.at(0))
        _ = host.step([.seek(true)], at: Self.at(2))
        _ = host.step([], at: Self.at(3))
        #expect(choice.takeLog() == ["a own"])
        list.setPresent(true, "own")
        // Both the check and the next card are due.
        #expect(host.step([], at: Self.at(4)) == [])
        #expect(choice.takeLog() == ["own"])
        #expect(host.step([], at: Self.at(5)) == [])
        #expect(choice.takeLog() == [])
        // It opened, but played nothing.
        #expect(host.step([], at: Self.at(6)) == [.cardTaken("the b")])
    }

    @Test("are not lent where a device came back since the last look, nor kept then")
    func backBeforeTheNextIsDue() {
        let choice = ScriptedChoice(["own"])
        let list = Self.devices("a", "b")
        var host = Self.host([choice], list)
        _ = host.step([.hold([0])], at: Self.at(0))
        _ = host.step([.seek(true)], at: Self.at(1.5))
        _ = host.step([], at: Self.at(2.5))
        #expect(choice.takeLog() == ["a own"])
        // The next card and a check are due at 3.5 s; another kind of check comes in between.
        list.setPresent(true, "own")
        _ = host.step([.seek(true)], at: Self.at(3))
        #expect(choice.takeLog() == ["own"])
        _ = host.step([], at: Self.at(3.5))
        #expect(choice.takeLog() == [])
    }

    @Test("are given back once nothing rings and a named device can be opened")
    func givingBack() {
        let choice = ScriptedChoice(["own", "other"])
        let list = Self.devices("a")
        var host = Self.host([choice], list)
        _ = host.step([.hold([0])], at: Self.at(0))
        _ = host.step([.seek(true)], at: Self.at(2))
        choice.open("a")
        _ = host.step([.seek(false)], at: Self.at(3))
        _ = host.step([.look], at: Self.at(30))
        #expect(choice.takeLog() == ["a own other"])
        _ = host.step([.hold([])], at: Self.at(60))
        #expect(choice.takeLog() == [])
        #expect(host.nextWake == Self.at(65))
        // A choice that a person makes meanwhile comes after the lent card.
        _ = host.step(
            [.choose(SoundOutputSettings(device: "phones", fallbacks: [], alarm: nil))],
            at: Self.at(61))
        #expect(choice.takeLog() == ["a phones own other"])
        list.setPresent(true, "phones")
        _ = host.step([], at: Self.at(65))
        #expect(choice.takeLog() == ["phones own other"])
        #expect(host.nextWake == nil)
    }

    @Test("are left alone where nobody can list them, or nothing rings")
    func notLent() {
        let choice = ScriptedChoice(["own"])
        var equipment = SoundEquipment(outputs: 1)
        equipment.choices[0] = choice
        var blind = SoundDevicesHost(
            equipment, of: [SoundOutput()], order: Published(equipment.alarmOrder))
        #expect(blind.step([.hold([0]), .seek(true)], at: Self.at(0)) == [])
        #expect(blind.nextWake == nil)
        var idle = Self.host([choice], Self.devices("own", "a"))
        #expect(idle.step([.seek(true)], at: Self.at(0)) == [])
        #expect(idle.nextWake == nil)
        #expect(choice.takeLog() == [])
    }

    @Test("A stand-in makes way as soon as what is wanted can be opened: in a ring within a second")
    func standIn() {
        let choice = ScriptedChoice(["own", "other"], open: "other")
        let list = Self.devices("other")
        var host = Self.host([choice], list)
        _ = host.step([.look], at: Self.at(0))
        #expect(host.nextWake == Self.at(5))
        list.setPresent(true, "own")
        _ = host.step([.hold([0])], at: Self.at(1))
        #expect(choice.takeLog() == ["reconsider"])
        choice.open("own")
        _ = host.step([.hold([])], at: Self.at(10))
        _ = host.step([], at: Self.at(15))
        #expect(host.nextWake == nil)
    }

    @Test("A device that can be opened and fails again is given ever more time")
    func flapping() {
        let choice = ScriptedChoice(["own", "other"], open: "other")
        var host = Self.host([choice], Self.devices("own", "other"))
        var tries: [Int] = []
        // It waits five seconds, then ten, then twenty, but checks only every three seconds.
        for second in 0..<1200 {
            _ = host.step(second % 3 == 0 ? [.look] : [], at: Self.at(Double(second)))
            if choice.takeLog() == ["reconsider"] { tries.append(second) }
        }
        #expect(tries.prefix(5) == [0, 6, 18, 39, 81])
        #expect(tries.count <= 9)
    }

    // MARK: - In the whole clock

    /// A clock with one output whose devices come and go.
    private final class Clock {
        let bench: Bench
        let sink: SelectableSink
        let list: SimulatedAudioDevices
        let cards: [String: SwitchablePCMSink]
        /// The device that each plug connects.
        let devices: [String: SimulatedPCMSink]
        /// The peak of each write to the device "own".
        let peaks = Collected<Int>()

        init(_ named: [String], spare: [String], soundless: Set<String> = []) throws {
            let clock = VirtualClock(
                Moment(
                    wall: try RFC3339.parse("2026-01-10T06:59:40Z"),
                    boot: BootTime(nanoseconds: 0)))
            var devices: [String: SimulatedPCMSink] = [:]
            for name in named + spare {
                let sink = SimulatedPCMSink(
                    clock: clock, isSoundless: soundless.contains(name)
                ) { [peaks] bytes in
                    let samples = bytes.bindMemory(to: Int16.self)
                    if name == "own", let peak = samples.map({ abs(Int($0)) }).max() {
                        peaks.append(peak)
                    }
                }
                devices[name] = sink
            }
            self.devices = devices
            cards = devices.mapValues(SwitchablePCMSink.init)
            list = SimulatedAudioDevices(
                (named + spare).map { AudioDevice(name: $0, description: $0, isPresent: true) },
                soundless: soundless)
            let absent = SimulatedPCMSink(clock: clock)
            let known = cards
            let output = SelectableSink(named) { (name: String) -> any PCMSink in
                known[name] ?? absent
            }
            sink = try #require(output)
            var equipment = SoundEquipment(outputs: 1)
            equipment.choices[0] = sink
            equipment.devices = list
            bench = try Bench(on: clock, sinks: [sink], equipment: equipment)
        }

        func plug(_ isIn: Bool, _ name: String) {
            if isIn { cards[name]?.plugIn() } else { cards[name]?.unplug() }
            list.setPresent(isIn, name)
        }
    }

    /// Sets an alarm that rings 20 s after the clock's start.
    private func setAlarm(of clock: Clock) throws {
        let seven = Schedule.daily(at: try #require(TimeOfDay(hour: 7, minute: 0)))
        clock.bench.ask(.alarm(.add(seven, AlarmChanges())))
    }

    @Test(
        "An alarm whose device is gone, or takes frames and plays none, rings on another card",
        arguments: [true, false])
    func ringsElsewhere(isGone: Bool) throws {
        let clock = try Clock(["own"], spare: ["spare"])
        let bench = clock.bench
        if isGone { clock.plug(false, "own") } else { clock.cards["own"]?.setStalled(true) }
        try setAlarm(of: clock)
        bench.run(for: .seconds(25))
        #expect(clock.sink.openDevice == "spare")
        let rungs = bench.lines(.rungTaken)
        #expect(rungs.map(\.rung) == [.tone, .card])
        #expect(rungs.last?.part == "spare")
        #expect(bench.lines(.ringHeard).count == 1)
        // A device that was absent is used again within two seconds of its return. If it was present all the time and
        // played nothing, nobody can tell when it recovers.
        #expect(bench.ask(.health(.show)).map { "\($0)".contains("is a stand-in") } == true)
        clock.plug(true, "own")
        clock.cards["own"]?.setStalled(false)
        bench.run(for: .seconds(2))
        #expect(clock.sink.openDevice == (isGone ? "own" : "spare"))
        bench.run(for: .seconds(18))
        #expect(clock.sink.openDevice == (isGone ? "own" : "spare"))
        bench.tap(.stop)
        bench.run(for: .seconds(6))
        #expect(clock.sink.devices == ["own"])
        #expect(clock.sink.openDevice != "spare")
        let told = try #require(bench.ask(.history(HistoryQuery())))
        guard case .history(let report) = told else {
            Issue.record("\(told)")
            return
        }
        #expect(report.records.contains { $0.event == .rungTaken(.otherCard, .noFrames) })
    }

    @Test("Frames of a card without a jack are no proof of sound, and the device is taken again")
    func soundless() throws {
        let clock = try Clock(["own"], spare: ["dummy"], soundless: ["dummy"])
        clock.plug(false, "own")
        try setAlarm(of: clock)
        clock.bench.run(for: .seconds(40))
        #expect(clock.bench.lines(.rungTaken).contains { $0.part == "dummy" })
        #expect(clock.bench.lines(.ringHeard).isEmpty)
        clock.plug(true, "own")
        clock.bench.run(for: .seconds(3))
        #expect(clock.sink.openDevice == "own")
        #expect(clock.bench.lines(.ringHeard).count == 1)
    }

    @Test(
        "Noise that plays on a stand-in goes back to the wanted device, whose gaps are counted, and fades in there"
    )
    func noiseReturns() throws {
        let clock = try Clock(["own", "other"], spare: [])
        let bench = clock.bench
        try setAlarm(of: clock)
        clock.plug(false, "own")
        bench.ask(.noise(.play(SoundID("white"), volume: Percent(50))))
        bench.run(for: .seconds(5))
        #expect(clock.sink.openDevice == "other")
        clock.plug(true, "own")
        bench.run(for: .seconds(6))
        #expect(clock.sink.openDevice == "own")
        // It fades in from silence within 250 ms.
        let peaks = clock.peaks.values
        let whole = try #require(peaks.max())
        #expect(peaks[0] < whole / 2)
        #expect(peaks.suffix(20).allSatisfy { $0 > whole / 2 })
        clock.devices["own"]?.underrun()
        bench.run(for: .seconds(1))
        guard case .outputs(let devices, _) = bench.ask(.sounds(.outputs)) else {
            Issue.record("the outputs are not listed")
            return
        }
        #expect(devices.map(\.underruns) == [1, nil])
        clock.plug(false, "own")
        bench.run(for: .seconds(8))
        #expect(clock.sink.openDevice == "other")
        #expect(bench.lines(.of(.alarm, .fired)).count == 1)
        // Also during the ring.
        clock.plug(true, "own")
        bench.run(for: .seconds(2))
        #expect(clock.sink.openDevice == "own")
        bench.tap(.stop)
        bench.run(for: .seconds(2))
        #expect(clock.sink.openDevice == "own")
    }
}
