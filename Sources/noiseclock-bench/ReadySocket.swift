import Glibc

/// The socket of a service manager that waits for `READY=1` (sd_notify(3)).
struct ReadySocket: ~Copyable {
    private let number: Int32

    /// - Parameter path: of the socket's file, which must not be there yet.
    init(_ path: String) throws(RunFailure) {
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard UnixAddress.use(path, { [number] in bind(number, $0, $1) }) == 0 else {
            throw RunFailure(reason: "no socket can be made at \(path)")
        }
    }

    deinit { close(number) }

    /// Waits for datagrams until one says ready; returns whether one did before the child ended or
    /// `attempts` waits of 100 ms were over.
    func waitUntilReady(_ child: ChildProcess, attempts: Int) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<attempts {
            var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, 100) > 0 {
                let count = recv(number, &bytes, bytes.count, 0)
                let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
                if text.split(separator: "\n").contains("READY=1") { return true }
            }
            if child.hasEnded || DelayedSignals.hasCome { return false }
        }
        return false
    }

    /// Lets a while pass and takes what the child says meanwhile, so that it never meets a full socket.
    /// Returns false if the child ended or this program is told to.
    func pass(nanoseconds: Int64, clock: () -> Int64, child: ChildProcess) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let end = clock() + nanoseconds
        while true {
            let left = end - clock()
            if left <= 0 { return !child.hasEnded }
            var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(clamping: min(left / 1_000_000 + 1, 200))
            if poll(&polled, 1, milliseconds) > 0 { _ = recv(number, &bytes, bytes.count, 0) }
            if child.hasEnded || DelayedSignals.hasCome { return false }
        }
    }
}

/// The firmware's control socket, as a client has it; or that for the network.
struct ControlSocket: ~Copyable {
    let number: Int32

    /// Longer than any command takes, in milliseconds.
    private static let patience: Int32 = 5000
    /// More than any reply to a change has.
    private static let longestReply = 65_536

    init(_ path: String) throws(RunFailure) {
        number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard UnixAddress.use(path, { [number] in connect(number, $0, $1) }) == 0 else {
            throw RunFailure(reason: "nobody listens at \(path)")
        }
    }

    deinit { close(number) }

    /// - Parameter request: a line of JSON, without its end.
    func send(_ request: String) throws(RunFailure) {
        let line = Array((request + "\n").utf8)
        guard Glibc.send(number, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
            throw RunFailure(reason: "noiseclockd did not take \(request)")
        }
    }

    /// Has one command carried out.
    ///
    /// - Parameter request: a line of JSON, without its end.
    /// - Returns: the reply, which may be thrown away.
    @discardableResult
    func order(_ request: String) throws(RunFailure) -> String {
        try send(request)
        var reply: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while reply.last != UInt8(ascii: "\n"), reply.count < ControlSocket.longestReply {
            var polled = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, ControlSocket.patience) > 0 else { break }
            let count = recv(number, &block, block.count, 0)
            guard count > 0 else { break }
            reply += block[..<count]
        }
        let text = String(decoding: reply, as: UTF8.self)
        guard text.contains(#""ok":true"#) else {
            throw RunFailure(reason: "noiseclockd answered to \(request): \(text)")
        }
        return text
    }
}

private enum UnixAddress {
    /// Hands the address of a socket's file to `body`; nil where the path does not fit.
    static func use(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        guard fits else { return nil }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
