import BoundedJSON
import ClockTime

/// An option that sets one field of a record. The record has the field's name, values and JSON; this adds its words and
/// its help.
struct RecordOption<Record: DescribedRecord>: Sendable {
    /// Its value is the field's JSON.
    let parameter: Parameter<JSONValue>

    init<Value>(
        _ property: WritableKeyPath<Record, Value>, _ option: String, _ form: Form<Value>,
        _ help: String
    ) {
        parameter = Parameter(
            Record.fieldName(of: property), option: option, form.ofJSON(), help)
    }

    /// A field that may be missing.
    ///
    /// - Parameter none: the word that clears it.
    init<Value>(
        _ property: WritableKeyPath<Record, Value?>, _ option: String, _ form: Form<Value>,
        none: String, _ help: String
    ) {
        parameter = Parameter(
            Record.fieldName(of: property), option: option, form.ofJSON().orNull(none), help)
    }
}

extension [any DescribedParameter] {
    init<Record>(_ options: [RecordOption<Record>]) {
        self = options.map(\.parameter)
    }
}

extension Arguments {
    /// The fields that are given, in the order of the options.
    func changes<Record>(of options: [RecordOption<Record>]) -> [FieldChange<Record>] {
        options.compactMap { option in
            self[option.parameter].map { FieldChange(option.parameter.key, to: $0) }
        }
    }
}

extension Form {
    /// The same form, whose value is its JSON.
    fileprivate func ofJSON() -> Form<JSONValue> {
        let json: @Sendable (Value) -> JSONValue = { value in write(value, "")[""] ?? .null }
        var form = Form<JSONValue>(
            placeholder, allowed: allowed, allowedInJSON: allowedInJSON, completion: completion,
            word: { text, zones in try word(text, zones).map(json) },
            read: { reader, name, zones in try read(&reader, name, zones).map(json) },
            write: { value, name in [name: value] })
        form.guess = guess
        return form
    }
}

extension Form where Value == JSONValue {
    /// The same form with null, which is a word of its own.
    fileprivate func orNull(_ none: String) -> Form<JSONValue> {
        var form = Form<JSONValue>(
            "\(placeholder)|\(none)", allowed: "\(allowed), or \(none)",
            allowedInJSON: "\(allowedInJSON), or null for none",
            completion: completion.adding(none),
            word: { text, zones in text.lowercased() == none ? .null : try word(text, zones) },
            read: { reader, name, zones in
                reader.raw(name) == .null ? .null : try read(&reader, name, zones)
            },
            write: write)
        form.guess = guess
        return form
    }
}
