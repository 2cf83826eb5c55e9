package import BoundedJSON
import ClockTime

/// One kind of value that a command can be given: how it is said in a word, how it stands in JSON, what is
/// allowed, and what a shell can complete.
package struct Form<Value: Sendable>: Sendable {
    /// What stands for the value in help: "0-100".
    let placeholder: String
    /// What a word must be, as messages say it: "a number from 0 to 100".
    let allowed: String
    /// What the field in JSON must be.
    let allowedInJSON: String
    let completion: Completion
    /// Nil: the word is refused with `allowed`. A `TextFormError` is a better reason.
    let word: @Sendable (String, any ZoneReader) throws -> Value?
    /// Reads the field of this name, and what else of the object belongs to it. Nil where it is missing.
    let read: @Sendable (inout FieldReader, String, any ZoneReader) throws -> Value?
    /// The fields of the object that say the value; the name is of the first.
    package let write: @Sendable (Value, String) -> [String: JSONValue]
    /// How the one field is read, where it is one.
    private(set) var json: FieldForm<Value>?

    /// A value that is said in several fields, or whose word needs the rules of a zone.
    init(
        _ placeholder: String, allowed: String, allowedInJSON: String,
        completion: Completion = .nothing,
        word: @escaping @Sendable (String, any ZoneReader) throws -> Value?,
        read: @escaping @Sendable (inout FieldReader, String, any ZoneReader) throws -> Value?,
        write: @escaping @Sendable (Value, String) -> [String: JSONValue]
    ) {
        self.placeholder = placeholder
        self.allowed = allowed
        self.allowedInJSON = allowedInJSON
        self.completion = completion
        self.word = word
        self.read = read
        self.write = write
    }

    /// A value of one word and one field.
    package init(
        _ placeholder: String, allowed: String, json: FieldForm<Value>,
        completion: Completion = .nothing,
        write: @escaping @Sendable (Value) -> JSONValue,
        word: @escaping @Sendable (String) throws -> Value?
    ) {
        self.init(
            placeholder, allowed: allowed, allowedInJSON: json.allowed, completion: completion,
            word: { text, _ in try word(text) },
            read: { reader, name, _ in try reader.optional(name, json) },
            write: { value, name in [name: write(value)] })
        self.json = json
    }
}

/// What a shell offers in the place of a value.
package enum Completion: Hashable, Sendable {
    case nothing
    case words([String])
    case file
    /// What the clock has, by name or number: the client asks it.
    case known(Kind)

    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case alarms, timers, sounds, favourites, devices, zones
    }
}
