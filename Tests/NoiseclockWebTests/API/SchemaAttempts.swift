import BoundedJSON

// Values at the limits of a JSON schema and beyond them, by the few keywords that the document uses.

extension JSONValue {
    subscript(name: String) -> JSONValue? { object?[name] }

    var object: [String: JSONValue]? {
        if case .object(let fields) = self { fields } else { nil }
    }
    var list: [JSONValue]? {
        if case .list(let values) = self { values } else { nil }
    }
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
    private var integer: Int? {
        if case .integer(let number) = self { Int(number) } else { nil }
    }

    /// As a path or a query has it.
    var asText: String { string ?? text }

    /// The schemas of which one holds.
    var alternatives: [JSONValue] { self["oneOf"]?.list ?? [self] }

    var types: [String] {
        guard let type = self["type"] else { return [] }
        return type.list?.compactMap(\.string) ?? [type.string ?? ""]
    }

    /// Whether it says which values there are.
    var isOfValues: Bool {
        if let all = self["oneOf"]?.list ?? (types.isEmpty ? self["anyOf"]?.list : nil) {
            return all.allSatisfy(\.isOfValues)
        }
        if self["enum"] != nil { return true }
        guard let type = types.first else { return false }
        if type == "array" { return self["items"]?.isOfValues ?? false }
        return (self["properties"]?.object ?? [:]).values.allSatisfy(\.isOfValues)
    }

    /// A value that the schema allows.
    var sample: JSONValue {
        if let first = self["enum"]?.list?.first { return first }
        if let first = (self["oneOf"] ?? (types.isEmpty ? self["anyOf"] : nil))?.list?.first {
            return first.sample
        }
        switch types.first {
        case "string":
            let text = self["examples"]?.list?.first?.string ?? "text"
            return .string(String(text.prefix(self["maxLength"]?.integer ?? 100)))
        case "boolean": return true
        case "integer", "number": return self["minimum"] ?? 1
        case "array":
            let count = self["minItems"]?.integer ?? 0
            return .list(Array(repeating: self["items"]?.sample ?? .null, count: max(1, count)))
        case "object": return .object(sampleFields)
        default: return .null
        }
    }

    private var sampleFields: [String: JSONValue] {
        let properties = self["properties"]?.object ?? [:]
        var names = self["required"]?.list?.compactMap(\.string) ?? []
        if let more = self["anyOf"]?.list?.first?["required"]?.list?.first?.string {
            names.append(more)
        }
        for name in properties.keys.sorted()
        where names.count < self["minProperties"]?.integer ?? 0 && !names.contains(name) {
            names.append(name)
        }
        return Dictionary(
            uniqueKeysWithValues: names.map { ($0, properties[$0]?.sample ?? .null) })
    }

    typealias SchemaAttempt = (value: JSONValue, what: String, isAllowed: Bool)

    /// Values at each limit, and the next ones beyond.
    var attempts: [SchemaAttempt] {
        if let all = self["oneOf"]?.list ?? (types.isEmpty ? self["anyOf"]?.list : nil) {
            // What one alternative refuses, another may take.
            return all.flatMap {
                $0.attempts.filter { $0.isAllowed || $0.what.contains("+stranger") }
            }
        }
        var attempts: [SchemaAttempt] = []
        if types.contains("null") { attempts.append((.null, " null", true)) }
        if let values = self["enum"]?.list {
            attempts += values.map { ($0, " \($0.summary)", true) }
            return attempts + [(.string("stranger"), " stranger", false)]
        }
        switch types.first {
        case "integer", "number": attempts += numberAttempts
        case "string": attempts += textAttempts
        case "array": attempts += listAttempts
        case "object": attempts += objectAttempts
        case "boolean": attempts += [(true, " true", true), (.string("maybe"), " maybe", false)]
        default: break
        }
        return attempts
    }

