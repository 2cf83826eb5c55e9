import BoundedJSON
import ClockCore
import ClockTime
import Foundation
import HAL
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("A record of the history is durable with the state that it came with (law, 9.3 and 11)")
struct HistoryBesideStateTests {
    private let start = BootTime(nanoseconds: 0)

    private func records(_ bench: Bench) -> [HistoryRecord] {
        guard case .history(let report)? = bench.ask(.history(HistoryQuery(count: 1_000))) else {
            Issue.record("no history")
            return []
        }
        return report.records
    }

    private func ringingClock(_ history: MemoryRecordStorage) throws -> Bench {
        let bench = try Bench(
            at: "2026-01-10T06:59:00Z", storage: MemorySlotStorage(), history: history,
            hasLight: false)
        let seven = try #require(TimeOfDay("07:00"))
        bench.ask(.alarm(.add(.daily(at: seven), AlarmChanges())))
        #expect(bench.durability == .saved)
        // From here on no write reaches the history's file, as if a kill preceded each one.
        history.fail(.io(reason: "Input/output error"))
        bench.run(for: .seconds(61))
        return bench
    }

    @Test("Killed before the history was written, it tells of the ring and its end, once each")
    func restored() throws {
        let history = MemoryRecordStorage()
        let bench = try ringingClock(history)
        #expect(bench.ask(.ring(.stop(.current))) == .stopped)
        history.fail(nil)
        for _ in 1...3 {
            try bench.kill()
            let found = records(bench)
            #expect(found.map(\.sequence) == Array(1...UInt64(found.count)))
            for word in [SubjectEvent.Name.fired, .stopped] {
                let count = found.count { $0.event.alarmEvent == word }
                #expect(count == 1, "\(word): \(count) times")
            }
        }
        // By now the records are in the file, and not only in the state.
        let kept = HistoryStore(storage: history, at: start).load().records
        #expect(kept == records(bench))
    }

    @Test("Killed again and again before the history is ever written, it loses nothing")
    func manyKills() throws {
        let history = MemoryRecordStorage()
        let bench = try ringingClock(history)
        bench.tap(.snooze)
        for _ in 1...5 {
            // The file can be read but not written.
            history.fail(nil)
            let storage = ReadOnlyHistory(history)
            bench.history = storage
            try bench.kill()
        }
        let found = records(bench)
        #expect(found.map(\.sequence) == Array(1...UInt64(found.count)))
        #expect(found.count { $0.event == .booted(hadSavedState: true) } == 5)
        #expect(found.contains { $0.event.alarmEvent == .snoozed })
    }

    private final class ReadOnlyHistory: RecordStorage {
        private let wrapped: MemoryRecordStorage

        init(_ wrapped: MemoryRecordStorage) { self.wrapped = wrapped }

        var recordSize: Int { wrapped.recordSize }
        var recordCount: Int { wrapped.recordCount }

        func read() throws(StorageError) -> [UInt8] { try wrapped.read() }
        func write(_ bytes: [UInt8], at index: Int) throws(StorageError) { throw .readOnly }
        func synchronise() throws(StorageError) { throw .readOnly }
    }

    @Test("The state keeps no record that the history's file has")
    func released() throws {
        let storage = MemorySlotStorage()
        let history = MemoryRecordStorage()
        let bench = try Bench(
            at: "2026-01-10T06:59:00Z", storage: storage, history: history, hasLight: false)
        for format in [HourFormat.twelve, .twentyFour, .twelve] {
            bench.ask(.style(.set([.set(\.hourFormat, format)])))
        }
        var store = StateStore(storage: storage)
        #expect(try #require(store.load().state).unwrittenRecords == [])
    }

    private func state(counting next: UInt64, _ records: [HistoryRecord]) -> PersistentState {
        var state = PersistentState(
            boot: BootID("b"),
            savedAt: Moment(
                wall: WallTime(nanoseconds: 1_000_000_000), boot: BootTime(nanoseconds: 5)),
            trust: .trusted, zone: "UTC")
        state.nextHistorySequence = next
        state.unwrittenRecords = records
        return state
    }

    @Test("While nothing can be written, a state keeps the newest of them, as many as are shown")
    func bounded() {
        var store = HistoryStore(storage: MemoryRecordStorage(), at: start)
        store.add(HistorySamples.records(1...5_000))
        let kept = store.unwritten(
            beside: state(counting: 4_501, HistorySamples.records(4_499...4_500)))
        #expect(kept == HistorySamples.records(3_477...4_500))
    }

    @Test("What an old state kept is not written over what came since")
    func oldState() {
        let storage = MemoryRecordStorage()
        var store = HistoryStore(storage: storage, at: start)
        store.add(HistorySamples.records(1...6_000))
        store.finish(at: start)
        var again = HistoryStore(storage: storage, at: start)
        let loaded = again.load()
        let complete = again.complete(
            loaded, from: state(counting: 31, HistorySamples.records(1...30)))
        #expect(complete.records == loaded.records)
        #expect(complete.problem == nil)
        #expect(again.nextWake == nil)
    }

    @Test("A record that is missing in the middle is put back where it belongs, once")
    func gap() {
        let storage = MemoryRecordStorage()
        var store = HistoryStore(storage: storage, at: start)
        store.add(HistorySamples.records(1...3) + HistorySamples.records(6...8))
        store.finish(at: start)
        for _ in 1...2 {
            var again = HistoryStore(storage: storage, at: start)
            let complete = again.complete(
                again.load(), from: state(counting: 9, HistorySamples.records(3...7)))
            #expect(complete.records == HistorySamples.records(1...8))
            again.finish(at: start)
        }
        #expect(
            HistoryStore(storage: storage, at: start).load().records
                == HistorySamples.records(1...8))
    }

    @Test("A state that has no room for them is saved without them")
    func noRoom() {
        let storage = MemorySlotStorage(slotSize: 4_096)
        var store = StateStore(storage: storage)
        _ = store.load()
        #expect(store.save(state(counting: 101, HistorySamples.records(1...100))) == nil)
        var again = StateStore(storage: storage)
        let loaded = again.load()
        #expect(loaded.problem == nil)
        #expect(loaded.state == state(counting: 101, []))
    }

    @Test("They come back from a slot as they were, and are nothing that a program carries along")
    func coding() throws {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        let saved = state(counting: 4, HistorySamples.records(2...3))
        #expect(store.save(saved) == nil)
        var again = StateStore(storage: storage)
        #expect(again.load().state == saved)
        let payload = try SlotRecord(parsing: storage.read(.b)).payload
        var alone = try StoredState(
            JSONValue.parse(payload, limit: payload.count, isOneLine: false))
        #expect(alone?.state == saved)
        alone?.state.unwrittenRecords = []
        #expect(alone?.state == state(counting: 4, []))
    }
}

extension HistoryEvent {
    /// The outcome of an alarm, or nil if the event is about something else.
    fileprivate var alarmEvent: SubjectEvent.Name? {
        if case .alarm(_, let event) = self { event.name } else { nil }
    }
}
