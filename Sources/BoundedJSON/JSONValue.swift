import ClockTime

/// Any JSON value, as it came or as it goes.
///
/// Theory of operation. Whoever can open the clock's socket, or write one of its files, chooses the bytes that
/// it reads. So what comes from outside is read here, within bounds of length and depth, and ends in a value or
/// in a typed error. `JSONReader` and `JSONWriter` turn bytes into values and back. `FieldReader` takes the
/// fields of an object one by one by their `FieldForm`, knows their paths, and refuses what nobody asked for.
/// `PlacedJSON` also knows where in a file each value stands. `BatchLines` cuts endless input into lines.
///
/// The decoder of FoundationEssentials would not do: that of Swift 6.0 traps on some bytes (a raw tab in an
/// object's key), and later ones let trailing commas and repeated keys pass. Whoever decodes outside text with
/// it has this reader look at it first (`JSONSyntax`), so that it only ever sees valid JSON.
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
    /// How deep objects and lists may nest; the deepest form that means anything has 5 levels.
    package static let deepest = 16

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
