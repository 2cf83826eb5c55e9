/// The fields of a stored record that this program does not know: a newer one wrote them. They are
/// carried along and written back, so that going back to this program for a while costs nobody what
/// the newer one had kept (product, A10).
///
/// A type that carries them has a property `unknown`, and one line in each direction of its coding,
/// where `Key` lists the fields that it knows:
///
///     unknown = try UnknownFields(in: decoder, besides: Key.self)
///     try unknown.encode(to: encoder)
///
/// A slot's size bounds what comes in; what exceeds the bounds below all the same is dropped.
package struct UnknownFields: Hashable, Sendable {
    private var fields: [String: StoredValue] = [:]

    /// How many values one record may carry, those within lists and objects included.
    static let capacity = 1_024
    /// How many lists and objects may lie in one another, counted from the top of the record. Reading
    /// them recurses.
    static let depth = 24

    package init() {}

    /// - Throws: what the decoder throws where the record is not an object.
    package init<Known: CodingKey>(in decoder: any Decoder, besides: Known.Type) throws {
        let record = try decoder.container(keyedBy: FieldName.self)
        let names = record.allKeys.filter { Known(stringValue: $0.stringValue) == nil }
        var room = UnknownFields.capacity
        for name in names.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let value = try? record.decode(StoredValue.self, forKey: name),
                value.count <= room
            else { continue }
            room -= value.count
            fields[name.stringValue] = value
        }
    }

    /// Bytes of JSON that they take at the most.
    var storedBytes: Int {
        fields.reduce(0) { $0 + StoredValue.bytes(of: $1.key) + $1.value.storedBytes }
    }

    /// Adds the fields to the record that `encoder` is writing.
    package func encode(to encoder: any Encoder) throws {
        guard !fields.isEmpty else { return }
        var record = encoder.container(keyedBy: FieldName.self)
        for (name, value) in fields {
            try record.encode(value, forKey: FieldName(stringValue: name))
        }
    }
}

/// Any value that a record can hold.
private indirect enum StoredValue: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case list([StoredValue])
    case object([String: StoredValue])

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= UnknownFields.depth else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "lies too deep"))
        }
        if let record = try? decoder.container(keyedBy: FieldName.self) {
            var fields: [String: StoredValue] = [:]
            for name in record.allKeys {
                fields[name.stringValue] = try record.decode(StoredValue.self, forKey: name)
            }
            self = .object(fields)
        } else if var values = try? decoder.unkeyedContainer() {
            var list: [StoredValue] = []
            while !values.isAtEnd { list.append(try values.decode(StoredValue.self)) }
            self = .list(list)
        } else {
            self = try StoredValue(in: try decoder.singleValueContainer())
        }
    }

    private init(in container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)  // before numbers, which whole ones are too
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
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

    /// A text with its quotation marks and what stands behind it; a control character takes six.
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

    /// This value and all that it holds.
    var count: Int {
        switch self {
        case .null, .bool, .integer, .number, .text: 1
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .object(let fields): fields.values.reduce(1) { $0 + $1.count }
        }
    }
}

private struct FieldName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}
