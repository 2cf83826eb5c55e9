import BoundedJSON

@testable import ClockCore

extension DescribedRecord {
    init(storedText text: String) throws {
        let value = try JSONValue.parse(text.utf8, limit: 4 << 20, isOneLine: false)
        guard case .object(let fields) = value else { throw FieldError("", "must be an object") }
        self.init(stored: fields)
    }

    /// As the store has it, in one line.
    var storedText: String { JSONValue.object(stored).text }
}

extension PersistentState {
    init(storedText text: String) throws {
        try self.init(stored: try JSONValue.parse(text.utf8, limit: 4 << 20, isOneLine: false))
    }

    init(stored value: JSONValue) throws {
        guard let state = PersistentState(payload: value) else {
            throw FieldError("", "is no saved state")
        }
        self = state
    }

    var storedText: String { JSONValue.object(payload).text }
}
