import BoundedJSON
import ClockTime
import Control

extension Route {
    /// The route as OpenAPI describes it.
    var operation: JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(operationID), "summary": .string(description.summary),
            "tags": [.string(description.words[0])], "responses": responses,
            "security": description.access == .devices
                ? OpenAPI.security : OpenAPI.optionalSecurity,
        ]
        if description.explanation != description.summary {
            operation["description"] = .string(description.explanation)
        }
        let parameters = pathParameters + queryParameters + headers
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        if description.takesFile {
            operation["requestBody"] = Route.upload
        } else if !hasQuery {
            operation["requestBody"] = requestBody
        }
        return .object(operation)
    }

    /// The command's name, with that of its subject if there is a route without it, too.
    private var operationID: String {
        guard let subject, !subject.isRequired else { return description.name }
        return "\(description.name).\(subject.key)"
    }

    private var examples: [RouteExample] {
        exampleLines.map { RouteExample(self, line: $0) }
    }

    // MARK: - Parameters

    private var pathParameters: [JSONValue] {
        guard let subject, var field = subject.allowedFields.first?.first else { return [] }
        field.isRequired = true
        return [parameter(field, in: "path", example: examples.first?.id.map(value(of: field)))]
    }

    private func value(of field: AllowedField) -> (String) -> JSONValue {
        { text in field.values.value(ofText: text) ?? .string(text) }
    }

    /// What fits into a target (`RequestTarget`), of any characters: each takes up to 12 bytes there.
    private static let textInAddress: [String: JSONValue] = [
        "pattern": #"^[^\u0000-\u001f\u007f]*$"#, "maxLength": 100,
    ]

    private func parameter(
        _ field: AllowedField, in place: String, example: JSONValue?
    ) -> JSONValue {
        var field = field
        let help = field.help
        field.help = ""
        var schema = field.schema
        if schema["type"] == "string", schema["pattern"] == nil, schema["enum"] == nil {
            schema.merge(Route.textInAddress) { $1 }
        }
        var parameter: [String: JSONValue] = [
            "name": .string(field.name), "in": .string(place), "schema": .object(schema),
        ]
        if field.isRequired { parameter["required"] = true }
        if !help.isEmpty { parameter["description"] = .string(help) }
        parameter["example"] = example
        return .object(parameter)
    }

    /// One for each field; those that depend on each other are the fields of one, which has no name in the query.
    private var queryParameters: [JSONValue] {
        guard hasQuery,
            case .fields(let sets, let least) = description.allowedFields(beside: subject)
        else { return [] }
        let lines = exampleLines
        guard sets.count == 1 else {
            var parameter: [String: JSONValue] = [
                "name": "parameters", "in": "query", "style": "form", "explode": true,
                "schema": .object(AllowedValues.object(of: sets, least: least)),
            ]
            if var example = lines.max(by: { $0.count < $1.count }) {
                example["command"] = nil
                parameter["example"] = .object(example)
            }
            return [.object(parameter)]
        }
        return sets[0].map { field in
            let example = lines.lazy.compactMap { $0[field.name] }.first
            return parameter(field, in: "query", example: example ?? field.values.example)
        }
    }

    private var headers: [JSONValue] {
        guard description.kind != .query else { return [] }
        let hasRevision = description.parameters.contains {
            $0.key == CommandDescription.revision
        }
        return [OpenAPI.reference("parameters", "key")]
            + (hasRevision ? [OpenAPI.reference("parameters", "ifMatch")] : [])
    }

    // MARK: - Bodies

    private static let upload: JSONValue = {
        let file: JSONValue = [
            "schema": ["type": "string", "contentMediaType": "*/*", "minLength": 1]
        ]
        return [
            "required": true,
            "content": ["application/octet-stream": file, "audio/*": file, "font/*": file],
        ]
    }()

    private var requestBody: JSONValue {
        guard case .fields(let sets, let least) = description.allowedFields(beside: subject) else {
            return [:]
        }
        var dryRun = AllowedField(RequestLine.dryRun, .bool)
        dryRun.standard = false
        dryRun.help = "Only say what it would do"
        let others = description.kind == .change ? [dryRun] : []
        var content: [String: JSONValue] = [
            "schema": .object(AllowedValues.object(of: sets, least: least, beside: others))
        ]
        let examples = examples.compactMap(\.body)
        if examples.count == 1 {
            content["example"] = .object(examples[0])
        } else if !examples.isEmpty {
            content["examples"] = .object(
                Dictionary(
                    uniqueKeysWithValues: examples.enumerated().map { place, body in
                        ("\(place + 1)", .object(["value": .object(body)]))
                    }))
        }
        let needsBody = least > 0 || sets.allSatisfy { $0.contains(where: \.isRequired) }
        return ["required": .bool(needsBody), "content": ["application/json": .object(content)]]
    }

    // MARK: - Responses

    private var responses: JSONValue {
        let kinds = replyKinds.map { OpenAPI.reference("schemas", $0.rawValue) }
        let schema: JSONValue = kinds.count == 1 ? kinds[0] : ["oneOf": .list(kinds)]
        var response: [String: JSONValue] = [
            "description": .string(replyKinds.map { "`\($0.rawValue)`" }.joined(separator: " or ")),
            "content": ["application/json": ["schema": schema]],
        ]
        if replyKinds == [.backup] {
            response["description"] = "`backup`; with `ownFiles` the file itself"
            response["content"] = [
                "application/json": ["schema": schema],
                "application/octet-stream": [
                    "schema": ["type": "string", "contentMediaType": "*/*"]
                ],
            ]
        }
        if replyKinds == [.alarm] || replyKinds == [.shownAlarm] {
            response["headers"] = [
                "ETag": [
                    "description": "The alarm's revision, for If-Match",
                    "schema": ["type": "string"],
                ]
            ]
        }
        return .object(OpenAPI.errors.merging(["200": .object(response)]) { $1 })
    }

    /// The kinds of replies to its examples, each once. Without an id in the path, the body may have it.
    private var replyKinds: [ReplyKind] {
        var kinds: [ReplyKind] = []
        for line in exampleLines + (subject == nil ? description.exampleLines : []) {
            var reader = FieldReader(line)
            guard
                let arguments = try? description.arguments(
                    reading: &reader, zones: ExampleZones()),
                let command = try? description.command(arguments)
            else { continue }
            for kind in command.replyKinds where !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }
}
