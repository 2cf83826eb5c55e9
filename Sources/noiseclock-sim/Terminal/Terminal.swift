import ClockTime
import Glibc
import Synchronization

/// Why the terminal is unusable.
enum TerminalError: Error, Hashable, Sendable {
    case notATerminal
    /// Another `Terminal` in this process uses it.
    case inUse
    /// The terminal accepted no output for half a second.
    case stalled
    /// The system refused; `operation` says what was attempted.
    case io(operation: String, errno: Int32)
}

/// The result of waiting for the terminal.
struct TerminalInput: Hashable, Sendable {
    var bytes: [UInt8] = []
    /// Somebody called `wake`.
    var isWoken = false
    /// The other end hung up.
    var isHungUp = false
}

/// The process's terminal, taken over for full-screen use.
///
/// One thread, the terminal's, reads and shows. `wake`, `restore`, `suspend` and `resume` are thread-safe,
/// because the thread that waits for signals calls them. The terminal is always restored: by `restore`, which the
/// program calls at its end and on SIGINT, SIGTERM and SIGHUP; by `deinit`; and by `TerminalRestorer` on `exit`
/// and on crashes. Only SIGKILL cannot be handled.
///
/// The terminal is opened separately, because the descriptor must be non-blocking. The shell shares the standard
/// streams and would see that flag on them too.
final class Terminal: Sendable {
    private enum Phase: Sendable {
        case idle, active, suspended, restored
    }

    private struct State: Sendable {
        var phase = Phase.idle
        var original: termios?
        /// What the terminal shows, as far as known.
        var shown: TerminalFrame?
    }

    private let descriptor: Int32
    private let wakeReader: Int32
    private let wakeWriter: Int32
    private let state = Mutex(State())
    /// Aborts a `show` in progress, so that a slow line does not delay the exit.
    private let isLeaving = Atomic<Bool>(false)

    /// Alternate screen, cleared, without cursor, and without line wrap, which would scroll it.
    private static let enteringSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[0m\u{1B}[2J"
    private static let stallLimit = Duration.milliseconds(500)
    /// Typing gives a few bytes at once; pasted text takes several reads.
    private static let readSize = 512

    /// Whether standard input and output are both terminals, as full-screen use requires.
    static var isAvailable: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// - Parameter path: the terminal device; by default the process's own.
    init(path: String = "/dev/tty") throws(TerminalError) {
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

    /// Takes the terminal over: keys arrive unbuffered and unechoed, and the screen is ours. Works once: a
    /// restored terminal stays restored.
    func enter() throws(TerminalError) {
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

    /// Gives the terminal back for good. May be called repeatedly and from any thread, but not from a signal
    /// handler. Waits at most half a second for a `show` in progress.
    func restore() {
        isLeaving.store(true, ordering: .sequentiallyConsistent)
        state.withLock { state in
            // A crash or `exit` that came first has done the rest. A suspended terminal is already restored.
            if state.original != nil, TerminalRestorer.disarm(), state.phase != .suspended {
                giveBack(&state)
            }
            state.phase = .restored
            state.original = nil
        }
    }

    /// Gives the terminal back temporarily and stops the program, as Ctrl-Z usually does. On SIGCONT the program
    /// calls `resume`. Only SIGCONT reliably marks the end of the stop, because this call may return before the
    /// stop reaches its thread. Does nothing if no shell could continue the program.
    func suspend() {
        // A session leader has no shell above it (POSIX: an orphaned process group).
        guard getpgrp() != getsid(0) else { return }
        let isOurs = state.withLock { state -> Bool in
            guard state.phase == .active else { return false }
            giveBack(&state)
            state.phase = .suspended
            return true
        }
        // Stop the whole job, as the terminal itself would: a script may have started us.
        if isOurs { kill(0, SIGSTOP) }
    }

    /// Takes the terminal over again after the stopped program continues (SIGCONT).
    func resume() throws(TerminalError) {
        let failure = state.withLock { state -> TerminalError? in
            guard state.phase == .active || state.phase == .suspended else { return nil }
            return takeOver(&state)
        }
        if let failure { throw failure }
    }

    /// The current size of the terminal; nil if unknown.
    var size: TerminalSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Shows a frame by sending only what differs from the previous one. Sends nothing while suspended or
    /// restored.
    func show(_ frame: TerminalFrame) throws(TerminalError) {
        let failure = state.withLock { state -> TerminalError? in
            guard state.phase == .active else { return nil }
            let output = TerminalDiff.output(from: state.shown, to: frame)
            // Interrupted output leaves the screen in an unknown state.
            state.shown = nil
            if let failure = send(output, canBeCutShort: true) { return failure }
            state.shown = frame
            return nil
        }
        if let failure { throw failure }
    }

    /// Makes the next `show` redraw everything.
    func forgetScreen() {
        state.withLock { $0.shown = nil }
    }

    /// Waits for keys, for `wake`, or for the timeout; nil waits indefinitely. A signal may end it early.
    func read(timeout: Duration?) throws(TerminalError) -> TerminalInput {
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
            // The pipe holds a bounded number of wake-ups. All of them mean one.
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

    /// Ends the current or the next `read`. Thread-safe; never blocks.
    func wake() {
        var byte: UInt8 = 1
        // A full pipe wakes just as well.
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
        return send(Terminal.enteringSequence, canBeCutShort: false)
    }

    /// Ignores failures: if the terminal is gone, there is nothing to restore.
    private func giveBack(_ state: inout State) {
        guard var original = state.original else { return }
        // In the background, setting the terminal would stop the process halfway (SIGTTOU).
        var blocked = sigset_t()
        var previous = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        _ = send(TerminalRestorer.leavingSequence.description, canBeCutShort: false)
        // Discard input meant for us, so that the shell does not get it.
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &original)
        pthread_sigmask(SIG_SETMASK, &previous, nil)
        state.shown = nil
    }

    /// Writes everything, in as many pieces as the terminal accepts. Gives up if it accepts nothing for
    /// `stallLimit`, or if somebody wants to leave.
    private func send(_ text: String, canBeCutShort: Bool) -> TerminalError? {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            if canBeCutShort, isLeaving.load(ordering: .sequentiallyConsistent) { return nil }
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { write(descriptor, $0 + sent, buffer.count - sent) } ?? 0
            }
            if count > 0 {
                sent += count
                continue
            }
            guard count == 0 || errno == EAGAIN || errno == EINTR else {
                return .io(operation: "write", errno: errno)
            }
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&wait, 1, Terminal.milliseconds(Terminal.stallLimit))
            if ready == 0 { return .stalled }
            if ready < 0, errno != EINTR { return .io(operation: "poll", errno: errno) }
        }
        return nil
    }

    /// Rounded up, so that a short wait does not become zero; nil gives -1, poll's infinite timeout.
    private static func milliseconds(_ duration: Duration?) -> Int32 {
        guard let duration else { return -1 }
        let nanoseconds = max(0, duration.wholeNanoseconds)
        return Int32(clamping: (nanoseconds / 1_000_000) + (nanoseconds % 1_000_000 > 0 ? 1 : 0))
    }
}
