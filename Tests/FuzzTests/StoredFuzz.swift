import BoundedJSON
import ClockCore
import FoundationEssentials
import FuzzKit
import HAL
import SimulatedBoard

@testable import Runtime

/// The state as the next start would read it.
private func saved(
    _ state: PersistentState, in storage: MemorySlotStorage
) throws -> PersistentState {
    var store = StateStore(storage: storage)
    _ = store.load()
    if let problem = store.save(state) { throw FuzzFinding("not saved: \(problem)") }
    var next = StateStore(storage: storage)
    guard let state = next.load().state else { throw FuzzFinding("saved, it cannot be read") }
    return state
}

/// The members that differ.
private func difference(_ state: PersistentState, _ other: PersistentState) -> String {
    zip(Mirror(reflecting: state).children, Mirror(reflecting: other).children)
        .filter { "\($0.value)" != "\($1.value)" }
        .map { "\($0.label ?? ""): \($0.value) as \($1.value)" }.joined(separator: "; ")
}

extension FuzzParser {
    /// The corpus holds payloads, so that people can read them. Most inputs get a valid header; otherwise the
    /// checksum would keep nearly all of them from the decoder.
    static let state = FuzzParser(
        "state",
        dictionary: jsonWords + [
            "\"schema\"", "\"alarms\"", "\"boot\"", "\"savedAt\"", "\"trust\"", "\"trusted\"",
            "\"zone\"",
            "\"history\"", "\"unwrittenRecords\"", "\"timers\"", "\"nap\"", "\"noise\"", "NOISECLK",
        ]
    ) {
        let older = SlotRecord(sequence: 1, payload: Array("{\"schema\":99}".utf8)).bytes
        return { bytes in
            let isRaw = bytes.count % 16 == 0
            let record = SlotRecord(sequence: 7, payload: bytes).bytes
            let slot = isRaw ? Array(record.prefix(28)) + bytes.reversed() : record
            let storage = MemorySlotStorage(slotSize: 40_000)
            storage.replace(.a, with: slot)
            storage.replace(.b, with: older)
            var store = StateStore(storage: storage)
            let loaded = store.load()
            try expect(try storage.read(.a) == slot, "reading changed the slot")
            guard let state = loaded.state else {
                try expect(loaded.problem?.isEmpty == false, "refused without a word")
                return .refused
            }
            // Facts that are reported once, such as the number of unreadable alarms, are not written. Those alarms may
            // become readable: a number like 3e-999 cannot be read, and is kept as the zero that it is.
            let settled = try saved(state, in: storage)
            try expect(
                (settled.alarms == state.alarms || state.unreadableAlarms > 0)
                    && settled.settings == state.settings
                    && settled.noise == state.noise && settled.countdowns == state.countdowns,
                "saved, it reads otherwise: \(difference(state, settled))")
            let again = try saved(settled, in: storage)
            try expect(
                again == settled, "saved twice, it reads otherwise: \(difference(settled, again))")
            return .accepted
        }
    }

    /// Every 64 bytes get a valid checksum, unless their first byte is a multiple of 16.
    static let history = FuzzParser(
        "history", dictionary: ["\u{1}\u{0}", "\u{2}\u{0}", "\u{15}\u{0}"]
    ) {
        let length = HistoryRecordCoding.length
        return { bytes in
            var file = bytes
            for start in stride(from: 0, through: file.count - length, by: length)
            where file[start] % 16 != 0 {
                var checksum = CRC32C()
                checksum.update(file[start..<(start + length - 4)])
                var end: [UInt8] = []
                append(checksum.value, to: &end)
                file.replaceSubrange((start + length - 4)..<(start + length), with: end)
            }
            let records = HistoryRecordCoding.records(in: file)
            for record in records {
                let written = HistoryRecordCoding.bytes(of: record)
                try expect(written.count == length, "a record of \(written.count) bytes")
                guard let again = HistoryRecordCoding.record(in: written[...]) else {
                    throw FuzzFinding("written, it is none: \(record)")
                }
                try expect(again == record, "written, it reads otherwise: \(record) as \(again)")
            }
            return records.isEmpty ? .refused : .accepted
        }
    }
}
