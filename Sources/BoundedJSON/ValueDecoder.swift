extension Decodable {
    /// Decodes the value with its own `Decodable`, synthesised or not, except for any `JSONForm`. Null counts
    /// as missing, and a missing list as empty. Fields that the type lacks are ignored, because a newer
    /// program may send more fields.
    ///
    /// - Parameter path: the value's path, for messages.
    package init(decoding json: JSONValue, at path: String = "") throws(FieldError) {
        do {
            self = try DecodedPlace(value: json, path: path).value(Self.self)
        } catch let error as FieldError {
            throw error
        } catch let error as NewerWord {
            throw error.field
        } catch {
            throw FieldError(path, "\(json.shown) is not allowed")
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

    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let result: Any? =
            switch type {
            case let type as any JSONForm.Type: try type.init(json: value, at: path)
            case let type as any DecodedList.Type: try type.init(decoding: self)
            case is String.Type: if case .string(let text) = value { text } else { nil }
            case is Bool.Type: if case .bool(let flag) = value { flag } else { nil }
            case let type as any FixedWidthInteger.Type: integer(type)
            case is Double.Type: number
            default: try whole(type)
            }
        guard let result = result as? Value else {
            throw FieldError(path, "\(value.shown) is not allowed")
        }
        return result
    }

    private func integer(_ type: any FixedWidthInteger.Type) -> Any? {
        guard case .integer(let number) = value, DecodedPlace.range.contains(number) else {
            return nil
        }
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
        } catch is DecodingError {
            throw NewerWord(field: FieldError(path, "\(value.shown) is not known here"))
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
                if value == .null { return [] }
                throw FieldError(path, "\(value.shown) is not allowed; it must be a list")
            }
            return values.enumerated().map { DecodedPlace(value: $1, path: "\(path)[\($0)]") }
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
            } catch is NewerWord where Element.self is any LeftOutIfNewer.Type {
                continue
            }
        }
    }
}

private struct ValueDecoder: Decoder {
    let place: DecodedPlace
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FieldsDecoder<Key>(path: place.path, fields: try place.fields))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        ElementsDecoder(elements: try place.elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { WholeDecoder(place: place) }
}

private struct FieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let path: String
    let fields: [String: JSONValue]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.keys.compactMap { Key(stringValue: $0) } }

    private func place(_ key: Key) -> DecodedPlace {
        let name = key.stringValue
        return DecodedPlace(
            value: fields[name] ?? .null, path: path.isEmpty ? name : "\(path).\(name)")
    }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

    func decodeNil(forKey key: Key) -> Bool { place(key).value == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let place = place(key)
        guard place.value != .null || type is any DecodedList.Type else {
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
        ValueDecoder(place: DecodedPlace(value: fields["super"] ?? .null, path: path))
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
