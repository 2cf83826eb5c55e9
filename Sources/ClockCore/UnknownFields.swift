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
