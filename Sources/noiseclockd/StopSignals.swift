import Glibc
import HAL
import LinuxHost
import Synchronization

/// Ends the program's work when somebody presses Ctrl-C or the service manager asks for it.
///
/// Make it before any other thread: they inherit which signals are blocked.
struct StopSignals {
    /// Raised by the first such signal.
    let stopping: Flag
    /// Each signal wakes it, so that a wait notices the end.
    let waiter: any Waiter
    private let watcher: SignalWatcher

    /// - Parameter alsoNotify: called at each signal, on the watcher's thread.
    init(alsoNotify: @escaping @Sendable () -> Void = {}) throws(HostError) {
        let stopping = Flag()
        let waiter = try LinuxThreads().makeWaiter()
        watcher = try SignalWatcher { signal in
            guard signal != SIGWINCH else { return }
            stopping.raise()
            waiter.notify()
            alsoNotify()
        }
        self.stopping = stopping
        self.waiter = waiter
    }

    func stop() { watcher.stop() }
}

/// Raised once, from any thread.
final class Flag: Sendable {
    private let word = Atomic<Bool>(false)

    var isRaised: Bool { word.load(ordering: .acquiring) }

    func raise() { word.store(true, ordering: .releasing) }
}
