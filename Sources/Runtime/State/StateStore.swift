package import ClockCore
import FoundationEssentials
package import HAL

/// Keeps the one payload that outlives the power, in two slots written in turn.
///
/// Theory of operation. The newest valid record counts. A save writes the other slot and is counted
/// only when the storage says that it is durable, so whatever moment the power goes, one whole record
/// remains. After a failed write that slot's content is unknown and nothing is retried on it; the next
/// save goes to the other one, whose record is then the older of two that are both worth less than the
/// one in memory. Reading takes what is valid; both slots bad is told to people, and the clock starts
/// from defaults, because a clock must still ring.
package struct StateStore {
    private let storage: any SlotStorage
    private var sequence: UInt64 = 0
    private var nextSlot = StorageSlot.a

    package init(storage: any SlotStorage) {
        self.storage = storage
    }

    /// What was found at start.
    package struct Loaded {
        package var state: PersistentState?
        /// What people should know: a slot was bad, or both.
        package var problem: String?
    }

    package mutating func load() -> Loaded {
        var newest: (record: SlotRecord, slot: StorageSlot, state: PersistentState)?
        var problems: [String] = []
        for slot in StorageSlot.allCases {
            do {
                let (record, state) = try read(slot)
                sequence = max(sequence, record.sequence)
                if newest.map({ record.sequence > $0.record.sequence }) ?? true {
                    newest = (record, slot, state)
                }
            } catch .blank {
                continue
            } catch {
                // A record that cannot be used counts all the same, so that whoever can use it later
                // does not take it for newer than what is saved from now on.
                sequence = max(sequence, error.sequence)
                problems.append("copy \(slot.rawValue) \(error.text)")
            }
        }
        nextSlot = newest.map { $0.slot.other } ?? .a
        if newest != nil {
            return Loaded(
                state: newest?.state,
                problem: problems.first.map { "\($0); the other copy was used" })
        }
        return Loaded(
            state: nil,
            problem: problems.isEmpty
                ? nil : "settings and alarms were lost (\(problems.joined(separator: "; ")))")
    }

    private enum ReadFault: Error {
        case blank
        case unreadable(StorageError)
        case bad(SlotRecord.Fault)
        /// With the record's sequence.
        case notAState(UInt64)
        case newerSchema(UInt64)

        var sequence: UInt64 {
            switch self {
            case .blank, .unreadable, .bad: 0
            case .notAState(let sequence), .newerSchema(let sequence): sequence
            }
        }

        var text: String {
            switch self {
            case .blank: "is empty"
            case .unreadable(let error): "cannot be read (\(error))"
            case .bad(.newerForm), .newerSchema: "was written by a newer program"
            case .bad(.blank), .bad(.damaged): "is damaged"
            case .notAState: "holds something else"
            }
        }
    }

    private func read(_ slot: StorageSlot) throws(ReadFault) -> (SlotRecord, PersistentState) {
        let bytes: [UInt8]
        do {
            bytes = try storage.read(slot)
        } catch {
            throw .unreadable(error)
        }
        let record: SlotRecord
        do {
            record = try SlotRecord(parsing: bytes)
        } catch .blank {
            throw .blank
        } catch {
            throw .bad(error)
        }
        guard
            let state = try? JSONDecoder().decode(PersistentState.self, from: Data(record.payload))
        else { throw .notAState(record.sequence) }
        guard state.schema <= PersistentState.currentSchema else {
            throw .newerSchema(record.sequence)
        }
        return (record, state)
    }

    /// Makes `state` durable. Returns why it is not, in words for people, or nil.
    package mutating func save(_ state: PersistentState) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let payload = try? encoder.encode(state) else {
            return "the state cannot be written as JSON"
        }
        // Taken whatever comes of it: a write that failed may have reached the card all the same, and two
        // records of one sequence could not be told apart.
        sequence += 1
        let record = SlotRecord(sequence: sequence, payload: Array(payload)).bytes
        guard record.count <= storage.slotSize else {
            return "the state is larger than its slot (\(storage.slotSize) bytes)"
        }
        // Whatever comes of it, the slot after this one is the other: a slot whose write failed is
        // not written twice in a row.
        defer { nextSlot = nextSlot.other }
        do {
            try storage.write(record, to: nextSlot)
            return nil
        } catch {
            return error.text
        }
    }
}

extension StorageSlot {
    var other: StorageSlot {
        switch self {
        case .a: .b
        case .b: .a
        }
    }
}

extension StorageError {
    var text: String {
        switch self {
        case .full: "the disk is full"
        case .readOnly: "the disk is read-only"
        case .io(let errno): "the disk failed (error \(errno))"
        }
    }
}
