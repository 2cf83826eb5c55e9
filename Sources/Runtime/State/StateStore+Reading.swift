import BoundedJSON
import ClockCore
import HAL

/// How the store reads its slots.
extension StateStore {
    /// A usable record in a slot.
    struct Found {
        var slot: StorageSlot
        var sequence: UInt64
        var stored: StoredState

        var state: PersistentState { stored.state }
        /// Whether encoding it again preserves all of it.
        var isWhole: Bool { state.lostAlarms == 0 }
    }

    /// The bytes to read at a time when checking whether a slot is blank.
    private static let pieceLength = 65_536

    enum ReadFault: Error {
        case blank
        case unreadable(StorageError)
        case bad(SlotRecord.Fault)
        /// With the record's sequence.
        case notAState(UInt64)
        case newerSchema(UInt64)

        /// The sequence of a whole record that this program cannot use.
        var sequence: UInt64? {
            switch self {
            case .bad(.newerForm(let sequence)): sequence
            case .blank, .unreadable, .bad(.damaged): nil
            case .notAState(let sequence), .newerSchema(let sequence): sequence
            }
        }

        var text: String {
            switch self {
            case .blank: "is empty"
            case .unreadable(let error): "can't be read: \(error.text)"
            case .bad(.newerForm), .newerSchema: "is from a newer version of the clock"
            case .bad(.damaged): "is damaged"
            case .notAState: "isn't a saved state"
            }
        }
    }

    private func bytes(
        of slot: StorageSlot, from offset: Int, count: Int
    ) throws(ReadFault) -> [UInt8] {
        do throws(StorageError) {
            return try storage.read(slot, from: offset, count: count)
        } catch {
            // Retries once: the alarms depend on it, and a card can fail briefly.
            do throws(StorageError) {
                return try storage.read(slot, from: offset, count: count)
            } catch {
                throw .unreadable(error)
            }
        }
    }

    /// Whether the slot is empty from `offset` on.
    private func isBlank(_ slot: StorageSlot, from offset: Int) throws(ReadFault) -> Bool {
        for place in stride(from: offset, to: storage.slotSize, by: StateStore.pieceLength) {
            let piece = try bytes(of: slot, from: place, count: StateStore.pieceLength)
            if !SlotRecord.isBlank(piece) { return false }
            if piece.count < StateStore.pieceLength { return true }
        }
        return true
    }

    /// Reads the slot's record, and no more than that, because a slot is far longer.
    private func record(in slot: StorageSlot) throws(ReadFault) -> SlotRecord {
        var record = try bytes(of: slot, from: 0, count: SlotRecord.headerLength)
        if SlotRecord.isBlank(record) {
            throw try isBlank(slot, from: record.count) ? .blank : .bad(.damaged)
        }
        if let length = SlotRecord.payloadLength(inHeader: record),
            length <= storage.slotSize - record.count
        {
            record += try bytes(of: slot, from: record.count, count: length)
        }
        do throws(SlotRecord.Fault) {
            return try SlotRecord(parsing: record)
        } catch {
            throw .bad(error)
        }
    }

    func read(_ slot: StorageSlot) throws(ReadFault) -> Found {
        let record = try record(in: slot)
        // The checksum is right, but another program may have written it.
        guard
            let payload = try? JSONValue.parse(
                record.payload, limit: storage.slotSize, isOneLine: false),
            case .object(let fields) = payload, case .integer(let schema)? = fields["schema"]
        else { throw .notAState(record.sequence) }
        guard let stored = StoredState(payload) else {
            throw schema > PersistentState.currentSchema
                ? .newerSchema(record.sequence) : .notAState(record.sequence)
        }
        return Found(slot: slot, sequence: record.sequence, stored: stored)
    }
}
