import ClockTime
import Testing

@testable import noiseclock_web

@Suite("Who holds a place")
struct ConnectionTableTests {
    private func at(_ seconds: Double) -> BootTime {
        BootTime(nanoseconds: Int64(seconds * 1e9))
    }

    /// Connections from 1 on, a second apart, each from its own address.
    private func full(_ count: Int = ConnectionTable.most) -> ConnectionTable {
        var table = ConnectionTable()
        for number in 1...count {
            #expect(
                table.open(UInt64(number), from: "\(number)", at: at(Double(number) / 100)) == nil)
        }
        return table
    }

    @Test("A newcomer at the limit takes the place of whoever has waited longest")
    func newcomer() {
        var table = full()
        #expect(table.count == 64)
        #expect(table.open(100, from: "new", at: at(1)) == 1)
        #expect(table.count == 64)
        // The second sent its request; the third has a body to send.
        table.beginAnswer(2, at: at(1))
        table.beginBody(3, at: at(1))
        #expect(table.open(101, from: "new", at: at(1)) == 3)
        table.close(3)
        table.close(1)
        table.close(101)
        #expect(table.open(102, from: "new", at: at(1)) == nil)
    }

    @Test("Of one address, a newcomer takes a place of its own, whatever is free")
    func ownAddress() {
        var table = ConnectionTable()
        _ = table.open(1, from: "other", at: at(0))
        for number in 2...25 {
            #expect(table.open(UInt64(number), from: "one", at: at(Double(number))) == nil)
        }
        #expect(table.open(26, from: "one", at: at(26)) == 2)
        #expect(table.open(27, from: "two", at: at(27)) == nil)
        #expect(table.count == 26)
    }

    @Test(
        "Where all sent their requests, an answer that takes longest makes room, and streams last")
    func slowReaders() {
        var table = full()
        for number in 1...16 { #expect(table.beginStream(UInt64(number), at: at(1)) == nil) }
        for number in 17...64 { table.beginAnswer(UInt64(number), at: at(Double(200 - number))) }
        #expect(table.open(100, from: "new", at: at(300)) == 64)
        table.beginAnswer(100, at: at(10))
        #expect(table.open(101, from: "new", at: at(300)) == 100)
    }

    @Test("Above 32 the table is crowded")
    func crowd() {
        var table = full(32)
        #expect(!table.isCrowded)
        _ = table.open(100, from: "new", at: at(1))
        #expect(table.isCrowded)
        table.close(1)
        #expect(!table.isCrowded)
    }

    @Test("A head must come within 10 s, from the beginning and after each answer")
    func heads() {
        var table = full(2)
        #expect(table.expire(at: at(10)) == [])
        table.beginAnswer(2, at: at(5))
        #expect(table.expire(at: at(10.01)) == [1])
        #expect(table.expire(at: at(100)) == [2])
        // Named once; until they are gone they do not count.
        #expect(table.expire(at: at(100)) == [])
        #expect(table.count == 0)
        #expect(!table.isEmpty)

        var next = full(1)
        next.beginAnswer(1, at: at(5))
        next.endAnswer(1, at: at(8))
        #expect(next.expire(at: at(17.9)) == [])
        #expect(next.expire(at: at(18)) == [1])
    }

    @Test("A body has 20 s, and a second more for each 16 KiB that came")
    func bodies() {
        var table = full(1)
        table.beginBody(1, at: at(1))
        for _ in 0..<1000 { table.receive(1, from: 1) }
        #expect(table.expire(at: at(20.9)) == [])
        var stalled = table
        #expect(stalled.expire(at: at(21)) == [1])
        // 1,000 bytes and 31,768 more are two steps.
        table.receive(31_768, from: 1)
        #expect(table.expire(at: at(22.9)) == [])
        #expect(table.expire(at: at(23)) == [1])
    }

    @Test("A stream has no end")
    func streams() {
        var table = full(1)
        #expect(table.beginStream(1, at: at(1)) == nil)
        #expect(table.expire(at: at(1e6)) == [])
    }

    @Test("Of 16 streams, a newcomer takes the oldest one of whoever has most")
    func streamLimit() {
        var table = ConnectionTable()
        for number in 1...20 {
            let address = number <= 3 ? "phone" : number <= 15 ? "greedy" : "other\(number)"
            _ = table.open(UInt64(number), from: address, at: at(0))
            guard number <= 16 else { continue }
            #expect(table.beginStream(UInt64(number), at: at(Double(number))) == nil)
        }
        #expect(table.beginStream(17, at: at(17)) == 4)
        #expect(table.beginStream(18, at: at(18)) == 5)
    }

    @Test("Whoever gave up its place gets it back by nothing that it sends")
    func leavers() {
        var table = full()
        #expect(table.open(100, from: "new", at: at(1)) == 1)
        table.beginBody(1, at: at(2))
        table.receive(5, from: 1)
        table.beginAnswer(1, at: at(2))
        table.endAnswer(1, at: at(2))
        #expect(table.beginStream(1, at: at(2)) == nil)
        #expect(table.count == 64)
        #expect(table.open(101, from: "new", at: at(2)) == 2)
    }
}
