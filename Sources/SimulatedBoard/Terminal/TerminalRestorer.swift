import Glibc
import Synchronization

/// Gives the terminal back when there is no time for anything else: the program crashes, or calls
/// `exit` somewhere deep down.
///
/// A signal handler may touch only what is ready-made and must not lock, allocate or count
/// references (signal-safety(7)). So all it needs lies in atomics and in memory that was set up
/// before: a descriptor, the settings to go back to, constant bytes. Whoever takes the settings out
/// (handler, exit, or `Terminal.restore`) does the restoring, so that it is done once.
enum TerminalRestorer {
    private static let descriptor = Atomic<Int32>(-1)
    /// The address of a `termios`, 0 for none; as a number, because an atomic pointer to an imported
    /// structure is not `Sendable`.
    private static let settings = Atomic<UInt>(0)
    private static let isExitHandled = Atomic<Bool>(false)

    /// Pen, synchronised output and line wrap as they were, cursor shown, the other screen.
    static let leavingSequence: StaticString =
        "\u{1B}[0m\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// CAN ends a sequence that the crash cut in two (ECMA-48, 8.3.6).
    private static let cancelSequence: StaticString = "\u{18}"

    /// Signals by which a program dies of its own fault.
    private static let crashSignals = [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP]

    /// Makes ready for a crash. False where a terminal is already taken over: there is one for a
    /// process.
    static func arm(descriptor: Int32, settings original: termios) -> Bool {
        let copy = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        copy.initialize(to: original)
        let (isFirst, _) = settings.compareExchange(
            expected: 0, desired: UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
        guard isFirst else {
            copy.deallocate()
            return false
        }
        self.descriptor.store(descriptor, ordering: .sequentiallyConsistent)
        if !isExitHandled.exchange(true, ordering: .sequentiallyConsistent) {
            atexit(restoreAtOnce)
        }
        for signal in crashSignals { install(signal) }
        return true
    }

    /// Ends that. False where a crash or `exit` came first.
    static func disarm() -> Bool {
        guard let copy = takeSettings() else { return false }
        copy.deallocate()
        for signal in crashSignals { Glibc.signal(signal, SIG_DFL) }
        return true
    }

    /// Safe within a signal handler. Failures have nobody to be told to.
    static func restoreFromHandler() {
        guard let original = takeSettings() else { return }
        let target = descriptor.load(ordering: .sequentiallyConsistent)
        _ = write(target, cancelSequence.utf8Start, cancelSequence.utf8CodeUnitCount)
        _ = write(target, leavingSequence.utf8Start, leavingSequence.utf8CodeUnitCount)
        tcsetattr(target, TCSANOW, original)
    }

    private static func takeSettings() -> UnsafeMutablePointer<termios>? {
        UnsafeMutablePointer(
            bitPattern: settings.exchange(0, ordering: .sequentiallyConsistent))
    }

    private static func install(_ signal: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = restoreAndCrash
        // Reset to the default on entry: the signal raised again is the end. SIGTTOU is held back so
        // that a program in the background can set the terminal right, too.
        action.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND) | SA_ONSTACK
        sigemptyset(&action.sa_mask)
        sigaddset(&action.sa_mask, SIGTTOU)
        sigaction(signal, &action, nil)
    }
}

private func restoreAtOnce() {
    TerminalRestorer.restoreFromHandler()
}

private func restoreAndCrash(_ signal: Int32) {
    TerminalRestorer.restoreFromHandler()
    // Held back until this handler returns, then it ends the process as though nobody had caught it.
    raise(signal)
}
