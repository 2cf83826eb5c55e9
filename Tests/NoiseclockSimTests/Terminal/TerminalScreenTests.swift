import HAL
import SimulatedBoard
import Testing

@testable import noiseclock_sim

@Suite("The simulator's screen")
struct TerminalScreenTests {
    private func size(_ columns: Int, _ rows: Int) -> TerminalSize {
        TerminalSize(columns: columns, rows: rows)
    }

    @Test(
        "looks as recorded without colour",
        arguments: [
            ("plain-80x24", 80, 24), ("plain-120x40", 120, 40), ("plain-60x18", 60, 18),
            ("plain-40x12", 40, 12), ("plain-39x12", 39, 12),
        ])
    func plain(name: String, columns: Int, rows: Int) throws {
        let frame = exampleScreen().render(size: size(columns, rows), capability: .plain)
        try expectTerminalGolden(frame.text, name)
    }

    @Test(
        "shows a ringing alarm as recorded",
        arguments: [
            ("ringing-80x24", 80, 24), ("ringing-60x18", 60, 18), ("ringing-40x12", 40, 12),
            ("ringing-20x3", 20, 3),
        ])
    func ringing(name: String, columns: Int, rows: Int) throws {
        let frame = ringingScreen().render(size: size(columns, rows), capability: .plain)
        try expectTerminalGolden(frame.text, name)
    }

    @Test("shows faults, pause and the help as recorded")
    func faultsAndHelp() throws {
        var screen = exampleScreen()
        screen.health = ["Display does not answer (I2C 0x70)", "No sound device"]
        screen.volume.output = .unplugged
        screen.silence = screen.volume.output.silence
        screen.clock = SimulatorScreen.VirtualClock(time: "06:58:12", speed: 60, isPaused: true)
        try expectTerminalGolden(
            screen.render(size: size(80, 24), capability: .plain).text, "faults-80x24")
        try expectTerminalGolden(
            screen.render(size: size(40, 12), capability: .plain).text, "faults-40x12")
        screen.isHelpShown = true
        try expectTerminalGolden(
            screen.render(size: size(80, 24), capability: .plain).text, "help-80x24")
        try expectTerminalGolden(
            screen.render(size: size(40, 12), capability: .plain).text, "help-40x12")
    }

    @Test(
        "glows in colour as recorded",
        arguments: [("color-bright", 1.0), ("color-dim", 1.0 / 16), ("color-dark", 0)])
    func color(name: String, duty: Double) throws {
        let frame = exampleScreen(duty: duty).render(size: size(80, 24), capability: .trueColor)
        try expectTerminalGolden(frame.text + "\n\n" + frame.brightness, name)
    }

    @Test("shows the three lamps of the large boards as recorded")
    func lamps() throws {
        var screen = exampleScreen()
        screen.display.geometry = .segments(
            SegmentGeometry(
                digits: 4, hasColon: true, hasPoints: false, lamps: [.pm, .alarm, .spare]))
        var picture = try #require(screen.display.lit.segments)
        picture.lamps = [.alarm]
        screen.display.lit.content = .segments(picture)
        try expectTerminalGolden(
            screen.render(size: size(80, 24), capability: .plain).text, "lamps-80x24")
    }

    @Test(
        "shows motor, buzzer and lamp beside the time while they are on, and the battery")
    func outputs() throws {
        var screen = exampleScreen()
        screen.lamps = [
            SimulatorScreen.OutputLamp("sound 2", isLit: false),
            SimulatorScreen.OutputLamp("motor", isLit: true),
            SimulatorScreen.OutputLamp("buzzer", isLit: false),
            SimulatorScreen.OutputLamp("light 40 %", isLit: true),
        ]
        screen.battery = SimulatorScreen.Battery(percent: 80)
        try expectTerminalGolden(
            screen.render(size: size(80, 24), capability: .plain).text, "outputs-80x24")
        try expectTerminalGolden(
            screen.render(size: size(60, 18), capability: .plain).text, "outputs-60x18")
    }

