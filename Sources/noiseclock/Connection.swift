import CLinux
import Control
import Glibc

/// Why no reply arrived; `message` is one line for people.
struct ConnectionFailure: Error, Hashable {
    var status: Client.Status
    var message: String
    /// The connection broke before the reply. The request may or may not have arrived.
    var isBreak = false

    init(_ status: Client.Status, _ message: String) {
        self.status = status
        self.message = message
    }
}

/// A connection to the clock's socket, closed when it goes out of scope.
///
/// The socket blocks, and the kernel enforces the time-out: connecting, and each wait for bytes, fails with
/// EAGAIN after it (socket(7), SO_RCVTIMEO).
struct Connection: ~Copyable {
    private let descriptor: Int32
    /// Received bytes after the last line that was taken.
    private var unread: [UInt8] = []

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Sends a line to the first path that has a listener. Returns the reply line without its newline.
    ///
    /// - Parameters:
    ///   - file: an open file to pass along with the line.
    ///   - timeout: how long the clock may be silent, in whole milliseconds.
    static func exchange(
        _ request: [UInt8], passing file: OpenFile? = nil, with paths: [String],
        within timeout: Duration
    ) throws(ConnectionFailure) -> [UInt8] {
        var connection = try first(of: paths, timeout)
        try connection.send(request, passing: file)
        return try connection.line()
    }

    /// Sends a line, and passes on each line that the clock sends from then on, without its newline. Ends when `take`
    /// throws or the clock ends.
    static func follow(
        _ request: [UInt8], with paths: [String], within timeout: Duration,
        _ take: ([UInt8]) throws(ConnectionFailure) -> Void
    ) throws(ConnectionFailure) -> Never {
        var connection = try first(of: paths, timeout)
        try connection.send(request, passing: nil)
        try take(try connection.line())
        // From now on, silence means that nothing changed.
        _ = limitSilence(of: connection.descriptor, to: .zero)
        while true {
            let line: [UInt8]
            do {
                line = try connection.line()
            } catch {
                throw error.isBreak ? ConnectionFailure(.noClock, "the clock has ended") : error
            }
            try take(line)
        }
    }

    /// A connection to the first path that has a listener.
    private static func first(
        of paths: [String], _ timeout: Duration
    ) throws(ConnectionFailure) -> Connection {
        var forbidden: String?
        for path in paths {
            switch try open(path, timeout) {
            case .nobody: continue
            case .forbidden: forbidden = forbidden ?? path
            case .open(let descriptor):
                return Connection(descriptor: descriptor)
            }
        }
        if let forbidden {
            throw ConnectionFailure(
                .notPermitted,
                "you may not open \(forbidden); members of the group noiseclock may")
        }
        throw ConnectionFailure(.noClock, noClock(at: paths))
    }

    /// Says where the client looked for a clock, and how to start one.
    private static func noClock(at paths: [String]) -> String {
        let places = paths.joined(separator: " or ")
        return """
            No clock is running at \(places). On the clock itself, start it with \
            "sudo systemctl start noiseclockd". Anywhere else, start the simulator with noiseclock-sim, or with \
            board/simulate in the source tree. If the clock has another socket, give --socket PATH.
            """
    }

    // MARK: - Connecting

    private enum Attempt {
        case open(Int32)
        case nobody
        case forbidden
    }

    private static func open(
        _ path: String, _ timeout: Duration
    ) throws(ConnectionFailure) -> Attempt {
        guard (1...ControlSocketPath.longest).contains(path.utf8.count) else {
            throw ConnectionFailure(
                .usageError,
                "the path of a socket has 1 to \(ControlSocketPath.longest) bytes; this has"
                    + " \(path.utf8.count): \(path)")
        }
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
        let descriptor = socket(AF_UNIX, Int32(kind), 0)
        guard descriptor >= 0 else { throw failure("cannot make a socket") }
        var reason: Int32 = 0
        if !limitSilence(of: descriptor, to: timeout) || connect(descriptor, to: path) != 0 {
            reason = errno
        }
        guard reason != 0 else { return .open(descriptor) }
        close(descriptor)
        switch reason {
        // A killed clock leaves a socket without a listener.
        case ENOENT, ENOTDIR, ECONNREFUSED: return .nobody
        case EACCES, EPERM: return .forbidden
        // The clock's queue of waiting clients is full.
        case EAGAIN: throw ConnectionFailure(.noAnswer, "the clock at \(path) is too busy")
        default:
            errno = reason
            throw failure("cannot connect to \(path)")
        }
    }

    private static func limitSilence(of descriptor: Int32, to timeout: Duration) -> Bool {
        let (seconds, attoseconds) = timeout.components
        var limit = timeval(
            tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
        let size = socklen_t(MemoryLayout<timeval>.size)
        return setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size) == 0
            && setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size) == 0
    }

    /// Does not retry on EINTR, because the client handles no signals.
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

    /// The next line, without its newline.
    private mutating func line() throws(ConnectionFailure) -> [UInt8] {
        var reply: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
            reply = Array(unread[..<end])
            unread.removeSubrange(...end)
            return reply
        }
        swap(&reply, &unread)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { throw Connection.silence }
            guard count > 0 else {
                throw Connection.lost
            }
            let end = chunk[..<count].firstIndex(of: UInt8(ascii: "\n"))
            reply += chunk[..<(end ?? count)]
            if let end { unread = Array(chunk[(end + 1)..<count]) }
            guard reply.count <= ReplyLine.limit else {
                throw ConnectionFailure(
                    .protocolError, "the clock's reply is longer than \(ReplyLine.limit) bytes")
            }
            if end != nil { return reply }
        }
    }

    /// If the clock closes while the client is sending, it may have sent the reason first. So that is not yet
    /// a failure: the next read will tell.
    private func send(
        _ request: [UInt8], passing file: OpenFile?
    ) throws(ConnectionFailure) {
        var rest = request[...]
        // The first byte carries the file.
        var passed = file
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                guard let passed else {
                    return Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                return noiseclock_send_with_file(
                    descriptor, $0.baseAddress, $0.count, passed.number)
            }
            if count >= 0 {
                passed = nil
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                throw Connection.silence
            } else if errno != EINTR {
                return
            }
        }
    }

    private static var lost: ConnectionFailure {
        var failure = ConnectionFailure(
            .protocolError, "the clock closed the connection before it answered")
        failure.isBreak = true
        return failure
    }

    private static let silence = ConnectionFailure(
        .noAnswer, "the clock did not answer in time")

    private static func failure(_ what: String) -> ConnectionFailure {
        ConnectionFailure(.ownFault, "\(what): \(String(cString: strerror(errno)))")
    }
}
