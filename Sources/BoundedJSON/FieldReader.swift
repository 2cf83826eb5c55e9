import ClockTime

/// A field that is wrong: its path, and what it must be.
package struct FieldError: Error, Hashable, Sendable {
    /// The path from the top level: "alarm.schedule.time".
    package var field: String
    /// The common form of refusals: the path, then the reason.
    package var message: String { field.isEmpty ? reason : "\(field): \(reason)" }
    package var reason: String
    package var kind: Kind

    package enum Kind: Hashable, Sendable {
        case invalid
        /// The value names a thing that is not there.
        case missingName
        /// The value is right by itself and does not go together with another, which no schema can say.
        case conflict
    }

    package init(_ field: String, _ reason: String, kind: Kind = .invalid) {
        self.field = field
        self.reason = reason
        self.kind = kind
    }
}

/// Takes the fields of a JSON object one by one and tracks their paths.
///
/// A caller that reads a request takes every known field and then calls `finish`, which refuses the first
/// field left over. The reader of a file that a newer program may have written warns of `unread` instead. Replies are read with `isLenient`: null counts as missing, and fields that this client
/// does not know are ignored. In a batch null counts as missing, too (`nullIsMissing`), because its
/// sender may fill in every field.
package struct FieldReader {
    /// The path of this object.
    package let path: String
    package let fields: [String: JSONValue]
    private let isLenient: Bool
    private let nullIsMissing: Bool
    /// The fields that were asked for.
    package private(set) var known: Set<String> = []

    package init(
        _ fields: [String: JSONValue], path: String = "", isLenient: Bool = false,
        nullIsMissing: Bool = false
    ) {
        self.fields = fields
        self.path = path
        self.isLenient = isLenient
        self.nullIsMissing = nullIsMissing || isLenient
    }

    /// The path of a field of this object.
    package func path(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }

    /// Whether the field is present, even as null.
    package func has(_ name: String) -> Bool { fields[name] != nil }

    /// The raw field; nil if it is missing.
    package mutating func raw(_ name: String) -> JSONValue? {
        known.insert(name)
        guard let value = fields[name], !(nullIsMissing && value == .null) else { return nil }
        return value
    }

    /// The field as parsed by `read`; nil if it is missing.
    package mutating func optional<Value>(
        _ name: String, _ form: FieldForm<Value>
    ) throws(FieldError) -> Value? {
        guard let value = raw(name) else { return nil }
        guard let result = form.read(value) else {
            throw wrong(value, name, form.allowed)
        }
        return result
    }

    package mutating func required<Value>(
        _ name: String, _ form: FieldForm<Value>
    ) throws(FieldError) -> Value {
        guard let value = try optional(name, form) else {
            throw missing(name, form.allowed)
        }
        return value
    }

    /// The field as its type's `Decodable` reads it.
    package mutating func decoded<Value: Decodable>(
        _ name: String, as type: Value.Type = Value.self
    ) throws(FieldError) -> Value {
        guard let value = raw(name) else {
            // A missing field counts as null if the type accepts null.
            guard let none = try? Value(decoding: .null) else {
                throw FieldError(path(name), "is missing")
            }
            return none
        }
        return try Value(decoding: value, at: path(name))
    }

    package func missing(_ name: String, _ allowed: String) -> FieldError {
        error(name, "is missing; it must be \(allowed)")
    }

    package func wrong(_ value: JSONValue, _ name: String, _ allowed: String) -> FieldError {
        error(name, "\(value.shown) is not allowed; it must be \(allowed)")
    }

    package func error(_ name: String, _ reason: String) -> FieldError {
        FieldError(path(name), reason)
    }

    /// The object in a field, with its path; nil if the field is missing.
    package mutating func object(_ name: String) throws(FieldError) -> FieldReader? {
        guard let fields = try optional(name, .object) else { return nil }
        return reader(of: fields, path: path(name))
    }

    /// The values of a list; nil if the field is missing.
    package mutating func elements<Value>(
        _ name: String, _ form: FieldForm<Value>, count: ClosedRange<Int>
    ) throws(FieldError) -> [Value]? {
        guard let value = raw(name) else { return nil }
        guard case .list(let values) = value, count.contains(values.count) else {
            throw wrong(value, name, FieldReader.list(of: form, count: count))
        }
        var elements: [Value] = []
        for (place, value) in values.enumerated() {
            guard let element = form.read(value) else {
                throw wrong(value, "\(name)[\(place)]", form.allowed)
            }
            elements.append(element)
        }
        return elements
    }

    package mutating func requiredElements<Value>(
        _ name: String, _ form: FieldForm<Value>, count: ClosedRange<Int>
    ) throws(FieldError) -> [Value] {
        guard let elements = try elements(name, form, count: count) else {
            throw missing(name, FieldReader.list(of: form, count: count))
        }
        return elements
    }

    private static func list<Value>(of form: FieldForm<Value>, count: ClosedRange<Int>) -> String {
        let least = count.lowerBound == 0 ? "at most" : "\(count.lowerBound) to"
        return "a list with \(least) \(count.upperBound) entries, each \(form.allowed)"
    }

    /// The objects in a list; empty if the field is missing.
    package mutating func objects(_ name: String) throws(FieldError) -> [FieldReader] {
        var readers: [FieldReader] = []
        for (place, value) in (try optional(name, .list) ?? []).enumerated() {
            let path = "\(path(name))[\(place)]"
            guard case .object(let fields) = value else {
                throw FieldError(path, "\(value.shown) is not allowed; it must be an object")
            }
            readers.append(reader(of: fields, path: path))
        }
        return readers
    }

    /// A reader for the fields of a nested object, as strict as this one.
    private func reader(of fields: [String: JSONValue], path: String) -> FieldReader {
        FieldReader(fields, path: path, isLenient: isLenient, nullIsMissing: nullIsMissing)
    }

    /// The names of the fields that were never asked for, in order.
    package var unread: [String] {
        fields.filter { name, value in
            !known.contains(name) && !(nullIsMissing && value == .null)
        }.keys.sorted()
    }

    /// The path of an unknown field, fit for one line of a message.
    package func shownPath(_ name: String) -> String {
        path(Spelling.printable(String(name.unicodeScalars.prefix(40))))
    }

    /// The refusal of a field that was never asked for.
    package func stranger(_ name: String) -> FieldError {
        let near =
            Spelling.suggestion(for: name, among: known.sorted()).map { "; \"\($0)\" is near" }
            ?? ""
        let all = known.sorted().joined(separator: ", ")
        return FieldError(
            shownPath(name),
            "there is no such field\(near)" + (all.isEmpty ? "" : "; there are \(all)"))
    }

    /// Refuses the first field that was never read.
    package func finish() throws(FieldError) {
        if !isLenient, let name = unread.first { throw stranger(name) }
    }
}
