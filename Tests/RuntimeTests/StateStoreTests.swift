import BoundedJSON
import ClockCore
import ClockTime
import HAL
import SimulatedBoard
import Synchronization
import Testing

@testable import Runtime

@Suite("State store")
struct StateStoreTests {
    private func state(zone: String) -> PersistentState {
        PersistentState(
            boot: BootID("b"),
            savedAt: Moment(
                wall: WallTime(nanoseconds: 1_000_000_000), boot: BootTime(nanoseconds: 5)),
            trust: .trusted, zone: zone)
    }

    @Test("an empty storage holds no state and that is no problem")
    func empty() {
        var store = StateStore(storage: MemorySlotStorage())
        let loaded = store.load()
        #expect(loaded.state == nil)
        #expect(loaded.problem == nil)
    }

    @Test("the newest of two records comes back")
    func newest() {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        for zone in ["A", "B", "C"] { #expect(store.save(state(zone: zone)) == nil) }
        var again = StateStore(storage: storage)
        #expect(again.load().state?.zone == "C")
        #expect(again.save(state(zone: "D")) == nil)
        var third = StateStore(storage: storage)
        #expect(third.load().state?.zone == "D")
    }

    @Test(
        "9.3: a write torn at any byte leaves the record before it", arguments: [0, 1, 27, 28, 29])
    func torn(kept: Int) throws {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        #expect(store.save(state(zone: "A")) == nil)
        #expect(store.save(state(zone: "B")) == nil)
        // What a power cut leaves in slot A: the start of the new record over the end of the old one.
        let torn = SlotRecord(sequence: 4, payload: Array("{}".utf8)).bytes.prefix(kept)
        let old = try storage.read(.b)
        storage.replace(.b, with: Array(torn) + old.dropFirst(kept).map { $0 ^ 1 })
        var again = StateStore(storage: storage)
        let loaded = again.load()
        #expect(loaded.state?.zone == "B")
        #expect(
            loaded.problem
                == "copy b is damaged. The other copy is in use; the last change may be lost")
    }

