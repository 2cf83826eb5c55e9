import Glibc
package import HAL

/// Tells the service manager how the program is: the protocol of sd_notify(3), which is one datagram of
/// lines like `READY=1` to the socket that the environment names.
///
/// Written here and not taken from libsystemd, because that library would come with everything else
/// that it does, and the protocol is documented to be spoken without it.
package struct ServiceNotifier: Sendable {
    private let socket: Descriptor
    private let path: String

    /// What can be said.
    package enum Message: Hashable, Sendable {
        case ready
        case stopping
        /// A line for people, as `systemctl status` shows it; an end of line in it becomes a space.
        case status(String)
        /// The program is alive.
        case watchdog

        var text: String {
            switch self {
            case .ready: "READY=1"
            case .stopping: "STOPPING=1"
            case .status(let words):
                "STATUS=" + String(words.map { $0.isNewline ? " " : $0 })
            case .watchdog: "WATCHDOG=1"
            }
        }
    }

    /// The notifier for the socket that NOTIFY_SOCKET names; nil where no manager asks.
    package static func fromEnvironment() throws(HostError) -> ServiceNotifier? {
        guard let value = getenv("NOTIFY_SOCKET") else { return nil }
        return try ServiceNotifier(path: String(cString: value))
    }

    /// How often the manager wants to hear of us at the least; nil where it does not watch, or watches
    /// another process than this one.
    package static func watchdogTimeout() -> Duration? {
        func number(_ name: String) -> Int64? {
            getenv(name).flatMap { Int64(String(cString: $0)) }
        }
        if let process = number("WATCHDOG_PID"), process != Int64(getpid()) { return nil }
        guard let microseconds = number("WATCHDOG_USEC"), microseconds > 0 else { return nil }
        return .microseconds(microseconds)
    }

    /// - Parameter path: of a socket; one that begins with `@` has no file (unix(7), abstract).
    package init(path: String) throws(HostError) {
        guard (path.hasPrefix("/") || path.hasPrefix("@")) && path.utf8.count > 1,
            path.utf8.count <= ServiceNotifier.longestPath
        else { throw HostError(operation: "notifying \(path)", errno: EINVAL) }
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = try Descriptor(Glibc.socket(AF_UNIX, type, 0), from: "socket")
        self.path = path
    }

    /// sun_path, less the zero that ends it (unix(7)).
    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Says all of it in one datagram; never blocks.
    package func send(_ messages: [Message]) throws(HostError) {
        let bytes = Array(messages.map(\.text).joined(separator: "\n").utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: path.utf8)
            if path.hasPrefix("@") { room[0] = 0 }
        }
        // A name without a file has no zero at its end: its length is what ends it.
        let length = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
        let size = socklen_t(length + path.utf8.count + (path.hasPrefix("@") ? 0 : 1))
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                retryingInterrupted {
                    sendto(socket.number, bytes, bytes.count, flags, target, size)
                }
            }
        }
        guard sent == bytes.count else {
            throw HostError(operation: "notifying \(path)", errno: errno)
        }
    }
}
