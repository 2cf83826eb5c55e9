import Glibc

/// The socket of a service manager that waits for `READY=1` (sd_notify(3)).
struct ReadySocket: ~Copyable {
    private let number: Int32

    /// - Parameter path: of the socket's file, which must not be there yet.
    init(_ path: String) throws(RunFailure) {
        number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            guard path.utf8.count < room.count else { return false }
            room.copyBytes(from: path.utf8)
            return true
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [number] in
                bind(number, $0, size)
            }
        }
        guard fits, bound == 0 else {
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
