import Glibc
import Synchronization

/// Restores the terminal when there is time for nothing else: on a crash, or on a deeply nested `exit`.
///
/// A signal handler may touch only prepared data and must not lock, allocate or count references
/// (signal-safety(7)). So everything it needs is in atomics and in memory set up beforehand: a descriptor, the
/// original settings, constant bytes. Whoever takes the settings out (handler, exit, or `Terminal.restore`) does
/// the restoring, so it happens once.
enum TerminalRestorer {
    private static let descriptor = Atomic<Int32>(-1)
    /// The address of a `termios`, or 0. An integer, because an atomic pointer to an imported structure is not
    /// `Sendable`.
    private static let settings = Atomic<UInt>(0)
    private static let isExitHandled = Atomic<Bool>(false)

    /// Restores pen, synchronised output, line wrap and cursor, and leaves the alternate screen.
    static let leavingSequence: StaticString =
        "\u{1B}[0m\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// CAN ends a sequence that a crash interrupted (ECMA-48, 8.3.6).
    private static let cancelSequence: StaticString = "\u{18}"

    /// Signals that a program's own fault raises.
    private static let crashSignals = [SIGSEGV, SIGABRT, SIGILL, SIGBUS, SIGFPE, SIGTRAP]

    /// Prepares for a crash. Returns false if a terminal is already taken over: the limit is one per process.
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

    /// Ends the preparation. Returns false if a crash or `exit` came first.
    static func disarm() -> Bool {
        guard let copy = takeSettings() else { return false }
        copy.deallocate()
        for signal in crashSignals { Glibc.signal(signal, SIG_DFL) }
        return true
    }

    /// Safe in a signal handler. Nobody is left to hear of failures.
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
        // Reset to the default on entry, so that raising the signal again ends the process. Block SIGTTOU so that
        // a background program can restore the terminal too.
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
    // The signal stays pending until this handler returns; then it ends the process as if nobody had caught it.
    raise(signal)
}