    private var numberAttempts: [SchemaAttempt] {
        var attempts: [SchemaAttempt] = [(.string("many"), " many", false)]
        if let least = self["minimum"]?.integer {
            attempts.append((.integer(Int64(least)), ">=\(least)", true))
            attempts.append((.integer(Int64(least - 1)), "<\(least)", false))
        }
        if let most = self["maximum"]?.integer {
            attempts.append((.integer(Int64(most)), "<=\(most)", true))
            attempts.append((.integer(Int64(most + 1)), ">\(most)", false))
        }
        return attempts
    }

    private var textAttempts: [SchemaAttempt] {
        var attempts: [SchemaAttempt] = [(sample, " sample", true)]
        if let most = self["maxLength"]?.integer {
            attempts.append((.string(String(repeating: "x", count: most)), " longest", true))
            attempts.append((.string(String(repeating: "x", count: most + 1)), " too long", false))
        }
        if self["minLength"]?.integer ?? 0 > 0 { attempts.append((.string(""), " empty", false)) }
        if self["pattern"] != nil { attempts.append((.string("x\ty"), " tab", false)) }
        return attempts
    }

    private var listAttempts: [SchemaAttempt] {
        guard let items = self["items"] else { return [] }
        var attempts: [SchemaAttempt] = items.attempts.map {
            (.list([$0.value]), "[]" + $0.what, $0.isAllowed)
        }
        func list(_ count: Int) -> JSONValue {
            .list(Array(repeating: items.sample, count: count))
        }
        let least = self["minItems"]?.integer ?? 0
        attempts.append((list(least), " shortest", true))
        if least > 0 { attempts.append((list(least - 1), " too short", false)) }
        if let most = self["maxItems"]?.integer {
            attempts.append((list(most), " longest", true))
            attempts.append((list(most + 1), " too long", false))
        }
        return attempts
    }

    /// Two fields of one form have one value. A clock may say that they do not go together, and not that one is wrong.
    private func equalAttempts(_ base: [String: JSONValue]) -> [SchemaAttempt] {
        let properties = self["properties"]?.object ?? [:]
        var attempts: [SchemaAttempt] = []
        for (name, schema) in properties.sorted(by: { $0.key < $1.key }) {
            for (other, another) in properties
            where name < other && schema["pattern"] != nil
                && schema["pattern"] == another["pattern"]
            {
                let both = [name: schema.sample, other: schema.sample]
                attempts.append(
                    (.object(base.merging(both) { $1 }), ".\(name)=\(other)", true))
            }
        }
        return attempts
    }

    private var objectAttempts: [SchemaAttempt] {
        let base = sampleFields
        var attempts: [SchemaAttempt] = [(.object(base), " least", true)]
        for (name, schema) in (self["properties"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            for (value, what, isAllowed) in schema.attempts {
                attempts.append(
                    (.object(base.merging([name: value]) { $1 }), ".\(name)\(what)", isAllowed))
            }
        }
        attempts += equalAttempts(base)
        for name in self["required"]?.list?.compactMap(\.string) ?? [] {
            attempts.append((.object(base.filter { $0.key != name }), " without \(name)", false))
        }
        if self["minProperties"] != nil || self["anyOf"] != nil {
            let bare = base.filter { self["required"]?.list?.contains(.string($0.key)) ?? false }
            attempts.append((.object(bare), " unchanged", false))
        }
        guard self["additionalProperties"] != false else {
            let strange = base.merging(["stranger": 1]) { $1 }
            return attempts + [(.object(strange), "+stranger", false)]
        }
        let most = self["maxProperties"]?.integer ?? 0
        let values = self["additionalProperties"] ?? .null
        func entries(_ count: Int) -> JSONValue {
            .object(
                Dictionary(
                    uniqueKeysWithValues: (0..<count).map { ("name\($0)", values.sample) }))
        }
        attempts += values.attempts.map {
            (.object(["name": $0.value]), ".name\($0.what)", $0.isAllowed)
        }
        return attempts + [(entries(most), " most", true), (entries(most + 1), " too many", false)]
    }
}
