import BoundedJSON
import ClockCore
import ClockTime
import Foundation
import HAL
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("Every byte of a slot damaged, slots cut off, and states of other programs (law, 20: T7)")
struct DamagedSlotTests {
    private static func state(
        _ label: String, trust: ClockTrust = .trusted
    ) throws -> PersistentState {
        var state = PersistentState(
            boot: BootID("b"),
            savedAt: Moment(
                wall: WallTime(nanoseconds: 1_000_000_000), boot: BootTime(nanoseconds: 5)),
            trust: trust, zone: "UTC")
        var alarm = Alarm(
            id: AlarmID(1), schedule: .once(at: try #require(TimeOfDay("07:00"))),
            createdAt: Instant(seconds: 0))
        alarm.label = label
        state.alarms = [alarm]
        return state
    }

    /// A storage with "first" in the weekly copy, "second" in slot A and "third" in slot B.
    private static func saved() throws -> MemorySlotStorage {
        let storage = MemorySlotStorage(slotSize: 4_096)
        var store = StateStore(storage: storage)
        _ = store.load()
        for label in ["first", "second", "third"] {
            _ = store.save(try state(label))
        }
        return storage
    }

    private func label(_ loaded: StateStore.Loaded) -> String? {
        loaded.state?.alarms.first?.label
    }

    private func load(_ storage: MemorySlotStorage) -> StateStore.Loaded {
        var store = StateStore(storage: storage)
        return store.load()
    }

    /// The length of the record in a slot.
    private func used(_ bytes: [UInt8]) -> Int {
        (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    }

    /// Places to damage where it need not be every one: the whole header and end of a record of so many bytes, and
    /// every seventh between them.
    private func places(in end: Int) -> [Int] {
        (0..<end).filter { $0 < 64 || $0 >= end - 32 || $0.isMultiple(of: 7) }
    }

    @Test(
        "Any byte of one slot flipped: the other is used, with a notice; behind the record, nothing"
    )
    func oneSlot() throws {
        for (slot, left) in [(StorageSlot.a, "third"), (.b, "second")] {
            let storage = try DamagedSlotTests.saved()
            let good = try storage.read(slot)
            let end = used(good)
            #expect(end > 300)
            let padded = good + [UInt8](repeating: 0, count: 40)
            for index in 0..<end {
                var bad = padded
                bad[index] ^= 0xFF
                #expect(throws: SlotRecord.Fault.self, "byte \(index) of \(slot)") {
                    try SlotRecord(parsing: bad)
                }
            }
            for index in places(in: end) + Array(end..<(end + 20)) {
                var bad = padded
                bad[index] ^= 0xFF
                storage.replace(slot, with: bad)
                let loaded = load(storage)
                if index < end {
                    #expect(label(loaded) == left, "byte \(index) of \(slot)")
                    #expect(loaded.problem?.hasPrefix("copy \(slot.rawValue) ") == true)
                } else {
                    #expect(label(loaded) == "third", "byte \(index) of \(slot)")
                    #expect(loaded.problem == nil)
                }
            }
        }
    }

    @Test(
        "The same byte of both slots: the weekly copy is used, with a notice; of all: defaults, with one"
    )
    func allSlots() throws {
        let storage = try DamagedSlotTests.saved()
        let good = try StorageSlot.allCases.map { ($0, try storage.read($0)) }
        let end = good.map { used($0.1) }.min() ?? 0
        for index in places(in: end) {
            for (slot, bytes) in good {
                var bad = bytes
                bad[index] ^= 1 << UInt8(index % 8)
                storage.replace(slot, with: slot == .weekly ? bytes : bad)
            }
            let loaded = load(storage)
            #expect(label(loaded) == "first", "byte \(index)")
            #expect(loaded.problem?.contains("The weekly copy is in use") == true)
            var weekly = good[2].1
            weekly[index] ^= 0x10
            storage.replace(.weekly, with: weekly)
            let lost = load(storage)
            #expect(lost.state == nil, "byte \(index)")
            #expect(lost.problem?.hasPrefix("alarms and settings are lost (copy a ") == true)
        }
    }

    @Test("Slots cut off anywhere")
    func truncated() throws {
        let storage = try DamagedSlotTests.saved()
        let newest = try storage.read(.b)
        for length in places(in: used(newest)) {
            storage.replace(.b, with: Array(newest.prefix(length)))
            #expect(label(load(storage)) == "second", "length \(length)")
        }
        for slot in StorageSlot.allCases {
            storage.replace(slot, with: [UInt8](newest.prefix(100)))
        }
        #expect(load(storage).state == nil)
    }

    // MARK: - Other programs' records

    /// A record as another program would write it, with fields changed or added.
    private func record(
        _ label: String, sequence: UInt64, _ change: (inout [String: Any]) -> Void
    ) throws -> [UInt8] {
        let data = JSONValue.object(try DamagedSlotTests.state(label).payload).line()
        var fields = try #require(
            try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any])
        change(&fields)
        let payload = try JSONSerialization.data(withJSONObject: fields)
        return SlotRecord(sequence: sequence, payload: Array(payload)).bytes
    }

    @Test("A record of the next form is read, and what it has beyond ours is saved again")
    func nextSchema() throws {
        let storage = MemorySlotStorage()
        storage.replace(.b, with: try record("before", sequence: 8) { _ in })
        storage.replace(
            .a,
            with: try record("next", sequence: 9) {
                $0["schema"] = PersistentState.currentSchema + 1
                $0["dreams"] = ["flying", "falling"]
            })
        var store = StateStore(storage: storage)
        let loaded = store.load()
        let state = try #require(loaded.state)
        #expect(loaded.problem == nil)
        #expect(state.alarms.first?.label == "next")
        #expect(store.save(state) == nil)
        let saved = try SlotRecord(parsing: try storage.read(.b))
        #expect(saved.sequence == 10)
        let fields = try JSONSerialization.jsonObject(with: Data(saved.payload)) as? [String: Any]
        #expect(fields?["schema"] as? Int == PersistentState.currentSchema)
        #expect(fields?["dreams"] as? [String] == ["flying", "falling"])
    }

    @Test(
        "The newest record that this program cannot use is never written over",
        arguments: StorageSlot.allCases, [false, true])
    func keptRecord(slot: StorageSlot, isReadable: Bool) throws {
        let storage = MemorySlotStorage()
        let foreign = try record("foreign", sequence: 90) {
            $0["savedAt"] = "another form"
            if !isReadable { $0["schema"] = PersistentState.currentSchema + 2 }
        }
        for other in StorageSlot.allCases {
            storage.replace(
                other,
                with: other == slot
                    ? foreign
                    : try record("old", sequence: 80) { $0["alarms"] = "another form" })
        }
        var store = StateStore(storage: storage)
        let loaded = store.load()
        #expect(loaded.state == nil)
        #expect(loaded.problem?.hasPrefix("alarms and settings are lost (copy a ") == true)
        for label in ["one", "two", "three", "four"] {
            #expect(try store.save(DamagedSlotTests.state(label)) == nil)
            var again = StateStore(storage: storage)
            #expect(label == self.label(again.load()))
            #expect(try Array(storage.read(slot).prefix(foreign.count)) == foreign)
        }
        // Also after restarts that find one of our own states in the other slot.
        for label in ["five", "six", "seven"] {
            var again = StateStore(storage: storage)
            _ = again.load()
            #expect(try again.save(DamagedSlotTests.state(label)) == nil)
            #expect(label == self.label(load(storage)))
            #expect(try Array(storage.read(slot).prefix(foreign.count)) == foreign)
        }
    }

    // MARK: - The weekly copy

    private func state(_ label: String, day: Int64, trust: ClockTrust) throws -> PersistentState {
        var state = try DamagedSlotTests.state(label, trust: trust)
        state.savedAt.wall = WallTime(nanoseconds: day * 86_400_000_000_000)
        return state
    }

    private func weekly(_ storage: MemorySlotStorage) throws -> String? {
        let record = try SlotRecord(parsing: try storage.read(.weekly))
        return PersistentState(payload: try .parse(record.payload, limit: 1 << 20))?
            .alarms.first?.label
    }

    @Test("The third copy is made with the first save and renewed a week later, over restarts")
    func renewed() throws {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        for day in Int64(1)...30 {
            #expect(try store.save(state("day \(day)", day: day, trust: .trusted)) == nil)
            let expected = day - (day - 1) % 7
            #expect(try weekly(storage) == "day \(expected)")
            if day % 3 == 0 {
                store = StateStore(storage: storage)
                #expect(label(store.load()) == "day \(day)")
            }
        }
        // The first save fills both slots.
        #expect(storage.writes == 1 + 30 + 5)
    }

    @Test("A clock that is not trusted makes the first copy and renews none")
    func untrusted() throws {
        let storage = MemorySlotStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        for day in Int64(1)...30 {
            #expect(try store.save(state("day \(day)", day: day, trust: .plausible)) == nil)
        }
        #expect(try weekly(storage) == "day 1")
    }

    @Test("A weekly copy that fails does not make the save fail, and is tried again a day later")
    func failingCopy() throws {
        let storage = FailingWeekly()
        var store = StateStore(storage: storage)
        _ = store.load()
        for hour in Int64(0)..<48 {
            var state = try DamagedSlotTests.state("hour \(hour)")
            state.savedAt.wall = WallTime(nanoseconds: hour * 3_600_000_000_000)
            #expect(store.save(state) == nil)
        }
        #expect(storage.wrapped.writes == 1 + 48)
        #expect(storage.refused.values.count == 2)
    }

    @Test("A damaged weekly copy is made anew, and nobody need know while the others are good")
    func damagedWeekly() throws {
        let storage = try DamagedSlotTests.saved()
        storage.replace(.weekly, with: [1, 2, 3])
        var store = StateStore(storage: storage)
        let loaded = store.load()
        #expect(label(loaded) == "third")
        #expect(loaded.problem == nil)
        #expect(try store.save(DamagedSlotTests.state("fourth")) == nil)
        #expect(try weekly(storage) == "fourth")
    }

    @Test("A slot that begins empty and holds something further on is damaged, and not empty")
    func lateBytes() throws {
        let storage = MemorySlotStorage(slotSize: 200_000)
        for place in [28, 65_535 + 28, 199_999] {
            var bytes = [UInt8](repeating: 0, count: 200_000)
            bytes[place] = 1
            storage.replace(.a, with: bytes)
            #expect(load(storage).problem == "alarms and settings are lost (copy a is damaged)")
        }
        storage.replace(.a, with: [UInt8](repeating: 0, count: 200_000))
        #expect(load(storage).problem == nil)
    }

    @Test("Of a slot no more is read than its record takes: what a start reads stays in memory")
    func readsNoMore() throws {
        let storage = CountingStorage()
        var store = StateStore(storage: storage)
        _ = store.load()
        for label in ["first", "second", "third"] {
            #expect(store.save(try DamagedSlotTests.state(label)) == nil)
        }
        let records = try StorageSlot.allCases.map { used(try storage.wrapped.read($0)) }
        let before = storage.asked.values.count
        var again = StateStore(storage: storage)
        #expect(label(again.load()) == "third")
        let asked = storage.asked.values.dropFirst(before).reduce(0, +)
        #expect(asked == records.reduce(0, +))
    }

    /// Records how many bytes are requested.
    private final class CountingStorage: SlotStorage {
        let wrapped = MemorySlotStorage(slotSize: 4 << 20)
        let asked = Collected<Int>()

        var slotSize: Int { wrapped.slotSize }

        func read(
            _ slot: StorageSlot, from offset: Int, count: Int
        ) throws(StorageError) -> [UInt8] {
            asked.append(count)
            return try wrapped.read(slot, from: offset, count: count)
        }

        func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
            try wrapped.write(bytes, to: slot)
        }
    }

    /// Fails to write the weekly copy.
    private final class FailingWeekly: SlotStorage {
        let wrapped = MemorySlotStorage()
        let refused = Collected<StorageSlot>()

        var slotSize: Int { wrapped.slotSize }

        func read(
            _ slot: StorageSlot, from offset: Int, count: Int
        ) throws(StorageError) -> [UInt8] {
            try wrapped.read(slot, from: offset, count: count)
        }

        func write(_ bytes: [UInt8], to slot: StorageSlot) throws(StorageError) {
            guard slot != .weekly else {
                refused.append(slot)
                throw .io(reason: "Input/output error")
            }
            try wrapped.write(bytes, to: slot)
        }
    }
}
