/// Any value that a record can contain.
package indirect enum StoredValue: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([StoredValue])
    case object([String: StoredValue])

    /// The maximum nesting of lists and objects, counted from the top of the record. Decoding them recurses.
    static let depth = 24

    package init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= StoredValue.depth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "lies too deep"))
        }
        // A form that does not match throws an error, which is slow, so the most frequent forms are tried first.
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(String.self) {
            self = .text(value)
        } else if let value = try? single.decode(Int64.self) {
            self = .integer(value)  // before numbers, which whole ones are too
        } else if let record = try? decoder.container(keyedBy: FieldName.self) {
            var fields: [String: StoredValue] = [:]
            for name in record.allKeys {
                fields[name.stringValue] = try record.decode(StoredValue.self, forKey: name)
            }
            self = .object(fields)
        } else if var values = try? decoder.unkeyedContainer() {
            var list: [StoredValue] = []
            while !values.isAtEnd { list.append(try values.decode(StoredValue.self)) }
            self = .list(list)
        } else if let value = try? single.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .number(try single.decode(Double.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let fields): try container.encode(fields)
        }
    }

    /// A string with its quotation marks and following separators; a control character takes six bytes.
    static func bytes(of text: String) -> Int { 6 * text.utf8.count + 4 }

    var storedBytes: Int {
        switch self {
        case .null, .bool, .integer, .number: 26
        case .text(let text): StoredValue.bytes(of: text)
        case .list(let values): values.reduce(3) { $0 + $1.storedBytes }
        case .object(let fields):
            fields.reduce(3) { $0 + StoredValue.bytes(of: $1.key) + $1.value.storedBytes }
        }
    }

    /// The number of values, including nested ones.
    var count: Int {
        switch self {
        case .null, .bool, .integer, .number, .text: 1
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .object(let fields): fields.values.reduce(1) { $0 + $1.count }
        }
    }
}

struct FieldName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}
