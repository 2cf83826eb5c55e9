import BoundedJSON
import ClockCore

/// What a slot's record holds: the state, the history records that are not known to be in the history file, and the
/// sequence of a kept record (`StateStore`).
struct StoredState {
    var state: PersistentState
    var keptSequence: UInt64?

    init(state: PersistentState, keptSequence: UInt64? = nil) {
        self.state = state
        self.keptSequence = keptSequence
    }

    /// Nil if the clock can't go on from it.
    init?(_ payload: JSONValue) {
        guard case .object(var object) = payload else { return nil }
        let records = object.removeValue(forKey: "unwrittenRecords")
        let beside = object.removeValue(forKey: "startedBeside")
        guard let state = PersistentState(payload: .object(object)) else { return nil }
        self.init(state: state, keptSequence: beside.flatMap { try? UInt64(stored: $0) })
        // The next save has this program's schema, whatever else it carries along.
        self.state.schema = PersistentState.currentSchema
        guard case .string(let text)? = records, let bytes = Base64.bytes(text) else { return }
        self.state.unwrittenRecords = HistoryRecordCoding.records(in: bytes)
            .sorted { $0.sequence < $1.sequence }
    }

    var payload: JSONValue {
        var object = state.payload
        object["startedBeside"] = keptSequence.map { JSONValue(storing: $0) }
        if !state.unwrittenRecords.isEmpty {
            let bytes = state.unwrittenRecords.flatMap(HistoryRecordCoding.bytes)
            object["unwrittenRecords"] = .string(Base64.text(bytes))
        }
        return .object(object)
    }
}
