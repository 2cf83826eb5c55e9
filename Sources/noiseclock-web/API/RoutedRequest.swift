import BoundedJSON
import Control

/// A request to the clock, with what its target said.
struct RoutedRequest: Sendable {
    let description: CommandDescription
    /// Its body is a file.
    let isUpload: Bool
    /// Its answer is a file.
    let isDownload: Bool
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
        let (takesFile, writesFile) = (route.description.takesFile, route.description.writesFile)
        isUpload = takesFile
        hasQuery = route.hasQuery
        var fields = ["command": JSONValue.string(route.description.name)]
        if let subject = route.subject { fields[subject.key] = id }
        var names = route.fields.map(\.name)
        guard hasQuery else {
            if let (name, _) = query.first {
                throw .invalid(
                    name, "\(route.method.name) \(route.template) takes its fields in the body")
            }
            if route.description.kind == .change { names.append(RequestLine.dryRun) }
            (self.fields, bodyFields, isDownload) = (fields, names, false)
            return
        }
        let mayBeTried = isUpload && route.description.kind == .change
        if mayBeTried { names.append(RequestLine.dryRun) }
        for (name, _) in query where !names.contains(name) {
            throw RoutedRequest.stranger(name, among: names)
        }
        let tried = mayBeTried ? [AllowedField(RequestLine.dryRun, .bool)] : []
        for field in route.fields + tried {
            let texts = query.filter { $0.0 == field.name }.map(\.1)
            guard !texts.isEmpty else { continue }
            fields[field.name] = try RoutedRequest.value(of: texts, as: field)
        }
        (self.fields, bodyFields) = (fields, [])
        // A wrong field is refused later.
        isDownload =
            writesFile && (try? RoutedRequest.check(fields))?.command.takesFile ?? false
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
        line = try matching(ifMatch, line)
        _ = try RoutedRequest.check(line)
        return line
    }

    /// The clock's own reading of a line. What it would refuse, whatever its state, it need not be asked.
    private static func check(_ line: [String: JSONValue]) throws(APIError) -> Request? {
        let bytes = JSONValue.object(line.merging(["id": "1"]) { $1 }).line()
        do {
            switch try RequestLine.decode(bytes, zones: ExampleZones()) {
            case .request(let request): return request
            case .watch: return nil
            }
        } catch {
            throw APIError(error.refusal)
        }
    }

    private func matching(
        _ ifMatch: Int?, _ line: [String: JSONValue]
    ) throws(APIError) -> [String: JSONValue] {
        guard let ifMatch else { return line }
        var line = line
        let name = CommandDescription.revision
        guard bodyFields.contains(name) else {
            throw .invalid("If-Match", "\(description.name) asks for no revision")
        }
        let revision = JSONValue.integer(Int64(ifMatch))
        guard line[name] ?? revision == revision else {
            throw .stale("If-Match names another revision than the body, and one of them is old")
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
        of texts: [String], as field: AllowedField
    ) throws(APIError) -> JSONValue {
        if let elements = field.values.elements {
            return .list(texts.map { elements.value(ofText: $0) ?? .string($0) })
        }
        guard texts.count == 1 else {
            throw .invalid(field.name, "is there twice; give it once")
        }
        return field.values.value(ofText: texts[0]) ?? .string(texts[0])
    }
}

extension AllowedValues {
    /// What a list of these values holds; nil if they are no lists.
    fileprivate var elements: AllowedValues? {
        switch self {
        case .elements(let values, _): values
        case .described(let values, _), .orNull(let values), .measured(let values, _):
            values.elements
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
        case .orNull(let values), .described(let values, _), .measured(let values, _):
            values.value(ofText: text)
        case .either(let one, let other): one.value(ofText: text) ?? other.value(ofText: text)
        case .list, .elements, .object, .fields, .entries: nil
        }
    }
}

/// Numbers, each in its one spelling: an id is one text.
private enum WholeText {
    static func integer(_ text: String) -> JSONValue? {
        guard let number = Int64(text), String(number) == text else { return nil }
        return .integer(number)
    }

    static func number(_ text: String) -> JSONValue? {
        guard !text.contains(where: \.isWhitespace),
            let value = try? JSONValue.parse(Array(text.utf8), limit: 32), case .number = value
        else { return nil }
        return value
    }
}
