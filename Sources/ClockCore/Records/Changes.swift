package import BoundedJSON

// Changes of records in this program's own words.

extension FieldChange {
    /// `.set(\.night.isRed, true)`
    package static func set<Value>(
        _ property: WritableKeyPath<Record, Value>, _ value: Value
    ) -> FieldChange {
        FieldChange(property, to: value)
    }
}

extension Array {
    package func apply<Record>(to record: inout Record) where Element == FieldChange<Record> {
        for change in self { change.apply(to: &record) }
    }

    /// The new value of a field; nil if it is not changed.
    func value<Record, Value>(of property: KeyPath<Record, Value>) -> Value?
    where Element == FieldChange<Record> {
        compactMap { $0.value(of: property) }.last
    }
}
