import Foundation

/// `board/board.schema.json`, with the subset of JSON Schema 2020-12 that it uses. An unknown keyword is an
/// error, so that the schema contains nothing that goes unchecked.
struct BoardSchema {
    let root: JSON

    init() throws {
        root = try JSON(String(contentsOf: Self.file, encoding: .utf8))
    }

    static let folder = BoardDescriptionTests.shippedBoardFile.deletingLastPathComponent()
    static let builds = folder.appendingPathComponent("builds")
    static let file = folder.appendingPathComponent("board.schema.json")

    struct Unusable: Error {
        var reason: String
    }

    /// The problem with a value, in words for the test's report; nil if there is none.
    func complaint(about value: JSON) throws -> String? {
        try complaint(about: value, root, "")
    }

    /// For each object of a board file, by its path, the keys that some file may have in it.
    func keys() throws -> [String: Set<String>] {
        var keys: [String: Set<String>] = [:]
        try collect(root, "", &keys)
        return keys
    }

    /// The names that are allowed at a place, whatever is elsewhere in the file.
    func choices(at path: [String]) throws -> Set<String> {
        var schemas = [root]
        for key in path {
            schemas = try schemas.flatMap(spread).compactMap { $0["properties"]?[key] }
        }
        return Set(
            try schemas.flatMap(spread).flatMap { schema in
                (schema["enum"]?.items ?? []) + (schema["const"].map { [$0] } ?? [])
            }.compactMap(\.text))
    }

    /// A schema with the schemas that it refers to or offers for the same place.
    private func spread(_ schema: JSON) throws -> [JSON] {
        var found = [schema]
        if let reference = schema["$ref"]?.text { found += try spread(definition(reference)) }
        for branch in schema["oneOf"]?.items ?? [] { found += try spread(branch) }
        return found
    }

    private func collect(
        _ schema: JSON, _ path: String, _ keys: inout [String: Set<String>]
    ) throws {
        for schema in try spread(schema) {
            for (key, property) in schema["properties"]?.members ?? [:] {
                keys[path, default: []].insert(key)
                try collect(property, path.isEmpty ? key : "\(path).\(key)", &keys)
            }
        }
    }

    private func definition(_ reference: String) throws -> JSON {
        let prefix = "#/$defs/"
        guard reference.hasPrefix(prefix),
            let found = root["$defs"]?[String(reference.dropFirst(prefix.count))]
        else { throw Unusable(reason: "\(reference) leads nowhere") }
        return found
    }

    private func complaint(about value: JSON, _ schema: JSON, _ path: String) throws -> String? {
        for (keyword, rule) in schema.members.sorted(by: { $0.key < $1.key }) {
            if let found = try complaint(about: value, keyword, rule, in: schema, path) {
                return found
            }
        }
        return nil
    }

    private func complaint(
        about value: JSON, _ keyword: String, _ rule: JSON, in schema: JSON, _ path: String
    ) throws -> String? {
        let isKept: Bool
        switch keyword {
        case "$schema", "title", "description", "examples", "$defs":
            isKept = true
        case "$ref":
            return try complaint(about: value, definition(rule.text ?? ""), path)
        case "properties":
            for (key, property) in rule.members {
                guard let member = value[key] else { continue }
                if let found = try complaint(about: member, property, "\(path).\(key)") {
                    return found
                }
            }
            isKept = true
        case "items", "prefixItems":
            for (index, item) in value.items.enumerated() {
                guard let itemRule = keyword == "items" ? rule : rule.items.dropFirst(index).first
                else { break }
                if let found = try complaint(about: item, itemRule, "\(path)[\(index)]") {
                    return found
                }
            }
            isKept = true
        case "oneOf":
            let fitting = try rule.items.filter { try complaint(about: value, $0, path) == nil }
            isKept = fitting.count == 1
        case "not":
            isKept = try complaint(about: value, rule, path) != nil
        default:
            isKept = try isSimple(keyword, rule, keptBy: value, in: schema)
        }
        return isKept ? nil : "\(path): \(keyword)"
    }

    /// Checks the keywords that need no other schema. As in the standard, a value satisfies a keyword about another
    /// type.
    private func isSimple(
        _ keyword: String, _ rule: JSON, keptBy value: JSON, in schema: JSON
    ) throws -> Bool {
        let limit = rule.number ?? .nan
        switch (keyword, value) {
        case ("type", _): return try Self.isType(rule.text ?? "", of: value)
        case ("const", _): return value == rule
        case ("enum", _): return rule.items.contains(value)
        case ("required", .object(let members)):
            return rule.items.allSatisfy { $0.text.map { members[$0] != nil } ?? false }
        case ("additionalProperties", .object(let members)):
            guard rule == .bool(false) else {
                throw Unusable(reason: "additionalProperties other than false")
            }
            return members.keys.allSatisfy { schema["properties"]?[$0] != nil }
        case ("minimum", .number(let number)): return number >= limit
        case ("maximum", .number(let number)): return number <= limit
        case ("minLength", .text(let text)): return Double(text.unicodeScalars.count) >= limit
        case ("maxLength", .text(let text)): return Double(text.unicodeScalars.count) <= limit
        case ("pattern", .text(let text)):
            return text.range(of: rule.text ?? "", options: .regularExpression) != nil
        case ("minItems", .list(let items)): return Double(items.count) >= limit
        case ("maxItems", .list(let items)): return Double(items.count) <= limit
        case ("uniqueItems", .list(let items)): return Set(items).count == items.count
        case ("required", _), ("additionalProperties", _), ("minimum", _), ("maximum", _),
            ("minLength", _), ("maxLength", _), ("pattern", _), ("minItems", _), ("maxItems", _),
            ("uniqueItems", _):
            return true
        default:
            throw Unusable(reason: "the keyword \(keyword) is not known here")
        }
    }

    private static func isType(_ name: String, of value: JSON) throws -> Bool {
        switch (name, value) {
        case ("object", .object), ("array", .list), ("string", .text), ("number", .number),
            ("boolean", .bool):
            return true
        case ("integer", .number(let number)):
            return number == number.rounded()
        case ("object", _), ("array", _), ("string", _), ("number", _), ("boolean", _),
            ("integer", _):
            return false
        default:
            throw Unusable(reason: "the type \(name) is not known here")
        }
    }
}
