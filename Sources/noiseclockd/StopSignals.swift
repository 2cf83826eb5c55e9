import Glibc
import HAL
import LinuxHost
import LinuxWires
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

    init() throws(HostError) {
        let stopping = Flag()
        let waiter = try LinuxThreads().makeWaiter()
        watcher = try SignalWatcher { signal in
            guard signal != SIGWINCH else { return }
            stopping.raise()
            waiter.notify()
        }
        self.stopping = stopping
        self.waiter = waiter
    }

    func stop() { watcher.stop() }

    /// For a program that tries parts of a board: a crash leaves nothing on, too.
    static func ofTrial() throws(FirmwareError) -> StopSignals {
        do throws(HostError) {
            try CrashSwitch.install()
            return try StopSignals()
        } catch {
            throw FirmwareError(error)
        }
    }
}

/// Raised once, from any thread.
final class Flag: Sendable {
    private let word = Atomic<Bool>(false)

    var isRaised: Bool { word.load(ordering: .acquiring) }

    func raise() { word.store(true, ordering: .releasing) }
}
