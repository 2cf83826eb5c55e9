import CLinux
import Glibc
import HAL

/// The result of one read from a connection.
struct ReceivedBytes {
    /// The count of recv(2): 0 at the end, negative on failure, with the reason in `errno`.
    var count: Int
    /// The file passed with the bytes (unix(7), SCM_RIGHTS).
    var file: PassedFile?
    /// More than one file was passed, or one for which no descriptor was left: none is open here.
    var hasSurplus: Bool

    /// Takes the available bytes without waiting.
    ///
    /// A file arrives with the first of the bytes that it was sent with, perhaps after bytes that were sent earlier.
    /// One read never returns the files of two messages (unix(7)).
    static func receive(from socket: Int32, into buffer: inout [UInt8]) -> ReceivedBytes {
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
