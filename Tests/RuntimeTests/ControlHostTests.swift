import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization
import Testing

/// A listener without a socket: the test supplies the input and inspects the output.
final class ScriptedListener: ConnectionListener {
    private let sent = Mutex<[ConnectionID: [UInt8]]>([:])
    private let closed = Mutex<Set<ConnectionID>>([])

    func wait(until deadline: BootTime?) -> [ConnectionEvent] { [] }
    func notify() {}

    /// Connections whose peers do not read what is sent to them.
    let unread = Mutex<Set<ConnectionID>>([])
    let kept = Mutex<Set<ConnectionID>>([])
    private let paused = Mutex<Set<ConnectionID>>([])

    func send(_ bytes: [UInt8], to connection: ConnectionID) -> Bool {
        sent.withLock { $0[connection, default: []] += bytes }
        return !unread.withLock { $0.contains(connection) }
    }

    func setReading(_ isReading: Bool, from connection: ConnectionID) {
        paused.withLock { paused in
            if isReading { paused.remove(connection) } else { paused.insert(connection) }
        }
    }

    /// Whether the host still reads from a connection.
    func isRead(_ number: UInt64) -> Bool {
        paused.withLock { !$0.contains(ConnectionID(number)) }
    }

    func keep(_ connection: ConnectionID) {
        kept.withLock { _ = $0.insert(connection) }
    }

    func close(_ connection: ConnectionID) {
        closed.withLock { _ = $0.insert(connection) }
    }