    @Test(
        "shows the mixer, and as much of it as there is room for, as recorded",
        arguments: [
            ("mixer-100x40", 100, 40), ("mixer-80x24", 80, 24), ("mixer-60x18", 60, 18),
            ("mixer-40x12", 40, 12), ("mixer-39x12", 39, 12),
        ])
    func mixer(name: String, columns: Int, rows: Int) throws {
        var screen = exampleScreen()
        screen.mixer = exampleMixer()
        let frame = screen.render(size: size(columns, rows), capability: .plain)
        try expectTerminalGolden(frame.text, name)
    }

    @Test("shows the sounds that can be added, and the mixer's keys, as recorded")
    func sounds() throws {
        var screen = exampleScreen()
        screen.mixer = exampleMixer(sounds: 12)
        try expectTerminalGolden(
            screen.render(size: size(80, 24), capability: .plain).text, "mixer-sounds-80x24")
        try expectTerminalGolden(
            screen.render(size: size(40, 12), capability: .plain).text, "mixer-sounds-40x12")
        screen.isHelpShown = true
        try expectTerminalGolden(
            screen.render(size: size(80, 24), capability: .plain).text, "mixer-help-80x24")
    }

    @Test(
        "tells what was refused on as many lines as it needs, and keeps the chosen sound in sight"
    )
    func refusal() throws {
        var screen = exampleScreen()
        screen.mixer = exampleMixer()
        screen.mixer?.chosen = 4
        screen.mixer?.note =
            "! refused: there is room for 16 sounds in the mix, and \"heartbeat\" is one too many; "
            + "remove one first"
        try expectTerminalGolden(
            screen.render(size: size(80, 24), capability: .plain).text, "mixer-refusal-80x24")
        try expectTerminalGolden(
            screen.render(size: size(40, 12), capability: .plain).text, "mixer-refusal-40x12")
    }

    @Test("moves nothing when a sound comes or goes, or one is searched for")
    func steadyMixer() {
        for (columns, rows) in [(80, 24), (120, 40), (60, 18), (40, 12)] {
            var screen = exampleScreen()
            screen.mixer = exampleMixer()
            let full = screen.render(size: size(columns, rows), capability: .trueColor)
            screen.mixer?.rows = []
            let empty = screen.render(size: size(columns, rows), capability: .trueColor)
            screen.mixer = exampleMixer(sounds: 40)
            let search = screen.render(size: size(columns, rows), capability: .trueColor)
            let above = rows / 3 * columns
            #expect(full.cells.prefix(above) == empty.cells.prefix(above))
            #expect(full.cells.prefix(above) == search.cells.prefix(above))
        }
    }

    @Test("scrolls the mixer's list so that the chosen sound is in it, wherever that is")
    func scrolled() {
        for count in 0...20 {
            for chosen in 0..<max(1, count) {
                for room in 1...18 {
                    let window = MixerSheet.window(of: count, around: chosen, room)
                    #expect(window.count == min(count, room))
                    #expect(window.contains(chosen) || count == 0)
                    #expect(window.lowerBound >= 0 && window.upperBound <= count)
                }
            }
        }
    }

    @Test("is brighter the greater the duty, at every one of the chip's levels")
    func duty() {
        var previous = -1.0
        for level in 0...16 {
            let frame = exampleScreen(duty: Double(level) / 16)
                .render(size: size(80, 24), capability: .trueColor)
            let light = frame.cells.reduce(0.0) { sum, cell in
                guard case .rgb(let red, _, _) = cell.style.foreground else { return sum }
                return sum + Double(red)
            }
            #expect(light > previous, "duty \(level)/16")
            previous = light
        }
    }

    @Test("draws each segment and point where no other is")
    func segments() {
        var pictures: Set<String> = []
        for digit in 0..<4 {
            for bit in 0..<8 {
                var screen = exampleScreen("    ")
                var picture = SegmentPicture(digits: Array(repeating: .blank, count: 4))
                picture.digits[digit] = Segments(sevenSegmentByte: 1 << UInt8(bit))
                screen.display.lit.content = .segments(picture)
                let text = screen.render(size: size(80, 24), capability: .plain).text
                #expect(text.contains(where: BlockGlyph.characters.dropFirst().contains))
                pictures.insert(text)
            }
        }
        #expect(pictures.count == 32)
    }

