/// The change of one field, from a request.
package struct FieldChange<Record: DescribedRecord>: Hashable, Sendable {
    /// The field's path: "night.red".
    package let name: String
    /// Allowed by the field's form.
    package let value: JSONValue

    /// - Parameter value: must be allowed by the field's form.
    package init(_ name: String, to value: JSONValue) {
        self.name = name
        self.value = value
        assert(isAllowed, "\(name) can't be \(value)")
    }

    /// A change in this program's own words.
    package init<Value>(_ property: WritableKeyPath<Record, Value>, to value: Value) {
        var record = Record()
        record[keyPath: property] = value
        let name = Record.fieldName(of: property)
        self.init(name, to: record.value(at: name))
    }

    package func apply(to record: inout Record) {
        _ = record.change(name.split(separator: ".")[...], to: value)
    }

    /// The field's new value; nil if the change is about another field.
    package func value<Value>(of property: KeyPath<Record, Value>) -> Value? {
        guard Record.fieldName(of: property) == name else { return nil }
        var record = Record()
        apply(to: &record)
        return record[keyPath: property]
    }

    private var isAllowed: Bool {
        var record = Record()
        return record.change(name.split(separator: ".")[...], to: value)
    }
}

extension DescribedRecord {
    /// Sets the field at a path and forgets what was foreign in its place. False if there is no such field, or it does
    /// not allow the value.
    mutating func change(_ path: ArraySlice<Substring>, to value: JSONValue) -> Bool {
        guard let field = Self.fields.first(where: { $0.name == path.first ?? "" }),
            field.change(&self, path.dropFirst(), value)
        else { return false }
        foreign.forget(field.storedName)
        return true
    }

    /// What a reply has at a path; null if there is no such field.
    package func value(at path: String) -> JSONValue {
        value(at: path.split(separator: ".")[...])
    }

    fileprivate func value(at path: ArraySlice<Substring>) -> JSONValue {
        var value = JSONValue.object(reply)
        for name in path {
            guard case .object(let object) = value else { return .null }
            value = object[String(name)] ?? .null
        }
        return value
    }
}
