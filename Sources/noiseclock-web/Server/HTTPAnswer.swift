import BoundedJSON

/// An answer before it is sent.
struct HTTPAnswer: Sendable {
    var status: Int
    /// Besides those that every answer has.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// In place of a body.
    private(set) var file: UnnamedFile?
    /// The connection ends after it.
    var isLast = false

    /// What every answer has: nothing here may run scripts of others, be framed, be taken for another type, or tell others
    /// where a link was.
    static let always: [(name: String, value: String)] = [
        ("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ]
    static let caching = "Cache-Control"

    /// All of them. What does not say so may be kept by no cache.
    var allHeaders: [(name: String, value: String)] {
        let saysCaching = headers.contains { $0.name == HTTPAnswer.caching }
        return HTTPAnswer.always + headers + (saysCaching ? [] : [HTTPAnswer.unkept])
    }

    static let unkept = (name: HTTPAnswer.caching, value: "no-store")

    static func json(_ value: JSONValue, status: Int = 200) -> HTTPAnswer {
        json(value.line(), status: status)
    }

    static func json(_ body: [UInt8], status: Int = 200) -> HTTPAnswer {
        HTTPAnswer(status: status, headers: [("Content-Type", "application/json")], body: body)
    }

    /// Gives a file in place of what the clock says of it, if it has nothing against it.
    mutating func give(_ file: UnnamedFile?, named name: String) {
        guard status == 200, let file else { return }
        (self.file, body) = (file, [])
        headers = [
            ("Content-Type", "application/octet-stream"),
            ("Content-Disposition", "attachment; filename=\"\(name)\""),
        ]
    }

    /// - Parameter isLast: what follows on the connection cannot be told from a body that nobody reads.
    static func error(_ error: APIError, isLast: Bool = false) -> HTTPAnswer {
        var answer = json(error.body, status: error.status)
        if !error.allow.isEmpty { answer.headers.append(allow(error.allow)) }
        answer.addAdvice(retryAfter: nil)
        answer.isLast = isLast
        return answer
    }

    /// To OPTIONS.
    static func options(_ methods: [String]) -> HTTPAnswer {
        HTTPAnswer(status: 204, headers: [allow(methods)])
    }

    private static func allow(_ methods: [String]) -> (name: String, value: String) {
        ("Allow", methods.joined(separator: ", "))
    }

    /// Adds the headers that say what to do about a refusal.
    ///
    /// - Parameter retryAfter: seconds; nil for what the status says.
    mutating func addAdvice(retryAfter: Int?) {
        if status == 401 { headers.append(("WWW-Authenticate", "Bearer")) }
        if let seconds = retryAfter ?? (status == 503 ? 1 : nil) {
            headers.append(("Retry-After", "\(seconds)"))
        }
    }
}
