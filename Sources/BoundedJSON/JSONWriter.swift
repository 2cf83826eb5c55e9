extension JSONValue {
    /// The value on one line, with a newline. Keys are sorted alphabetically, so that equal values
    /// always give the same bytes.
    package func line() -> [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        text.append(UInt8(ascii: "\n"))
        return text
    }

    /// The value on one line, without a newline.
    package var text: String { String(decoding: line().dropLast(), as: UTF8.self) }

    /// The value with a line for each field and each element, for people.
    package func lines(indentedBy indent: String = "") -> String {
        let inner = indent + "  "
        let (open, pieces, close): (String, [String], String)
        switch self {
        case .object(let fields) where !fields.isEmpty:
            pieces = fields.sorted { $0.key < $1.key }.map { name, value in
                "\(JSONValue.string(name).text): \(value.lines(indentedBy: inner))"
            }
            (open, close) = ("{", "}")
        case .list(let values) where !values.isEmpty:
            pieces = values.map { $0.lines(indentedBy: inner) }
            (open, close) = ("[", "]")
        case .null, .bool, .integer, .number, .string, .list, .object: return text
        }
        return open + "\n" + pieces.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)"
            + close
    }

    private func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .integer(let value): text += String(value).utf8
        // JSON cannot represent non-finite numbers; this program produces none.
        case .number(let value) where !value.isFinite: text += "null".utf8
        // A larger whole number keeps its exponent, so that it is read as a number again.
        case .number(let value) where value.magnitude <= 0x1p53:
            text += (Int64(exactly: value)?.description ?? "\(value)").utf8
        case .number(let value): text += "\(value)".utf8
        case .string(let value): JSONValue.write(value, to: &text)
        case .list(let values):
            text.append(UInt8(ascii: "["))
            for (place, value) in values.enumerated() {
                if place > 0 { text.append(UInt8(ascii: ",")) }
                value.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let fields):
            text.append(UInt8(ascii: "{"))
            for (place, name) in fields.keys.sorted().enumerated() {
                if place > 0 { text.append(UInt8(ascii: ",")) }
                JSONValue.write(name, to: &text)
                text.append(UInt8(ascii: ":"))
                (fields[name] ?? .null).write(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                text += "\\u00\(digits.count < 2 ? "0" : "")\(digits)".utf8
            default: text.append(byte)
            }
        }
        text.append(UInt8(ascii: "\""))
    }
}
