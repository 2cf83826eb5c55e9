import ClockTime

/// Any JSON value, received or to be sent.
///
/// Theory of operation. Anyone who can open the clock's socket, or write one of its files, controls the bytes that
/// the clock reads. So this target parses outside input within bounds of length and depth, and returns a value or a
/// typed error. `JSONReader` and `JSONWriter` convert between bytes and values. `FieldReader` takes the fields of an
/// object one by one by their `FieldForm`, tracks their paths, and refuses unknown fields. `PlacedJSON` also knows
/// the position of each value in a file. `BatchLines` splits endless input into lines.
///
/// It is the only JSON of the clock's programs. The decoder of FoundationEssentials is not suitable: that of Swift 6.0
/// traps on some bytes (a raw tab in an object's key), later ones accept trailing commas and duplicate keys, and it adds
/// megabytes to a program. `DescribedRecord` says the fields of a record once; other types are coded by `Codable`
/// (`init(stored:)`, `JSONValue(storing:)`).
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A whole number, including 60.0.
    case integer(Int64)
    case number(Double)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// The maximum nesting of objects and lists; the deepest meaningful form has 5 levels.
    package static let deepest = 16

    /// The value as messages quote it, cut to a readable length.
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

    /// The value as messages quote a wrong one: "this list", because another list may be right.
    package var shown: String {
        switch self {
        case .list: "this list"
        case .object: "this object"
        case .null, .bool, .integer, .number, .string: summary
        }
    }
}
