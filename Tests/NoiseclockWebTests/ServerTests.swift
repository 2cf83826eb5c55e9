import BoundedJSON
import Glibc
import Synchronization
import Testing

@testable import noiseclock_web

@Suite("The server before a clock")
struct ServerTests {
    private static let token = "0123456789abcdef0123456789abcdef"
    private static let json = "Content-Type: application/json\r\n"

    @Test("A query becomes a line, and its reply the answer, on one connection after the other")
    func query() throws {
        let test = try TestServer()
        let peer = try test.connect()
        for count in 1...3 {
            let answer = peer.ask("GET /api/v1/status")
            #expect(answer.status == 200)
            #expect(answer.body == "{\"asked\":\"status\",\"ok\":true}\n")
            #expect(answer.header("Content-Type") == "application/json")
            for (name, value) in HTTPAnswer.always + [HTTPAnswer.unkept] {
                #expect(answer.header(name) == value)
            }
            #expect(answer.header("Connection") == nil)
            #expect(test.clock.lines.count == count)
        }
        let ids = test.clock.lines.map { $0["id"] }
        #expect(ids == [.string("test-1"), .string("test-2"), .string("test-3")])
        #expect(test.clock.lines.allSatisfy { Set($0.keys) == ["id", "command"] })
    }

    @Test("A change has its fields, its key and its token in the line")
    func change() throws {
        let test = try TestServer()
        let answer = try test.ask(
            "PATCH /api/v1/alarm/3",
            ServerTests.json + "Authorization: Bearer \(ServerTests.token)\r\n"
                + "Idempotency-Key: once\r\nIf-Match: \"5\"\r\n",
            body: "{\"changes\": {\n\"label\": \"Up\"}}")
        #expect(answer.status == 200)
        #expect(
            test.clock.lines == [
                [
                    "id": .string("test-1"), "command": .string("alarm.edit"),
                    "alarm": .integer(3), "changes": .object(["label": .string("Up")]),
                    "revision": .integer(5), "key": .string("once"),
                    "token": .string(ServerTests.token),
                ]
            ])
    }

    @Test("A refusal of the clock has its status, and says how to be let in")
    func refusals() throws {
        let test = try TestServer { line, peer in
            peer.send(FakeClock.refusal(of: line, "unpaired"))
        }
        let answer = try test.ask("POST /api/v1/noise/play", ServerTests.json, body: "{}")
        #expect(answer.status == 401)
        #expect(answer.header("WWW-Authenticate") == "Bearer")
        #expect(answer.body == "{\"error\":{\"code\":\"unpaired\",\"message\":\"no\"}}\n")
    }

    @Test("HEAD is GET without its body, and OPTIONS tells the methods")
    func ownMethods() throws {
        let test = try TestServer()
        let peer = try test.connect()
        let head = peer.ask("HEAD /api/v1/status")
        #expect(head.status == 200)
        let body = peer.ask("GET /api/v1/status").body
        #expect(head.header("Content-Length") == "\(body.utf8.count)")
        let options = peer.ask("OPTIONS /api/v1/status")
        #expect(options.status == 204)
        #expect(options.header("Allow") == "GET, HEAD, OPTIONS")
        let other = peer.ask("DELETE /api/v1/status")
        #expect(other.status == 405)
        #expect(other.header("Allow") == "GET, HEAD, OPTIONS")
        #expect(test.clock.lines.count == 2)
    }

    @Test("What breaks a rule is told so, ends the connection, and never reaches the clock")
    func rules() throws {
        let test = try TestServer()
        for (request, status) in [
            ("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", 421),
            ("GET / HTTP/1.0\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
            ("GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
            (
                "POST /api/v1/noise/play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400
            ),
            (
                "POST /api/v1/noise/play HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a.b\r\n\r\n",
                403
            ),
        ] {
            let peer = try test.connect()
            peer.send(request)
            let answer = peer.answer()
            #expect(answer.status == status, "\(request)")
            #expect(answer.header("Connection")?.lowercased() == "close")
            // What is no HTTP at all libmicrohttpd 1.0 refuses itself, with a page of its own.
            let isOfLibrary = status == 400 && answer.body.hasPrefix("<html>")
            #expect(isOfLibrary || answer.body.hasPrefix("{\"error\":{\"code\":"), "\(request)")
            #expect(peer.isEnded)
        }
        #expect(test.clock.lines.isEmpty)
    }

    @Test(
        "A refused body is read to its end, so that the answer arrives and the next request counts")
    func refusedBodies() throws {
        let test = try TestServer()
        let peer = try test.connect()
        let long = String(repeating: "x", count: 70_000)
        #expect(peer.ask("POST /api/v1/noise/play", ServerTests.json, body: long).status == 413)
        #expect(peer.ask("POST /api/v1/noise/play", body: "{}").status == 415)
        #expect(peer.ask("POST /api/v1/noise/play", ServerTests.json, body: "{").status == 400)
        peer.send(
            "POST /api/v1/noise/play HTTP/1.1\r\nHost: localhost\r\n\(ServerTests.json)"
                + "Transfer-Encoding: chunked\r\n\r\n11170\r\n\(long)\r\n0\r\n\r\n")
        #expect(peer.answer().status == 413)
        #expect(peer.ask("GET /api/v1/status").status == 200)
        #expect(test.clock.lines.count == 1)
    }

    // MARK: - The clock comes and goes

    @Test("While there is no clock, the answer says so; a clock that comes back is found by itself")
    func restart() throws {
        let test = try TestServer(try FakeClock(FakeClock.echo))
        let peer = try test.connect()
        for _ in 1...2 {
            let answer = peer.ask("GET /api/v1/status")
            #expect(answer.status == 503)
            #expect(answer.header("Retry-After") == "1")
            #expect(answer.body.contains("the clock is not running"))
            #expect(try test.ask("GET /api/v1/events").status == 503)
            test.clock.start()
            #expect(peer.ask("GET /api/v1/status").status == 200)
            test.clock.stop()
        }
    }

    @Test("A line whose reply was lost is sent once more, with the same id; then the answer is 503")
    func lostReply() throws {
        let count = Atomic(0)
        let test = try TestServer { line, peer in
            if count.add(1, ordering: .relaxed).newValue == 2 {
                FakeClock.echo(line, peer)
            } else {
                peer.hangUp()
            }
        }
        #expect(try test.ask("POST /api/v1/noise/play", ServerTests.json, body: "{}").status == 200)
        #expect(test.clock.lines.map { $0["id"] } == [.string("test-1"), .string("test-1")])
        #expect(try test.ask("GET /api/v1/status").status == 503)
        #expect(test.clock.lines.count == 4)
    }

    @Test("More requests than connections wait for their turn, and each gets its own reply")
    func queue() throws {
        let held = Mutex<[@Sendable () -> Void]>([])
        let test = try TestServer { line, peer in
            let waiting = held.withLock { held in
                held.append { peer.send(FakeClock.reply(to: line, ["line": line["id"] ?? .null])) }
                return held.count
            }
            // Four are under way: now their replies go out, and each further one at once.
            guard waiting >= ClockLoop.lanes else { return }
            for reply in held.withLock({ held in
                defer { held = [] }; return held
            }) { reply() }
        }
        let peers = try (0..<12).map { _ in try test.connect() }
        for peer in peers { peer.send("GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        let bodies = Set(peers.map { $0.answer().body })
        #expect(bodies.count == 12)
    }

    // MARK: - Places

    @Test("Hundreds of connections that come at once find room in the kernel")
    func backlog() throws {
        // Nobody accepts them. Without room, a connection waits until the limit of `TestPeer`.
        let listener = try ListeningSocket(port: 0, address: "127.0.0.1")
        defer { close(listener.descriptor) }
        let port = try #require(listener.port)
        let peers = try (0..<300).map { _ in try TestPeer(port: port) }
        #expect(peers.count == 300)
    }

    @Test("The 25th connection of an address is answered, and the first one ends")
    func places() throws {
        let test = try TestServer()
        let peers = try (0..<ConnectionTable.mostOfAddress).map { _ in try test.connect() }
        // The server takes connections in order: when the last one is answered, all are in.
        #expect(try #require(peers.last).ask("GET /api/v1/status").status == 200)
        #expect(try test.ask("GET /api/v1/status").status == 200)
        #expect(peers[0].isEnded)
        #expect(peers[1].ask("GET /api/v1/status").status == 200)
    }
}
