import Glibc
package import HAL
import Synchronization

/// Tells when the kernel's sound cards come and go, by their files in `/dev/snd`.
///
/// Its thread sleeps until the kernel reports a change of that folder, so a night without one costs no wake-up. Rights
/// that are set later are such a change. Where the kernel reports none, the thread tells once a minute that there may
/// have been one.
package final class CardWatch: Sendable {
    private let folder: String
    private let wakeUp: WakeUp
    private let isStopping = Atomic<Bool>(false)
    private let thread = Mutex<(any RunningThread)?>(nil)

    private static let blindInterval: Int32 = 60_000

    package init(folder: String = "/dev/snd") throws(HostError) {
        self.folder = folder
        wakeUp = try WakeUp()
    }

    /// Starts, once, a thread that calls `handler` at once and after each change, which may be several for one card.
    package func start(
        on threads: any ThreadHost, _ handler: @escaping @Sendable () -> Void
    ) throws(HostError) {
        let started = try threads.start("cards", priority: .normal) { [self] in run(handler) }
        thread.withLock { $0 = started }
    }

    /// Ends the thread. Never call it from the handler.
    package func stop() {
        isStopping.store(true, ordering: .releasing)
        wakeUp.signal()
        thread.withLock { $0 }?.join()
    }

    private func run(_ handler: () -> Void) {
        var watch: FolderWatch?
        while !isStopping.load(ordering: .acquiring) {
            if watch?.clear() != true { watch = FolderWatch(folder) }
            handler()
            var polled = [wakeUp.number, watch?.descriptor ?? -1].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let pause = watch == nil ? CardWatch.blindInterval : -1
            _ = retryingInterrupted { poll(&polled, 2, pause) }
        }
    }
}
