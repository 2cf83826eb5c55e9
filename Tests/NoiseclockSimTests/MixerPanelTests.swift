import ClockCore
import ClockTime
import Control
import English
import HAL
import Runtime
import TestKit
import Testing

@testable import noiseclock_sim

/// The mixer before a clock that answers only when the test lets it.
private final class Desk: RunningClock {
    var panel = MixerPanel()
    private var machine: ClockMachine
    private var saved: PersistentState?
    private var now = Moment(
        wall: WallTime(Instant(seconds: 1_774_000_000)), boot: BootTime(nanoseconds: 0))
    private(set) var asked: [String] = []
    private var numbers: UInt64 = 0
    private var commands: [(id: RequestID, command: Command)] = []

    static let catalogue = SoundCatalogue(
        noises: [
            Sound(
                id: SoundID("pink"), name: "Pink noise", category: CategoryID("ambient"),
                description: "Even to the ear, like steady rain far away"),
            Sound(
                id: SoundID("rain"), name: "Rain", category: CategoryID("nature"),
                variants: [
                    SoundVariant(id: VariantID("light"), name: "Light"),
                    SoundVariant(id: VariantID("heavy"), name: "Heavy"),
                ],
                sliders: ["drops", "distance"].map { Slider(id: SliderID($0), meaning: $0) },
                defaultVolume: Percent(clamping: 80)),
            Sound(id: SoundID("ocean"), name: "Océan", category: CategoryID("nature")),
        ] + (1...16).map { Sound(id: SoundID("fan-\($0)"), name: "Fan \($0)") },
        tones: [Sound(id: SoundID("digital"), name: "Digital")],
        categories: [
            SoundCategory(id: CategoryID("ambient"), name: "Ambient", order: 1),
            SoundCategory(id: CategoryID("nature"), name: "Nature", order: 2),
        ])

    /// Opens the mixer and gives it the list of sounds.
    init() throws {
        machine = Desk.machine(Desk.catalogue, nil, at: now)
        panel.open()
        try answer()
        asked = []
    }

    private static func machine(
        _ catalogue: SoundCatalogue, _ state: PersistentState?, at now: Moment
    ) -> ClockMachine {
        var machine = ClockMachine(
            restoring: state, zone: .utc, trust: .trusted, boot: BootID("a"), catalogue: catalogue,
            at: now)
        _ = machine.handle(.started, at: now)
        return machine
    }

    // MARK: - What a running clock offers

    func post(_ event: Event) {
        if case .command(let id, let command) = event { commands.append((id, command)) }
    }

    func soundDevicesChanged() {}

    var snapshot: Snapshot? { machine.snapshot }
    var sounds: [SoundTelemetry] { [] }
    let zones: any ZoneSource = NoZones()

    func takeRequestID() -> RequestID {
        numbers += 1
        return RequestID(numbers)
    }

    // MARK: - A person

    @discardableResult
    func press(_ keys: TerminalKey...) throws -> Bool {
        var isUsed = false
        for key in keys { isUsed = panel.handle(key) }
        try answer()
        return isUsed
    }

    func type(_ text: String) throws {
        for character in text { try press(.character(character)) }
    }

    /// Sends what the mixer asks for, and lets the clock answer it all.
    func answer() throws {
        step()
        while !commands.isEmpty {
            for request in commands.map({ $0 }) { reply(to: request) }
            commands = []
            step()
        }
        step()
    }

    func step() {
        panel.step(with: self) { asked.append($0) }
    }

    private func reply(to request: (id: RequestID, command: Command)) {
        for reply in handle(request.command) {
            _ = panel.handle(AnsweredRequest(request: request.id, answer: reply))
        }
    }

    private func handle(_ command: Command) -> [Answer] {
        let effects = machine.handle(.command(RequestID(0), command), at: now)
        for case .save(let state, _) in effects { saved = state }
        return effects.compactMap {
            guard case .reply(_, let answer) = $0 else { return nil }
            return answer
        }
    }

    /// Sends words to the clock as another client would.
    func say(_ words: String) throws {
        _ = handle(try ClientWords.command(words, zones: SourceZones(zones)))
        try answer()
    }

    /// Lets time go on.
    func wait(_ time: Duration) {
        now = Moment(wall: now.wall + time, boot: now.boot + time)
        _ = machine.handle(.wake, at: now)
        step()
    }

    /// Restarts the clock with a catalogue that lacks a sound.
    func restart(without sound: SoundID) throws {
        let left = Desk.catalogue.noises.filter { $0.id != sound }
        machine = Desk.machine(
            SoundCatalogue(noises: left, tones: Desk.catalogue.tones), saved, at: now)
        panel = MixerPanel()
        panel.open()
        try answer()
    }

