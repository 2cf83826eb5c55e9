import ClockCore
import FoundationEssentials

/// The payload of a slot: the state's fields, and beside them the records of the history that may not be in its
/// own file yet, as they would stand there, in base 64; and the sequence of a record of another program, which
/// could not be taken up when this one was begun.
struct StoredState: Codable {
    var state: PersistentState
    var startedBeside: UInt64?

    private enum Key: String, CodingKey {
        case unwrittenRecords, startedBeside
    }

    init(state: PersistentState, startedBeside: UInt64? = nil) {
        self.state = state
        self.startedBeside = startedBeside
    }

    init(from decoder: any Decoder) throws {
        state = try PersistentState(from: decoder)
        let record = try decoder.container(keyedBy: Key.self)
        startedBeside = try? record.decodeIfPresent(UInt64.self, forKey: .startedBeside)
        // They are worth less than the alarms beside them.
        guard let bytes = try? record.decodeIfPresent(Data.self, forKey: .unwrittenRecords) else {
            return
        }
        let records = HistoryRecordCoding.records(in: Array(bytes))
        state.unwrittenRecords = records.sorted { $0.sequence < $1.sequence }
    }

    /// The same state gives the same bytes.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return encoder
    }

    func encode(to encoder: any Encoder) throws {
        try state.encode(to: encoder)
        var record = encoder.container(keyedBy: Key.self)
        try record.encodeIfPresent(startedBeside, forKey: .startedBeside)
        guard !state.unwrittenRecords.isEmpty else { return }
        let bytes = state.unwrittenRecords.flatMap(HistoryRecordCoding.bytes)
        try record.encode(Data(bytes), forKey: .unwrittenRecords)
    }
}
