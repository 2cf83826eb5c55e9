import ClockTime
import Glibc
import HAL
import Testing

@testable import SimulatedBoard

/// The other end of a terminal, as an emulator has it.
private final class PseudoTerminal {
    let path: String
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h (ioctl_tty(2)): what posix_openpt and its kin
    // do, which the Glibc module does not import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let emulator: Int32
    private let keptOpen: Int32

    init() throws {
        emulator = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        try #require(emulator >= 0)
        var (lock, number): (Int32, UInt32) = (0, 0)
        try #require(ioctl(emulator, PseudoTerminal.setLock, &lock) == 0)
        try #require(ioctl(emulator, PseudoTerminal.getNumber, &number) == 0)
        path = "/dev/pts/\(number)"
        keptOpen = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(keptOpen >= 0)
    }

    deinit {
        close(emulator)
        close(keptOpen)
    }

    /// The terminal's settings, as bytes to compare.
    var settings: [UInt8] {
        var settings = termios()
        tcgetattr(keptOpen, &settings)
        return withUnsafeBytes(of: &settings.c_cc) { Array($0) }
            + [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].flatMap {
                flag in (0..<4).map { UInt8(truncatingIfNeeded: flag >> ($0 * 8)) }
            }
    }

    var isEchoing: Bool {
        var settings = termios()
        tcgetattr(keptOpen, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(emulator, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(emulator, bytes, bytes.count)
    }

    /// All that was written to the terminal and not read yet.
    func output() -> String {
        var result: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(emulator, &bytes, bytes.count)
            guard count > 0 else { break }
            result += bytes.prefix(count)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// One at a time: a process has one terminal to restore.
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
        let frame = exampleScreen().render(size: size, capability: .none)
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
        // More wake-ups than the pipe holds must not block.
        for _ in 0..<100_000 { terminal.wake() }
        #expect(try terminal.read(timeout: nil).isWoken)
        #expect(try !terminal.read(timeout: .zero).isWoken)
    }

    @Test("gives up on a terminal that takes nothing, and draws all once it does again")
    func stalled() throws {
        let pseudo = try PseudoTerminal()
        let terminal = try Terminal(path: pseudo.path)
        try terminal.enter()
        // More than the kernel keeps for a terminal that is not read.
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
