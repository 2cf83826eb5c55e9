import BoundedJSON
import Control

/// What becomes of a request, by its head: pure, so that tests need no socket.
struct FrontDoor: Sendable {
    var rules: RequestRules
    private let router = Router()

    init(rules: RequestRules) {
        self.rules = rules
    }

    enum Decision {
        case answer(HTTPAnswer)
        /// Once the body is there, ask the clock.
        case ask(Question)
        /// Let the clock's replies to these queries follow.
        case follow([String], AccessToken?)
        /// Answer with the OpenAPI file.
        case describe(FileWish)
    }

    /// What a page shows: each the name of a query without parameters.
    static let usualQueries = [
        "status", "alarm.list", "noise.status", "timer.list", "nap.status", "ring.status",
        "dnd.status", "health.status", "display.status", "style.status", "mix.list",
    ]

    func decide(_ head: RequestHead) -> Decision {
        let request: CheckedRequest
        do {
            request = try rules.check(head)
        } catch {
            return .answer(.error(error, isLast: true))
        }
        do {
            return try decide(request, FileWish(head))
        } catch {
            // The router answers OPTIONS so.
            return .answer(error.status == 204 ? .options(error.allow) : .error(error))
        }
    }

    private func decide(
        _ request: CheckedRequest, _ wish: @autoclosure () -> FileWish
    ) throws(APIError) -> Decision {
        let routed = try router.route(
            method: request.isHead ? "GET" : request.method, path: request.target.path,
            query: request.target.query.map { ($0.name, $0.value) })
        let isUpload = if case .command(let routed) = routed { routed.isUpload } else { false }
        try request.checkBody(isUpload: isUpload)
        switch routed {
        case .command(let routed):
            guard !(routed.isUpload || routed.isDownload) || request.token != nil else {
                throw FrontDoor.strangersFile
            }
            return .ask(Question(request: request, routed: routed))
        case .events:
            let names = request.target.query.filter { $0.name == "query" }.map(\.value)
            if let other = request.target.query.first(where: { $0.name != "query" }) {
                throw APIError(
                    status: 422, code: Refusal.invalid,
                    message: "events take no parameter but query", field: other.name)
            }
            if request.isHead {
                return .answer(HTTPAnswer(status: 200, headers: [FrontDoor.streamType]))
            }
            return .follow(names.isEmpty ? FrontDoor.usualQueries : names, request.token)
        case .openAPI:
            return .describe(wish())
        case .file(let file):
            return .answer(file.answer(to: wish()))
        case .pairing(let code):
            return .answer(.pairing(code))
        case .square(let square):
            return .answer(.picture(of: square))
        }
    }

    /// For a stranger no file is even begun.
    static let strangersFile = APIError(
        status: 401, code: "unpaired", message: "only a paired device may send or get a file")

    /// Whether the clock's reply to a query says that it knows the token.
    static func isFromDevice(_ line: [UInt8]) -> Bool {
        guard case .object(let fields)? = try? JSONValue.parse(line, limit: LineLimits.reply) else {
            return false
        }
        return fields[Audience.field] == .string(Authorisation.ofDevice)
    }

    static let streamType = (name: "Content-Type", value: "text/event-stream")
}

/// A request for a command, and what its answer needs to know of it.
struct Question: Sendable {
    let request: CheckedRequest
    let routed: RoutedRequest

    /// The command that gives a token.
    private static let pairing = "pair.confirm"

    /// The fields of the clock's line besides its id.
    ///
    /// - Parameter body: the whole body; of an upload nothing.
    func fields(body: [UInt8]) throws(APIError) -> [String: JSONValue] {
        var value: JSONValue?
        if !body.isEmpty {
            do {
                value = try JSONValue.parse(body, limit: RequestRules.mostBody, isOneLine: false)
            } catch {
                throw .malformed("the body \(error.explanation)")
            }
        }
        var fields = try routed.line(body: value, ifMatch: request.revision)
        fields["key"] = request.key.map(JSONValue.string)
        fields["token"] = request.token.map { .string($0.text) }
        return fields
    }

    /// The answer that the clock's reply makes.
    ///
    /// - Parameter id: that of the request's line.
    func answer(to line: [UInt8], id: String) -> HTTPAnswer {
        if routed.description.name != Question.pairing,
            let body = PlainReply.body(of: line, id: id)
        {
            return .json(body)
        }
        let value = (try? JSONValue.parse(line, limit: LineLimits.reply)) ?? .null
        let reply = HTTPReply(replyLine: value, for: routed)
        var (body, token) = (reply.body, AccessToken?.none)
        if routed.description.name == Question.pairing, request.isFromBrowser {
            (body, token) = Question.takeToken(from: body)
        }
        var answer = HTTPAnswer.json(body, status: reply.status)
        answer.addAdvice(retryAfter: reply.retryAfter)
        if let tag = reply.etag { answer.headers.append(("ETag", tag)) }
        if let token {
            answer.headers.append(
                ("Set-Cookie", token.cookieHeader(isSecure: request.isSecure)))
        }
        return answer
    }

    /// The reply to a pairing without the token in it, and the token: no script in a page should ever have it.
    static func takeToken(from body: JSONValue) -> (JSONValue, AccessToken?) {
        guard case .object(var fields) = body, case .object(var paired)? = fields["paired"],
            case .string(let text)? = paired["token"], let token = AccessToken(text)
        else { return (body, nil) }
        paired["token"] = nil
        fields["paired"] = .object(paired)
        return (.object(fields), token)
    }
}
