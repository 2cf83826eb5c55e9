import BoundedJSON
import ClockTime

/// An option that sets one field of a record. The record has the field's name, values and JSON; this adds its words and
/// its help.
struct RecordOption<Record: DescribedRecord>: Sendable {
    /// Its value is the field's JSON.
    private(set) var parameter: Parameter<JSONValue>
    /// The field's path in the record.
    private let name: String
    /// What a new record has, for help.
    private let standard: String?
    let changes: @Sendable (JSONValue) -> [FieldChange<Record>]

    /// - Parameter standard: what a new record has, for help.
    init<Value>(
        _ property: WritableKeyPath<Record, Value>, _ option: String, _ form: Form<Value>,
        _ help: String, default standard: String? = nil
    ) {
        self.init(Record.fieldName(of: property), option, form.ofJSON(), help, default: standard)
    }

    /// A field that may be missing.
    ///
    /// - Parameter none: the word that clears it.
    init<Value>(
        _ property: WritableKeyPath<Record, Value?>, _ option: String, _ form: Form<Value>,
        none: String, _ help: String, default standard: String? = nil
    ) {
        self.init(
            Record.fieldName(of: property), option, form.orNone(none).ofJSON(), help,
            default: standard)
    }

    /// - Parameter changes: nil: of the field with this name.
    init(
        _ name: String, _ option: String, _ form: Form<JSONValue>, _ help: String,
        default standard: String? = nil,
        changes: (@Sendable (JSONValue) -> [FieldChange<Record>])? = nil
    ) {
        self.name = name
        parameter = Parameter(name, option: option, form, help)
        self.standard = standard
        self.changes = changes ?? { [FieldChange(name, to: $0)] }
    }

    /// The same option, nested in an object of a request.
    func within(_ object: String, showsDefault: Bool) -> RecordOption {
        var option = self
        option.parameter = parameter.within(object)
        if showsDefault {
            let beside = name.split(separator: ".").dropLast().map { "\($0)." }.joined()
            option.parameter = option.parameter.standing { Record().value(at: beside + $0) }
            if let standard { option.parameter.help += " (default: \(standard))" }
        }
        return option
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
        options.flatMap { option in self[option.parameter].map(option.changes) ?? [] }
    }
}

extension Form {
    /// The same form, whose value is its JSON.
    func ofJSON() -> Form<JSONValue> {
        let json: @Sendable (Value) -> JSONValue = { value in write(value, "")[""] ?? .null }
        var form = Form<JSONValue>(
            placeholder, allowed: allowed, allowedInJSON: allowedInJSON, completion: completion,
            fields: fields,
            word: { text, zones in try word(text, zones).map(json) },
            read: { reader, name, zones in try read(&reader, name, zones).map(json) },
            write: { value, name in [name: value] })
        form.guess = guess
        return form
    }
}
