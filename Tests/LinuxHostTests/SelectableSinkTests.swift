import HAL
import LinuxHost
import Synchronization
import Testing

/// Each of its devices opens or fails as scripted, and records what it received.
private final class ScriptedCards: Sendable {
    final class Card: PCMSink {
        let name: String
        let cards: ScriptedCards

        init(_ name: String, _ cards: ScriptedCards) {
            self.name = name
            self.cards = cards
        }

        func open() throws(PCMError) -> PCMFormat {
            if let error = cards.failures.withLock({ $0[name] }) { throw error }
            cards.opened.withLock { $0.append(name) }
            return PCMFormat(sample: .int16, rate: 48_000, periodFrames: 1, bufferFrames: 2)
        }

        func write(_ samples: UnsafeRawPointer, frames count: Int) throws(PCMError) {
            if let error = cards.failures.withLock({ $0[name] }) { throw error }
            cards.frames.withLock { $0[name, default: 0] += count }
        }

        func close(draining: Bool) { cards.closed.withLock { $0.append(name) } }
        /// One per write, like a card that always runs dry.
        var underruns: Int { cards.frames.withLock { $0[name, default: 0] } }
    }

    let failures = Mutex<[String: PCMError]>([:])
    let frames = Mutex<[String: Int]>([:])
    let opened = Mutex<[String]>([])
    let closed = Mutex<[String]>([])

    func sink(_ devices: String...) throws -> SelectableSink {
        try #require(SelectableSink(devices) { Card($0, self) })
    }

    func fail(_ name: String, _ error: PCMError?) { failures.withLock { $0[name] = error } }
}

@Suite("A sound output whose device can be chosen")
struct SelectableSinkTests {
    private func write(_ frames: Int, to sink: any PCMSink) throws(PCMError) {
        let result = withUnsafeTemporaryAllocation(byteCount: 4 * frames, alignment: 4) {
            bytes -> Result<Void, PCMError> in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            guard let start = bytes.baseAddress else { return .success(()) }
            do throws(PCMError) {
                return .success(try sink.write(start, frames: frames))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    @Test("The first device that opens is used, and the first of all again when it is back")
    func firstThatOpens() throws {
        let cards = ScriptedCards()
        let sink = try cards.sink("card", "fallback")
        cards.fail("card", .busy)
        #expect(sink.openDevice == nil)
        _ = try sink.open()
        #expect(sink.openDevice == "fallback")
        try write(5, to: sink)
        cards.fail("card", nil)
        sink.close(draining: false)
        #expect(sink.openDevice == nil)
        _ = try sink.open()
        #expect(sink.openDevice == "card")
        try write(7, to: sink)
        #expect(cards.frames.withLock { $0 } == ["card": 7, "fallback": 5])
        #expect(sink.underruns == 12)
    }

    @Test("Where none opens, what the first one said is thrown; without devices there is no sink")
    func noneOpens() throws {
        let cards = ScriptedCards()
        let sink = try cards.sink("card", "fallback")
        cards.fail("card", .busy)
        cards.fail("fallback", .gone)
        #expect(throws: PCMError.busy) { try sink.open() }
        #expect(throws: PCMError.gone) { try write(1, to: sink) }
        #expect(SelectableSink([]) { ScriptedCards.Card($0, cards) } == nil)
    }

    @Test(
        "A device that fails while it is written counts as closed, and the next opening takes another"
    )
    func failsWhileWritten() throws {
        let cards = ScriptedCards()
        let sink = try cards.sink("card", "fallback")
        _ = try sink.open()
        try write(3, to: sink)
        cards.fail("card", .gone)
        #expect(throws: PCMError.gone) { try write(1, to: sink) }
        #expect(sink.openDevice == nil)
        #expect(!sink.mustReopen)
        _ = try sink.open()
        #expect(sink.openDevice == "fallback")
        #expect(sink.underruns == 3)
    }

    @Test("Another device is asked for by a choice, and taken by the next opening")
    func choice() throws {
        let cards = ScriptedCards()
        let sink = try cards.sink("card")
        _ = try sink.open()
        #expect(!sink.mustReopen)
        sink.choose(["headphones", "card"])
        #expect(sink.devices == ["headphones", "card"])
        #expect(sink.mustReopen)
        // The old device plays until the sink is reopened.
        try write(2, to: sink)
        _ = try sink.open()
        #expect(!sink.mustReopen)
        #expect(sink.openDevice == "headphones")
        #expect(cards.closed.withLock { $0 } == ["card"])
        try write(3, to: sink)
        #expect(cards.frames.withLock { $0 } == ["card": 2, "headphones": 3])
    }

    @Test(
        "The same choice again, none at all, or one whose first device plays already, disturbs nothing"
    )
    func idleChoices() throws {
        let cards = ScriptedCards()
        let sink = try cards.sink("card", "fallback")
        _ = try sink.open()
        for devices in [["card", "fallback"], [], ["card", "other"]] { sink.choose(devices) }
        #expect(!sink.mustReopen)
        #expect(sink.devices == ["card", "other"])
        sink.choose((0..<40).map { "device \($0)" })
        #expect(sink.devices.count == SelectableSink.mostDevices)
    }

    @Test("A stand-in makes way for a device that is chosen anew")
    func standIn() throws {
        let cards = ScriptedCards()
        cards.fail("card", .gone)
        let sink = try cards.sink("card", "fallback")
        _ = try sink.open()
        sink.choose(["headphones", "fallback"])
        #expect(sink.mustReopen)
        sink.choose(["fallback"])
        _ = try sink.open()
        #expect(sink.openDevice == "fallback")
        #expect(!sink.mustReopen)
    }

    @Test("A stand-in makes way when it is asked to, and what is wanted stays as it is")
    func reconsidering() throws {
        let cards = ScriptedCards()
        cards.fail("card", .gone)
        let sink = try cards.sink("card", "fallback")
        sink.reconsider()
        _ = try sink.open()
        #expect(!sink.mustReopen)
        cards.fail("card", nil)
        sink.reconsider()
        #expect(sink.mustReopen)
        _ = try sink.open()
        #expect(sink.openDevice == "card")
        sink.reconsider()
        #expect(!sink.mustReopen)
    }

    @Test(
        "Choosing from another thread while it is written and opened neither stops nor confuses it")
    func threads() throws {
        let cards = ScriptedCards()
        let sink = try cards.sink("a", "b")
        let isDone = Atomic<Bool>(false)
        let ended = Awaited<Bool>()
        let thread = try LinuxThreads().start("chooser", priority: .normal) {
            for number in 0..<2000 { sink.choose(number % 2 == 0 ? ["b", "a"] : ["a", "b"]) }
            isDone.store(true, ordering: .releasing)
            ended.set(true)
        }
        _ = try sink.open()
        var written = 0
        while !isDone.load(ordering: .acquiring) || sink.mustReopen {
            if sink.mustReopen { _ = try sink.open() }
            try write(1, to: sink)
            written += 1
        }
        #expect(ended.get() == true)
        thread.join()
        #expect(sink.openDevice == sink.devices.first)
        #expect(cards.frames.withLock { $0.values.reduce(0, +) } == written)
    }
}
