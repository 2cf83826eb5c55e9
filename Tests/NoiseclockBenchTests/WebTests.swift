import Foundation
import Glibc
import Synchronization
import Testing

@testable import noiseclock_bench

@Suite("How the bench asks servers")
struct WebTests {
    private static func reply(_ status: String, _ body: String, length: String = "Content-Length")
        -> String
    {
        "HTTP/1.1 \(status)\r\nServer: x\r\n\(length): \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("Replies are whole when their bodies are, in whatever pieces they come")
    func pieces() throws {
        let bytes = Array(
            (WebTests.reply("200 OK", "{\"a\":\r\n\r\n1}") + WebTests.reply("200 OK", "")
                + WebTests.reply("200 Fine", "xyz", length: "content-LENGTH")).utf8)
        for size in [1, 2, 7, 40] {
            var reader = HTTPReplyReader()
            var bodies: [String] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                if let body = try reader.take(piece.count, of: piece) {
                    bodies.append(String(decoding: body, as: UTF8.self))
                }
            }
            #expect(bodies == ["{\"a\":\r\n\r\n1}", "", "xyz"])
        }
    }

    @Test("A refusal is told with its words, and a head without a length or an end is one")
    func refusals() {
        func read(_ text: String) throws(RunFailure) {
            var reader = HTTPReplyReader()
            let bytes = Array(text.utf8)
            _ = try reader.take(bytes.count, of: bytes)
        }
        #expect(throws: RunFailure(reason: "HTTP/1.1 429 Too Many {}")) {
            try read(WebTests.reply("429 Too Many", "{}"))
        }
        #expect(throws: RunFailure(reason: "the head of a reply states no length")) {
            try read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        }
        #expect(throws: RunFailure(reason: "the head of a reply does not end")) {
            try read("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 20_000))
        }
    }

    @Test(
        "A percentile is the least value that so many percent do not exceed",
        arguments: [(1, 1.0), (2, 2), (100, 99), (101, 100), (200, 198), (1000, 990)])
    func percentiles(count: Int, value: Double) {
        let values = (1...count).reversed().map(Double.init)
        #expect(HTTPLoad.percentile(99, of: values) == value)
        #expect(HTTPLoad.percentile(99, of: []) == nil)
    }

    @Test("A field is taken out of a reply, and missed where it is not")
    func field() throws {
        let reply = #"{"ok":true,"pairing":{"code":"639121","until":"2026"}}"#
        #expect(try WebBench.text("code", in: reply) == "639121")
        #expect(throws: RunFailure.self) { try WebBench.text("token", in: reply) }
    }

    @Test("All clients ask at once, each after its answer, and the figures are of what came back")
    func load() throws {
        let server = try SlowServer(WebTests.reply("200 OK", "{}"), milliseconds: 5)
        let numbers = Mutex<[Int]>([])
        let figures = try HTTPLoad.run(port: server.port, clients: 4, seconds: 0.1) { number in
            numbers.withLock { $0.append(number) }
            return Array("GET / HTTP/1.1\r\n\r\n".utf8)
        }
        let asked = numbers.withLock { $0 }
        #expect(asked == Array(0..<asked.count))
        // Each request takes 5 ms at least: a client has 20 in the time, and one more that was under way.
        let most = 4 + 4 * 21
        #expect((8...most).contains(asked.count), "\(asked.count)")
        #expect(figures.slowest >= 5)
        #expect(figures.requestsPerSecond > 0 && figures.requestsPerSecond <= 4 * 200)
    }

    @Test("A server that refuses or is gone gives no figure, but the reason")
    func failures() throws {
        let server = try SlowServer(WebTests.reply("503 No", "busy"), milliseconds: 0)
        #expect(throws: RunFailure(reason: "HTTP/1.1 503 No busy")) {
            try HTTPLoad.run(port: server.port, clients: 1, seconds: 0.01) { _ in [10] }
        }
        let unused = try LocalPort.free()
        #expect(throws: RunFailure(reason: "nobody answers on port \(unused)")) {
            try HTTPLoad.run(port: unused, clients: 1, seconds: 0.01) { _ in [10] }
        }
    }

    @Test("Each peer that is installed answers as many bytes as the clock")
    func peers() throws {
        let status = Array(#"{"ok":true,"status":{"wall":"2026-11-29T12:36:36.525Z"}}"#.utf8)
        let change = Array(#"{"noise":{"playing":false,"volume":20},"ok":true}"#.utf8)
        for peer in WebPeer.all {
            guard let path = try? Peer.path(of: peer.name, isModule: peer.isModule) else {
                continue
            }
            let folder = try TemporaryFolder()
            let server = try WebServer.of(
                peer, path, status: status[...], change: change[...], in: folder)
            defer { #expect(server.child.end().problem == nil) }
            let requests = HTTPRequests(port: server.port, token: "00")
            let client = try HTTPClient(port: server.port)
            #expect(try client.body(of: requests.status).elementsEqual(status), "\(peer.name)")
            guard peer.takesChanges else { continue }
            let changed = String(decoding: change, as: UTF8.self).replacing("20", with: "42")
            #expect(
                String(decoding: try client.body(of: requests.volume(42)), as: UTF8.self)
                    == changed)
        }
    }

    @Test("A server that does not start is reported with its last words")
    func startless() throws {
        let folder = try TemporaryFolder()
        let peer = WebPeer(
            name: "sh", remark: "", takesChanges: false,
            arguments: { ["-c", "echo \($0) is bad; exit 1"] }, text: { _, _ in "" })
        #expect(
            throws: RunFailure(reason: "sh did not start: \(folder.file("sh")) is bad")
        ) { try WebServer.of(peer, "/bin/sh", status: [], change: [], in: folder) }
    }

    @Test("What the browser prints of its visits becomes figures, and nothing else does")
    func visits() throws {
        let visits = try PageVisits(printed: "12 30720 196.5\n12 30720 136\n")
        #expect(visits.requests == [12, 12])
        #expect(visits.weights == [30, 30])
        #expect(visits.paints == [196.5, 136])
        #expect(throws: RunFailure(reason: "the browser said: 12 many 196")) {
            try PageVisits(printed: "12 30720 196\n12 many 196\n")
        }
    }

    @Test("Without the programs the rows say what is missing")
    func missing() throws {
        var conditions = Conditions(seconds: 0.01)
        func outcomes() -> [Row.Outcome] { Measurement.web.measure(conditions).map(\.outcome) }
        #expect(outcomes() == [.skipped("no noiseclockd lies beside this program")])
        conditions.firmware = "/bin/sh"
        #expect(outcomes() == [.skipped("no noiseclock-web lies beside noiseclockd")])
        let folder = try TemporaryFolder()
        try folder.write("", to: "noiseclock-web")
        #expect(
            WebBench.program(beside: folder.file("noiseclockd"))
                == folder.file("noiseclock-web"))
    }
}

/// Answers each request with the same bytes, so long after it came.
private final class SlowServer: Sendable {
    let port: UInt16
    private let listener: Int32

    init(_ reply: String, milliseconds: UInt32) throws {
        let port = try LocalPort.free()
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let result = LocalPort.withAddress(port) { bind(listener, $0, $1) }
        try #require(result == 0 && listen(listener, 8) == 0)
        self.port = port
        self.listener = listener
        let bytes = Array(reply.utf8)
        Thread.detachNewThread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread {
                    var room = [UInt8](repeating: 0, count: 4096)
                    while recv(connection, &room, room.count, 0) > 0 {
                        usleep(milliseconds * 1000)
                        _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                    }
                    close(connection)
                }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
