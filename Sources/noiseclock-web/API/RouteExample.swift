import BoundedJSON
import ClockTime
import Control

/// A request that a route takes, as an example.
struct RouteExample {
    /// The text in the path; nil if the route has none.
    var id: String?
    var query: [(name: String, value: String)] = []
    /// Nil if the route takes its parameters in the query.
    var body: [String: JSONValue]?

    /// - Parameter line: the fields of the request's line.
    init(_ route: Route, line: [String: JSONValue]) {
        var fields = line
        fields["command"] = nil
        if let subject = route.subject { id = fields.removeValue(forKey: subject.key)?.queryText }
        guard route.hasQuery else {
            body = fields
            return
        }
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            if case .list(let values) = value {
                query += values.map { (name, $0.queryText) }
            } else {
                query.append((name, value.queryText))
            }
        }
    }
}

extension JSONValue {
    /// As a path or a query has it.
    fileprivate var queryText: String {
        if case .string(let text) = self { text } else { text }
    }
}

extension Route {
    /// The lines of requests that it takes: those of the command's own examples, or else one made from what is allowed.
    var exampleLines: [[String: JSONValue]] {
        let lines = description.exampleLines.filter { line in
            subject.map { line[$0.key] != nil }
                ?? description.subject.map { line[$0.key] == nil } ?? true
        }
        guard lines.isEmpty else { return lines }
        guard case .object(var line) = description.allowedFields(beside: subject).example else {
            return []
        }
        line["command"] = .string(description.name)
        if let subject, let id = subject.allowedFields.first?.first?.values.example {
            line[subject.key] = id
        }
        return [line]
    }

    /// A path with an example's id.
    func path(_ example: RouteExample) -> [String] {
        path.map { segment in
            if case .word(let word) = segment { word } else { example.id ?? "" }
        }
    }
}

extension CommandDescription {
    /// The lines that the examples of its words send, each once. The words may say what a request must name, such as what
    /// rings: those make no line.
    var exampleLines: [[String: JSONValue]] {
        var lines: [[String: JSONValue]] = []
        for example in examples {
            guard let words = try? ClientWords.split(example) else { continue }
            let named = NamedWord.all(in: words, of: .commands)
            let request = try? ClientWords.request(
                words.replacing(named, with: named.map(\.standIn)), zones: ExampleZones())
            guard let line = request?.outgoing.fields, isRequest(line), !lines.contains(line) else {
                continue
            }
            lines.append(line)
        }
        return lines
    }

    private func isRequest(_ line: [String: JSONValue]) -> Bool {
        let fields = line.merging(["id": .string("1")]) { $1 }
        let bytes = JSONValue.object(fields).line()
        return (try? RequestLine.decode(bytes, zones: ExampleZones())) != nil
    }
}
