import CLinux
import Glibc
package import HAL

/// Turns signals into calls on a separate thread, where any code may run.
///
/// Make it before starting any other thread: it blocks its signals in the calling thread, and later threads inherit
/// that, so that none is ever interrupted. SIGPIPE and SIGXFSZ are ignored for the process: a peer that hung up, and
/// a file that may not grow, are errors of the write. Child processes inherit both settings and must undo them.
package final class SignalWatcher: Sendable {
    /// The signals that end or disturb a program at a terminal or under systemd.
    package static let `default` = [SIGTERM, SIGINT, SIGHUP, SIGWINCH]

    let thread: LinuxThread
    private let wakeUp: WakeUp

    /// - Parameter handler: called with the signal's number on the watcher's thread, one call at a time.
    package init(
        signals: [Int32] = `default`, handler: @escaping @Sendable (Int32) -> Void
    ) throws(HostError) {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        let result = pthread_sigmask(SIG_BLOCK, &set, nil)
        guard result == 0 else { throw HostError(operation: "pthread_sigmask", errno: result) }
        let source = try Descriptor(
            signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)), from: "signalfd")
        let wakeUp = try WakeUp()
        self.wakeUp = wakeUp
        thread = try LinuxThreads().startThread("signals", priority: .normal) {
            SignalWatcher.watch(source, until: wakeUp, handler)
        }
    }

    /// Ends the thread after a running handler returns, so never call it from the handler. The signals stay blocked:
    /// a program that stops watching is about to end.
    package func stop() {
        wakeUp.signal()
        thread.join()
    }

    private static func watch(
        _ source: Descriptor, until wakeUp: WakeUp, _ handler: (Int32) -> Void
    ) {
        var polled = [
            pollfd(fd: source.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.descriptor.number, events: Int16(POLLIN), revents: 0),
        ]
        while retryingInterrupted({ poll(&polled, 2, -1) }) > 0, polled[1].revents == 0 {
            var information = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            let count = retryingInterrupted { read(source.number, &information, size) }
            if count == size { handler(Int32(information.ssi_signo)) }
        }
    }
}
