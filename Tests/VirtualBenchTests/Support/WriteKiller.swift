import Foundation
import Glibc
import Synchronization

/// Kills a program right behind the n-th of its writes to a folder's files.
///
/// Where time stands still while a processor works, nothing that waits for a time ever comes between two writes.
/// This is told of each by the kernel (inotify(7)), on a thread that is above the program's: it runs before
/// the program has come back from the call that wrote.
final class WriteKiller: Sendable {
    /// Above the firmware's sound.
    private static let priority: Int32 = 80
    /// How often it looks whether it is still wanted, in milliseconds.
    private static let pause: Int32 = 200

    private let notices: Int32
    private let program: pid_t
    private let writes: Int
    private let isStopping = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter writes: how many the program lives to do from now on.
    init(_ program: pid_t, afterWrites writes: Int, to folder: String) throws {
        self.program = program
        self.writes = writes
        notices = inotify_init1(Int32(O_CLOEXEC))
        guard notices >= 0, inotify_add_watch(notices, folder, UInt32(IN_MODIFY)) >= 0 else {
            throw BenchError("watching \(folder)", errno)
        }
        Thread.detachNewThread { [self] in
            var parameters = sched_param()
            parameters.sched_priority = WriteKiller.priority
            if pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0 { watch() }
            ended.signal()
        }
    }

    deinit { close(notices) }

    private func watch() {
        var seen = 0
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !isStopping.load(ordering: .relaxed) {
            var wanted = pollfd(fd: notices, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, WriteKiller.pause) > 0 else { continue }
            // It comes to this before the next write, so there is one notice at a time.
            guard read(notices, &buffer, buffer.count) > 0 else { return }
            seen += 1
            guard seen == writes else { continue }
            kill(program, SIGKILL)
            return
        }
    }

    /// Ends it, whether it killed or not.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        ended.wait()
    }
}
