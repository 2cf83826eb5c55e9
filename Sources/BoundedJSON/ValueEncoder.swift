extension JSONValue {
    /// The value encoded with its own `Encodable`, synthesised or not, except for any `JSONForm`. Nil becomes null, so
    /// that readers see every field. An encoder that throws leaves null; no reply's does.
    package init(encoding value: some Encodable) {
        self.init(encoding: value, isStored: false)
    }

    /// The value for a file, encoded with its own `Encodable` alone. Nil is omitted.
    package init(storing value: some Encodable) {
        self.init(encoding: value, isStored: true)
    }

    private init(encoding value: some Encodable, isStored: Bool) {
        let place = EncodedPlace(isStored: isStored)
        do {
            try place.put(value)
            self = place.value
        } catch {
            assertionFailure("\(error)")
            self = .null
        }
    }
}

/// The destination of an encoder: a whole value, or one built field by field or element by element.
private final class EncodedPlace {
    private enum Content {
        case whole(JSONValue)
        case fields([String: EncodedPlace])
        case elements([EncodedPlace])
    }

    private var content = Content.whole(.null)
    /// It is for a file: no `JSONForm`, all integers, and no nil.
    let isStored: Bool

    init(isStored: Bool) {
        self.isStored = isStored
    }

    var value: JSONValue {
        switch content {
        case .whole(let value): value
        case .fields(let fields): .object(fields.mapValues(\.value))
        case .elements(let elements): .list(elements.map(\.value))
        }
    }

    var count: Int {
        if case .elements(let elements) = content { elements.count } else { 0 }
    }

    func beginFields() {
        if case .fields = content { return }
        content = .fields([:])
    }

    func beginElements() {
        if case .elements = content { return }
        content = .elements([])
    }

    func field(_ name: String) -> EncodedPlace {
        let place = EncodedPlace(isStored: isStored)
        guard case .fields(var fields) = content else { return place }
        content = .whole(.null)  // so that the fields are not copied
        fields[name] = place
        content = .fields(fields)
        return place
    }

    func element() -> EncodedPlace {
        let place = EncodedPlace(isStored: isStored)
        guard case .elements(var elements) = content else { return place }
        content = .whole(.null)
        elements.append(place)
        content = .elements(elements)
        return place
    }

    func put(_ json: JSONValue) { content = .whole(json) }

    func put(_ value: some Encodable) throws {
        switch value {
        case let formed as any JSONForm where !isStored: content = .whole(formed.json)
        case let text as String: content = .whole(.string(text))
        case let flag as Bool: content = .whole(.bool(flag))
        // JSON readers disagree on larger integers; this program produces none.
        case let number as any BinaryInteger: content = .whole(.integer(Int64(clamping: number)))
        case let number as Double:
            // Writes an integral value as an integer, whatever type holds it.
            content = .whole(Int64(exactly: number).map(JSONValue.integer) ?? .number(number))
        case let number as Float: try put(Double("\(number)") ?? Double(number))
        default: try value.encode(to: ValueEncoder(place: self))
        }
    }
}

extension Encodable where Self: DescribedRecord {
    /// Among values that code themselves. Only this module's encoder is asked.
    package func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ValueEncoder else {
            throw FieldError("", "a record is encoded by JSONValue alone")
        }
        encoder.place.put(.object(stored))
    }
}

private struct ValueEncoder: Encoder {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        place.beginFields()
        return KeyedEncodingContainer(FieldsEncoder<Key>(place: place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        place.beginElements()
        return ElementsEncoder(place: place)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { WholeEncoder(place: place) }
}

private struct FieldsEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
        if !place.isStored { _ = place.field(key.stringValue) }
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try place.field(key.stringValue).put(value)
    }

    // A generic function is not enough: for these types the protocol has its own functions, which omit nil.
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try put(value, key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try put(value, key)
    }

    private func put<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        ValueEncoder(place: place.field(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        ValueEncoder(place: place.field(key.stringValue)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder(place: place.field("super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
        ValueEncoder(place: place.field(key.stringValue))
    }
}

private struct ElementsEncoder: UnkeyedEncodingContainer {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { [] }
    var count: Int { place.count }

    func encodeNil() throws { _ = place.element() }

    func encode<Value: Encodable>(_ value: Value) throws { try place.element().put(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        ValueEncoder(place: place.element()).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        ValueEncoder(place: place.element()).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { ValueEncoder(place: place.element()) }
}

private struct WholeEncoder: SingleValueEncodingContainer {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { [] }

    func encodeNil() throws {}

    func encode<Value: Encodable>(_ value: Value) throws { try place.put(value) }
}
