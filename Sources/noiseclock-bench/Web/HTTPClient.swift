import Glibc

/// A connection to a server on this machine, which stays open from request to request.
final class HTTPClient {
    let descriptor: Int32
    private var reader = HTTPReplyReader()
    private var room = [UInt8](repeating: 0, count: 64 * 1024)

    /// Longer than any reply takes, in milliseconds.
    static let patience: Int32 = 20_000

    init(port: UInt16) throws(RunFailure) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = LocalPort.withAddress(port) { [descriptor] in connect(descriptor, $0, $1) }
        guard result == 0 else {
            throw RunFailure(reason: "nobody answers on port \(port)")
        }
    }

    deinit { close(descriptor) }

    /// - Parameter request: so short that the kernel takes it at once.
    func send(_ request: [UInt8]) throws(RunFailure) {
        guard
            Glibc.send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count
        else { throw RunFailure(reason: "the server took no request") }
    }

    /// Reads once what is there, for which it may wait.
    ///
    /// - Returns: the body, once the reply is whole.
    func receive() throws(RunFailure) -> ArraySlice<UInt8>? {
        let count = recv(descriptor, &room, room.count, 0)
        guard count > 0 else { throw RunFailure(reason: "the server ended the connection") }
        return try reader.take(count, of: room)
    }

    /// Sends a request and waits for the reply.
    func body(of request: [UInt8]) throws(RunFailure) -> ArraySlice<UInt8> {
        try send(request)
        while true {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, HTTPClient.patience) > 0 else {
                throw RunFailure(reason: "no reply came in \(HTTPClient.patience / 1000) s")
            }
            if let body = try receive() { return body }
        }
    }
}

/// Requests to the clock, with the token of a paired device.
struct HTTPRequests {
    let port: UInt16
    let token: String

    var status: [UInt8] { query("status") }

    func query(_ path: String) -> [UInt8] { Array((head("GET", path) + "\r\n").utf8) }

    /// A change of the volume, to a number of two digits.
    func volume(_ percent: Int) -> [UInt8] {
        let body = #"{"volume":\#(percent)}"#
        let headers = "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
        return Array((head("POST", "noise/volume") + headers + "\r\n" + body).utf8)
    }

    private func head(_ method: String, _ path: String) -> String {
        "\(method) /api/v1/\(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
            + "Authorization: Bearer \(token)\r\n"
    }
}

/// Ports of this machine's own network.
enum LocalPort {
    /// One that nobody uses now.
    static func free() throws(RunFailure) -> UInt16 {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        var found = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &found) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { room in
                withAddress(0) { bind(probe, $0, $1) } == 0 ? getsockname(probe, room, &size) : -1
            }
        }
        guard result == 0 else { throw RunFailure(reason: "there is no free port") }
        return UInt16(bigEndian: found.sin_port)
    }

    /// Hands the address of 127.0.0.1 with this port to `body`.
    static func withAddress(
        _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
