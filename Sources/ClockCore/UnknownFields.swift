import BoundedJSON

/// The fields of a stored record that this program does not know, because a newer one wrote them. They are kept and
/// written back, so that a temporary downgrade loses none of the newer program's data (product, A10).
///
/// A type that keeps them has a property `unknown`, and one line in each direction of its coding, where `Key` lists its
/// known fields:
///
///     unknown = try UnknownFields(in: decoder, besides: Key.self)
///     try unknown.encode(to: encoder)
///
/// The slot's size limits the input; anything beyond the limits below is dropped.
package struct UnknownFields: Hashable, Sendable {
    private var fields: [String: JSONValue] = [:]

    /// How many values one record may keep, including nested ones.
    static let capacity = 1_024

    package init() {}

    /// - Throws: the decoder's error if the record is not an object.
    package init<Known: CodingKey>(in decoder: any Decoder, besides: Known.Type) throws {
        let record = try decoder.container(keyedBy: FieldName.self)
        let names = record.allKeys.filter { Known(stringValue: $0.stringValue) == nil }
        var room = UnknownFields.capacity
        for name in names.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let value = try? record.decode(JSONValue.self, forKey: name),
                value.count <= room
            else { continue }
            room -= value.count
            fields[name.stringValue] = value
        }
    }

    /// Their maximum size in bytes of JSON.
    var storedBytes: Int {
        fields.reduce(0) { $0 + JSONValue.bytes(of: $1.key) + $1.value.storedBytes }
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