    @Test("moves nothing when an alarm rings or a fault comes")
    func steady() {
        for (columns, rows) in [(80, 24), (120, 40), (60, 18), (40, 12)] {
            var screen = exampleScreen()
            let calm = screen.render(size: size(columns, rows), capability: .trueColor)
            screen.ringing = ringingScreen().ringing
            screen.health = ["Sound device gone"]
            let alarmed = screen.render(size: size(columns, rows), capability: .trueColor)
            let clockRows = rows / 3
            #expect(
                calm.cells.prefix(clockRows * columns) == alarmed.cells.prefix(clockRows * columns))
            #expect(calm.cells.suffix(columns) == alarmed.cells.suffix(columns))
        }
    }

    @Test("lists what counts down under the faults, or beside the next alarm where it is small")
    func countdowns() {
        var screen = exampleScreen()
        screen.health = ["Sound device gone"]
        screen.countdowns = [
            "Pizza rings in 11 min 58 s", "Nap starts in 9 s", "Tea rings in 2 s",
            "Egg rings in 1 s",
        ]
        let text = screen.render(size: size(80, 24), capability: .plain).text
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        let first = lines.firstIndex { $0.hasPrefix("! Sound device gone") }
        #expect(
            first.map { lines[$0 + 1].hasPrefix("Pizza rings in 11 min 58 s, and 3 more") } == true)
        screen.health = []
        screen.messages = []
        let calm = screen.render(size: size(80, 24), capability: .plain).text
        for line in [
            "Pizza rings in 11 min 58 s", "Nap starts in 9 s", "Tea rings in 2 s, and 1 more",
        ] {
            #expect(calm.contains(line))
        }
        let small = screen.render(size: size(60, 12), capability: .plain).text
        #expect(small.contains("; Pizza rings"))
    }

    @Test("names every key that acts, on a terminal of 80 by 24 and with the mixer open")
    func footer() {
        var screen = exampleScreen()
        func footer() -> String {
            screen.render(size: size(80, 24), capability: .plain).text
                .split(separator: "\n", omittingEmptySubsequences: false).suffix(2)
                .joined(separator: "  ")
        }
        let calm = footer()
        #expect(!calm.contains("knob"))
        for item in KeyHelp.short(nil, hasKnob: false) {
            #expect(calm.contains("  \(item.keys) \(item.meaning)"))
        }
        screen.hasKnob = true
        let withKnob = footer()
        for item in KeyHelp.short(nil, hasKnob: true) {
            #expect(withKnob.contains("  \(item.keys) \(item.meaning)"))
        }
        for page in [SimulatorScreen.Mixer.Page.mix, .sounds] {
            screen.mixer = exampleMixer()
            screen.mixer?.page = page
            let open = footer()
            for item in KeyHelp.short(page, hasKnob: false) {
                #expect(open.contains("  \(item.keys) \(item.meaning)"))
            }
        }
    }

    @Test("has room for all of the help on a terminal of 80 by 24")
    func wholeHelp() {
        var screen = exampleScreen()
        screen.isHelpShown = true
        let text = screen.render(size: size(80, 24), capability: .plain).text
        for line in KeyHelp.buttons + KeyHelp.lines {
            #expect(text.contains(line.keys) && text.contains(line.meaning), "\(line.keys)")
        }
    }

    @Test("several that ring are ringing")
    func several() {
        var screen = ringingScreen()
        screen.ringing?.title = "Work and Timer"
        screen.ringing?.isSeveral = true
        let frame = screen.render(size: size(80, 24), capability: .plain)
        #expect(frame.text.contains("Work and Timer ring"))
    }

    @Test(
        "fits every size, however it is resized",
        arguments: [nil, exampleMixer(sounds: 40)] as [SimulatorScreen.Mixer?])
    func sizes(mixer: SimulatorScreen.Mixer?) {
        var screen = ringingScreen()
        screen.mixer = mixer
        screen.health = ["One", "Two", "Three"]
        for columns in [1, 2, 7, 39, 40, 41, 55, 79, 80, 81, 200, 400] {
            for rows in [1, 2, 11, 12, 13, 20, 24, 25, 60, 150] {
                screen.isHelpShown = columns % 2 == 0
                let frame = screen.render(size: size(columns, rows), capability: .plain)
                #expect(frame.cells.count == columns * rows)
                guard columns >= 40, rows >= 12 else { continue }
                guard
                    let layout = ScreenLayout(
                        size: frame.size, display: screen.display,
                        isMixerOpen: screen.mixer != nil)
                else {
                    Issue.record("no layout for \(columns) x \(rows)")
                    continue
                }
                let gaps = layout.gaps
                let used =
                    layout.header + layout.clock + layout.status + layout.levels + layout.scale
                    + layout.mixer + layout.buttons + layout.notes + layout.help + gaps.clock
                    + gaps.status + gaps.levels + gaps.mixer + gaps.buttons + gaps.notes + gaps.help
                #expect(used == rows, "\(columns) x \(rows)")
            }
        }
        #expect(TerminalSize(columns: 65535, rows: 65535) == size(400, 150))
        #expect(TerminalSize(columns: 0, rows: -1) == size(1, 1))
    }

    @Test("is the same from a painter that remembers the clock")
    func painter() {
        var painter = ClockPainter()
        for text in [" 658", " 658", " 659"] {
            for columns in [80, 60, 80] {
                for capability in TerminalCapability.allCases {
                    let screen = exampleScreen(text)
                    #expect(
                        screen.render(
                            size: size(columns, 24), capability: capability, painter: &painter)
                            == screen.render(size: size(columns, 24), capability: capability))
                }
            }
        }
    }

    @Test("sends no colour where there is none, and only palette colours where there are 256")
    func capabilities() {
        let plain = ringingScreen().render(size: size(80, 24), capability: .plain)
        #expect(plain.cells.allSatisfy { $0.style == .standard })
        let indexed = ringingScreen().render(size: size(80, 24), capability: .colors256)
        #expect(
            indexed.cells.allSatisfy {
                guard case .indexed(let ink) = $0.style.foreground else {
                    return $0.style.foreground == .standard
                }
                return ink >= 16
            })
    }

    @Test("finds out what colours a terminal has")
    func detection() {
        func detected(_ environment: [String: String]) -> TerminalCapability {
            TerminalCapability.detected(in: environment)
        }
        #expect(detected(["TERM": "xterm-256color", "COLORTERM": "truecolor"]) == .trueColor)
        #expect(detected(["TERM": "xterm-direct"]) == .trueColor)
        #expect(detected(["TERM": "screen-256color"]) == .colors256)
        #expect(detected(["TERM": "linux"]) == .colors256)
        #expect(detected(["TERM": "dumb", "COLORTERM": "truecolor"]) == .plain)
        #expect(detected([:]) == .plain)
        #expect(detected(["TERM": "xterm", "NO_COLOR": "1"]) == .plain)
        #expect(detected(["TERM": "xterm", "NO_COLOR": ""]) == .colors256)
    }

    @Test("reads characters off the segments")
    func characters() throws {
        var picture = try #require(exampleScreen("1234").display.lit.segments)
        #expect(picture.text == "12:34.")
        picture.colon = false
        picture.digits[0] = Segments(sevenSegmentByte: 0x5D)
        #expect(picture.text == "?234.")
    }
}

