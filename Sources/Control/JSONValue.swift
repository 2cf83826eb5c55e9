/// Any JSON value, as it came or as it goes. `JSONReader` and `JSONWriter` turn bytes into it and
/// back; fields are read out of it by `FieldReader`, which knows their paths. `PlacedJSON` knows where in a
/// file they stand, too. Why the library's decoder
/// does not: see `CommandName`.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A whole number; 60.0 is one too.
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// The value as a message quotes it, cut to a readable length.
    package var summary: String {
        switch self {
        case .null: "null"
        case .bool(let value): String(value)
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string(let text): Spelling.quoted(text)
        case .list: "a list"
        case .object: "an object"
        }
    }

    /// The same where it stands there and is wrong: another list or object may be right.
    package var shown: String {
        switch self {
        case .list: "this list"
        case .object: "this object"
        case .null, .bool, .integer, .number, .string: summary
        }
    }
}
