import CLinux
import Glibc
import HAL

/// What one look at a connection gave.
struct ReceivedBytes {
    /// As recv(2) counts: 0 at the end, less than 0 where it failed, for the reason in `errno`.
    var count: Int
    /// What was passed with the bytes (unix(7), SCM_RIGHTS).
    var file: PassedFile?
    /// More than one file was passed, or one for which there is no descriptor left: none is open here.
    var hasSurplus: Bool

    /// Takes what is there, without waiting.
    ///
    /// What is passed comes with the first of the bytes that it was sent with, and bytes that were sent earlier
    /// may stand before those; never does one look give the files of two messages (unix(7)).
    static func take(from socket: Int32, into buffer: inout [UInt8]) -> ReceivedBytes {
        var number: Int32 = -1
        var surplus: Int32 = 0
        let count = retryingInterrupted {
            noiseclock_receive(socket, &buffer, buffer.count, &number, &surplus)
        }
        let reason = errno
        let file = number < 0 ? nil : PassedFile(number) { _ = close($0) }
        errno = reason
        return ReceivedBytes(count: count, file: file, hasSurplus: surplus != 0)
    }
}
