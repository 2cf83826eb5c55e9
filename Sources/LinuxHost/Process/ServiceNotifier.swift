import Glibc
package import HAL

/// Reports the program's status to the service manager by the protocol of sd_notify(3): one datagram of lines like
/// `READY=1` to the socket that the environment names.
///
/// Implemented here because libsystemd would bring much else with it, and the protocol is documented for use without
/// it.
package struct ServiceNotifier: Sendable {
    private let socket: Descriptor
    private let path: String

    /// The possible messages.
    package enum Message: Hashable, Sendable {
        case ready
        case stopping
        /// A line for people, as shown by `systemctl status`; a line end in it becomes a space.
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

    /// The notifier for the socket that NOTIFY_SOCKET names; nil without a manager.
    package static func fromEnvironment() throws(HostError) -> ServiceNotifier? {
        guard let value = getenv("NOTIFY_SOCKET") else { return nil }
        return try ServiceNotifier(path: String(cString: value))
    }

    /// The manager's watchdog interval; nil if it does not watch, or watches another process.
    package static func watchdogTimeout() -> Duration? {
        func number(_ name: String) -> Int64? {
            getenv(name).flatMap { Int64(String(cString: $0)) }
        }
        if let process = number("WATCHDOG_PID"), process != Int64(getpid()) { return nil }
        guard let microseconds = number("WATCHDOG_USEC"), microseconds > 0 else { return nil }
        return .microseconds(microseconds)
    }

    /// - Parameter path: the socket's path; one that begins with `@` has no file (unix(7), abstract).
    package init(path: String) throws(HostError) {
        guard (path.hasPrefix("/") || path.hasPrefix("@")) && path.utf8.count > 1,
            path.utf8.count <= ServiceNotifier.longestPath
        else { throw HostError(operation: "notifying \(path)", errno: EINVAL) }
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = try Descriptor(Glibc.socket(AF_UNIX, type, 0), from: "socket")
        self.path = path
    }

    /// The size of sun_path, less the terminating zero (unix(7)).
    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Sends all messages in one datagram; never blocks.
    package func send(_ messages: [Message]) throws(HostError) {
        let bytes = Array(messages.map(\.text).joined(separator: "\n").utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: path.utf8)
            if path.hasPrefix("@") { room[0] = 0 }
        }
        // An abstract name has no terminating zero: its length ends it.
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