    @Test("copies that cannot be read are told with what the system says of them")
    func unreadable() {
        let storage = MemorySlotStorage()
        storage.failReads(.io(reason: "Is a directory"))
        var store = StateStore(storage: storage)
        #expect(
            store.load().problem
                == "alarms and settings can't be read: the disk failed (Is a directory). The clock "
                + "keeps trying")
    }

    @Test("a slot in whose place something else lies is told of, and each save goes to the other")
    func refusedSlot() {
        let memory = MemorySlotStorage()
        let storage = RefusingStorage(memory, refused: .a)
        var store = StateStore(storage: storage)
        #expect(
            store.load().problem
                == "alarms and settings can't be read: a is a symbolic link. The clock keeps trying"
        )
        for zone in ["A", "B", "C"] {
            #expect(store.save(state(zone: zone)) == nil)
            var again = StateStore(storage: storage)
            #expect(again.load().state?.zone == zone)
        }
    }

    @Test("every flipped bit of a record is noticed")
    func flipped() {
        let bytes = SlotRecord(sequence: 7, payload: Array("{\"a\":1}".utf8)).bytes
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << bit
                #expect(throws: SlotRecord.Fault.self) { try SlotRecord(parsing: damaged) }
            }
        }
    }

    @Test("the checksum is CRC-32C")
    func checksum() {
        var checksum = CRC32C()
        checksum.update(Array("123456789".utf8)[...])
        #expect(checksum.value == 0xE306_9283)
    }

    @Test("both slots damaged means defaults, and says what was lost")
    func bothDamaged() {
        let storage = MemorySlotStorage()
        storage.replace(.a, with: [1, 2, 3])
        storage.replace(.b, with: Array(repeating: 9, count: 64))
        // The weekly copy was never written.
        var store = StateStore(storage: storage)
        let loaded = store.load()
        #expect(loaded.state == nil)
        #expect(
            loaded.problem
                == "alarms and settings are lost (copy a is damaged; copy b is damaged)")
    }

    @Test("a failed write says why, and the next save goes to the other slot")
    func failedWrite() {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        #expect(store.save(state(zone: "A")) == nil)
        storage.failWrites(.refuse(.full))
        #expect(store.save(state(zone: "B")) == "the disk is full")
        #expect(store.save(state(zone: "C")) == nil)
        var again = StateStore(storage: storage)
        #expect(again.load().state?.zone == "C")
    }

    /// Writes everything, but reports some writes as failed, as a card does that loses track of its cache.
    private final class DoubtfulStorage: SlotStorage {
        private let wrapped = MemorySlotStorage()
        private let failing: Set<Int>
        private let writes = Mutex(0)

        init(failing: Set<Int>) { self.failing = failing }

        var slotSize: Int { wrapped.slotSize }

        func read(
            _ slot: StorageSlot, from offset: Int, count: Int
        ) throws(StorageError) -> [UInt8] {
            try wrapped.read(slot, from: offset, count: count)
        }

        func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
            try wrapped.write(bytes, to: slot)
            let number = writes.withLock { writes in
                writes += 1
                return writes
            }
            if failing.contains(number) { throw .io(reason: "Input/output error") }
        }
    }

    @Test(
        "9.3: a write that failed and yet arrived is never taken for newer than the next",
        arguments: 1...4)
    func doubtfulWrite(failing: Int) {
        let storage = DoubtfulStorage(failing: [failing])
        var store = StateStore(storage: storage)
        _ = store.load()
        var durable = ""
        for zone in ["A", "B", "C", "D", "E"] {
            if store.save(state(zone: zone)) == nil { durable = zone }
            var again = StateStore(storage: storage)
            let found = again.load().state?.zone ?? ""
            #expect(found >= durable, "after \(zone) the store holds \(found)")
        }
    }

    @Test("a newer program's record, used again later, is not newer than what was saved meanwhile")
    func downgradeAndBack() throws {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        var future = state(zone: "future")
        future.schema = PersistentState.currentSchema + 2
        for _ in 0..<5 { #expect(store.save(future) == nil) }
        let newest = try SlotRecord(parsing: try storage.read(.a)).sequence
        var older = StateStore(storage: storage)
        _ = older.load()
        #expect(older.save(state(zone: "now")) == nil)
        let saved = try StorageSlot.allCases.map { slot in
            try SlotRecord(parsing: try storage.read(slot)).sequence
        }
        #expect((saved.max() ?? 0) > newest)
    }

    @Test("a state of a newer program is read as far as it is known, whatever its number")
    func newerSchema() {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        var future = state(zone: "A")
        future.schema = PersistentState.currentSchema + 7
        #expect(store.save(future) == nil)
        var again = StateStore(storage: storage)
        let loaded = again.load()
        #expect(loaded.state?.zone == "A")
        #expect(loaded.state?.schema == PersistentState.currentSchema)
        #expect(loaded.problem == nil)
    }
}

/// Slots in memory, one of which does not exist.
private final class RefusingStorage: SlotStorage {
    private let memory: MemorySlotStorage
    private let refused: StorageSlot

    init(_ memory: MemorySlotStorage, refused: StorageSlot) {
        self.memory = memory
        self.refused = refused
    }

    var slotSize: Int { memory.slotSize }

    private func check(_ slot: StorageSlot) throws(StorageError) {
        if slot == refused { throw .refused(reason: "\(slot.rawValue) is a symbolic link") }
    }

    func read(
        _ slot: StorageSlot, from offset: Int, count: Int
    ) throws(StorageError) -> [UInt8] {
        try check(slot)
        return try memory.read(slot, from: offset, count: count)
    }

    func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
        try check(slot)
        try memory.write(bytes, to: slot)
    }
}
