import ClockCore
import HAL
@testable import Runtime
import Testing

@Suite("Files that come with requests")
struct PassedFileTests {
    private let listener = ScriptedListener()
    private let bench: Bench
    /// The closed descriptors, in order.
    private let closed = Collected<Int32>()

    init() throws {
        bench = try Bench(at: "2026-01-10T12:00:00Z", hasLight: false, listener: listener)
        for number in 1...2 { bench.stepped.receive([.opened(ConnectionID(UInt64(number)))]) }
    }

    private func file(_ number: Int32) -> PassedFile {
        PassedFile(number) { [closed] in closed.append($0) }
    }

    private func line(_ name: String, id: String = "i") -> [UInt8] {
        Array((#"{"id":"\#(id)","command":"sound.import","name":"\#(name)"}"# + "\n").utf8)
    }

    private let first = ConnectionID(1)

    @Test("A file that no request took goes with its connection, however that ends")
    func connectionEnds() {
        bench.stepped.receive([.passed(first, file(7)), .closed(first)])
        #expect(closed.values == [7])
        let second = ConnectionID(2)
        bench.stepped.receive([.passed(second, file(8)), .ended(second)])
        #expect(closed.values == [7, 8])
        // A connection that has already gone.
        bench.stepped.receive([.passed(first, file(9))])
        #expect(closed.values == [7, 8, 9])
    }

    @Test("A request that is refused lets go of its file, at once or with its answer")
    func refused() {
        let bad = Array((#"{"id":"1","command":"sound.import","file":"/etc/passwd"}"# + "\n").utf8)
        bench.stepped.receive([.passed(first, file(7)), .received(first, bad)])
        #expect(closed.values == [7])
        #expect(listener.takeLines(1).first?.contains("\"error\"") == true)
        // A clock without own sounds refuses the import.
        bench.stepped.receive([.passed(first, file(8)), .received(first, line("Rain"))])
        #expect(!closed.values.contains(8))
        bench.stepped.step()
        #expect(closed.values.last == 8)
        #expect(listener.takeLines(1).first?.contains("\"error\"") == true)
    }

    @Test(
        "A file waits for its import behind other requests, and the same import needs no other one")
    func order() {
        let other = Array((#"{"id":"s","command":"noise.stop"}"# + "\n").utf8)
        let keyed = Array(
            (#"{"id":"a","key":"k","command":"sound.import","name":"Rain"}"# + "\n").utf8)
        bench.stepped.receive([.passed(first, file(7)), .received(first, other + keyed)])
        #expect(closed.values.isEmpty)
        bench.stepped.step()
        #expect(closed.values == [7])
        // The answer to this command is already known.
        bench.stepped.receive([
            .passed(ConnectionID(2), file(8)), .received(ConnectionID(2), keyed),
        ])
        #expect(closed.values == [7, 8])
        #expect(listener.takeLines(1).count == 2 && listener.takeLines(2).count == 1)
        // The same on the first connection.
        bench.stepped.receive([.passed(first, file(9)), .received(first, keyed)])
        #expect(closed.values == [7, 8, 9])
    }

    @Test("A second file before the first is taken, and several at once, end the connection")
    func tooMany() {
        bench.stepped.receive([.passed(first, file(7)), .passed(first, file(8))])
        #expect(Set(closed.values) == [7, 8])
        #expect(listener.takeLines(1).first?.contains("tooManyFiles") == true)
        #expect(listener.isClosed(1) && !listener.isClosed(2))
        bench.stepped.receive([.passedTooMuch(ConnectionID(2))])
        #expect(listener.takeLines(2).first?.contains("pass one open file at most") == true)
        #expect(listener.isClosed(2))
    }

    @Test("Eight imports wait at most; the next is refused, and its file closed")
    func bound() {
        let count = Int32(PassedFiles.capacity + 1)
        for number in 1...count {
            let connection = ConnectionID(UInt64(number) + 10)
            bench.stepped.receive([
                .opened(connection), .passed(connection, file(number)),
                .received(connection, line("Rain", id: "\(number)")),
            ])
        }
        #expect(closed.values == [9])
        #expect(listener.takeLines(19).first?.contains("8 imports are waiting already") == true)
        bench.stepped.step()
        #expect(Set(closed.values) == Set(1...9))
        for number in UInt64(11)...18 { #expect(listener.takeLines(number).count == 1) }
    }
}
