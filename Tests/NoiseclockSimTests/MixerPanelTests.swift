import ClockCore
import ClockTime
import Control
import English
import TestKit
import Testing

@testable import noiseclock_sim

/// The mixer with a clock that takes the client's words, and answers only when the test lets it.
private struct Desk {
    private struct NoZones: ZoneReader {
        func zone(named name: String) throws(TextFormError) -> Zone {
            throw TextFormError("no word of the mixer names a zone")
        }
    }

    var panel = MixerPanel()
    private var machine: ClockMachine
    private var saved: PersistentState?
    private let now = Moment(
        wall: WallTime(Instant(seconds: 1_774_000_000)), boot: BootTime(nanoseconds: 0))
    private(set) var asked: [String] = []

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
        machine = ClockMachine(
            restoring: nil, zone: .utc, trust: .trusted, boot: BootID("a"),
            catalogue: Desk.catalogue, at: now)
        _ = machine.handle(.started, at: now)
        panel.open()
        try answer()
        asked = []
    }

    @discardableResult
    mutating func press(_ keys: TerminalKey...) throws -> MixerPanel.Outcome {
        var outcome = MixerPanel.Outcome.passed
        for key in keys { outcome = panel.handle(key) }
        try answer()
        return outcome
    }

    mutating func type(_ text: String) throws {
        for character in text { try press(.character(character)) }
    }

    /// Lets the clock answer every pending request of the mixer.
    mutating func answer() throws {
        while let request = panel.nextRequest() {
            asked.append(request.words)
            for reply in try replies(to: request.words) { panel.answered(reply) }
        }
        panel.show(machine.snapshot.noise, isRinging: false)
    }

    /// Sends words to the clock as another client would.
    mutating func replies(to words: String) throws -> [Reply] {
        let command = try ClientWords.command(words, zones: NoZones())
        let effects = machine.handle(.command(RequestID(1), command), at: now)
        for case .save(let state, _) in effects { saved = state }
        return effects.compactMap {
            guard case .reply(_, let answer) = $0 else { return nil }
            return answer.reply
        }
    }

    /// Restarts the clock with a catalogue that lacks a sound.
    mutating func restart(without sound: SoundID) throws {
        let left = Desk.catalogue.noises.filter { $0.id != sound }
        machine = ClockMachine(
            restoring: saved, zone: .utc, trust: .trusted, boot: BootID("b"),
            catalogue: SoundCatalogue(noises: left, tones: Desk.catalogue.tones), at: now)
        panel = MixerPanel()
        panel.open()
        try answer()
    }

    /// The screen's contents, as a person would read them out.
    var shown: [String] {
        let screen = panel.screen()
        let rows = screen.rows.enumerated().map { place, row in
            let mark = place == screen.chosen ? "> " : "  "
            return switch row {
            case .voice(let name, let volume, let pan, _): "\(mark)\(name) \(volume) % at \(pan)"
            case .missing(let name): "\(mark)\(name) is missing"
            case .sound(let name, let category, let isInMix):
                mark + name + (category.isEmpty ? "" : ", \(category)") + (isInMix ? ", in it" : "")
            }
        }
        return [screen.state] + (rows.isEmpty ? [screen.emptyText] : rows)
    }

    var note: String? { panel.note?.text }
}

@Suite("The mixer's keys")
struct MixerPanelTests {
    private let plus = TerminalKey.character("+")

