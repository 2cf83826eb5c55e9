package import BoundedJSON
import ClockTime
package import English

/// One kind of command value: its word, its JSON, the allowed values, and what a shell can complete.
package struct Form<Value: Sendable>: Sendable {
    /// The placeholder in help: "0-100".
    let placeholder: String
    /// What a word must be, for messages: "a number from 0 to 100".
    let allowed: String
    /// What the JSON field must be.
    let allowedInJSON: String
    let completion: Completion
    /// Parses a word. Nil refuses it with `allowed`; a thrown `TextFormError` gives a better reason.
    let word: @Sendable (String, any ZoneReader) throws -> Value?
    /// Reads the named field and any related fields of the object. Nil if it is missing.
    let read: @Sendable (inout FieldReader, String, any ZoneReader) throws -> Value?
    /// The fields that represent the value; the name is that of the first.
    package let write: @Sendable (Value, String) -> [String: JSONValue]
    /// The fields that represent a value, in one of several sets, by the name of the first.
    let fields: @Sendable (String) -> [[AllowedField]]
    /// How to read the field, if there is only one.
    private(set) var json: FieldForm<Value>?
    /// What a refused word probably means.
    var guess: @Sendable (String) -> String? = { _ in nil }

    /// A value that uses several fields.
    init(
        _ placeholder: String, allowed: String, allowedInJSON: String,
        completion: Completion = .nothing,
        fields: @escaping @Sendable (String) -> [[AllowedField]],
        word: @escaping @Sendable (String, any ZoneReader) throws -> Value?,
        read: @escaping @Sendable (inout FieldReader, String, any ZoneReader) throws -> Value?,
        write: @escaping @Sendable (Value, String) -> [String: JSONValue]
    ) {
        self.placeholder = placeholder
        self.allowed = allowed
        self.allowedInJSON = allowedInJSON
        self.completion = completion
        self.fields = fields
        self.word = word
        self.read = read
        self.write = write
    }

    /// A value that uses one field, and whose word or field needs more than itself, such as a zone's rules.
    init(
        _ placeholder: String, allowed: String, values: AllowedValues,
        completion: Completion = .nothing,
        word: @escaping @Sendable (String, any ZoneReader) throws -> Value?,
        read: @escaping @Sendable (inout FieldReader, String, any ZoneReader) throws -> Value?,
        write: @escaping @Sendable (Value, String) -> [String: JSONValue]
    ) {
        self.init(
            placeholder, allowed: allowed, allowedInJSON: values.description,
            completion: completion, fields: { [[AllowedField($0, values)]] }, word: word,
            read: read, write: write)
    }

    /// A value that uses one word and one field.
    package init(
        _ placeholder: String, allowed: String, json: FieldForm<Value>,
        completion: Completion = .nothing,
        word: @escaping @Sendable (String) throws -> Value?
    ) {
        self.init(
            placeholder, allowed: allowed, values: json.values, completion: completion,
            word: { text, _ in try word(text) },
            read: { reader, name, _ in try reader.optional(name, json) },
            write: { value, name in [name: json.write(value)] })
        self.json = json
    }
}

/// What a shell offers as a value.
package enum Completion: Hashable, Sendable {
    case nothing
    case words([String])
    case file
    /// A date, or a word for one; or one of the others.
    case date(DayUse, others: [String] = [])
    /// Things that the clock has, by name or number. The client asks the clock for them.
    case known(Kind)

    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Past alarms: those that the history tells of, so also removed ones.
        case pastAlarms
        /// Sounds but for alarm tones.
        case noises
        /// The forms of the sound that the line names.
        case variants
        case alarms, timers, sounds, favourites, presets, fonts, devices, pairedDevices, zones
    }
}
