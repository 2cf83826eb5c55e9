import BoundedJSON

// What a form allows, as JSON Schema 2020-12, and an example of it.

extension AllowedValues {
    var schema: [String: JSONValue] {
        switch self {
        case .bool: ["type": .string("boolean")]
        case .integer(let range): AllowedValues.integers(range)
        case .seconds(let range):
            [
                "type": .string("number"), "minimum": .seconds(range.lowerBound),
                "maximum": .seconds(range.upperBound), AllowedValues.unit: .string("s"),
            ]
        case .length: ["type": .string("number"), AllowedValues.unit: .string("s")]
        case .number: ["type": .string("number")]
        case .text: ["type": .string("string")]
        case .limited(let limits): limits.schema
        case .shaped(let shape): shape.schema
        case .list: ["type": .string("array")]
        case .elements(let values, let count): AllowedValues.list(of: values, count)
        case .object: ["type": .string("object")]
        case .fields(let sets, let least): AllowedValues.object(of: sets, least: least)
        case .entries(let values, let most):
            [
                "type": .string("object"), "additionalProperties": .object(values.schema),
                "maxProperties": .integer(Int64(most)),
            ]
        case .choice(let values): AllowedValues.choice(of: values)
        case .orNull(let values): values.schema.allowingNull
        case .either(let one, let other):
            ["anyOf": .list([.object(one.schema), .object(other.schema)])]
        case .described(let values, let words):
            values.schema.merging(["description": .string(words)]) { $1 }
        case .measured(let values, let unit):
            values.schema.merging([AllowedValues.unit: .string(unit)]) { $1 }
        }
    }

    /// The unit of a number. JSON Schema has no word for it, and leaves those that begin so to whoever writes it.
    private static let unit = "x-unit"

    private static func integers(_ range: ClosedRange<Int>) -> [String: JSONValue] {
        var schema: [String: JSONValue] = ["type": .string("integer")]
        if range.lowerBound > Int.min { schema["minimum"] = .integer(Int64(range.lowerBound)) }
        if range.upperBound < Int.max { schema["maximum"] = .integer(Int64(range.upperBound)) }
        return schema
    }

    private static func list(
        of values: AllowedValues, _ count: ClosedRange<Int>
    ) -> [String: JSONValue] {
        var schema: [String: JSONValue] = [
            "type": .string("array"), "items": .object(values.schema),
        ]
        if count.lowerBound > 0 { schema["minItems"] = .integer(Int64(count.lowerBound)) }
        if count.upperBound < Int.max { schema["maxItems"] = .integer(Int64(count.upperBound)) }
        return schema
    }

    private static func choice(of values: [JSONValue]) -> [String: JSONValue] {
        let types = Set(
            values.map { value in
                switch value {
                case .string: "string"
                case .integer: "integer"
                case .null: "null"
                case .bool, .number, .list, .object: ""
                }
            })
        var schema: [String: JSONValue] = ["enum": .list(values)]
        if types.count == 1, let type = types.first, !type.isEmpty {
            schema["type"] = .string(type)
        }
        return schema
    }

    /// An object with the fields of one of the sets, and with others that any set may have beside them.
    static func object(
        of sets: [[AllowedField]], least: Int, beside others: [AllowedField] = []
    ) -> [String: JSONValue] {
        let schemas = sets.map { object(of: $0, least: least, beside: others) }
        return schemas.count == 1
            ? schemas[0] : ["oneOf": .list(schemas.map(JSONValue.object))]
    }

    private static func object(
        of set: [AllowedField], least: Int, beside others: [AllowedField]
    ) -> [String: JSONValue] {
        var schema: [String: JSONValue] = [
            "type": .string("object"), "additionalProperties": .bool(false),
        ]
        let properties = (set + others).map { ($0.name, JSONValue.object($0.schema)) }
        if !properties.isEmpty {
            schema["properties"] = .object(Dictionary(uniqueKeysWithValues: properties))
        }
        let required = set.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { schema["required"] = .list(required) }
        guard least > required.count else { return schema }
        if others.isEmpty {
            schema["minProperties"] = .integer(Int64(least))
        } else {
            // One of those that may be left out must be there.
            schema["anyOf"] = .list(
                set.filter { !$0.isRequired }
                    .map { .object(["required": .list([.string($0.name)])]) })
        }
        return schema
    }

    /// An allowed value.
    var example: JSONValue {
        switch self {
        case .bool: .bool(true)
        case .integer(let range): .integer(Int64(min(max(range.lowerBound, 1), range.upperBound)))
        case .seconds(let range): .seconds(range.upperBound)
        case .length, .number: .integer(1)
        case .text: .string("text")
        case .limited(let limits):
            .string(String("text text text".prefix(min(limits.characters.upperBound, 4))))
        case .shaped(let shape): .string(shape.example)
        case .list: .list([])
        case .elements(let values, let count):
            .list(Array(repeating: values.example, count: max(1, count.lowerBound)))
        case .object: .object([:])
        case .fields(let sets, let least): sets.first?.example(least: least) ?? .object([:])
        case .entries(let values, _): .object(["name": values.example])
        case .choice(let values): values.first ?? .null
        case .orNull(let values), .described(let values, _), .measured(let values, _),
            .either(let values, _):
            values.example
        }
    }
}

extension AllowedField {
    var schema: [String: JSONValue] {
        var schema = values.schema
        if !help.isEmpty { schema["description"] = .string(help) }
        schema["default"] = standard
        return schema
    }
}

extension [AllowedField] {
    /// The required fields, and others until there are enough.
    func example(least: Int) -> JSONValue {
        let required = filter(\.isRequired)
        let others = filter { !$0.isRequired }.prefix(Swift.max(0, least - required.count))
        return .object(
            Dictionary(
                uniqueKeysWithValues: (required + others).map { ($0.name, $0.values.example) }))
    }
}

extension TextLimits {
    /// JSON Schema counts code points, of which a character has at least one: what it allows, the clock allows, except for
    /// texts of many bytes where the limit of bytes is tight.
    fileprivate var schema: [String: JSONValue] {
        var schema: [String: JSONValue] = ["type": .string("string")]
        if characters.lowerBound > 0 {
            schema["minLength"] = .integer(Int64(characters.lowerBound))
        }
        if characters.upperBound < Int.max {
            schema["maxLength"] = .integer(Int64(characters.upperBound))
        }
        let controls = #"\u0000-\u001f\u007f-\u009f\u2028\u2029"#
        let blanks = #" \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"#
        if isLine && needsInk {
            schema["pattern"] = .string("^[^\(controls)]*[^\(controls)\(blanks)][^\(controls)]*$")
        } else if isLine {
            schema["pattern"] = .string("^[^\(controls)]*$")
        }
        schema["description"] = .string(description)
        return schema
    }
}

extension TextShape {
    fileprivate var schema: [String: JSONValue] {
        var schema: [String: JSONValue] = [
            "type": .string("string"), "pattern": .string(pattern),
            "examples": .list([.string(example)]),
        ]
        schema["format"] = name.map(JSONValue.string)
        return schema
    }
}

extension [String: JSONValue] {
    /// The same schema, or null.
    fileprivate var allowingNull: [String: JSONValue] {
        var schema = self
        guard case .string(let type)? = self["type"] else {
            return ["anyOf": .list([.object(self), .object(["type": .string("null")])])]
        }
        schema["type"] = .list([.string(type), .string("null")])
        if case .list(let values)? = self["enum"] { schema["enum"] = .list(values + [.null]) }
        return schema
    }
}
