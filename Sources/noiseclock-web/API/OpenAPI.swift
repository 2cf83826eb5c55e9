import BoundedJSON
import Control

/// The description of the interface, in OpenAPI 3.1.
///
/// Theory of operation. Everything in it is data of the commands' descriptions, which the clock itself checks requests
/// with: so the document cannot promise what the clock refuses. `Route` gives the paths, `AllowedValues` the schemas,
/// the examples of the commands' words the examples, and `Command.replyKinds` the replies.
enum OpenAPI {
    static func document() -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for route in Route.all {
            paths[route.template, default: [:]][route.method.rawValue] = route.operation
        }
        let root = Route.template(of: Route.root.map(Route.Segment.word))
        paths[root + "/events"] = ["get": events]
        paths[root + "/openapi.json"] = ["get": itself]
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "NoiseClock", "version": .string(Product.version),
                "description": .string(introduction),
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths.mapValues(JSONValue.object)),
            "components": components,
        ]
    }

    private static let introduction = """
        The commands of the clock's command line, with the same names: `noiseclock alarm edit 3` is `PATCH \
        /api/v1/alarm/3`. Instants are RFC 3339 in UTC, a "local" beside one is what the clock shows then, and lengths \
        are seconds. Changes need a paired device, whose token stands in `Authorization` or in the cookie. A change with \
        `"dryRun": true` only says what it would do.
        """

    // MARK: - What has no command

    private static let events: JSONValue = [
        "operationId": "events", "summary": "Follow what changes",
        "tags": ["events"],
        "description": """
        A stream of server-sent events: the reply of each query at once, and again whenever it differs. The name of \
        an event is that of its query, its data is the query's reply on one line, and ids count. `alive` comes every \
        2 s with `{}`.
        """,
        "parameters": [
            [
                "name": "query", "in": "query", "style": "form", "explode": true,
                "description": "The queries to follow; without, those that a page needs",
                "schema": [
                    "type": "array",
                    "items": ["enum": .list(WatchRequest.watchable.map(JSONValue.string))],
                ],
                "example": ["status", "alarm.list"],
            ]
        ],
        "responses": .object(
            errors.merging([
                "200": [
                    "description": "The stream",
                    "content": ["text/event-stream": ["schema": event]],
                ]
            ]) { $1 }),
        "security": optionalSecurity,
    ]

    private static let event: JSONValue = [
        "type": "object",
        "properties": [
            "event": ["type": "string", "description": "The name of the query, or alive"],
            "data": ["type": "string", "description": "Its reply, as JSON"],
            "id": ["type": "string"], "retry": ["type": "integer"],
        ],
    ]

    private static let itself: JSONValue = [
        "operationId": "openapi", "summary": "Show this document", "tags": ["openapi"],
        "responses": [
            "200": [
                "description": "This document",
                "content": ["application/json": ["schema": ["type": "object"]]],
            ]
        ],
    ]

    // MARK: - Components

    /// A change needs a device that is paired; the other values of the list are alternatives.
    static let security: JSONValue = [["bearer": []], ["cookie": []]]
    /// The unpaired may read, too, unless a setting closes that; the words that people chose are missing then.
    static let optionalSecurity: JSONValue = [[:], ["bearer": []], ["cookie": []]]

    private static let statuses: [(Int, String)] = [
        (400, "The request is malformed"), (401, "No paired device asks"),
        (403, "The clock's program, or this page's origin, lacks a permission"),
        (404, "There is no such thing"), (409, "The clock's state or another field is against it"),
        (413, "The body is too long"), (414, "The address is too long"),
        (415, "The body is of another type"), (421, "The Host is no name of this clock"),
        (422, "A field is wrong"), (429, "Too many requests; Retry-After says how long to wait"),
        (431, "The head is too long"), (502, "The clock's reply was not readable"),
        (503, "There is no clock; try again"), (507, "The clock is full"),
    ]

    /// The answers that any request may get.
    static let errors = Dictionary(
        uniqueKeysWithValues: statuses.map { status, _ in
            ("\(status)", reference("responses", "\(status)"))
        })

    static func reference(_ kind: String, _ name: String) -> JSONValue {
        ["$ref": .string("#/components/\(kind)/\(name)")]
    }

    private static let components: JSONValue = [
        "securitySchemes": [
            "bearer": ["type": "http", "scheme": "bearer"],
            "cookie": ["type": "apiKey", "in": "cookie", "name": .string(AccessToken.cookie)],
        ],
        "parameters": ["key": key, "ifMatch": ifMatch],
        "responses": .object(
            Dictionary(
                uniqueKeysWithValues: statuses.map { status, meaning in
                    ("\(status)", response(meaning, reference("schemas", "Error")))
                })),
        "schemas": .object(
            Dictionary(
                uniqueKeysWithValues: ReplyKind.allCases.map { ($0.rawValue, schema(of: $0)) }
            ).merging(["Error": error, "Notices": notices]) { $1 }),
    ]

    private static func response(_ description: String, _ schema: JSONValue) -> JSONValue {
        [
            "description": .string(description),
            "content": ["application/json": ["schema": schema]],
        ]
    }

    private static let key: JSONValue = [
        "name": "Idempotency-Key", "in": "header",
        "description": """
        Identifies the change: sent again with the same key, it is not carried out again, and gets the same answer
        """,
        "schema": [
            "type": "string",
            "pattern": .string("^[!-~]{\(LineLimits.id.lowerBound),\(LineLimits.id.upperBound)}$"),
        ],
    ]

    private static let ifMatch: JSONValue = [
        "name": "If-Match", "in": "header",
        "description": "The ETag of the alarm as it was read; another state of it is not changed",
        "schema": ["type": "string", "pattern": "^\"[1-9][0-9]{0,8}\"$"],
    ]

    private static let error: JSONValue = [
        "type": "object", "required": ["error"],
        "properties": [
            "error": [
                "type": "object", "required": ["code", "message"],
                "properties": [
                    "code": ["type": "string"], "message": ["type": "string"],
                    "field": ["type": ["string", "null"]],
                    "retryAfterSeconds": ["type": ["integer", "null"]],
                ],
            ]
        ],
    ]

    private static let notices: JSONValue = [
        "type": "array", "description": "What the change will not do",
        "items": [
            "type": "object", "required": ["code", "text"],
            "properties": ["code": ["type": "string"], "text": ["type": "string"]],
        ],
    ]

    /// One reply of each kind. Tests write them, from the samples of all replies.
    static let replyExamples: [String: JSONValue] = {
        let file = WebFiles.replyExamples
        guard
            case .object(let examples)? = try? JSONValue.parse(
                file, limit: file.count, isOneLine: false)
        else {
            return [:]
        }
        return examples
    }()

    private static func schema(of kind: ReplyKind) -> JSONValue {
        let content = kind.contentField
        return [
            "examples": .list([replyExamples[kind.rawValue]].compactMap { $0 }),
            "type": "object", "required": ["ok", "reply", .string(content)],
            "properties": [
                "ok": ["const": true], "reply": ["const": .string(kind.rawValue)],
                content: [:], "notices": reference("schemas", "Notices"),
                "saved": ["type": "boolean"], "dryRun": ["const": true],
                "warning": ["type": "string"],
            ],
        ]
    }
}
