import BoundedJSON
import Control

/// A method and a path for a command.
///
/// One rule makes all routes from the commands' names, under `/api/v1`:
///
/// | command                         | route                                      |
/// | ------------------------------- | ------------------------------------------ |
/// | a query `list`, `show`, `status` | `GET /family[/{id}]`                      |
/// | `add`                           | `POST /family`                             |
/// | `edit`, `set`                   | `PATCH /family[/{id}]`                     |
/// | `remove`, `delete`              | `DELETE /family[/{id}]`                    |
/// | another verb                    | `POST /family[/{id}]/verb`; a query: `GET` |
/// | one word                        | `POST /word`; a query: `GET`               |
///
/// The id is the thing that the command is about (`CommandDescription.subject`). If a command can leave it out, there is a
/// route with it and one without. A set that replaces all that is there is a `PUT`.
struct Route: Sendable {
    enum Method: String, Sendable {
        case get, post, put, patch, delete

        var name: String { rawValue.uppercased() }
    }

    enum Segment: Hashable, Sendable {
        case word(String)
        /// The id of the command's subject, with the name of its parameter.
        case id(String)
    }

    let method: Method
    let path: [Segment]
    let description: CommandDescription
    /// The parameter in the path; nil if there is none.
    let subject: (any DescribedParameter)?
    /// The other fields of a request beside the command's name, each once.
    let fields: [AllowedField]

    private init(
        _ method: Method, _ path: [Segment], _ description: CommandDescription,
        _ subject: (any DescribedParameter)?
    ) {
        self.method = method
        self.path = path
        self.description = description
        self.subject = subject
        var fields: [AllowedField] = []
        if case .fields(let sets, _) = description.allowedFields(beside: subject) {
            for field in sets.joined() where !fields.contains(where: { $0.name == field.name }) {
                fields.append(field)
            }
        }
        self.fields = fields
    }

    /// "/api/v1/alarm/{alarm}", as OpenAPI writes it.
    var template: String { Route.template(of: path) }

    /// Whether the other parameters are in the query of the target: the body is missing, or a file.
    var hasQuery: Bool { method == .get || description.takesFile }

    /// Above all routes.
    static let root = ["api", "v1"]

    static func template(of path: [Segment]) -> String {
        path.map { segment in
            switch segment {
            case .word(let word): "/" + word
            case .id(let name): "/{\(name)}"
            }
        }.joined()
    }

    /// The routes of a command: one or two.
    static func all(of description: CommandDescription) -> [Route] {
        let isQuery = description.kind == .query
        let verb = description.words.count > 1 ? description.words.last : nil
        let family = description.family ?? Array(description.words.prefix(1))
        let (method, last): (Method, String?) =
            switch verb {
            case nil: (isQuery ? .get : .post, nil)
            case "list", "show", "status": (.get, nil)
            case "add": (.post, nil)
            case "edit", "set": (description.isReplacement ? .put : .patch, nil)
            case "remove", "delete": (.delete, nil)
            case let verb: (isQuery ? .get : .post, verb)
            }
        func route(_ subject: (any DescribedParameter)?) -> Route {
            let path =
                (root + family).map(Segment.word) + [subject].compactMap { $0.map { .id($0.key) } }
                + [last].compactMap { $0.map(Segment.word) }
            return Route(method, path, description, subject)
        }
        // What is added has no id yet.
        guard let subject = description.subject, verb != "add" else { return [route(nil)] }
        return subject.isRequired ? [route(subject)] : [route(nil), route(subject)]
    }

    /// The routes of all commands that somebody may send from the network.
    static let all = CommandBook.fromNetwork.flatMap { Route.all(of: $0) }
}
