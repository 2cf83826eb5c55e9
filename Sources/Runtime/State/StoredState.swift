import ClockCore

/// The payload of a slot: the state's fields; the history records that may not be in their own file yet, in base 64
/// and in that file's form; and the sequence of another program's record that could not be taken up when this one was
/// begun.
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
        // They matter less than the alarms beside them.
        guard let text = try? record.decodeIfPresent(String.self, forKey: .unwrittenRecords),
            let bytes = Base64.bytes(text)
        else { return }
        let records = HistoryRecordCoding.records(in: bytes)
        state.unwrittenRecords = records.sorted { $0.sequence < $1.sequence }
    }

    func encode(to encoder: any Encoder) throws {
        try state.encode(to: encoder)
        var record = encoder.container(keyedBy: Key.self)
        try record.encodeIfPresent(startedBeside, forKey: .startedBeside)
        guard !state.unwrittenRecords.isEmpty else { return }
        let bytes = state.unwrittenRecords.flatMap(HistoryRecordCoding.bytes)
        try record.encode(Base64.text(bytes), forKey: .unwrittenRecords)
    }
}
