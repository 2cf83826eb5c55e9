/// One field of a record: its names, its property, and its form.
package struct RecordField<Record: Sendable>: Sendable {
    /// In requests and replies.
    package let name: String
    /// In the store.
    package let storedName: String
    /// What is allowed, as data.
    package let values: AllowedValues
    /// Whether the field is a record itself.
    let isRecord: Bool
    /// Whether the store omits it while it has its default.
    private let isSparse: Bool
    /// Returns whether the value could be read, perhaps as the nearest one that is allowed. Adds what is foreign in the
    /// elements of a list.
    private(set) var readStored:
        @Sendable (inout Record, JSONValue, _ foreign: inout ForeignFields.Elements) -> Bool
    private let writeStored: @Sendable (Record) -> JSONValue
    /// Returns what is wrong with the value.
    let readReply: @Sendable (inout Record, JSONValue, _ path: String) -> FieldError?
    private let writeReply: @Sendable (Record) -> JSONValue
    /// Sets the field at a path in it, which is empty unless the field is a record. False if the value is not allowed.
    let change: @Sendable (inout Record, ArraySlice<Substring>, JSONValue) -> Bool
    private let unreadableInside: @Sendable (Record) -> [[String]]
    /// The fields without fields of their own, by their paths.
    let properties: @Sendable () -> [(name: String, property: AnyKeyPath)]

    /// - Parameters:
    ///   - storedName: nil: the same as `name`.
    ///   - isSparse: the store omits the field while it has its default, so that a slot holds more records.
    package init<Value: Sendable>(
        _ name: String, stored storedName: String? = nil,
        _ property: any WritableKeyPath<Record, Value> & Sendable, _ form: FieldForm<Value>,
        isSparse: Bool = false
    ) {
        self.name = name
        self.storedName = storedName ?? name
        self.isSparse = isSparse
        values = form.values
        isRecord = false
        readStored = { record, value, _ in
            guard let value = form.readNearest(value) else { return false }
            record[keyPath: property] = value
            return true
        }
        writeStored = { form.write($0[keyPath: property]) }
        readReply = { record, value, path in
            guard let read = form.read(value) else { return form.error(about: value, at: path) }
            record[keyPath: property] = read
            return nil
        }
        writeReply = writeStored
        change = { record, path, value in
            guard path.isEmpty, let value = form.read(value) else { return false }
            record[keyPath: property] = value
            return true
        }
        unreadableInside = { _ in [] }
        properties = { [(name, property)] }
    }

    /// A field that may be missing. The store omits it then, and a reply has null.
    package init<Value: Sendable>(
        _ name: String, stored storedName: String? = nil,
        optional property: any WritableKeyPath<Record, Value?> & Sendable, _ form: FieldForm<Value>
    ) {
        self.init(name, stored: storedName, property, form.orNull, isSparse: true)
    }

    /// A nested record.
    package init<Nested: DescribedRecord>(
        _ name: String, record property: any WritableKeyPath<Record, Nested> & Sendable,
        isSparse: Bool = false
    ) {
        self.name = name
        storedName = name
        self.isSparse = isSparse
        values = .object
        isRecord = true
        readStored = { record, value, _ in
            guard case .object(let object) = value else { return false }
            record[keyPath: property] = Nested(stored: object)
            return true
        }
        writeStored = { .object($0[keyPath: property].stored) }
        readReply = { record, value, path in
            guard case .object(let object) = value else {
                return FieldForm<[String: JSONValue]>.object.error(about: value, at: path)
            }
            do throws(FieldError) {
                record[keyPath: property] = try Nested(reply: object, at: path)
                return nil
            } catch {
                return error
            }
        }
        writeReply = { .object($0[keyPath: property].reply) }
        change = { record, path, value in record[keyPath: property].change(path, to: value) }
        unreadableInside = { $0[keyPath: property].unreadableFields }
        properties = {
            Nested.fields.flatMap { $0.properties() }.compactMap { inner in
                (property as AnyKeyPath).appending(path: inner.property).map {
                    ("\(name).\(inner.name)", $0)
                }
            }
        }
    }

    /// A list of values, each of which is read by itself.
    package init<Element: Sendable>(
        _ name: String, elements property: any WritableKeyPath<Record, [Element]> & Sendable,
        _ form: FieldForm<Element>, isSparse: Bool = false
    ) {
        let list = form.list(AllowedValues.list.description)
        self.init(name, property, list, isSparse: isSparse)
        readStored = { record, value, foreign in
            guard case .list(let values) = value else { return false }
            var elements: [Element] = []
            for value in values {
                guard let element = form.readNearest(value) else {
                    foreign.unreadable.append(value)
                    continue
                }
                elements.append(element)
                foreign.keep(value, insteadOf: form.write(element))
            }
            record[keyPath: property] = elements
            return true
        }
    }

    /// A list of records, each of which is read by itself.
    package init<Element: DescribedRecord>(
        _ name: String, records property: any WritableKeyPath<Record, [Element]> & Sendable,
        isSparse: Bool = true
    ) {
        self.name = name
        storedName = name
        self.isSparse = isSparse
        values = .list
        isRecord = false
        readStored = { record, value, foreign in
            guard case .list(let values) = value else { return false }
            var elements: [Element] = []
            for value in values {
                if let element = Element(usable: value) {
                    elements.append(element)
                } else {
                    foreign.unreadable.append(value)
                }
            }
            record[keyPath: property] = elements
            return true
        }
        writeStored = { .list($0[keyPath: property].map { .object($0.stored) }) }
        readReply = { record, value, path in
            do throws(FieldError) {
                guard let values = FieldForm<[JSONValue]>.list.read(value) else {
                    return FieldForm<[JSONValue]>.list.error(about: value, at: path)
                }
                var elements: [Element] = []
                for (place, value) in values.enumerated() {
                    let inner = "\(path)[\(place)]"
                    guard case .object(let object) = value else {
                        return FieldForm<[String: JSONValue]>.object.error(about: value, at: inner)
                    }
                    elements.append(try Element(reply: object, at: inner))
                }
                record[keyPath: property] = elements
                return nil
            } catch {
                return error
            }
        }
        writeReply = { .list($0[keyPath: property].map { .object($0.reply) }) }
        // A list has commands of its own.
        change = { _, _, _ in false }
        unreadableInside = { record in
            record[keyPath: property].enumerated().flatMap { place, element in
                element.unreadableFields.map { ["\(place + 1)"] + $0 }
            }
        }
        properties = { [] }
    }

    /// What the store has of the field; nil if it is omitted.
    ///
    /// - Parameter plain: a record with all defaults.
    func stored(of record: Record, _ plain: Record) -> JSONValue? {
        let value = writeStored(record)
        return isSparse && value == writeStored(plain) ? nil : value
    }

    func reply(of record: Record) -> JSONValue { writeReply(record) }

    func unreadable(in record: Record) -> [[String]] { unreadableInside(record) }
}
