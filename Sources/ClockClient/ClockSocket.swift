import CLinux
import Control
import Glibc

/// A connection to the clock's socket, for one thread. It never waits; the thread polls it.
///
/// Theory of operation. The programs that face the network reach the clock by its socket alone: a line for each request, a
/// line for each reply, and one open file with a request that takes one. Each program has a loop of its own, because each
/// waits for other things besides. What they share is here: lines out of bytes, bounded, and what is wrong if there is no
/// clock.
package final class ClockSocket {
    package let descriptor: Int32
    private var unsent: [UInt8] = []
    /// How many of `unsent` are sent.
    private var sent = 0
    /// Goes with the first byte.
    private var file: Int32?
    /// Bytes of a line whose end is not there yet.
    private var unread: [UInt8] = []

    package init(path: String) throws(ClockFailure) {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        descriptor = socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0 else { throw .busy }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: path.utf8.prefix(ControlSocketPath.longest))
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result != 0 else { return }
        switch errno {
        case EACCES, EPERM: throw .forbidden
        // Its queue of waiting clients is full.
        case EAGAIN: throw .busy
        default: throw .noClock
        }
    }

    deinit { close(descriptor) }

    /// Adds a line to what is sent, and sends what the kernel takes.
    ///
    /// - Parameter file: stays open until the line is sent.
    package func send(_ line: [UInt8], passing file: Int32? = nil) {
        unsent += line
        if let file { self.file = file }
        _ = flush()
    }

    package var hasUnsent: Bool { sent < unsent.count }

    /// - Returns: false if the clock takes nothing more. It may have said why.
    package func flush() -> Bool {
        while hasUnsent {
            let count = unsent[sent...].withUnsafeBytes { rest in
                guard let file else {
                    return Glibc.send(
                        descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                }
                return noiseclock_send_with_file(descriptor, rest.baseAddress, rest.count, file)
            }
            if count >= 0 {
                sent += count
                file = nil
            } else if errno != EINTR {
                return errno == EAGAIN
            }
        }
        unsent = []
        sent = 0
        return true
    }

    /// Reads what is there, and passes on each whole line, without its end.
    ///
    /// - Parameter room: for the bytes of one read.
    /// - Returns: false at the end, after a failure, and after a line that is too long.
    package func receive(_ room: inout [UInt8], _ take: ([UInt8]) -> Void) -> Bool {
        let count = recv(descriptor, &room, room.count, 0)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        var rest = room[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            unread += rest[..<end]
            take(unread)
            unread = []
            rest = rest[(end + 1)...]
        }
        unread += rest
        return unread.count <= LineLimits.reply
    }
}
