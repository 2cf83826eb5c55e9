/// A type with its own JSON form in replies, different from what its `Codable` writes into the store. These are times,
/// lengths and numbers with a `FieldForm`, and the few objects whose fields are not their properties.
package protocol JSONForm {
    var json: JSONValue { get }

    /// - Parameter path: the value's path, for messages.
    init(json: JSONValue, at path: String) throws(FieldError)
}

/// A value that is read by a `FieldForm`.
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

/// A record has its reply form.
extension JSONForm where Self: DescribedRecord {
    package var json: JSONValue { .object(reply) }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        guard case .object(let fields) = json else { throw FieldError(path, "must be an object") }
        try self.init(reply: fields, at: path)
    }
}

/// A list element that decoding drops if a newer program wrote it with a word that this one does not know.
package protocol LeftOutIfNewer {}

extension Duration: FormedValue {
    package var json: JSONValue { .seconds(self) }
    package static var form: FieldForm<Duration> { .reported }
}
