import Foundation
import Glibc
import Testing

@testable import noiseclock_web

/// A server on a free port of this machine, with a clock that follows the test's orders.
final class TestServer: Sendable {
    let server: HTTPServer
    let clock: FakeClock
    let port: UInt16

    init(_ clock: FakeClock) throws {
        self.clock = clock
        let server = HTTPServer(
            door: FrontDoor(rules: RequestRules(names: OwnNames(hostName: "noiseclock"))),
            clock: try ClockLink(), folder: clock.folder, idPrefix: "test")
        let listener = try ListeningSocket(port: 0, address: "127.0.0.1")
        port = try #require(listener.port)
        try server.clock.start(path: clock.path) { server.tick($0) }
        try server.start(listener)
        self.server = server
    }

    /// With a clock that has started.
    convenience init(
        answering: @escaping FakeClock.Answering = FakeClock.echo
    ) throws {
        let clock = try FakeClock(answering)
        clock.start()
        try self.init(clock)
    }

    deinit { server.stop() }

    /// Waits for the OpenAPI file, which an unoptimised build takes long to make.
    func describe() async {
        await withCheckedContinuation { made in
            server.description.ask { _ in made.resume() }
        }
    }

    /// What lies where uploads are kept.
    func namesInFolder() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: clock.folder)
    }

    func connect() throws -> TestPeer { try TestPeer(port: port) }

    /// The answer to one request on a connection of its own.
    func ask(
        _ line: String, _ headers: String = "", body: String = ""
    ) throws -> TestAnswer {
        try connect().ask(line, headers, body: body)
    }
}

struct TestAnswer {
    var head: String
    var body: String

    var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

    func header(_ name: String) -> String? {
        for line in head.split(whereSeparator: \.isNewline) {
            let sides = line.split(separator: ":", maxSplits: 1)
            if sides.count == 2, sides[0].lowercased() == name.lowercased() {
                return sides[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}

/// A connection to the server that sends and reads bytes.
final class TestPeer {
    private let descriptor: Int32
    private var unread: [UInt8] = []

    private init(_ family: Int32) {
        descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        // Far more than is needed: a test that hangs fails instead.
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// A connection to a socket of the clock.
    convenience init(path: String) throws {
        self.init(AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    convenience init(port: UInt16) throws {
        self.init(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads more; false at the end or if nothing came for too long.
    private func more() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        unread += chunk[..<count]
        return true
    }

    /// Everything up to and with this text; what came until the end if it never came.
    func read(through text: String) -> String {
        let wanted = Data(text.utf8)
        while true {
            if let range = Data(unread).range(of: wanted) {
                defer { unread.removeFirst(range.upperBound) }
                return String(decoding: unread[..<range.upperBound], as: UTF8.self)
            }
            guard more() else { return readToEnd() }
        }
    }

    func readToEnd() -> String {
        while more() {}
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    /// Whether the server ended the connection, without another byte.
    var isEnded: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, 0)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// Sends a request and reads its answer.
    func ask(_ line: String, _ headers: String = "", body: String = "") -> TestAnswer {
        var head = "\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)"
        if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
        send(head + "\r\n" + body)
        return answer(isHead: line.hasPrefix("HEAD"))
    }

    func answer(isHead: Bool = false) -> TestAnswer {
        let (head, body) = bytes(isHead: isHead)
        return TestAnswer(head: head.head, body: String(decoding: body, as: UTF8.self))
    }

    /// The same for a body that is no text.
    func askForBytes(_ line: String, _ headers: String) -> (answer: TestAnswer, body: [UInt8]) {
        send("\(line) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)\r\n")
        return bytes(isHead: false)
    }

    private func bytes(isHead: Bool) -> (answer: TestAnswer, body: [UInt8]) {
        let answer = TestAnswer(head: read(through: "\r\n\r\n"), body: "")
        let count = answer.header("Content-Length").flatMap { Int($0) } ?? 0
        guard !isHead, answer.status != 304, count > 0 else { return (answer, []) }
        while unread.count < count, more() {}
        defer { unread.removeFirst(min(count, unread.count)) }
        return (answer, Array(unread.prefix(count)))
    }
}