    /// The screen's contents, as a person would read them out.
    var shown: [String] {
        let screen = panel.screen
        let rows = screen.rows.enumerated().map { place, row in
            (place == screen.chosen ? "> " : "  ") + row.text
        }
        return [screen.state] + (rows.isEmpty ? [screen.note] : rows)
    }

    var note: String { panel.screen.note }
}

private struct NoZones: ZoneSource {
    var systemZoneName: String? { nil }

    func zone(named name: String) -> Result<Zone, ZoneProblem> {
        .failure(ZoneProblem("no word of the mixer names a zone"))
    }
}

@Suite("The mixer's keys")
struct MixerPanelTests {
    private let plus = TerminalKey.character("+")

    @Test("add sounds that are searched for, and the cursor goes to the new one")
    func add() throws {
        let desk = try Desk()
        #expect(desk.shown == ["master 30 %", "The mix is empty; + adds a sound"])
        try desk.press(plus)
        try desk.type("rain")
        // A sound with that id comes before similar ones.
        #expect(desk.shown == ["rain_, 1 of 2", "> Rain, Nature", "  Pink noise, Ambient"])
        try desk.press(.enter)
        #expect(desk.shown == ["master 30 %, 1 of 1", "> Rain (Light) at 80 %"])
        try desk.press(.enter)
        try desk.type("ocean")
        try desk.press(.enter)
        #expect(
            desk.shown == ["master 30 %, 2 of 2", "  Rain (Light) at 80 %", "> Océan"])
        #expect(desk.asked == ["mix add rain", "mix add ocean"])
    }

    @Test("set volume, place and variant of the chosen sound, each within its bounds")
    func change() throws {
        let desk = try Desk()
        try desk.say("mix add rain --volume 90")
        try desk.say("mix add pink --volume 10 --pan 90")
        try desk.press(.right, .right, .right, .character(","), .character("v"))
        try desk.press(.down, .left, .character("."), .character("."), .character("v"))
        #expect(
            desk.asked == [
                "mix set rain --volume 95", "mix set rain --volume 100", "mix set rain --pan -10",
                "mix set rain --variant heavy", "mix set pink --volume 5", "mix set pink --pan 100",
            ])
        #expect(
            desk.shown == [
                "master 30 %, 2 of 2", "  Rain (Heavy), 10 % left",
                "> Pink noise at 5 %, 100 % right",
            ])
        #expect(desk.panel.screen.rows.map(\.volume) == [100, 5])
        try desk.press(.up)
        #expect(desk.note == "Tab: [drops 0], distance 0; v: Light, Heavy")
        try desk.press(.character("v"))
        #expect(desk.asked.last == "mix set rain --variant light")
    }

    @Test("choose a slider of the chosen sound and move it, within its ends")
    func sliders() throws {
        let desk = try Desk()
        try desk.say("mix add rain --slider drops=85")
        try desk.say("mix add pink")
        try desk.press(.character(":"), .character(":"), .character(":"), .tab, .character(";"))
        #expect(
            desk.asked == [
                "mix set rain --slider drops=95", "mix set rain --slider drops=100",
                "mix set rain --slider distance=-10",
            ])
        #expect(desk.note == "Tab: drops 100, [distance -10]; v: Light, Heavy")
        #expect(desk.shown[1] == "> Rain (Light) at 80 %, distance -10, drops 100")
        // A sound without sliders has nothing to move.
        try desk.press(.down, .tab, .character(":"))
        #expect(desk.asked.count == 3 && desk.note == "")
    }

    @Test("play and pause, and set the master volume")
    func whole() throws {
        let desk = try Desk()
        try desk.say("mix add rain")
        try desk.press(.character(" "))
        #expect(desk.snapshot?.noise.isPlaying == false)
        try desk.press(.character("]"))
        #expect(desk.shown.first == "master 35 %, 1 of 1")
        try desk.press(.character(" "), .character("["), .character("["))
        #expect(desk.shown.first == "master 25 %, 1 of 1")
        #expect(desk.snapshot?.noise.isPlaying == true)
    }

    @Test("take sounds out, by three keys, and the cursor stays where it was")
    func remove() throws {
        let desk = try Desk()
        for name in ["rain", "pink", "ocean", "fan-1"] { try desk.say("mix add \(name)") }
        try desk.press(.down, .character("-"))
        #expect(desk.shown.dropFirst(2).first == "> Océan")
        try desk.press(.end, .delete)
        #expect(desk.shown.last == "> Océan")
        try desk.press(.backspace, .backspace)
        #expect(desk.shown == ["master 30 %", "The mix is empty; + adds a sound"])
        try desk.press(.backspace, .left)
        #expect(desk.asked.count == 4)
    }

    @Test("ask for every step at once, and show it before the clock answers")
    func pace() throws {
        let desk = try Desk()
        try desk.say("mix add rain")
        _ = desk.panel.handle(.left)
        desk.step()
        _ = desk.panel.handle(.left)
        // The clock knows only the first of them now.
        desk.step()
        #expect(desk.shown.last == "> Rain (Light) at 70 %")
        try desk.answer()
        #expect(desk.asked == ["mix set rain --volume 75", "mix set rain --volume 70"])
        #expect(desk.shown.last == "> Rain (Light) at 70 %")
    }

    @Test("say what the clock refuses, and show the mix as it is")
    func refused() throws {
        let desk = try Desk()
        for number in 1...16 { try desk.say("mix add fan-\(number)") }
        try desk.press(plus)
        try desk.type("rain")
        try desk.press(.enter)
        let full = CommandError.mixFull(SoundID("rain"))
        #expect(desk.note == "! \(full.message)")
        #expect(desk.shown.count == 17)
        #expect(desk.shown.last == "> Fan 16")
        try desk.say("dnd on")
        try desk.say("dnd noise off")
        try desk.say("noise pause")
        try desk.press(.character(" "))
        #expect(desk.note.contains("Do not disturb is on"))
    }

    @Test("take out a sound that the clock lost")
    func missing() throws {
        let desk = try Desk()
        try desk.say("mix add rain")
        try desk.say("mix add ocean")
        try desk.restart(without: SoundID("rain"))
        #expect(
            desk.shown == [
                "master 30 %, 1 of 2", "> Océan", "  rain is not there; - takes it out",
            ])
        try desk.press(.down, .left, .character("-"))
        #expect(desk.asked.suffix(1) == ["mix remove rain"])
        #expect(desk.shown == ["master 30 %, 1 of 1", "> Océan"])
    }

    @Test("in the search are letters; Backspace takes one back, Escape leaves")
    func search() throws {
        let desk = try Desk()
        try desk.press(plus)
        try desk.type("xs q+ -")
        #expect(
            desk.shown == ["xs q+ -_", "No sound has \"xs q+ -\"; Backspace takes a letter back"])
        #expect(try desk.press(.enter))
        #expect(desk.panel.screen.page == .sounds)
        for _ in 0..<7 { try desk.press(.backspace) }
        try desk.press(.pageDown, .down)
        #expect(desk.shown[10] == "> Fan 7")
        try desk.press(.end)
        #expect(desk.shown.last == "> Fan 16")
        try desk.press(.home)
        #expect(desk.note == "Even to the ear, like steady rain far away")
        #expect(try desk.press(.escape))
        #expect(desk.panel.screen.page == .mix)
        #expect(desk.asked.isEmpty)
    }

    @Test("leave the clock's buttons alone, and the search gives way to an alarm")
    func ringing() throws {
        let desk = try Desk()
        for key in "stnmSTNMab12?" {
            #expect(try !desk.press(.character(key)), "\(key)")
        }
        #expect(try !desk.press(.control("c")))
        try desk.press(plus)
        #expect(try desk.press(.character("s")))
        #expect(try !desk.press(.control("c")))
        try desk.say("timer add 1s")
        desk.wait(.seconds(1))
        #expect(desk.snapshot?.ring != nil)
        #expect(try !desk.press(.character("s")))
        #expect(desk.panel.screen.page == .mix)
    }

    @Test("close it, and what they asked for before is asked still")
    func closed() throws {
        for key in [TerminalKey.character("x"), .character("q"), .escape] {
            let desk = try Desk()
            try desk.say("mix add rain")
            #expect(desk.panel.handle(.left) && desk.panel.handle(key))
            #expect(!desk.panel.isOpen)
            try desk.answer()
            #expect(desk.asked == ["mix set rain --volume 75"])
        }
    }

    @Test("show in the end what the clock has, by chance and for long", arguments: 0..<8)
    func chance(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let desk = try Desk()
        let keys: [TerminalKey] =
            [.up, .down, .left, .right, .enter, .escape, .delete, .backspace, .end, .tab]
            + "v,.;:+- []rf1x".map { .character($0) }
        for _ in 0..<400 {
            _ = desk.panel.handle(keys[Int.random(in: 0..<keys.count, using: &chance)])
            if Bool.random(using: &chance) { try desk.answer() }
            let screen = desk.panel.screen
            #expect(screen.rows.isEmpty == (screen.chosen == nil))
            #expect(screen.chosen.map(screen.rows.indices.contains) ?? true)
        }
        try desk.press(.escape, .escape)
        #expect(!desk.asked.isEmpty)
        #expect(Array(desk.shown.dropFirst()) == rows(of: desk))
    }

    private func rows(of desk: Desk) -> [String] {
        let voices = desk.snapshot?.noise.voices ?? []
        let chosen = desk.panel.screen.chosen
        if voices.isEmpty { return ["The mix is empty; + adds a sound"] }
        return voices.enumerated().map { ($0 == chosen ? "> " : "  ") + $1.text }
    }
}
