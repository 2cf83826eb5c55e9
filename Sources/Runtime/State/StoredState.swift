import ClockCore
import FoundationEssentials

/// The payload of a slot: the state's fields, and beside them the records of the history that may not be in its
/// own file yet, as they would stand there, in base 64.
struct StoredState: Codable {
    var state: PersistentState

    private enum Key: String, CodingKey {
        case unwrittenRecords
    }

    init(state: PersistentState) {
        self.state = state
    }

    init(from decoder: any Decoder) throws {
        state = try PersistentState(from: decoder)
        let record = try decoder.container(keyedBy: Key.self)
        // They are worth less than the alarms beside them.
        guard let bytes = try? record.decodeIfPresent(Data.self, forKey: .unwrittenRecords) else {
            return
        }
        let records = HistoryRecordCoding.records(in: Array(bytes))
        state.unwrittenRecords = records.sorted { $0.sequence < $1.sequence }
    }

    func encode(to encoder: any Encoder) throws {
        try state.encode(to: encoder)
        guard !state.unwrittenRecords.isEmpty else { return }
        var record = encoder.container(keyedBy: Key.self)
        let bytes = state.unwrittenRecords.flatMap(HistoryRecordCoding.bytes)
        try record.encode(Data(bytes), forKey: .unwrittenRecords)
    }
}
