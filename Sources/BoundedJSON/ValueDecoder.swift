extension Decodable {
    /// Decodes the value with its own `Decodable`, synthesised or not, except for any `JSONForm`. Null counts
    /// as missing, and a missing list as empty. Fields that the type lacks are ignored, because a newer
    /// program may send more fields.
    ///
    /// - Parameter path: the value's path, for messages.
    package init(decoding json: JSONValue, at path: String = "") throws(FieldError) {
        do {
            self = try DecodedPlace(value: json, path: path, isStored: false).value(Self.self)
        } catch let error as FieldError {
            throw error
        } catch let error as NewerWord {
            throw error.field
        } catch {
            throw FieldError(path, "\(json.shown) is not allowed")
        }
    }
}

extension Decodable {
    /// Decodes a value of a file with its own `Decodable` alone. Nothing is left out.
    ///
    /// - Throws: a `FieldError` with the path of what is wrong, or the type's own error about the whole value.
    package init(stored json: JSONValue) throws {
        self = try DecodedPlace(value: json, path: "", isStored: true).value(Self.self)
    }

    /// - Parameter limit: the maximum number of bytes.
    package init(storedText text: some Collection<UInt8>, limit: Int) throws {
        self = try Self(stored: try JSONValue.parse(text, limit: limit, isOneLine: false))
    }
}

extension DecodingError {
    /// The path from the decoded value to what is wrong; empty if that is the value itself.
    package var field: [String] {
        switch self {
        case .dataCorrupted(let context), .keyNotFound(_, let context),
            .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.map(\.stringValue)
        @unknown default: []
        }
    }
}

/// A word, or a number that stands for one, that this program does not know.
private struct NewerWord: Error {
    var field: FieldError
}

private struct DecodedPlace {
    /// Beyond this, JSON readers differ. Within it, the sum of two numbers cannot overflow.
    private static let range = -(Int64(1) << 53)...(Int64(1) << 53)

    var value: JSONValue
    var path: String
    /// It is in a file: no `JSONForm`, no bounds for other JSON readers, and nothing is left out.
    var isStored: Bool

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let result: Any? =
            switch type {
            case let type as any JSONForm.Type where !isStored: try type.init(json: value, at: path)
            case let type as any DecodedList.Type: try type.init(decoding: self)
            case is String.Type: if case .string(let text) = value { text } else { nil }
            case is Bool.Type: if case .bool(let flag) = value { flag } else { nil }
            case let type as any FixedWidthInteger.Type: integer(type)
            case is Double.Type: number
            case is Float.Type: number.map { Float($0) }
            default: try whole(type)
            }
        guard let result = result as? Value else {
            throw FieldError(path, "\(value.shown) is not allowed")
        }
        return result
    }

    private func integer(_ type: any FixedWidthInteger.Type) -> Any? {
        guard case .integer(let number) = value,
            isStored || DecodedPlace.range.contains(number)
        else { return nil }
        return type.init(exactly: number)
    }

    private var number: Double? {
        switch value {
        case .integer(let whole): Double(whole)
        case .number(let number): number
        case .null, .bool, .string, .list, .object: nil
        }
    }

    private func whole<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try Value(from: ValueDecoder(place: self))
        } catch let error as DecodingError {
            let known = FieldError(path, "\(value.shown) is not known here")
            guard isStored else { throw NewerWord(field: known) }
            // A type that reads a whole file explains what is wrong with it.
            if path.isEmpty { throw error }
            throw FieldError((path + error.field.map { ".\($0)" }.joined()), known.reason)
        }
    }

    var fields: [String: JSONValue] {
        get throws {
            guard case .object(let fields) = value else {
                throw FieldError(path, "\(value.shown) is not allowed; it must be an object")
            }
            return fields
        }
    }

    var elements: [DecodedPlace] {
        get throws {
            guard case .list(let values) = value else {
                if value == .null, !isStored { return [] }
                throw FieldError(path, "\(value.shown) is not allowed; it must be a list")
            }
            return values.enumerated().map {
                DecodedPlace(value: $1, path: "\(path)[\($0)]", isStored: isStored)
            }
        }
    }
}

private protocol DecodedList {
    init(decoding place: DecodedPlace) throws
}

extension Array: DecodedList where Element: Decodable {
    fileprivate init(decoding place: DecodedPlace) throws {
        self = []
        for element in try place.elements {
            do {
                append(try element.value(Element.self))
            } catch is NewerWord
                where Element.self is any LeftOutIfNewer.Type && !place.isStored
            {
                continue
            }
        }
    }
}

extension Decodable where Self: DescribedRecord {
    /// Among values that decode themselves. Only this module's decoder is asked.
    package init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ValueDecoder else {
            throw FieldError("", "a record is decoded from a JSONValue alone")
        }
        self.init(stored: try decoder.place.fields)
    }
}

private struct ValueDecoder: Decoder {
    let place: DecodedPlace
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FieldsDecoder<Key>(of: place, fields: try place.fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ElementsDecoder(elements: try place.elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { WholeDecoder(place: place) }
}

private struct FieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let path: String
    let isStored: Bool
    let fields: [String: JSONValue]
    var codingPath: [any CodingKey] { [] }

    init(of place: DecodedPlace, fields: [String: JSONValue]) {
        path = place.path
        isStored = place.isStored
        self.fields = fields
    }

    var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

    private func place(_ key: Key) -> DecodedPlace {
        let name = key.stringValue
        return DecodedPlace(
            value: fields[name] ?? .null, path: path.isEmpty ? name : "\(path).\(name)",
            isStored: isStored)
    }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

    func decodeNil(forKey key: Key) -> Bool { place(key).value == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let place = place(key)
        guard
            place.value != .null || (type is any DecodedList.Type && !isStored)
                || (isStored && contains(key))
        else {
            throw FieldError(place.path, "is missing")
        }
        return try place.value(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(place: place(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(place: place(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        ValueDecoder(
            place: DecodedPlace(value: fields["super"] ?? .null, path: path, isStored: isStored))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { ValueDecoder(place: place(key)) }
}

private struct ElementsDecoder: UnkeyedDecodingContainer {
    let elements: [DecodedPlace]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    init(elements: [DecodedPlace]) {
        self.elements = elements
    }

    private mutating func next() throws -> DecodedPlace {
        guard !isAtEnd else { throw FieldError("", "a list is too short") }
        defer { currentIndex += 1 }
        return elements[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, elements[currentIndex].value == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next().value(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try ValueDecoder(place: try next()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try ValueDecoder(place: try next()).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { ValueDecoder(place: try next()) }
}

private struct WholeDecoder: SingleValueDecodingContainer {
    let place: DecodedPlace
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { place.value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try place.value(type) }
}
