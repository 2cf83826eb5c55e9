/// A record that says its fields once.
///
/// Theory of operation. `fields` has a name, a property and a form for each field. The store, requests, replies and the
/// words for messages follow from this list, and each has its own strictness:
///
/// - The store is read leniently, because a newer or an older program may have written it. Each field is read by itself.
///   What is missing keeps its default. What cannot be read keeps its default too, and its *foreign* value is written
///   back until somebody sets the field. So one bad value never costs a record, and a temporary downgrade loses nothing
///   (product, A10).
/// - A change in a request names one field (`FieldChange`). Its value was checked by the field's form before.
/// - A reply has all fields. Its reader ignores fields that it does not know, and refuses wrong values with their path.
package protocol DescribedRecord: Hashable, Sendable {
    /// The defaults, also for fields that a stored record lacks.
    init()
    /// In the order of help.
    static var fields: [RecordField<Self>] { get }
    /// The names of stored fields without which the record is useless.
    static var required: [String] { get }
    /// What the store's record has that this program would not write.
    var foreign: ForeignFields { get set }
}

extension DescribedRecord {
    package static var required: [String] { [] }

    /// Reads a stored record as far as this program can; nil if it lacks a required field.
    package init?(usable value: JSONValue) {
        guard case .object(let object) = value,
            Self.required.allSatisfy({ object[$0] ?? .null != .null })
        else { return nil }
        self.init(stored: object)
        guard !Self.required.contains(where: foreign.isUnreadable) else { return nil }
    }

    /// Reads a stored record as far as this program can.
    package init(stored object: [String: JSONValue]) {
        self.init()
        let plain = self
        var unread: Set<String> = []
        var foreign = ForeignFields()
        for field in Self.fields {
            guard let found = object[field.storedName] else { continue }
            var elements = ForeignFields.Elements()
            if !field.readStored(&self, found, &elements) { unread.insert(field.storedName) }
            foreign.keep(elements: elements, of: field.storedName)
        }
        for field in Self.fields {
            let name = field.storedName
            // A nested record keeps its own foreign fields.
            guard let found = object[name], !field.isRecord || unread.contains(name) else {
                continue
            }
            let ours = field.stored(of: self, plain)
            guard foreign.withElements(ours, of: name) != found else { continue }
            let isUnreadable = unread.contains(name) && found != .null
            foreign.keep(found, as: name, insteadOf: ours, isUnreadable: isUnreadable)
        }
        foreign.keepUnknown(object, besides: Set(Self.fields.map(\.storedName)))
        self.foreign = foreign
    }

    /// The record as it is stored, with what is foreign in it.
    package var stored: [String: JSONValue] {
        let plain = Self()
        var object = foreign.unknown
        for field in Self.fields {
            let ours = field.stored(of: self, plain)
            object[field.storedName] =
                foreign.found(field.storedName, insteadOf: ours)
                ?? foreign.withElements(ours, of: field.storedName)
        }
        return object
    }

    /// The record as requests and replies have it.
    package var reply: [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: Self.fields.map { ($0.name, $0.reply(of: self)) })
    }

    /// Reads a record in a reply. An older program omits fields that it does not know; they get their defaults.
    ///
    /// - Parameter path: the record's path, for messages.
    package init(reply object: [String: JSONValue], at path: String) throws(FieldError) {
        self.init()
        for field in Self.fields {
            guard let value = object[field.name], value != .null else { continue }
            let inner = path.isEmpty ? field.name : "\(path).\(field.name)"
            if let error = field.readReply(&self, value, inner) { throw error }
        }
    }

    /// The paths of the fields, here and in nested records, whose stored values this program cannot read.
    package var unreadableFields: [[String]] {
        foreign.unreadable.map { [$0] }
            + Self.fields.flatMap { field in
                field.unreadable(in: self).map { [field.storedName] + $0 }
            }
    }

    /// The path of the field with this property, here or in a nested record. There must be one.
    package static func fieldName(of property: PartialKeyPath<Self>) -> String {
        let named = fields.lazy.flatMap { $0.properties() }.first { $0.property == property }
        guard let named else { preconditionFailure("\(Self.self) has no field for \(property)") }
        return named.name
    }
}
