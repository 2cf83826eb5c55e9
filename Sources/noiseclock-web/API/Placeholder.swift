import BoundedJSON
import Control

/// A wrong or refused request, as its answer says it.
struct APIError: Error, Hashable {
    var status: Int
    var code: String
    var message: String
    var field: String?
    var allow: [String] = []

    init(status: Int, code: String, message: String, field: String? = nil, allow: [String] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.allow = allow
    }

    var body: JSONValue {
        var error: [String: JSONValue] = ["code": .string(code), "message": .string(message)]
        error["field"] = field.map(JSONValue.string)
        return .object(["error": .object(error)])
    }
}

enum Routed {
    case command(RoutedRequest)
    case events, openAPI, page
}

struct RoutedRequest {
    let description: CommandDescription
    let isUpload: Bool
    let fields: [String: JSONValue]

    func line(body: JSONValue?, ifMatch: Int?) throws(APIError) -> [String: JSONValue] {
        var fields = fields
        if case .object(let more)? = body { fields.merge(more) { first, _ in first } }
        fields["command"] = .string(description.name)
        return fields
    }
}

struct Router {
    init() {}

    func route(
        method: String, path: [String], query: [(String, String)]
    ) throws(APIError) -> Routed {
        if path == [""] || path == [] { return .page }
        if path == ["api", "v1", "events"] { return .events }
        if path == ["api", "v1", "openapi.json"] { return .openAPI }
        let isQuery = method == "GET"
        guard let description = CommandBook[path.dropFirst(2).joined(separator: ".")] else {
            throw APIError(status: 404, code: "notFound", message: "there is nothing here")
        }
        guard isQuery == (description.kind == .query) else {
            throw APIError(
                status: 405, code: "notAllowed", message: "no \(method) here",
                allow: [isQuery ? "POST" : "GET"])
        }
        return .command(
            RoutedRequest(
                description: description, isUpload: description.name.hasSuffix(".import"),
                fields: Dictionary(query.map { ($0.0, JSONValue.string($0.1)) }) { first, _ in first
                }))
    }
}

struct HTTPReply {
    let status: Int
    let body: JSONValue
    let etag: String?

    init(replyLine: JSONValue, for request: RoutedRequest) {
        etag = nil
        guard case .object(var fields) = replyLine else {
            status = 500
            body = replyLine
            return
        }
        fields["id"] = nil
        if let error = fields["error"] {
            var found = 422
            if case .object(let parts) = error, parts["code"] == .string("unpaired") { found = 401 }
            status = found
            body = .object(["error": error])
        } else {
            status = 200
            body = .object(fields)
        }
    }
}

enum OpenAPI {
    static func document(serverVersion: String) -> JSONValue {
        .object(["openapi": .string("3.1.0")])
    }
}
