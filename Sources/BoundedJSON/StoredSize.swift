// How much of the store a JSON value can take.

extension JSONValue {
    /// The maximum size in bytes of a text: with its quotation marks and following separators; a control character
    /// takes six bytes.
    package static func bytes(of text: String) -> Int { 6 * text.utf8.count + 4 }

    /// Its maximum size in bytes.
    package var storedBytes: Int {
        switch self {
        case .null, .bool, .integer, .number: 26
        case .string(let text): JSONValue.bytes(of: text)
        case .list(let values): values.reduce(3) { $0 + $1.storedBytes }
        case .object(let fields):
            fields.reduce(3) { $0 + JSONValue.bytes(of: $1.key) + $1.value.storedBytes }
        }
    }

    /// The number of values, including nested ones.
    package var count: Int {
        switch self {
        case .null, .bool, .integer, .number, .string: 1
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .object(let fields): fields.values.reduce(1) { $0 + $1.count }
        }
    }
}
