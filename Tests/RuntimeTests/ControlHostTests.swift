import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// A listener without a socket: a test says what came in and looks at what went out.
final class ScriptedListener: ConnectionListener {
    private let sent = Mutex<[ConnectionID: [UInt8]]>([:])
    private let closed = Mutex<Set<ConnectionID>>([])

    func wait(until deadline: BootTime?) -> [ConnectionEvent] { [] }
    func notify() {}

    func send(_ bytes: [UInt8], to connection: ConnectionID) {
        sent.withLock { $0[connection, default: []] += bytes }
    }

    func close(_ connection: ConnectionID) {
        closed.withLock { _ = $0.insert(connection) }
    }

    /// What was sent to a connection since the last call, by lines.
    func takeLines(_ number: UInt64) -> [String] {
        let bytes = sent.withLock { $0.removeValue(forKey: ConnectionID(number)) ?? [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func isClosed(_ number: UInt64) -> Bool {
        closed.withLock { $0.contains(ConnectionID(number)) }
    }
}

@Suite("Control host")
struct ControlHostTests {
    private let listener = ScriptedListener()
    private let bench: Bench

    init() throws {
        bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false, listener: listener)
        for number in 1...2 { bench.stepped.take([.opened(ConnectionID(UInt64(number)))]) }
    }

    private func send(_ text: String, from number: UInt64 = 1) -> [String] {
        bench.stepped.take([.received(ConnectionID(number), Array(text.utf8))])
        bench.stepped.step()
        return listener.takeLines(number)
    }

    private let add =
        #"{"id":"a","command":"alarm.add","alarm":{"schedule":{"time":"07:30","kind":"once"}}}"#

    @Test("a request gets a reply with its own id, whole, however its bytes are cut")
    func cutBytes() {
        let line = #"{"id":"42","command":"noise.stop"}"#
        for character in line { #expect(send(String(character)).isEmpty) }
        let replies = send("\n")
        #expect(replies.count == 1)
        #expect(replies.first?.contains(#""id":"42""#) == true)
    }

    @Test("several requests in one packet are answered each, in order")
    func severalAtOnce() {
        let replies = send(
            #"{"id":"1","command":"noise.play"}"# + "\n" + #"{"id":"2","command":"noise.stop"}"#
                + "\n")
        #expect(replies.count == 2)
        #expect(replies.first?.contains(#""id":"1""#) == true)
        #expect(replies.last?.contains(#""id":"2""#) == true)
    }

    @Test("13: the same change with the same id is carried out once and answered the same")
    func repeatedChange() {
        let first = send(add + "\n")
        let second = send(add + "\n", from: 2)
        #expect(first == second)
        #expect(
            send(#"{"id":"l","command":"alarm.list"}"# + "\n").first?.contains("\"id\":2") == false)
    }

    @Test("what only asks is answered as things are now, even with an old id")
    func repeatedQuestion() {
        let status = #"{"id":"s","command":"status"}"# + "\n"
        let silent = send(status)
        _ = send(#"{"id":"p","command":"noise.play"}"# + "\n")
        #expect(send(status) != silent)
    }

    @Test("an id used again for another request does not get the old answer")
    func reusedID() {
        _ = send(add + "\n")
        let other = send(#"{"id":"a","command":"noise.play","volume":55}"# + "\n")
        #expect(other.first?.contains("55") == true)
    }

    @Test("what is no request is refused and changes nothing; the connection goes on")
    func refused() {
        let replies = send("hello\n\n{}\n")
        #expect(replies.count == 2)
        #expect(replies.allSatisfy { $0.contains(#""error""#) })
        #expect(send(#"{"id":"1","command":"noise.stop"}"# + "\n").count == 1)
    }

    @Test("a line that never ends is refused and its connection closed")
    func endlessLine() {
        let replies = send(String(repeating: "x", count: 70_000))
        #expect(replies.first?.contains("tooLong") == true)
        #expect(listener.isClosed(1))
    }

    @Test("a reply to a connection that is gone goes nowhere")
    func gone() {
        bench.stepped.take([
            .received(ConnectionID(1), Array((add + "\n").utf8)), .closed(ConnectionID(1)),
        ])
        bench.stepped.step()
        #expect(listener.takeLines(1).isEmpty)
    }
}
