import BoundedJSON
import ClockTime

/// Parameters grouped by the objects that contain their fields. Built once, so that a request is read in one pass.
struct ParameterTree: Sendable {
    private enum Node: Sendable {
        case field(any DescribedParameter)
        case object(String, ParameterTree)
    }

    private let nodes: [Node]
    private let hasRequired: Bool

    init(_ parameters: [any DescribedParameter]) {
        self.init(parameters, below: 0)
    }

    /// - Parameter depth: the number of path components that lead to this object.
    private init(_ parameters: [any DescribedParameter], below depth: Int) {
        var nodes: [Node] = []
        var done: Set<String> = []
        for parameter in parameters {
            let step = parameter.path[depth]
            if parameter.path.count == depth + 1 {
                nodes.append(.field(parameter))
            } else if done.insert(step).inserted {
                let inside = parameters.filter {
                    $0.path.count > depth + 1 && $0.path[depth] == step
                }
                nodes.append(.object(step, ParameterTree(inside, below: depth + 1)))
            }
        }
        self.nodes = nodes
        hasRequired = parameters.contains(where: \.isRequired)
    }

    /// Reads the given fields. If a required object is missing, the error names the object. One without fields says
    /// nothing, so it is refused.
    func read(
        from reader: inout FieldReader, zones: any ZoneReader, into arguments: inout Arguments
    ) throws(FieldError) {
        for node in nodes {
            switch node {
            case .field(let parameter):
                try parameter.readField(from: &reader, zones: zones, into: &arguments)
            case .object(let name, let tree):
                guard var inner = try reader.object(name) else {
                    guard tree.hasRequired else { continue }
                    throw reader.missing(name, "an object")
                }
                try tree.read(from: &inner, zones: zones, into: &arguments)
                try inner.finish()
                guard !inner.fields.isEmpty else {
                    throw reader.error(name, "is empty; give at least one of its fields")
                }
            }
        }
    }

    /// The fields that a request may have, in one of several sets.
    ///
    /// - Parameter wanted: the object that must be there although nothing in it must.
    func allowedFields(wanting wanted: String? = nil) -> [[AllowedField]] {
        var sets: [[AllowedField]] = [[]]
        for node in nodes {
            let choices: [[AllowedField]]
            switch node {
            case .field(let parameter): choices = parameter.allowedFields
            case .object(let name, let tree):
                let values = AllowedValues.fields(tree.allowedFields(), least: 1)
                let isRequired = tree.hasRequired || name == wanted
                choices = [[AllowedField(name, values, isRequired: isRequired)]]
            }
            sets = sets.flatMap { set in choices.map { set + $0 } }
        }
        return sets
    }

    /// The given arguments as fields.
    func fields(of arguments: Arguments) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        for node in nodes {
            switch node {
            case .field(let parameter): fields.merge(parameter.fields(of: arguments)) { $1 }
            case .object(let name, let tree):
                let inner = tree.fields(of: arguments)
                if !inner.isEmpty { fields[name] = .object(inner) }
            }
        }
        return fields
    }
}
