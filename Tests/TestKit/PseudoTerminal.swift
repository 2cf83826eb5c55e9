import Glibc

/// The emulator's end of a terminal.
package final class PseudoTerminal {
    /// The device that a program uses as its terminal.
    package let path: String
    // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h (ioctl_tty(2)), which posix_openpt and its relatives use. The
    // Glibc module does not import those functions.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let emulator: Int32
    private let keptOpen: Int32

    package init() throws {
        emulator = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var (lock, number): (Int32, UInt32) = (0, 0)
        guard emulator >= 0, ioctl(emulator, PseudoTerminal.setLock, &lock) == 0,
            ioctl(emulator, PseudoTerminal.getNumber, &number) == 0
        else { throw NoTerminal(errno: errno) }
        path = "/dev/pts/\(number)"
        keptOpen = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard keptOpen >= 0 else { throw NoTerminal(errno: errno) }
    }

    deinit {
        close(emulator)
        close(keptOpen)
    }

    /// The terminal's settings, as bytes for comparison.
    package var settings: [UInt8] {
        var settings = termios()
        tcgetattr(keptOpen, &settings)
        return withUnsafeBytes(of: &settings.c_cc) { Array($0) }
            + [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].flatMap {
                flag in (0..<4).map { UInt8(truncatingIfNeeded: flag >> ($0 * 8)) }
            }
    }

    /// Whether the terminal itself echoes input.
    package var isEchoing: Bool {
        var settings = termios()
        tcgetattr(keptOpen, &settings)
        return settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Sets the size that the next query returns; nobody is notified.
    package func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(emulator, UInt(TIOCSWINSZ), &size)
    }

    /// Sends text as if somebody typed it.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(emulator, bytes, bytes.count)
    }

    /// Everything that was written to the terminal and not read yet.
    package func output() -> String {
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

/// The error that no terminal could be opened.
package struct NoTerminal: Error {
    package let errno: Int32
}