@Suite("Text for a terminal")
struct TerminalTextTests {
    @Test("has no control characters, direction marks or towers of accents")
    func harmless() {
        let hostile = "a\u{1B}[2Jb\r\n\u{202E}c\u{200B}e\u{301}\u{302}\u{303}\u{304}\u{E000}"
        let safe = String(TerminalText.glyphs(of: hostile).map(\.character))
        #expect(safe == "a [2Jb ce\u{301}\u{302}\u{FFFD}")
    }

    @Test("counts wide characters twice and cuts between characters")
    func widths() {
        #expect(TerminalText.width(of: "目覚まし") == 8)
        #expect(TerminalText.width(of: "⏰ up") == 5)
        #expect(TerminalText.width(of: "👩‍👩‍👧") == 2)
        #expect(TerminalText.fitted("目覚まし", to: 8) == "目覚まし")
        #expect(TerminalText.fitted("目覚まし", to: 6) == "目覚…")
        #expect(TerminalText.fitted("abc", to: 0) == "")
    }

    @Test("leaves no half of a wide character behind")
    func halves() {
        var canvas = Canvas(size: TerminalSize(columns: 8, rows: 1), capability: .plain)
        canvas.text("目覚まし", 0, 0, Palette.text)
        canvas.text("ab", 1, 0, Palette.text)
        #expect(canvas.frame.text == " ab まし")
        #expect(canvas.frame.cells.filter(\.isContinuation).count == 2)
    }
}
