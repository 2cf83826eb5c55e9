/// A type that has a form of its own in the JSON of replies, in place of what its `Codable` writes into the store:
/// times, lengths and numbers that have a `FieldForm`, and the few objects whose fields are not its properties.
package protocol JSONForm {
    var json: JSONValue { get }

    /// - Parameter path: where the value stands, for messages.
    init(json: JSONValue, at path: String) throws(FieldError)
}

/// One that is read by a form.
package protocol FormedValue: JSONForm {
    static var form: FieldForm<Self> { get }
}

extension FormedValue {
    package init(json: JSONValue, at path: String) throws(FieldError) {
        guard let value = Self.form.read(json) else {
            throw FieldError(path, "\(json.shown) is not allowed; it must be \(Self.form.allowed)")
        }
        self = value
    }
}

/// An element of a list that is left out where a newer program wrote it with a word that this one does not know.
package protocol LeftOutIfNewer {}

extension Duration: FormedValue {
    package var json: JSONValue { .seconds(self) }
    package static var form: FieldForm<Duration> { .reported }
}
