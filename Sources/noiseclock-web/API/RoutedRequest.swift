import BoundedJSON
import Control

/// A request to the clock, with what its target said.
struct RoutedRequest: Sendable {
    let description: CommandDescription
    /// Its body is a file.
    let isUpload: Bool
    /// Whether the parameters are in the query of the target.
    private let hasQuery: Bool
    /// The fields of the line that the target gave.
    private let fields: [String: JSONValue]
    /// The fields that a body may have, in the order of help.
    private let bodyFields: [String]

    /// - Parameters:
    ///   - id: the id in the path.
    ///   - query: what the target has behind the question mark.
    init(
        _ route: Route, id: JSONValue?, query: [(String, String)]
    ) throws(APIError) {
        description = route.description
        isUpload = route.description.takesFile
        hasQuery = route.hasQuery
        var fields = ["command": JSONValue.string(route.description.name)]
        if let subject = route.subject { fields[subject.key] = id }
        let allowed = route.fields
        var names: [String] = []
        for field in allowed where !names.contains(field.name) { names.append(field.name) }
        guard hasQuery else {
            if let (name, _) = query.first {
                throw .invalid(
                    name, "\(route.method.name) \(route.template) takes its fields in the body")
            }
            if route.description.kind == .change { names.append(RequestLine.dryRun) }
            (self.fields, bodyFields) = (fields, names)
            return
        }
        for (name, _) in query where !names.contains(name) {
            throw RoutedRequest.stranger(name, among: names)
        }
        for name in names {
            let texts = query.filter { $0.0 == name }.map(\.1)
            guard !texts.isEmpty else { continue }
            let values = allowed.filter { $0.name == name }.map(\.values)
            fields[name] = try RoutedRequest.value(of: texts, as: values, named: name)
        }
        (self.fields, bodyFields) = (fields, [])
    }

    /// All fields of the request's line but its id, key and token.
    ///
    /// - Parameters:
    ///   - body: nil if there is none. Commands that take none also accept `{}`.
    ///   - ifMatch: the revision that the `If-Match` header names.
    func line(body: JSONValue?, ifMatch: Int?) throws(APIError) -> [String: JSONValue] {
        var line = fields
        if let body {
            guard case .object(let given) = body else {
                throw .invalid(nil, "\(body.summary) is no body of a request; a JSON object is")
            }
            if let name = given.keys.sorted().first(where: { !bodyFields.contains($0) }) {
                throw RoutedRequest.stranger(name, among: bodyFields)
            }
            line.merge(given) { path, _ in path }
        }
        guard let ifMatch else { return line }
        let name = CommandDescription.revision
        guard bodyFields.contains(name) else {
            throw .invalid("If-Match", "\(description.name) asks for no revision")
        }
        let revision = JSONValue.integer(Int64(ifMatch))
        guard line[name] ?? revision == revision else {
            throw .invalid(name, "If-Match names another revision than the body")
        }
        line[name] = revision
        return line
    }

    private static func stranger(_ name: String, among names: [String]) -> APIError {
        var reader = FieldReader([name: .null])
        for name in names { _ = reader.raw(name) }
        return APIError(Refusal(reader.stranger(name)))
    }

    /// The JSON of a query's texts. A text that the field does not allow stays one, so that the clock refuses it by name.
    private static func value(
        of texts: [String], as allowed: [AllowedValues], named name: String
    ) throws(APIError) -> JSONValue {
        if let elements = allowed.lazy.compactMap(\.elements).first {
            return .list(texts.map { elements.value(ofText: $0) ?? .string($0) })
        }
        guard texts.count == 1 else { throw .invalid(name, "is there twice; give it once") }
        let value = allowed.lazy.compactMap { $0.value(ofText: texts[0]) }.first
        return value ?? .string(texts[0])
    }
}

extension Route {
    /// The fields beside the command's name and its subject. A field with several meanings is there several times.
    var fields: [AllowedField] {
        guard case .fields(let sets, _) = description.allowedFields(beside: subject) else {
            return []
        }
        var all: [AllowedField] = []
        for field in sets.joined() where !all.contains(where: { $0.isLike(field) }) {
            all.append(field)
        }
        return all
    }
}

extension AllowedField {
    fileprivate func isLike(_ other: AllowedField) -> Bool {
        name == other.name && values == other.values
    }
}

extension AllowedValues {
    /// What a list of these values holds; nil if they are no lists.
    fileprivate var elements: AllowedValues? {
        switch self {
        case .elements(let values, _): values
        case .described(let values, _), .orNull(let values): values.elements
        case .list: .text
        case .bool, .integer, .seconds, .length, .number, .text, .limited, .shaped, .object,
            .fields, .entries, .choice, .either:
            nil
        }
    }

    /// The value that a text of a path or a query means; nil if it means none of these.
    func value(ofText text: String) -> JSONValue? {
        switch self {
        case .bool: ["true": .bool(true), "false": .bool(false)][text]
        case .integer: WholeText.integer(text)
        case .seconds, .length, .number: WholeText.integer(text) ?? WholeText.number(text)
        case .text, .limited, .shaped: .string(text)
        case .choice(let values):
            values.first { $0 == .string(text) || $0 == WholeText.integer(text) }
        case .orNull(let values), .described(let values, _): values.value(ofText: text)
        case .either(let one, let other): one.value(ofText: text) ?? other.value(ofText: text)
        case .list, .elements, .object, .fields, .entries: nil
        }
    }
}

/// Numbers as JSON writes them.
private enum WholeText {
    static func integer(_ text: String) -> JSONValue? {
        guard let value = try? JSONValue.parse(Array(text.utf8), limit: 32),
            case .integer = value
        else { return nil }
        return value
    }

    static func number(_ text: String) -> JSONValue? {
        guard let value = try? JSONValue.parse(Array(text.utf8), limit: 32),
            case .number = value
        else { return nil }
        return value
    }
}
