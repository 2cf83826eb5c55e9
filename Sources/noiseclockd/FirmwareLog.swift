import ClockCore
import Glibc
import HAL
import LinuxHost
import Runtime
import Synchronization

/// Lines on standard error, each with the journal's priority before it where no person looks on
/// (sd-daemon(3)).
///
/// The engine writes here, and a journal that hangs must not hold it: a line that cannot be written at
/// once is dropped, and counted in the next that can.
final class FirmwareLog: Sendable {
    private let dropped = Mutex(0)
    private let hasPriorities: Bool

    init() {
        hasPriorities = isatty(STDERR_FILENO) == 0
    }

    /// The sink of the clock's own events.
    var events: Log {
        Log { [self] level, line in write(level, line) }
    }

    func write(_ level: Log.Level, _ line: String) {
        dropped.withLock { dropped in
            var polled = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&polled, 1, 0) > 0, polled.revents & Int16(POLLOUT) != 0 else {
                dropped += 1
                return
            }
            let prefix = hasPriorities ? "<\(level.rawValue)>" : ""
            let lost = dropped > 0 ? "\(prefix)\(dropped) lines could not be written\n" : ""
            let bytes = Array("\(lost)\(prefix)\(line)\n".utf8)
            // Nobody can be told that standard error is gone.
            _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            dropped = 0
        }
    }

    func write(_ level: Log.Level, _ what: String, _ error: HostError) {
        write(level, "\(what): \(error.operation) failed: \(systemMessage(error.errno))")
    }
}
