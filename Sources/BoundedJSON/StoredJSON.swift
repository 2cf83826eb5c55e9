// How records carry JSON that they do not know while the store is read and written by the library's coders.

extension JSONValue: Codable {
    /// The maximum nesting of lists and objects, counted from the top of the record. Decoding them recurses.
    private static let depth = 24

    package init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= JSONValue.depth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "lies too deep"))
        }
        // A form that does not match throws an error, which is slow, so the most frequent forms are tried first.
        let single = try decoder.singleValueContainer()
        if single.decodeNil() {
            self = .null
        } else if let value = try? single.decode(String.self) {
            self = .string(value)
        } else if let value = try? single.decode(Int64.self) {
            self = .integer(value)  // before numbers, which whole ones are too
        } else if let record = try? decoder.container(keyedBy: FieldName.self) {
            var fields: [String: JSONValue] = [:]
            for name in record.allKeys {
                fields[name.stringValue] = try record.decode(JSONValue.self, forKey: name)
            }
            self = .object(fields)
        } else if var values = try? decoder.unkeyedContainer() {
            var list: [JSONValue] = []
            while !values.isAtEnd { list.append(try values.decode(JSONValue.self)) }
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
        case .string(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .object(let fields): try container.encode(fields)
        }
    }
}

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

/// A record that says its fields once, among values that code themselves.
extension DescribedRecord {
    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: FieldName.self)
        var object: [String: JSONValue] = [:]
        for name in record.allKeys {
            // What lies too deep is dropped.
            object[name.stringValue] = try? record.decode(JSONValue.self, forKey: name)
        }
        self.init(stored: object)
    }

    package func encode(to encoder: any Encoder) throws {
        try JSONValue.object(stored).encode(to: encoder)
    }
}

package struct FieldName: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init?(intValue: Int) { nil }
}
