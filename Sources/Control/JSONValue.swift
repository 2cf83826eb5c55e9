/// Any JSON value, as it came or as it goes. `JSONReader` and `JSONWriter` turn bytes into it and
/// back; fields are read out of it by `FieldReader`, which knows their paths.
///
/// Why not the library's decoder: whoever can open the socket chooses the bytes, and the one of
/// Swift 6.0 (FoundationEssentials) dies of a control character in an object's key; later ones let
/// trailing commas and repeated keys pass. The clock must not die, and a hundred lines of RFC 8259
/// behave alike under every compiler.
enum JSONValue: Hashable, Sendable {
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
    var summary: String {
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
}
