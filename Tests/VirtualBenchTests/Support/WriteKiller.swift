import Foundation
import Glibc
import Synchronization

/// Kills a program right after the n-th of its writes to a folder's files.
///
/// Where time stands still while a processor works, no timer can fire between two writes. So the kernel reports each
/// write (inotify(7)) to a thread with a higher priority than the program's. That thread runs before the program has
/// returned from the call that wrote.
final class WriteKiller: Sendable {
    /// Above the firmware's sound.
    private static let priority: Int32 = 80
    /// How often it checks whether to stop, in milliseconds.
    private static let pause: Int32 = 200

    private let notices: Int32
    private let program: pid_t
    private let writes: Int
    private let isStopping = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameter writes: the number of writes that the program may do from now on.
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
            // It runs before the next write, so there is one notification at a time.
            guard read(notices, &buffer, buffer.count) > 0 else { return }
            seen += 1
            guard seen == writes else { continue }
            kill(program, SIGKILL)
            return
        }
    }

    /// Stops it, whether it killed or not.
    func stop() {
        isStopping.store(true, ordering: .relaxed)
        ended.wait()
    }
}
