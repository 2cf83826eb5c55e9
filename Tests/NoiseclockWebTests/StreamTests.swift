import BoundedJSON
import Glibc
import Synchronization
import Testing

@testable import noiseclock_web

@Suite("Event streams and uploads before a clock")
struct StreamTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    @Test("A stream passes on each reply, says that it is alive, and ends when the clock ends it")
    func stream() throws {
        let watching = Mutex<FakeClock.Peer?>(nil)
        let test = try TestServer { line, peer in
            watching.withLock { $0 = peer }
            peer.send(FakeClock.reply(to: line, ["query": .string("status"), "n": .integer(1)]))
        }
        let peer = try test.connect()
        peer.send(
            "GET /api/v1/events?query=status HTTP/1.1\r\nHost: localhost\r\n"
                + "Cookie: noiseclock=\(StreamTests.token)\r\n\r\n")
        let head = peer.read(through: "\r\n\r\n")
        #expect(head.contains("Content-Type: text/event-stream\r\n"))
        #expect(head.contains("Cache-Control: no-store\r\n"))
        #expect(
            peer.read(through: "\"n\":1").contains("retry: 1000\n\nevent: status\nid: 1\ndata: {"))
        #expect(
            test.clock.lines == [
                [
                    "id": .string("test"), "command": .string("watch"),
                    "queries": .list([.string("status")]), "token": .string(StreamTests.token),
                ]
            ])
        #expect(peer.read(through: "event: alive\ndata: {}\n\n").contains("event: alive"))
        let clock = try #require(watching.withLock { $0 })
        clock.send("{\"id\":\"test\",\"query\":\"status\",\"ok\":true,\"n\":2}")
        #expect(peer.read(through: "\"n\":2").contains("event: status\nid: 2\n"))
        clock.hangUp()
        // The last chunk of the answer is empty.
        #expect(peer.read(through: "\r\n0\r\n\r\n").hasSuffix("\r\n0\r\n\r\n"))
    }

    @Test("Without names, a stream follows what a page shows, all of which can be watched")
    func usualQueries() throws {
        let test = try TestServer { line, peer in
            peer.send(FakeClock.refusal(of: line, "invalid"))
        }
        let answer = try test.ask("GET /api/v1/events")
        #expect(answer.status == 422)
        #expect(
            answer.body == "{\"error\":{\"code\":\"invalid\",\"field\":null,\"message\":\"no\"}}\n")
        let queries = FrontDoor.usualQueries.map(JSONValue.string)
        #expect(test.clock.lines.map { $0["queries"] } == [.list(queries)])
        #expect(try test.ask("GET /api/v1/events?queries=status").status == 422)
        #expect(try test.ask("HEAD /api/v1/events").header("Content-Type") == "text/event-stream")
        #expect(test.clock.lines.count == 1)
    }

    @Test("The clock learns that the reader of a stream is gone")
    func goneReader() throws {
        let test = try TestServer { line, peer in
            peer.send(FakeClock.reply(to: line, ["query": .string("status")]))
        }
        func watchers() -> Int { test.clock.watchers }
        var peer: TestPeer? = try test.connect()
        peer?.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = peer?.read(through: "event: status")
        #expect(watchers() == 1)
        peer = nil
        // The next sign of life finds nobody.
        test.clock.waitUntilNobodyWatches()
        #expect(watchers() == 0)
    }

    @Test(
        "An uploaded file goes to the clock as an open file, from its beginning, and leaves nothing"
    )
    func upload() throws {
        let test = try TestServer()
        let content = String(repeating: "sound", count: 50_000)
        let answer = try test.ask(
            "POST /api/v1/sound/import?name=Rain",
            "Content-Type: audio/ogg\r\nAuthorization: Bearer \(StreamTests.token)\r\n",
            body: content)
        #expect(answer.status == 200)
        // First the clock is asked whether the token is a device's.
        let lines = test.clock.lines
        #expect(lines.map { $0["command"] } == [.string("status"), .string("sound.import")])
        #expect(lines.allSatisfy { $0["token"] == .string(StreamTests.token) })
        #expect(lines.last?["name"] == .string("Rain"))
        #expect(test.clock.files == [Array(content.utf8)])
        #expect(try test.namesInFolder() == ["n.sock"])
    }

    @Test("A backup with own sounds and fonts is a file, which the clock writes")
    func download() throws {
        let test = try TestServer()
        let content = [UInt8]((0..<300_000).map { UInt8(truncatingIfNeeded: 31 &* $0) })
        test.clock.fillFiles(with: content)
        let stranger = try test.ask("GET /api/v1/backup?ownFiles=true")
        #expect(stranger.status == 401)
        #expect(test.clock.lines.isEmpty)
        let peer = try test.connect()
        let bearer = "Authorization: Bearer \(StreamTests.token)\r\n"
        let (answer, body) = peer.askForBytes("GET /api/v1/backup?ownFiles=true", bearer)
        #expect(answer.status == 200)
        #expect(answer.header("Content-Type") == "application/octet-stream")
        #expect(body == content)
        #expect(test.clock.lines.map { $0["ownFiles"] } == [.bool(true)])
        #expect(try test.namesInFolder() == ["n.sock"])
        // Without the choice it is text, as ever.
        let text = try test.ask("GET /api/v1/backup", bearer)
        #expect(text.status == 200 && text.body.contains("backup"))
    }

    @Test("One file comes at a time, from paired devices alone, and never as a form")
    func uploadRules() throws {
        let test = try TestServer()
        let head =
            "POST /api/v1/sound/import?name=Rain HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: audio/ogg\r\nAuthorization: Bearer \(StreamTests.token)\r\n"
        let first = try test.connect()
        first.send(head + "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n")
        #expect(first.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100"))
        let second = try test.connect()
        second.send(head + "Content-Length: 3\r\n\r\nabc")
        #expect(second.answer().status == 503)
        first.send("0123456789")
        #expect(first.answer().status == 200)
        second.send(head + "Content-Length: 3\r\n\r\nabc")
        #expect(second.answer().status == 200)
        #expect(
            second.ask("POST /api/v1/sound/import?name=A", "Content-Type: audio/ogg\r\n", body: "a")
                .status == 401)
        let token = "Authorization: Bearer \(StreamTests.token)\r\n"
        #expect(second.ask("POST /api/v1/sound/import?name=A", token, body: "a").status == 415)
        #expect(test.clock.files.map(\.count) == [10, 3])
        // A torn one leaves the place to the next.
        var third: TestPeer? = try test.connect()
        third?.send(head + "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n")
        #expect(third?.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 100") == true)
        third = nil
        var status: Int?
        repeat {
            second.send(head + "Content-Length: 3\r\n\r\nabc")
            status = second.answer().status
        } while status == 503
        #expect(status == 200)
    }

    @Test("A file with a made-up token is refused before it comes, and takes nobody's place")
    func strangersFile() throws {
        let test = try TestServer()
        let stranger = try test.connect()
        stranger.send(
            "POST /api/v1/sound/import?name=Rain HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: audio/ogg\r\nAuthorization: Bearer \(FakeClock.madeUp)\r\n"
                + "Expect: 100-continue\r\nContent-Length: 60000000\r\n\r\n")
        #expect(stranger.answer().status == 401)
        #expect(stranger.isEnded)
        let slow = try test.connect()
        slow.send(
            "POST /api/v1/sound/import?name=Rain HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: audio/ogg\r\nAuthorization: Bearer \(FakeClock.madeUp)\r\n"
                + "Content-Length: 1000\r\n\r\n")
        test.clock.waitForLines(2)
        let token = "Content-Type: audio/ogg\r\nAuthorization: Bearer \(StreamTests.token)\r\n"
        #expect(
            try test.ask("POST /api/v1/sound/import?name=A", token, body: "a").status == 200)
        slow.send(String(repeating: "x", count: 1000))
        #expect(slow.answer().status == 401)
        #expect(test.clock.files.map(\.count) == [1])
        test.clock.stop()
        #expect(
            try test.ask("POST /api/v1/sound/import?name=A", token, body: "a").status == 503)
    }

    @Test("A file that turns out too long in chunks is told so")
    func tooLongFile() throws {
        let test = try TestServer()
        let peer = try test.connect()
        peer.send(
            "POST /api/v1/sound/import?name=Rain HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: audio/ogg\r\nAuthorization: Bearer \(StreamTests.token)\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n")
        let size = 1024 * 1024
        let piece = "100000\r\n" + String(repeating: "x", count: size) + "\r\n"
        for _ in 0..<RequestRules.mostUpload / size { peer.send(piece) }
        peer.send("1\r\nx\r\n0\r\n\r\n")
        #expect(peer.answer().status == 413)
        #expect(peer.ask("GET /api/v1/status").status == 200)
        #expect(test.clock.files.isEmpty)
    }

    @Test("When the server stops, streams and requests under way end")
    func stop() throws {
        let test = try TestServer { line, peer in
            guard line["command"] == .string("watch") else { return }
            peer.send(FakeClock.reply(to: line, ["query": .string("status")]))
        }
        let stream = try test.connect()
        stream.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = stream.read(through: "event: status")
        let request = try test.connect()
        request.send("GET /api/v1/status HTTP/1.1\r\nHost: localhost\r\n\r\n")
        test.clock.waitForLines(2)
        test.server.stop()
        #expect(!stream.readToEnd().contains("event"))
        _ = request.readToEnd()
    }

    @Test("A browser gets the token of a pairing as a cookie alone")
    func pairing() throws {
        let token = JSONValue.string(StreamTests.token)
        func body(_ paired: [String: JSONValue]) -> JSONValue {
            .object(["ok": .bool(true), "paired": .object(paired)])
        }
        let (left, taken) = Question.takeToken(
            from: body(["token": token, "device": .integer(1)]))
        #expect(left == body(["device": .integer(1)]))
        #expect(taken?.text == StreamTests.token)
        for other in [body(["token": .string("x")]), body([:]), .object([:]), .null] {
            let (left, taken) = Question.takeToken(from: other)
            #expect(left == other)
            #expect(taken == nil)
        }
    }
}
