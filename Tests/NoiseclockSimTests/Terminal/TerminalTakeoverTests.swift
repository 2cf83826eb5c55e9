import ClockTime
import Glibc
import HAL
import TestKit
import Testing

@testable import noiseclock_sim

/// Runs one test at a time: a process has one terminal to restore.
@Suite("The terminal taken over", .serialized)
struct TerminalTakeoverTests {
    private let leaving = "\u{1B}[0m\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    @Test("is given back as it was")
    func restored() throws {
        let pseudo = try PseudoTerminal()
        let before = pseudo.settings
        let terminal = try Terminal(path: pseudo.path)
        #expect(pseudo.settings == before)
        try terminal.enter()
        #expect(pseudo.settings != before)
        #expect(!pseudo.isEchoing)
        #expect(pseudo.output() == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J")
        terminal.restore()
        #expect(pseudo.settings == before)
        #expect(pseudo.output() == leaving)
        terminal.restore()
        try terminal.show(TerminalFrame(size: TerminalSize(columns: 2, rows: 1)))
        #expect(pseudo.output() == "")
    }

    @Test("is given back when the last reference goes")
    func forgotten() throws {
        let pseudo = try PseudoTerminal()
        let before = pseudo.settings
        do {
            let terminal = try Terminal(path: pseudo.path)
            try terminal.enter()
            #expect(pseudo.settings != before)
        }
        #expect(pseudo.settings == before)
        #expect(pseudo.output().hasSuffix(leaving))
    }

    @Test("is given back by the crash handler, once")
    func crashed() throws {
        let pseudo = try PseudoTerminal()
        let before = pseudo.settings
        let terminal = try Terminal(path: pseudo.path)
        try terminal.enter()
        _ = pseudo.output()
        TerminalRestorer.restoreFromHandler()
        #expect(pseudo.settings == before)
        #expect(pseudo.output() == "\u{18}" + leaving)
        TerminalRestorer.restoreFromHandler()
        terminal.restore()
        #expect(pseudo.output() == "")
    }

    @Test("belongs to one at a time")
    func busy() throws {
        let pseudo = try PseudoTerminal()
        let first = try Terminal(path: pseudo.path)
        let second = try Terminal(path: pseudo.path)
        try first.enter()
        let taken = pseudo.settings
        #expect(throws: TerminalError.inUse) { try second.enter() }
        #expect(pseudo.settings == taken)
        first.restore()
        let third = try Terminal(path: pseudo.path)
        try third.enter()
        third.restore()
    }

    @Test("must be a terminal")
    func noTerminal() {
        #expect(throws: TerminalError.notATerminal) { try Terminal(path: "/dev/null") }
        #expect(throws: TerminalError.io(operation: "open /dev/no-such-tty", errno: ENOENT)) {
            try Terminal(path: "/dev/no-such-tty")
        }
    }

    @Test("shows frames by their differences, all anew after it was taken over again")
    func shows() throws {
        let pseudo = try PseudoTerminal()
        let terminal = try Terminal(path: pseudo.path)
        try terminal.enter()
        _ = pseudo.output()
        let size = TerminalSize(columns: 60, rows: 18)
        let frame = exampleScreen().render(size: size, capability: .plain)
        var model = ModelTerminal(size: size)
        try terminal.show(frame)
        model.receive(pseudo.output())
        #expect(model.cells == frame.cells)
        try terminal.show(frame)
        #expect(pseudo.output() == "")
        try terminal.resume()
        #expect(pseudo.output().hasPrefix("\u{1B}[?1049h"))
        try terminal.show(frame)
        #expect(pseudo.output() == TerminalDiff.output(from: nil, to: frame))
        terminal.forgetScreen()
        try terminal.show(frame)
        #expect(pseudo.output() == TerminalDiff.output(from: nil, to: frame))
    }

    @Test("says its size, and nothing where it has none")
    func size() throws {
        let pseudo = try PseudoTerminal()
        let terminal = try Terminal(path: pseudo.path)
        #expect(terminal.size == nil)
        pseudo.resize(columns: 132, rows: 43)
        #expect(terminal.size == TerminalSize(columns: 132, rows: 43))
    }

    @Test("hands over keys, wakes its reader, and tells when time is over")
    func reads() throws {
        let pseudo = try PseudoTerminal()
        let terminal = try Terminal(path: pseudo.path)
        try terminal.enter()
        #expect(try terminal.read(timeout: .zero) == TerminalInput())
        pseudo.type("s\u{3}\u{1B}[A")
        #expect(try terminal.read(timeout: .seconds(1)).bytes == [0x73, 0x03, 0x1B, 0x5B, 0x41])
        terminal.wake()
        terminal.wake()
        #expect(try terminal.read(timeout: nil) == TerminalInput(isWoken: true))
        #expect(try terminal.read(timeout: .milliseconds(1)) == TerminalInput())
        // More wake-ups than the pipe can hold must not block.
        for _ in 0..<100_000 { terminal.wake() }
        #expect(try terminal.read(timeout: nil).isWoken)
        #expect(try !terminal.read(timeout: .zero).isWoken)
    }

    @Test("gives up on a terminal that takes nothing, and draws all once it does again")
    func stalled() throws {
        let pseudo = try PseudoTerminal()
        let terminal = try Terminal(path: pseudo.path)
        try terminal.enter()
        // More than the kernel buffers for a terminal that nobody reads.
        var frame = TerminalFrame(size: TerminalSize(columns: 100, rows: 100))
        for column in 0..<100 {
            for row in 0..<100 {
                let color = TerminalColor.rgb(UInt8(column), UInt8(row), 200)
                frame[column, row] = TerminalCell("x", style: TerminalStyle(foreground: color))
            }
        }
        #expect(throws: TerminalError.stalled) { try terminal.show(frame) }
        _ = pseudo.output()
        let small = TerminalFrame(size: TerminalSize(columns: 10, rows: 1))
        try terminal.show(small)
        #expect(pseudo.output() == TerminalDiff.output(from: nil, to: small))
        terminal.restore()
        #expect(pseudo.output() == leaving)
    }
}
