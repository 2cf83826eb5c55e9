import HAL
import TestKit
import Testing

@testable import noiseclock_sim

@Suite("The difference between two frames")
struct TerminalDiffTests {
    private let size = TerminalSize(columns: 80, rows: 24)

    @Test("leads to the same screen as drawing all", arguments: TerminalCapability.allCases)
    func story(capability: TerminalCapability) {
        var model = ModelTerminal(size: size)
        var shown: TerminalFrame?
        var screens = [exampleScreen(), exampleScreen(" 659"), ringingScreen(), exampleScreen()]
        screens[1].health = ["Etwas fehlt: 目覚まし ⏰"]
        screens[3].isHelpShown = true
        screens.append(exampleScreen(duty: 0))
        for screen in screens {
            let frame = screen.render(size: size, capability: capability)
            model.receive(TerminalDiff.output(from: shown, to: frame))
            #expect(model.cells == frame.cells)
            shown = frame
        }
        #expect(model.unknown == [])
    }

    @Test("leads there from any frame to any other")
    func chance() {
        var chance = SeededGenerator(seed: 7)
        let size = TerminalSize(columns: 23, rows: 5)
        var model = ModelTerminal(size: size)
        var shown: TerminalFrame?
        let words = ["a", "目", "⏰", "xyz", " ", "e\u{301}", "█"]
        let colors = [Palette.text, Palette.hot, Palette.night]
        for _ in 0..<300 {
            var canvas = Canvas(
                size: size, capability: Bool.random(using: &chance) ? .trueColor : .plain)
            for _ in 0..<Int.random(in: 0..<60, using: &chance) {
                canvas.text(
                    words[Int.random(in: 0..<words.count, using: &chance)],
                    Int.random(in: 0..<25, using: &chance), Int.random(in: 0..<5, using: &chance),
                    colors[Int.random(in: 0..<3, using: &chance)],
                    on: colors[Int.random(in: 0..<3, using: &chance)],
                    isBold: Bool.random(using: &chance))
            }
            model.receive(TerminalDiff.output(from: shown, to: canvas.frame))
            #expect(model.cells == canvas.frame.cells)
            shown = canvas.frame
        }
        #expect(model.unknown == [])
    }

    @Test("is nothing where nothing changed, and small where little did")
    func economy() {
        var screen = exampleScreen()
        let before = screen.render(size: size, capability: .trueColor)
        #expect(TerminalDiff.output(from: before, to: before) == "")
        screen.clock.time = "06:58:13"
        let after = screen.render(size: size, capability: .trueColor)
        #expect(
            TerminalDiff.output(from: before, to: after)
                == "\u{1B}[1;78H\u{1B}[38;2;112;116;128;48;2;13;14;18m3\u{1B}[0m")
    }

    @Test("draws all again where the size changed")
    func resized() {
        let small = exampleScreen().render(
            size: TerminalSize(columns: 60, rows: 18), capability: .plain)
        let large = exampleScreen().render(size: size, capability: .plain)
        #expect(
            TerminalDiff.output(from: small, to: large) == TerminalDiff.output(from: nil, to: large)
        )
    }
}
