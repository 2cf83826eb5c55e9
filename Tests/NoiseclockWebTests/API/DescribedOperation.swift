import BoundedJSON
import ClockCore
import Control

@testable import noiseclock_web

/// An operation of the document, as a program that knows nothing else reads it.
struct DescribedOperation {
    let method: String
    let path: String
    let fields: [String: JSONValue]

    struct Parameter {
        let name: String
        let place: String
        let isRequired: Bool
        let schema: JSONValue
        let example: JSONValue?
    }

    static func all(in document: JSONValue) -> [DescribedOperation] {
        var all: [DescribedOperation] = []
        for (path, methods) in (document["paths"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            for (method, operation) in (methods.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                all.append(
                    DescribedOperation(
                        method: method.uppercased(), path: path, fields: operation.object ?? [:]))
            }
        }
        return all
    }

    var name: String { fields["operationId"]?.string ?? "" }

    func isOf(_ route: Route) -> Bool { route.template == path && route.method.name == method }

    /// Those in the path and in the query.
    var parameters: [Parameter] {
        (fields["parameters"]?.list ?? []).compactMap { value in
            guard let name = value["name"]?.string, let place = value["in"]?.string else {
                return nil
            }
            return Parameter(
                name: name, place: place, isRequired: value["required"] == true,
                schema: value["schema"] ?? .null, example: value["example"])
        }
    }

    private var bodyContent: JSONValue? {
        fields["requestBody"]?["content"]?["application/json"]
    }
    var body: JSONValue? { bodyContent?["schema"] }
    var hasBodyExample: Bool { bodyContent?["example"] != nil || bodyContent?["examples"] != nil }

    /// The names of the kinds of reply.
    var replies: [String] {
        let schema = fields["responses"]?["200"]?["content"]?["application/json"]?["schema"]
        let all = schema?["oneOf"]?.list ?? [schema].compactMap { $0 }
        return all.compactMap { $0["$ref"]?.string?.split(separator: "/").last.map(String.init) }
    }

    /// The names of all fields that a request can have at its top.
    var fieldNames: [String] {
        parameters.map(\.name)
            + (parameters.map(\.schema) + [body].compactMap { $0 }).flatMap { schema in
                schema.alternatives.flatMap { ($0["properties"]?.object ?? [:]).keys }
            }
    }
}

/// What a request could say.
struct Attempt {
    var what: String
    var fields: [String: JSONValue]
    var isAllowed: Bool
}

extension DescribedOperation {
    /// Requests at every limit and beyond it. The fields of the query and of the body are together; those of the path
    /// are as in the example.
    var attempts: [Attempt] {
        var attempts: [Attempt] = []
        if let body {
            attempts = body.attempts.compactMap { value, what, isAllowed in
                value.object.map { Attempt(what: what, fields: $0, isAllowed: isAllowed) }
            }
        }
        let query = parameters.filter { $0.place == "query" }
        if query.count == 1, query[0].name == "parameters" {
            return attempts
                + query[0].schema.attempts.compactMap { value, what, isAllowed in
                    value.object.map { Attempt(what: what, fields: $0, isAllowed: isAllowed) }
                }
        }
        let base = Dictionary(
            uniqueKeysWithValues: query.filter(\.isRequired).map { ($0.name, $0.schema.sample) })
        for parameter in query {
            for (value, what, isAllowed) in parameter.schema.attempts {
                attempts.append(
                    Attempt(
                        what: "\(parameter.name)\(what)",
                        fields: base.merging([parameter.name: value]) { $1 }, isAllowed: isAllowed))
            }
        }
        return attempts
    }

    /// Whether the clock finds each value right by itself.
    func takes(_ attempt: Attempt) -> Bool {
        do {
            _ = try command(attempt)
            return true
        } catch {
            return (error as? APIError)?.status == 409
        }
    }

    /// What the clock reads of a request; what it refuses is thrown.
    private func command(_ attempt: Attempt) throws -> Command {
        let id = parameters.first { $0.place == "path" }?.example
        let words = path.split(separator: "/").map { part in
            part.hasPrefix("{") ? id?.asText ?? "" : String(part)
        }
        var query: [(String, String)] = []
        if body == nil {
            for (name, value) in attempt.fields {
                query += (value.list ?? [value]).map { (name, $0.asText) }
            }
        }
        let routed = try Router.shared.route(method: method, path: words, query: query)
        guard case .command(let request) = routed else { throw Unexpected() }
        let line = try request.line(
            body: body == nil ? nil : .object(attempt.fields), ifMatch: nil)
        return try Line.command(line)
    }
}
