import Control
import Glibc

/// Why no reply came; `message` is one line for a person.
struct ConnectionFailure: Error, Hashable {
    var status: Client.Status
    var message: String

    init(_ status: Client.Status, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// A connection to the clock's socket, closed when it goes out of scope.
struct Connection: ~Copyable {
    private let descriptor: Int32
    private let deadline: ContinuousClock.Instant

    deinit { close(descriptor) }

    /// Sends a line to the first path that somebody listens on and returns the line that comes back,
    /// without its newline.
    static func exchange(
        _ request: [UInt8], with paths: [String], within timeout: Duration
    ) throws(ConnectionFailure) -> [UInt8] {
        let deadline = ContinuousClock.now + timeout
        var forbidden: String?
        for path in paths {
            switch try open(path, until: deadline) {
            case .nobody: continue
            case .forbidden: forbidden = forbidden ?? path
            case .open(let descriptor):
                let connection = Connection(descriptor: descriptor, deadline: deadline)
                return try connection.exchange(request)
            }
        }
        if let forbidden {
            throw ConnectionFailure(
                .notPermitted,
                "you may not open \(forbidden); members of the group noiseclock may")
        }
        let places = paths.joined(separator: " or ")
        throw ConnectionFailure(
            .noClock,
            "no clock listens at \(places); start the simulator with board/simulate,"
                + " or name the clock's socket with --socket")
    }

    // MARK: - Connecting

    private enum Attempt {
        case open(Int32)
        case nobody
        case forbidden
    }

    private static func open(
        _ path: String, until deadline: ContinuousClock.Instant
    ) throws(ConnectionFailure) -> Attempt {
        guard (1...ControlSocketPath.longest).contains(path.utf8.count) else {
            throw ConnectionFailure(
                .wrongWords,
                "the path of a socket has 1 to \(ControlSocketPath.longest) bytes; this has"
                    + " \(path.utf8.count): \(path)")
        }
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0 else { throw failure("cannot make a socket") }
        while true {
            if connect(descriptor, to: path) == 0 { return .open(descriptor) }
            let reason = errno
            switch reason {
            case EINTR: continue
            case EAGAIN where ContinuousClock.now < deadline:
                // More clients wait than the clock takes at once; a full queue cannot be polled.
                _ = poll(nil, 0, 20)
                continue
            default: close(descriptor)
            }
            switch reason {
            // A socket without a listener is what a clock leaves behind that was killed.
            case ENOENT, ENOTDIR, ECONNREFUSED: return .nobody
            case EACCES, EPERM: return .forbidden
            case EAGAIN: throw ConnectionFailure(.noAnswer, "the clock at \(path) is too busy")
            default:
                errno = reason
                throw failure("cannot connect to \(path)")
            }
        }
    }

    private static func connect(_ descriptor: Int32, to path: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
                Glibc.connect(descriptor, rebound, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    // MARK: - Talking

    private func exchange(_ request: [UInt8]) throws(ConnectionFailure) -> [UInt8] {
        try send(request)
        var reply: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            try wait(for: POLLIN)
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else {
                throw ConnectionFailure(
                    .nonsense, "the clock closed the connection before it answered")
            }
            let end = chunk[..<count].firstIndex(of: UInt8(ascii: "\n"))
            reply += chunk[..<(end ?? count)]
            guard reply.count <= ReplyLine.limit else {
                throw ConnectionFailure(
                    .nonsense, "the clock's reply is longer than \(ReplyLine.limit) bytes")
            }
            if end != nil { return reply }
        }
    }

    /// A clock that closes while it is being told something may have said why, so that is no failure
    /// yet: whoever reads next will see.
    private func send(_ request: [UInt8]) throws(ConnectionFailure) {
        var rest = request[...]
        while !rest.isEmpty {
            try wait(for: POLLOUT)
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN, errno != EINTR {
                return
            }
        }
    }

    private func wait(for events: Int32) throws(ConnectionFailure) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else {
                throw ConnectionFailure(.noAnswer, "the clock did not answer in time")
            }
            var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            // Rounded up, so that the last millisecond is not spent in a loop.
            let milliseconds =
                left.components.seconds * 1000 + 1
                + left.components.attoseconds / 1_000_000_000_000_000
            let ready = poll(&entry, 1, Int32(clamping: milliseconds))
            if ready > 0 { return }
            guard ready == 0 || errno == EINTR else {
                throw Connection.failure("cannot wait for the clock")
            }
        }
    }

    private static func failure(_ what: String) -> ConnectionFailure {
        ConnectionFailure(.ownFault, "\(what): \(String(cString: strerror(errno)))")
    }
}
