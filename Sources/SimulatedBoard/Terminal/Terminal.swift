import ClockTime
import Glibc
import Synchronization

/// Why the terminal cannot be used.
package enum TerminalError: Error, Hashable, Sendable {
    case notATerminal
    /// Another `Terminal` of this process has taken it over.
    case inUse
    /// It took nothing for half a second.
    case stalled
    /// The system refused; says what was tried.
    case io(operation: String, errno: Int32)
}

/// What came while waiting for the terminal.
package struct TerminalInput: Hashable, Sendable {
    package var bytes: [UInt8] = []
    /// Somebody called `wake`.
    package var isWoken = false
    /// Nobody is at the other end any more.
    package var isHungUp = false
}

/// The process's terminal, taken over for a full screen.
///
/// One thread, the terminal's, reads and shows; `wake`, `restore`, `suspend` and `resume` may come
/// from any thread, as the one that waits for signals calls them. Whatever happens the terminal is
/// given back as it was found: by `restore`, which the program calls at its end and on SIGINT,
/// SIGTERM and SIGHUP; by `deinit`; and by `TerminalRestorer` on `exit` and on crashes. Only SIGKILL
/// cannot be met.
///
/// The terminal is opened anew: the descriptor must not block, and that flag on the standard streams
/// would be seen by the shell too, which shares them.
package final class Terminal: Sendable {
    private enum Phase {
        case idle, active, suspended, restored
    }

    private struct State {
        var phase = Phase.idle
        var original: termios?
        /// What the terminal shows, as far as is known.
        var shown: TerminalFrame?
    }

    private let descriptor: Int32
    private let wakeReader: Int32
    private let wakeWriter: Int32
    private let state = Mutex(State())

    /// The other screen, emptied, without cursor, and without a line wrap that would scroll it.
    private static let enteringSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
    private static let stallLimit = Duration.milliseconds(500)
    /// A person types a few bytes at once; what is pasted comes in several reads.
    private static let readSize = 512

    /// Whether standard input and output are both a terminal, as a full screen wants it.
    package static var isAvailable: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// - Parameter path: the terminal's device; the process's own where not told otherwise.
    package init(path: String = "/dev/tty") throws(TerminalError) {
        let opened = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { throw TerminalError.io(operation: "open \(path)", errno: errno) }
        guard isatty(opened) == 1 else {
            close(opened)
            throw TerminalError.notATerminal
        }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let code = errno
            close(opened)
            throw TerminalError.io(operation: "pipe", errno: code)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = opened
        wakeReader = ends[0]
        wakeWriter = ends[1]
    }

    deinit {
        restore()
        close(descriptor)
        close(wakeReader)
        close(wakeWriter)
    }

    /// Takes the terminal over: keys come one by one, unechoed, and the screen is ours. Once only: a
    /// restored terminal stays restored.
    package func enter() throws(TerminalError) {
        let failure = state.withLock { state -> TerminalError? in
            guard state.phase == .idle else { return nil }
            var original = termios()
            guard tcgetattr(descriptor, &original) == 0 else {
                return .io(operation: "tcgetattr", errno: errno)
            }
            guard TerminalRestorer.arm(descriptor: descriptor, settings: original) else {
                return .inUse
            }
            state.original = original
            return takeOver(&state)
        }
        if let failure {
            restore()
            throw failure
        }
    }

    /// Gives the terminal back for good. May be called often and from any thread but not from a
    /// signal handler; waits at most half a second for a `show` that is under way.
    package func restore() {
        state.withLock { state in
            // Where a crash or `exit` came first, it has done the rest. A suspended terminal has been
            // given back already.
            if state.original != nil, TerminalRestorer.disarm(), state.phase != .suspended {
                giveBack(&state)
            }
            state.phase = .restored
            state.original = nil
        }
    }

    /// Gives the terminal back for a while and stops the program, as Ctrl-Z does elsewhere. What
    /// brings it back is SIGCONT, on which the program calls `resume`: only that tells for sure that
    /// the stop is over, because this call may return before the stop has reached its thread. Does
    /// nothing where no shell could wake the program again.
    package func suspend() {
        // The leader of a session has no shell above it (POSIX: an orphaned process group).
        guard getpgrp() != getsid(0) else { return }
        let isOurs = state.withLock { state -> Bool in
            guard state.phase == .active else { return false }
            giveBack(&state)
            state.phase = .suspended
            return true
        }
        // The whole job, as the terminal itself would do it: a script may have started us.
        if isOurs { kill(0, SIGSTOP) }
    }

    /// Takes the terminal over again after the program was stopped and goes on (SIGCONT).
    package func resume() throws(TerminalError) {
        let failure = state.withLock { state -> TerminalError? in
            guard state.phase == .active || state.phase == .suspended else { return nil }
            return takeOver(&state)
        }
        if let failure { throw failure }
    }

    /// The terminal's size as it is now; nil where it does not say.
    package var size: TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Shows a frame by sending what differs from the one before. While suspended or restored,
    /// nothing is sent.
    package func show(_ frame: TerminalFrame) throws(TerminalError) {
        let failure = state.withLock { state -> TerminalError? in
            guard state.phase == .active else { return nil }
            let output = TerminalDiff.output(from: state.shown, to: frame)
            // What an interrupted output left on the screen, nobody knows.
            state.shown = nil
            if let failure = send(output, within: Terminal.stallLimit) { return failure }
            state.shown = frame
            return nil
        }
        if let failure { throw failure }
    }

    /// Makes the next `show` draw everything.
    package func forgetScreen() {
        state.withLock { $0.shown = nil }
    }

    /// Waits for keys, for `wake`, or for the time to pass; nil waits for ever. A signal may end it
    /// early.
    package func read(timeout: Duration?) throws(TerminalError) -> TerminalInput {
        var waits = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&waits, 2, Terminal.milliseconds(timeout))
        var input = TerminalInput()
        guard count >= 0 else {
            if errno == EINTR { return input }
            throw TerminalError.io(operation: "poll", errno: errno)
        }
        if waits[1].revents != 0 {
            input.isWoken = true
            // The pipe holds at most its own capacity of wake-ups, which all mean one.
            var sink = [UInt8](repeating: 0, count: Terminal.readSize)
            while Glibc.read(wakeReader, &sink, sink.count) == sink.count {}
        }
        if waits[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: Terminal.readSize)
            let length = Glibc.read(descriptor, &bytes, bytes.count)
            if length > 0 {
                input.bytes = Array(bytes.prefix(length))
            } else if length == 0 || (errno != EAGAIN && errno != EINTR) {
                input.isHungUp = true
            }
        }
        return input
    }

    /// Ends the current or the next `read`. From any thread; never blocks.
    package func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes as well as one more byte in it.
        _ = write(wakeWriter, &byte, 1)
    }

    // MARK: Under the lock

    private func takeOver(_ state: inout State) -> TerminalError? {
        guard var raw = state.original else { return nil }
        cfmakeraw(&raw)
        guard tcsetattr(descriptor, TCSANOW, &raw) == 0 else {
            return .io(operation: "tcsetattr", errno: errno)
        }
        state.phase = .active
        state.shown = nil
        return send(Terminal.enteringSequence, within: Terminal.stallLimit)
    }

    /// Failures are not reported: where the terminal is gone there is nothing to give back.
    private func giveBack(_ state: inout State) {
        guard var original = state.original else { return }
        // From the background, setting the terminal would stop the process in the middle of it.
        var blocked = sigset_t()
        var previous = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        _ = send(
            TerminalRestorer.leavingSequence.description, within: Terminal.stallLimit)
        // What was typed for us should not reach the shell.
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &original)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        state.shown = nil
    }

    /// Writes all of it, in as many pieces as the terminal takes; gives up where it takes nothing
    /// for as long as `limit`.
    private func send(_ text: String, within limit: Duration) -> TerminalError? {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                write(descriptor, buffer.baseAddress?.advanced(by: sent), buffer.count - sent)
            }
            if count > 0 {
                sent += count
                continue
            }
            guard count == 0 || errno == EAGAIN || errno == EINTR else {
                return .io(operation: "write", errno: errno)
            }
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&wait, 1, Terminal.milliseconds(limit))
            if ready == 0 { return .stalled }
            if ready < 0, errno != EINTR { return .io(operation: "poll", errno: errno) }
        }
        return nil
    }

    /// Rounded up, so that a short wait is not none; -1, poll's "for ever", for nil.
    private static func milliseconds(_ duration: Duration?) -> Int32 {
        guard let duration else { return -1 }
        let nanoseconds = max(0, duration.wholeNanoseconds)
        return Int32(clamping: (nanoseconds / 1_000_000) + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
    }
}
