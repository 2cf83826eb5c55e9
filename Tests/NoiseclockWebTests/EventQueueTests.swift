import BoundedJSON
import Testing

@testable import noiseclock_web

@Suite("The bytes of an event stream")
struct EventQueueTests {
    private func take(_ queue: inout EventQueue, _ most: Int = 1 << 20) -> String {
        var room = [UInt8](repeating: 0, count: most)
        let count = room.withUnsafeMutableBytes { queue.take(into: $0) }
        return String(decoding: room[..<count], as: UTF8.self)
    }

    @Test("Events are framed with their query, a number and one line of data")
    func frames() {
        var queue = EventQueue()
        #expect(queue.add("status", #"{"a":1}"#.utf8) == true)
        #expect(queue.add("alarm.list", "{}".utf8) == true)
        #expect(queue.beat() == true)
        #expect(queue.add("status", "{}".utf8) == true)
        #expect(
            take(&queue) == """
                retry: 1000

                event: status
                id: 1
                data: {"a":1}

                event: alarm.list
                id: 2
                data: {}

                event: alive
                data: {}

                event: status
                id: 3
                data: {}


                """)
        #expect(queue.count == 0)
        #expect(take(&queue) == "")
    }

    @Test("They come out in pieces of any size, and nothing is lost")
    func pieces() {
        var whole = EventQueue()
        var pieces = EventQueue()
        var text = ""
        for number in 0..<3000 {
            let data = String(repeating: "x", count: number % 97)
            #expect(whole.add("status", data.utf8) == true)
            #expect(pieces.add("status", data.utf8) == true)
            text += take(&pieces, 1 + number % 131)
        }
        while pieces.count > 0 { text += take(&pieces, 4096) }
        #expect(text == take(&whole))
    }

    @Test("More than 64 KiB that wait from one beat to the next end the stream")
    func lag() {
        let large = String(repeating: "x", count: 100_000)
        var queue = EventQueue()
        // A long list at once is no lag.
        #expect(queue.add("alarm.list", large.utf8) == true)
        #expect(queue.beat() == true)
        _ = take(&queue, 40_000)
        #expect(queue.add("alarm.list", large.utf8) == true)
        // 60,000 bytes of the first are overdue; by the next beat, the second one is, too.
        #expect(queue.beat() == true)
        #expect(queue.beat() == false)
        var read = EventQueue()
        for _ in 0..<100 {
            #expect(read.add("alarm.list", large.utf8) == true)
            #expect(read.beat() == true)
            _ = take(&read)
        }
    }

    @Test("What waits is bounded")
    func bound() {
        var queue = EventQueue()
        let large = [UInt8](repeating: 0x78, count: 4 * 1024 * 1024)
        #expect(queue.add("alarm.list", large) == true)
        #expect(queue.add("alarm.list", large) == true)
        #expect(queue.add("alarm.list", large) == false)
    }

    @Test("A watched line names its query, and its data is what the query's own GET has")
    func lines() throws {
        let line = try JSONValue.parse(
            #"{"id":"1","query":"status","ok":true,"reply":"status","status":{}}"#.utf8, limit: 1000
        )
        let watched = try #require(WatchedLine(line))
        #expect(watched.query == "status")
        #expect(
            String(decoding: watched.data, as: UTF8.self)
                == #"{"ok":true,"reply":"status","status":{}}"#)
        #expect(WatchedLine(.object(["ok": .bool(false), "error": .object([:])])) == nil)
        #expect(WatchedLine(.object(["query": .string("a\nb")])) == nil)
        #expect(WatchedLine(.null) == nil)
    }
}
