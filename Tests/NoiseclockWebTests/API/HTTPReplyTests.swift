import BoundedJSON
import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock_web

@Suite("Replies over HTTP")
struct HTTPReplyTests {
    private func request(_ method: String, _ path: String) throws -> RoutedRequest {
        let routed = try Router.shared.route(
            method: method, path: Target.parts("/api/v1/" + path), query: [])
        guard case .command(let request) = routed else { throw Unexpected() }
        return request
    }

    @Test("A reply has the fields of its line but the id")
    func replies() throws {
        let reply = HTTPReply(
            replyLine: ["id": "7", "ok": true, "reply": "stopped", "stopped": true],
            for: try request("POST", "stop"))
        #expect(reply.status == 200 && reply.etag == nil)
        #expect(reply.body == ["ok": true, "reply": "stopped", "stopped": true])
    }

    @Test("An alarm's reply has its revision as ETag")
    func revisions() throws {
        let line: JSONValue = [
            "id": "7", "ok": true, "reply": "shownAlarm", "alarm": ["id": 3, "revision": 5],
        ]
        #expect(HTTPReply(replyLine: line, for: try request("GET", "alarm/3")).etag == "\"5\"")
        #expect(HTTPReply(replyLine: line, for: try request("PATCH", "alarm/3")).etag == "\"5\"")
        #expect(HTTPReply(replyLine: line, for: try request("POST", "alarm")).etag == "\"5\"")
    }

    @Test("Each refusal of the clock has a status of its own kind")
    func statuses() throws {
        for error in try Samples.errors {
            let line = ReplyLine.encode(id: "1", Answer(.refused(error)))
            let value = try JSONValue.parse(line, limit: ReplyLine.limit)
            let reply = HTTPReply(replyLine: value, for: try request("GET", "status"))
            // A form that is wrong is refused before the clock is asked.
            let status = error.code == Refusal.invalid ? 409 : RefusalStatus.byCode[error.code]
            #expect(status == reply.status, "\(error)")
            guard case .object(let fields) = reply.body else { throw Unexpected() }
            #expect(Array(fields.keys) == ["error"])
            #expect(reply.body == APIError.body(Refusal(error)))
        }
        for code in [Refusal.malformed, Refusal.invalid, Refusal.conflict, Refusal.notFound] {
            #expect(RefusalStatus.byCode[code] != nil)
        }
        #expect(RefusalStatus["stale"] == 409 && RefusalStatus["storeFull"] == 507)
        #expect(RefusalStatus["somethingNew"] == 500)
    }

    @Test("Who asks too often hears when to ask again")
    func retries() throws {
        let reply = HTTPReply(
            replyLine: ["id": "1", "ok": false, "error": ["code": "tooMany", "message": "m"]],
            for: try request("GET", "status"))
        #expect(reply.status == 429 && reply.retryAfter == RefusalStatus.retryAfter)
    }

    @Test("A reply that is none is the clock's fault")
    func nonsense() throws {
        let reply = HTTPReply(replyLine: ["x"], for: try request("GET", "status"))
        #expect(reply.status == 502)
    }

    @Test("Every kind of reply has its content in the field that is described")
    func contents() throws {
        var kinds: Set<String> = []
        for reply in try Samples.replies() {
            let line = ReplyLine.encode(id: "1", Answer(reply))
            guard case .object(let fields) = try JSONValue.parse(line, limit: ReplyLine.limit),
                case .string(let name)? = fields["reply"],
                let kind = ReplyKind(rawValue: name)
            else { throw Unexpected() }
            #expect(fields[kind.contentField] != nil, "\(name)")
            kinds.insert(name)
        }
        #expect(kinds == Set(ReplyKind.allCases.map(\.rawValue)))
    }

    @Test("A reply that is passed on as it came has the bytes of one that was read")
    func plain() throws {
        var plain = 0
        for reply in try Samples.replies() {
            for id in ["web-1", "web-\"2"] {
                let line = Array(ReplyLine.encode(id: id, Answer(reply)).dropLast())
                guard let body = PlainReply.body(of: line, id: id) else { continue }
                let value = try JSONValue.parse(line, limit: ReplyLine.limit)
                let read = HTTPReply(replyLine: value, for: try request("GET", "status"))
                #expect(body == read.body.line() && read.status == 200 && read.etag == nil)
                plain += 1
            }
        }
        #expect(plain > 30)
    }

    @Test(
        "What needs more than to be passed on is read",
        arguments: [
            #"{"error":{"code":"busy"},"id":"7","ok":false}"#, #"{"alarm":{},"id":"7","ok":true}"#,
            #"{"id":"8","ok":true}"#, #"{"label":"\"id\":\"7\",","ok":true}"#, #"{"id":"7","ok":"#,
            "",
        ])
    func notPlain(line: String) {
        #expect(PlainReply.body(of: Array(line.utf8), id: "7") == nil)
    }

    @Test("The examples of replies are those of the samples")
    func examples() throws {
        var examples: [String: JSONValue] = [:]
        for reply in try Samples.replies() {
            let line = ReplyLine.encode(id: "1", Answer(reply))
            guard case .object(var fields) = try JSONValue.parse(line, limit: ReplyLine.limit),
                case .string(let name)? = fields["reply"]
            else { throw Unexpected() }
            fields["id"] = nil
            let example = JSONValue.object(fields)
            // The fullest that still reads well.
            let (size, best) = (example.line().count, examples[name]?.line().count)
            if best.map({ size > $0 && size < 1_500 }) ?? true { examples[name] = example }
        }
        let file = "../../Sources/noiseclock-web/API/reply-examples.json"
        try Golden.expect(JSONValue.object(examples).lines() + "\n", file)
        #expect(OpenAPI.replyExamples == examples)
    }
}
