import FoundationEssentials

/// Any JSON value, as it came or as it goes. Fields are read out of it by `FieldReader`, which knows
/// their paths, so that errors are in our words and not in those of the JSON library.
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

/// Why bytes are not a line of JSON that could be looked at.
enum JSONLineError: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    case notUTF8
    case controlCharacter
    case tooDeep
    case notJSON

    var message: String {
        switch self {
        case .tooLong(let limit): "the line is too long; \(limit) bytes are allowed"
        case .notUTF8: "the line is not UTF-8"
        case .controlCharacter: "the line holds a control character; JSON on one line is allowed"
        case .tooDeep: "the line nests too deep; \(LineLimits.nesting) levels are allowed"
        case .notJSON: "the line is not JSON"
        }
    }
}

extension JSONValue {
    /// Reads one line, with or without its line end. Length, encoding and depth are checked before
    /// the JSON reader sees it: that guesses other encodings, and recurses.
    static func parse(_ line: some Collection<UInt8>, limit: Int) throws(JSONLineError) -> JSONValue
    {
        guard line.count <= limit else { throw .tooLong(limit: limit) }
        var bytes = Array(line)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        let isControl = { (byte: UInt8) in byte < 0x20 && byte != UInt8(ascii: "\t") }
        guard !bytes.contains(where: isControl) else { throw .controlCharacter }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        guard depth(of: bytes) <= LineLimits.nesting else { throw .tooDeep }
        do {
            return try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
        } catch {
            // The library's text differs from version to version and means nothing to a person.
            throw .notJSON
        }
    }

    /// The value on one line, keys in alphabetical order, with its newline. Nil only for numbers that
    /// JSON cannot express, which nothing here makes.
    func line() -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return nil }
        return Array(data) + [UInt8(ascii: "\n")]
    }

    /// The greatest number of lists and objects that are open at once.
    private static func depth(of bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    /// The value as a message quotes it, cut to a readable length.
    var summary: String {
        switch self {
        case .null: "null"
        case .bool(let value): String(value)
        case .integer(let value): String(value)
        case .number(let value): String(value)
        case .string(let text): quoted(text)
        case .list: "a list"
        case .object: "an object"
        }
    }
}

/// A word as messages quote it: on one line, of bounded length, harmless to a terminal.
func quoted(_ text: String) -> String {
    let longest = 40
    let start = printable(String(text.prefix(longest)))
    return "\"\(start)\(text.count > longest ? "…" : "")\""
}

/// The text with its control characters replaced, so that a label cannot steer a terminal.
func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isControl(scalar) ? "\u{fffd}" : scalar) }
    return String(result)
}

/// C0, DEL and C1; and the line and paragraph separators, which end a line for some readers.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
        || (0x2028...0x2029).contains(scalar.value)
}

extension JSONValue: Codable {
    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: AnyKey.self) {
            var fields: [String: JSONValue] = [:]
            for key in object.allKeys {
                fields[key.stringValue] = try object.decode(JSONValue.self, forKey: key)
            }
            self = .object(fields)
            return
        }
        if var list = try? decoder.unkeyedContainer() {
            var values: [JSONValue] = []
            while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
            self = .list(values)
            return
        }
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let text = try? single.decode(String.self) {
            self = .string(text)
        } else if let whole = try? single.decode(Int64.self) {
            self = .integer(whole)
        } else if let value = try? single.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .number(try single.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let fields):
            var container = encoder.container(keyedBy: AnyKey.self)
            for (name, value) in fields { try container.encode(value, forKey: AnyKey(name)) }
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .integer(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .string(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
