import ClockCore
import ClockTime
import HAL
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("A slot that is empty though it was written: damage, and not a new clock")
struct EmptySlotTests {
    private func state(_ zone: String) -> PersistentState {
        PersistentState(
            boot: BootID("b"),
            savedAt: Moment(
                wall: WallTime(nanoseconds: 1_000_000_000), boot: BootTime(nanoseconds: 5)),
            trust: .trusted, zone: zone)
    }

    /// A storage after saves of the states "1" to `saves`.
    private func saved(_ saves: Int) -> MemorySlotStorage {
        let storage = MemorySlotStorage(slotSize: 4_096)
        var store = StateStore(storage: storage)
        _ = store.load()
        for number in 1...saves { #expect(store.save(state("\(number)")) == nil) }
        return storage
    }

    private func load(_ storage: any SlotStorage) -> StateStore.Loaded {
        var store = StateStore(storage: storage)
        return store.load()
    }

    /// A missing or empty file, and one that holds only zeros.
    private static let empties: [[UInt8]] = [[], [UInt8](repeating: 0, count: 4_096)]

    @Test(
        "One of the two is told, with what may be lost", arguments: 2...5, [StorageSlot.a, .b])
    func one(saves: Int, slot: StorageSlot) {
        for empty in EmptySlotTests.empties {
            let storage = saved(saves)
            storage.replace(slot, with: empty)
            let loaded = load(storage)
            #expect(
                loaded.problem
                    == "copy \(slot.rawValue) is empty. The other copy is in use; "
                    + "the last change may be lost")
            #expect(loaded.state != nil)
        }
    }

    @Test("Both are told, and that the weekly copy was used", arguments: 1...5)
    func both(saves: Int) {
        for empty in EmptySlotTests.empties {
            let storage = saved(saves)
            for slot in [StorageSlot.a, .b] { storage.replace(slot, with: empty) }
            let loaded = load(storage)
            #expect(loaded.state?.zone == "1")
            #expect(
                loaded.problem
                    == "copy a is empty; copy b is empty. The weekly copy is in use; "
                    + "later changes are lost")
        }
    }

    @Test("An empty weekly copy is made anew, and nobody need know")
    func weekly() throws {
        let storage = saved(3)
        storage.replace(.weekly, with: [])
        var store = StateStore(storage: storage)
        #expect(store.load().problem == nil)
        #expect(store.save(state("4")) == nil)
        #expect(try !storage.read(.weekly).isEmpty)
    }

    @Test("Slots that were made and never written are those of a new clock")
    func preallocated() {
        let storage = MemorySlotStorage(slotSize: 4_096)
        for slot in StorageSlot.allCases { storage.replace(slot, with: EmptySlotTests.empties[1]) }
        let loaded = load(storage)
        #expect(loaded.state == nil)
        #expect(loaded.problem == nil)
    }

    /// Simulates the end of the program after a number of writes: it refuses all later ones.
    private final class EndingStorage: SlotStorage {
        let wrapped = MemorySlotStorage(slotSize: 4_096)
        private let lastWrite: Int

        init(after lastWrite: Int) { self.lastWrite = lastWrite }

        var slotSize: Int { wrapped.slotSize }

        func read(
            _ slot: StorageSlot, from offset: Int, count: Int
        ) throws(StorageError) -> [UInt8] {
            try wrapped.read(slot, from: offset, count: count)
        }

        func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
            guard wrapped.writes < lastWrite else { throw .io(reason: "Input/output error") }
            try wrapped.write(bytes, to: slot)
        }
    }

    @Test("A new clock that is killed between its first writes was not damaged", arguments: 0...4)
    func killedAtFirst(writes: Int) {
        let storage = EndingStorage(after: writes)
        var store = StateStore(storage: storage)
        _ = store.load()
        _ = store.save(state("1"))
        #expect(load(storage).problem == nil)
        // The next start fills the empty slot before it reports anything as saved.
        var again = StateStore(storage: storage.wrapped)
        _ = again.load()
        #expect(again.save(state("2")) == nil)
        for slot in [StorageSlot.a, .b] {
            let bytes = (try? storage.wrapped.read(slot)) ?? []
            storage.wrapped.replace(slot, with: [])
            #expect(
                load(storage.wrapped).problem?.hasPrefix("copy \(slot.rawValue) is empty") == true)
            storage.wrapped.replace(slot, with: bytes)
        }
    }

    // MARK: - The whole clock

    private func problems(_ bench: Bench) -> [String] {
        (bench.stepped.snapshot?.problems ?? []).map { "\($0.part): \($0.problem ?? "")" }
    }

    private func clock(
        _ storage: MemorySlotStorage, _ history: MemoryRecordStorage
    ) throws -> Bench {
        let bench = try Bench(
            at: "2026-01-10T06:55:00Z", storage: storage, history: history, hasLight: false)
        let seven = try #require(TimeOfDay("07:00"))
        bench.ask(.alarm(.add(.daily(at: seven), AlarmChanges())))
        #expect(bench.durability == .saved)
        return bench
    }

    @Test("The clock says that an alarm may be lost which it had answered for")
    func lostAlarm() throws {
        let storage = MemorySlotStorage()
        let bench = try clock(storage, MemoryRecordStorage())
        // The first alarm's save was the third; the save at boot filled both slots.
        storage.replace(.a, with: [])
        try bench.kill()
        guard case .alarms(let alarms, _)? = bench.ask(.alarm(.list)) else { return }
        #expect(alarms.isEmpty)
        #expect(
            problems(bench) == [
                "state: copy a is empty. The other copy is in use; the last change may be lost"
            ])
    }

    @Test("With all copies empty the history says that this is no new clock")
    func nothingButHistory() throws {
        let storage = MemorySlotStorage()
        let bench = try clock(storage, MemoryRecordStorage())
        for slot in StorageSlot.allCases { storage.replace(slot, with: []) }
        try bench.kill()
        #expect(
            problems(bench) == [
                "state: alarms and settings are lost (all copies are empty, but the history isn't)"
            ])
    }

    @Test(
        "A history that is empty beside a state that counts records is told, until the next start")
    func lostHistory() throws {
        let history = MemoryRecordStorage()
        let bench = try clock(MemorySlotStorage(), history)
        history.damage { $0 = [UInt8](repeating: 0, count: $0.count) }
        try bench.kill()
        #expect(
            problems(bench) == ["history: the history is lost: its file is empty"])
        try bench.kill()
        #expect(problems(bench) == [])
    }

    @Test("A history whose newest records are gone is told")
    func lostRecords() throws {
        let history = MemoryRecordStorage()
        let bench = try clock(MemorySlotStorage(), history)
        bench.ask(.style(.set([.set(\.hourFormat, .twelve)])))
        history.damage { bytes in
            for index in 2 * 64..<bytes.count { bytes[index] = 0 }
        }
        try bench.kill()
        #expect(problems(bench) == ["history: the newest records of the history are lost"])
    }

    @Test("A clock that is killed at any time of its first seconds is not called damaged")
    func youngClock() throws {
        let storage = MemorySlotStorage()
        let history = MemoryRecordStorage()
        history.fail(.full)
        let bench = try Bench(
            at: "2026-01-10T06:55:00Z", storage: storage, history: history, hasLight: false)
        history.fail(nil)
        for _ in 1...3 {
            try bench.kill()
            #expect(problems(bench) == [])
        }
    }
}
