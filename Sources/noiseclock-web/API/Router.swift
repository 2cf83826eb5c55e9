import BoundedJSON
import Control
import QRCode

/// What a request means.
enum Routed: Sendable {
    case command(RoutedRequest)
    /// The stream of events.
    case events
    /// The description of the interface.
    case openAPI
    /// A file of the page for people.
    case file(StoredFile)
    /// The page, which shall pair with this code.
    case pairing(String)
    /// A picture to scan of this link.
    case square(QRCode)
}

/// Finds what a method and a path mean.
///
/// Theory of operation. A resource is a path with the methods that it has. Its path is made of words and of ids, which
/// stand for any text. Where both fit, the word wins, so `alarm/disable` is never the alarm called "disable". Only then the
/// id is read by the form of its parameter; if it is not of that form, there is no such resource.
struct Router: Sendable {
    private struct Resource: Sendable {
        var path: [Route.Segment]
        var routes: [Route]

        func matches(_ words: [String]) -> Bool {
            path.count == words.count
                && zip(path, words).allSatisfy { segment, word in
                    if case .word(let own) = segment { own == word } else { true }
                }
        }

        /// How early it says words rather than ids.
        func isWordier(than other: Resource) -> Bool {
            for (one, two) in zip(path, other.path) {
                switch (one, two) {
                case (.word, .id): return true
                case (.id, .word): return false
                case (.word, .word), (.id, .id): continue
                }
            }
            return false
        }
    }

    private let resources: [Resource]

    init() {
        var resources: [Resource] = []
        for route in Route.all {
            if let place = resources.firstIndex(where: { $0.path == route.path }) {
                resources[place].routes.append(route)
            } else {
                resources.append(Resource(path: route.path, routes: [route]))
            }
        }
        self.resources = resources
    }

    /// - Parameters:
    ///   - method: as the request has it; HEAD is asked as GET.
    ///   - path: the decoded parts of the whole path: `["api", "v1", "alarm", "3"]`.
    ///   - query: the decoded names and values, in their order.
    /// - Throws: what is wrong with the target; for OPTIONS, the methods with the status 204.
    func route(
        method: String, path: [String], query: [(String, String)]
    ) throws(APIError) -> Routed {
        if let own = Router.own[path] {
            _ = try Router.check(method, among: ["GET"])
            return own
        }
        if let scanned = try Router.scanned(path, query) {
            _ = try Router.check(method, among: ["GET"])
            return scanned
        }
        var found: Resource?
        for resource in resources where resource.matches(path) {
            if found.map({ resource.isWordier(than: $0) }) ?? true { found = resource }
        }
        guard let found else { throw Router.nothing(at: path) }
        let ids = zip(found.path, path).compactMap { segment, word in
            if case .id = segment { word } else { nil }
        }
        var id: JSONValue?
        if let text = ids.first { id = try Router.id(text, of: found.routes[0], at: path) }
        try Router.check(method, among: found.routes.map(\.method.name))
        guard let route = found.routes.first(where: { $0.method.name == method }) else {
            throw Router.nothing(at: path)
        }
        return .command(try RoutedRequest(route, id: id, query: query))
    }

    // MARK: - What has no command

    private static let own: [[String]: Routed] = {
        var own: [[String]: Routed] = [
            Route.root + ["events"]: .events, Route.root + ["openapi.json"]: .openAPI,
        ]
        for (name, file) in WebFiles.page { own[[name]] = .file(file) }
        own[[]] = own[[""]]
        return own
    }()

    /// What QR codes need: the page that takes a code, in small letters or in capitals, and the picture of a link.
    private static func scanned(
        _ path: [String], _ query: [(String, String)]
    ) throws(APIError) -> Routed? {
        if path.count == 2, path[0].lowercased() == "p", path[1].utf8.count <= mostDigits,
            !path[1].isEmpty, path[1].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            return .pairing(path[1])
        }
        guard path == ["qr.svg"] else { return nil }
        guard query.count == 1, query[0].0 == "link", let square = QRCode(link: query[0].1) else {
            throw APIError(
                status: 422, code: Refusal.invalid,
                message:
                    "It takes a link of 1 to \(QRCode.longestText) printable ASCII characters.",
                field: "link")
        }
        return .square(square)
    }

    private static let mostDigits = 12

    private static func allow(_ names: [String]) -> [String] {
        names.flatMap { $0 == "GET" ? [$0, "HEAD"] : [$0] } + ["OPTIONS"]
    }

    private static func check(_ method: String, among names: [String]) throws(APIError) {
        guard !names.contains(method) else { return }
        let allow = allow(names)
        guard method != "OPTIONS" else {
            throw APIError(status: 204, code: "", message: "", allow: allow)
        }
        throw APIError(
            status: 405, code: "notAllowed",
            message:
                "There is no \(method.prefix(20)) here, only \(allow.joined(separator: ", ")).",
            allow: allow)
    }

    private static func nothing(at path: [String]) -> APIError {
        let shown = JSONValue.string(String(path.map { "/" + $0 }.joined().prefix(80))).summary
        return APIError(
            status: 404, code: Refusal.notFound,
            message: "There is nothing at \(shown). /api/v1/openapi.json lists all that is there.")
    }

    /// The value of an id in a path.
    private static func id(
        _ text: String, of route: Route, at path: [String]
    ) throws(APIError) -> JSONValue {
        guard let subject = route.subject, !text.isEmpty,
            let value = subject.value(ofText: text)
        else { throw nothing(at: path) }
        return value
    }
}

extension DescribedParameter {
    /// The value that a text in a path stands for; nil if it is not of the parameter's form.
    fileprivate func value(ofText text: String) -> JSONValue? {
        let fields = allowedFields.joined().filter { $0.name == key }
        guard let value = fields.lazy.compactMap({ $0.values.value(ofText: text) }).first else {
            return nil
        }
        var reader = FieldReader([key: value])
        var arguments = Arguments()
        guard (try? readField(from: &reader, zones: ExampleZones(), into: &arguments)) != nil else {
            return nil
        }
        return value
    }
}