    @Test("add sounds that are searched for, and the cursor goes to the new one")
    func add() throws {
        var desk = try Desk()
        #expect(desk.shown == ["silent, master 30 %", "The mix is empty; + adds a sound"])
        try desk.press(plus)
        try desk.type("rain")
        // A sound with that name comes before similar ones.
        #expect(desk.shown == ["rain_", "> Rain, Nature", "  Pink noise, Ambient"])
        try desk.press(.enter)
        #expect(desk.shown == ["playing, master 30 %", "> Rain (Light) 80 % at 0"])
        try desk.press(.enter)
        try desk.type("ocean")
        try desk.press(.enter)
        #expect(
            desk.shown == [
                "playing, master 30 %", "  Rain (Light) 80 % at 0", "> Océan 100 % at 0",
            ])
        #expect(desk.asked.filter { $0 != "sound list" } == ["mix add rain", "mix add ocean"])
    }

    @Test("set volume, place and variant of the chosen sound, each within its bounds")
    func change() throws {
        var desk = try Desk()
        _ = try desk.replies(to: "mix add rain --volume 90")
        _ = try desk.replies(to: "mix add pink --volume 10 --pan 90")
        try desk.answer()
        try desk.press(.right)
        try desk.press(.right)
        try desk.press(.right)
        try desk.press(.character(","))
        try desk.press(.character("v"))
        try desk.press(.down)
        try desk.press(.left)
        try desk.press(.character("."))
        try desk.press(.character("."))
        #expect(
            desk.asked == [
                "mix set rain --volume 95", "mix set rain --volume 100", "mix set rain --pan -10",
                "mix set rain --variant heavy", "mix set pink --volume 5", "mix set pink --pan 100",
            ])
        #expect(
            desk.shown == [
                "playing, master 30 %", "  Rain (Heavy) 100 % at -10", "> Pink noise 5 % at 100",
            ])
        try desk.press(.character("v"))
        #expect(desk.note == "Pink noise has only one variant")
        try desk.press(.up)
        #expect(desk.note == nil)
        #expect(
            desk.panel.screen().note?.text == "Tab: [drops 0], distance 0; v: Light, Heavy")
        #expect(desk.panel.screen(silence: "no sound device").state == "not heard, master 30 %")
        try desk.press(.character("v"))
        #expect(desk.asked.last == "mix set rain --variant light")
    }

    @Test("choose a slider of the chosen sound and move it, within its ends")
    func sliders() throws {
        var desk = try Desk()
        _ = try desk.replies(to: "mix add rain --slider drops=85")
        _ = try desk.replies(to: "mix add pink")
        try desk.answer()
        try desk.press(.character(":"))
        try desk.press(.character(":"))
        try desk.press(.character(":"))
        try desk.press(.tab)
        try desk.press(.character(";"))
        #expect(
            desk.asked == [
                "mix set rain --slider drops=95", "mix set rain --slider drops=100",
                "mix set rain --slider distance=-10",
            ])
        #expect(
            desk.panel.screen().note?.text
                == "Tab: drops 100, [distance -10]; v: Light, Heavy")
        try desk.press(.tab)
        // Two moves that the clock has not answered become one request.
        var panel = desk.panel
        for key in [.character(","), .character(";"), .tab, .character(":")] as [TerminalKey] {
            _ = panel.handle(key)
        }
        #expect(panel.nextRequest()?.words == "mix set rain --pan -10 --slider distance=0,drops=90")
        try desk.press(.down)
        try desk.press(.tab)
        #expect(desk.note == "Pink noise has no sliders")
        try desk.press(.character(":"))
        #expect(desk.note == "Pink noise has no sliders")
    }

    @Test("play and pause, and set the master volume")
    func whole() throws {
        var desk = try Desk()
        _ = try desk.replies(to: "mix add rain")
        try desk.answer()
        try desk.press(.character(" "))
        try desk.press(.character("]"))
        #expect(desk.shown.first == "paused, master 35 %")
        try desk.press(.character(" "))
        try desk.press(.character("["))
        try desk.press(.character("["))
        #expect(desk.shown.first == "playing, master 25 %")
        #expect(
            desk.asked == [
                "noise toggle", "noise volume 35", "noise toggle", "noise volume 30",
                "noise volume 25",
            ])
    }

    @Test("take sounds out, by three keys, and the cursor stays where it was")
    func remove() throws {
        var desk = try Desk()
        for name in ["rain", "pink", "ocean", "fan-1"] {
            _ = try desk.replies(to: "mix add \(name)")
        }
        try desk.answer()
        try desk.press(.down)
        try desk.press(.character("-"))
        #expect(desk.shown.dropFirst(2).first == "> Océan 100 % at 0")
        try desk.press(.end)
        try desk.press(.delete)
        #expect(desk.shown.last == "> Océan 100 % at 0")
        try desk.press(.backspace, .backspace)
        #expect(desk.shown == ["silent, master 30 %", "The mix is empty; + adds a sound"])
        try desk.press(.backspace)
        #expect(desk.note == "The mix is empty")
        try desk.press(.left)
        #expect(desk.note == "The mix is empty; + adds a sound")
        #expect(desk.asked.count == 4)
    }

    @Test("ask for one thing at a time, and for what came meanwhile of one sound at once")
    func pace() throws {
        var desk = try Desk()
        _ = try desk.replies(to: "mix add rain")
        try desk.answer()
        var panel = desk.panel
        for _ in 0..<200 { _ = panel.handle(.left) }
        #expect(panel.nextRequest()?.words == "mix set rain --volume 0")
        #expect(panel.nextRequest() == nil)
        for _ in 0..<3 { _ = panel.handle(.right) }
        _ = panel.handle(.character("."))
        // Shown before the answer arrives.
        #expect(panel.voices.map(\.volume.value) == [15])
        #expect(panel.nextRequest() == nil)
        try #require(desk.replies(to: "mix set rain --volume 0").count == 1)
        for reply in try desk.replies(to: "mix set rain --volume 0") { panel.answered(reply) }
        #expect(panel.nextRequest()?.words == "mix set rain --volume 15 --pan 10")
    }

    @Test("say what the clock refuses, and show the mix as it is")
    func refused() throws {
        var desk = try Desk()
        for number in 1...16 { _ = try desk.replies(to: "mix add fan-\(number)") }
        try desk.answer()
        try desk.press(plus)
        try desk.type("rain")
        try desk.press(.enter)
        let full = CommandError.mixFull(SoundID("rain"))
        #expect(desk.note?.hasSuffix(full.message) == true, "\(desk.note ?? "")")
        #expect(desk.panel.screen().note?.isProblem == true)
        #expect(desk.shown.count == 17)
        _ = try desk.replies(to: "dnd on")
        _ = try desk.replies(to: "dnd noise off")
        _ = try desk.replies(to: "noise pause")
        try desk.answer()
        try desk.press(.character(" "))
        #expect(desk.note?.contains("Do not disturb is on") == true)
        #expect(desk.shown.first == "paused, master 30 %")
    }

    @Test("take out a sound that the clock lost, and say why nothing else is done to it")
    func missing() throws {
        var desk = try Desk()
        _ = try desk.replies(to: "mix add rain")
        _ = try desk.replies(to: "mix add ocean")
        try desk.restart(without: SoundID("rain"))
        #expect(
            desk.shown == ["playing, master 30 %", "> Océan 100 % at 0", "  rain is missing"])
        try desk.press(.down)
        try desk.press(.left)
        #expect(desk.note == "This clock has no rain any more; - takes it out of the mix")
        try desk.press(.character("-"))
        #expect(desk.shown == ["playing, master 30 %", "> Océan 100 % at 0"])
    }

    @Test("in the search are letters; Backspace takes one back, Escape leaves")
    func search() throws {
        var desk = try Desk()
        try desk.press(plus)
        try desk.type("xs q+ -")
        #expect(
            desk.shown == ["xs q+ -_", "No sound has \"xs q+ -\"; Backspace takes a letter back"])
        #expect(try desk.press(.enter) == .used)
        #expect(desk.panel.search != nil)
        for _ in 0..<7 { try desk.press(.backspace) }
        try desk.press(.pageDown)
        try desk.press(.down)
        #expect(desk.shown[10] == "> Fan 7")
        try desk.press(.end)
        #expect(desk.shown.last == "> Fan 16")
        try desk.press(.home)
        #expect(desk.panel.screen().note?.text == "Even to the ear, like steady rain far away")
        #expect(try desk.press(.escape) == .used)
        #expect(desk.panel.search == nil)
        #expect(desk.asked == ["sound list"])
    }

    @Test("leave the clock's buttons alone, and the search gives way to an alarm")
    func ringing() throws {
        var desk = try Desk()
        for key in "stnmSTNMab12?" {
            #expect(try desk.press(.character(key)) == .passed, "\(key)")
        }
        #expect(try desk.press(.control("c")) == .passed)
        try desk.press(plus)
        #expect(try desk.press(.character("s")) == .used)
        #expect(try desk.press(.control("c")) == .passed)
        desk.panel.show(
            NoiseReport(isPlaying: false, volume: Percent(clamping: 30)), isRinging: true)
        #expect(desk.panel.handle(.character("s")) == .passed)
        #expect(desk.panel.handle(plus) == .used)
        #expect(desk.note == "An alarm rings; s and t answer it")
        #expect(desk.panel.search == nil)
        #expect(desk.asked == ["sound list"])
    }

    @Test("close it, and what they asked for before is asked still")
    func closed() throws {
        for key in [TerminalKey.character("x"), .character("q"), .escape] {
            var desk = try Desk()
            _ = try desk.replies(to: "mix add rain")
            try desk.answer()
            #expect(desk.panel.handle(.left) == .used)
            #expect(desk.panel.handle(key) == .closed)
            #expect(desk.panel.nextRequest()?.words == "mix set rain --volume 75")
        }
    }

    @Test(
        "do nothing that the clock is not asked for in words, by chance and for long",
        arguments: 0..<8)
    func chance(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var desk = try Desk()
        let keys: [TerminalKey] =
            [.up, .down, .left, .right, .enter, .escape, .delete, .backspace, .end, .tab]
            + "v,.;:+- []rf1x".map { .character($0) }
        for _ in 0..<400 {
            _ = desk.panel.handle(keys[Int.random(in: 0..<keys.count, using: &chance)])
            if Bool.random(using: &chance) { try desk.answer() }
            let screen = desk.panel.screen()
            #expect(screen.rows.isEmpty == (screen.chosen == nil))
            #expect(screen.chosen.map(screen.rows.indices.contains) ?? true)
        }
        try desk.answer()
        #expect(!desk.asked.isEmpty)
        #expect(desk.panel.voices.map(\.sound) == desk.panel.noise?.voices.map(\.voice.sound))
    }
}