    /// The lines sent to a connection since the last call.
    func takeLines(_ number: UInt64) -> [String] {
        let bytes = sent.withLock { $0.removeValue(forKey: ConnectionID(number)) ?? [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func isClosed(_ number: UInt64) -> Bool {
        closed.withLock { $0.contains(ConnectionID(number)) }
    }
}

extension Bench {
    /// Sends a text over a connection; returns the lines that come back at once.
    func send(_ text: String, from number: UInt64, to listener: ScriptedListener) -> [String] {
        stepped.receive([.received(ConnectionID(number), Array(text.utf8))])
        stepped.step()
        return listener.takeLines(number)
    }
}

@Suite("Control host")
struct ControlHostTests {
    private let listener = ScriptedListener()
    private let bench: Bench

    init() throws {
        bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false, listener: listener)
        for number in 1...2 { bench.stepped.receive([.opened(ConnectionID(UInt64(number)))]) }
    }

    private func send(_ text: String, from number: UInt64 = 1) -> [String] {
        bench.send(text, from: number, to: listener)
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

    private func keyed(_ id: String, _ key: String, time: String = "07:30") -> String {
        #"{"id":"\#(id)","key":"\#(key)","command":"alarm.add","#
            + #""alarm":{"schedule":{"time":"\#(time)"}}}"# + "\n"
    }

    private var alarmCount: Int {
        let list = send(#"{"id":"l","command":"alarm.list"}"# + "\n").first ?? ""
        return list.ranges(of: #""createdAt""#).count
    }

    @Test("13: a key names the change: it is made once, over any connection and with any id")
    func key() {
        let first = send(keyed("a", "k1"))
        let second = send(keyed("b", "k1"), from: 2)
        #expect(first.first?.contains(#""id":"a","ok":true"#) == true)
        #expect(second == first.map { $0.replacing(#""id":"a""#, with: #""id":"b""#) })
        #expect(alarmCount == 1)
        _ = send(keyed("a", "k2"))
        #expect(alarmCount == 2)
    }

    @Test("13: a change that still waits for its answer gets a second asker, and is made once")
    func keyWhileWaiting() {
        bench.stepped.receive([
            .received(ConnectionID(1), Array(keyed("a", "k1").utf8)),
            .closed(ConnectionID(1)),
            .received(ConnectionID(2), Array(keyed("b", "k1").utf8)),
        ])
        bench.stepped.step()
        #expect(listener.takeLines(1).isEmpty)
        let answer = listener.takeLines(2)
        #expect(answer.count == 1 && answer.first?.contains(#""id":"b","ok":true"#) == true)
        bench.stepped.receive([.opened(ConnectionID(1))])
        #expect(alarmCount == 1)
    }

    @Test("13: a refusal is remembered by its key too")
    func keyOfRefusal() {
        let remove = #"{"id":"r","key":"k","command":"alarm.remove","alarm":1}"# + "\n"
        let refused = send(remove)
        #expect(refused.first?.contains("notFound") == true)
        _ = send(add + "\n")
        #expect(send(remove) == refused)
        #expect(alarmCount == 1)
    }

    @Test("a key that comes with another command is refused, answered or not")
    func reusedKey() {
        _ = send(keyed("a", "k"))
        let answered = send(keyed("a", "k", time: "08:30"))
        #expect(answered.first?.contains(#""field":"key""#) == true)
        bench.stepped.receive([
            .received(ConnectionID(1), Array(keyed("a", "w").utf8)),
            .received(ConnectionID(2), Array(keyed("b", "w", time: "08:30").utf8)),
        ])
        #expect(listener.takeLines(2).first?.contains(#""field":"key""#) == true)
        bench.stepped.step()
        #expect(listener.takeLines(1).first?.contains(#""id":"a","ok":true"#) == true)
        #expect(alarmCount == 2)
    }

    @Test("what only asks is answered as things are now, key or not")
    func keyOfQuestion() {
        let status = #"{"id":"s","key":"k","command":"status"}"# + "\n"
        let silent = send(status)
        _ = send(#"{"id":"p","command":"noise.play"}"# + "\n")
        #expect(send(status) != silent)
    }

    @Test("the last 256 changes are remembered, and no more")
    func keyBound() {
        func volume(_ number: Int) -> String {
            #"{"id":"v","key":"\#(number)","command":"noise.volume","volume":\#(number % 100)}"#
                + "\n"
        }
        for number in 1...257 { _ = send(volume(number)) }
        // When repeated, the second command is still known and changes nothing; the first is executed again.
        #expect(send(volume(2)).first?.contains(#""volume":2}"#) == true)
        #expect(
            send(#"{"id":"s","command":"status"}"# + "\n").first?.contains(#""volume":57}"#) == true
        )
        _ = send(volume(1))
        #expect(
            send(#"{"id":"s","command":"status"}"# + "\n").first?.contains(#""volume":1}"#) == true)
    }

    @Test("an alarm is pinned to a zone by its name, and a zone that nobody knows is refused by it")
    func pinnedZone() {
        func pin(_ zone: String) -> [String] {
            send(
                #"{"id":"z","command":"alarm.add","alarm":{"schedule":{"time":"07:30"},"#
                    + #""zone":"\#(zone)"}}"# + "\n")
        }
        #expect(pin("UTC").first?.contains(#""zone":"UTC""#) == true)
        let refused = pin("Mars/North").first ?? ""
        #expect(refused.contains(#""field":"alarm.zone""#))
        #expect(refused.contains("there is no such zone here"))
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
        bench.stepped.receive([
            .received(ConnectionID(1), Array((add + "\n").utf8)), .closed(ConnectionID(1)),
        ])
        bench.stepped.step()
        #expect(listener.takeLines(1).isEmpty)
    }

    @Test("a peer that sends nothing more gets its answers, and then the end")
    func ended() {
        let first = ConnectionID(1)
        let lines = #"{"id":"1","command":"noise.play"}"# + "\n" + add + "\n"
        bench.stepped.receive([.received(first, Array(lines.utf8)), .ended(first)])
        #expect(!listener.isClosed(1))
        bench.stepped.step()
        #expect(listener.takeLines(1).count == 2)
        #expect(listener.isClosed(1))
        // The connection is forgotten, not merely closed.
        #expect(send(add + "\n").isEmpty)
    }

    @Test("a peer that sends nothing more and waits for nothing gets the end at once")
    func endedIdle() {
        _ = send(add + "\n")
        #expect(!listener.isClosed(1))
        bench.stepped.receive([.ended(ConnectionID(1))])
        #expect(listener.isClosed(1))
        #expect(!listener.isClosed(2))
    }

    @Test("the last line of a peer that sends nothing more needs no line end, but must be whole")
    func endedWithoutLineEnd() {
        bench.stepped.receive([
            .received(ConnectionID(1), Array(add.utf8)), .ended(ConnectionID(1)),
            .received(ConnectionID(2), Array(add.utf8.dropLast())), .ended(ConnectionID(2)),
        ])
        #expect(listener.takeLines(2).first?.contains("malformed") == true)
        #expect(listener.isClosed(2))
        bench.stepped.step()
        #expect(listener.takeLines(1).first?.contains(#""id":"a","ok":true"#) == true)
        #expect(listener.isClosed(1))
    }

    @Test("two peers that ask the same and end both get the answer")
    func endedTogether() {
        for number in [UInt64(1), 2] {
            bench.stepped.receive([
                .received(ConnectionID(number), Array((add + "\n").utf8)),
                .ended(ConnectionID(number)),
            ])
        }
        bench.stepped.step()
        let answer = listener.takeLines(1)
        #expect(answer.count == 1)
        #expect(listener.takeLines(2) == answer)
        #expect(listener.isClosed(1) && listener.isClosed(2))
    }

    @Test("a connection has one request at a time, and nothing is read from it meanwhile")
    func oneAtATime() {
        let line = Array((add + "\n").utf8)
        bench.stepped.receive(
            [ConnectionEvent](repeating: .received(ConnectionID(1), line), count: 40))
        #expect(listener.takeLines(1) == [])
        #expect(!listener.isRead(1) && listener.isRead(2))
        for _ in 0..<10 { bench.stepped.step() }
        #expect(listener.takeLines(1).count == 40)
        #expect(listener.isRead(1))
    }

    @Test("what a peer asks that does not read waits until it has read, and others are answered")
    func unread() {
        listener.unread.withLock { _ = $0.insert(ConnectionID(1)) }
        let line = #"{"id":"1","command":"alarm.list"}"# + "\n"
        #expect(send(String(repeating: line, count: 300)).count == 1)
        for _ in 0..<10 { bench.stepped.step() }
        #expect(listener.takeLines(1) == [])
        #expect(send(line, from: 2).count == 1)
        bench.stepped.receive([.sent(ConnectionID(1))])
        bench.stepped.step()
        #expect(listener.takeLines(1).count == 1)
    }
}
