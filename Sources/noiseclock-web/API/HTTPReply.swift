import BoundedJSON
import Control

/// The clock's reply as the answer to a request.
struct HTTPReply {
    var status: Int
    /// The reply without its id, or only its error.
    var body: JSONValue
    /// The revision of an alarm, which `If-Match` may name.
    var etag: String?
    /// Seconds until the request is worth another try; nil: the status says it.
    var retryAfter: Int?

    /// The clock says it, or forgets a burst of requests within a second.
    private static func retryAfter(_ error: JSONValue) -> Int {
        guard case .object(let fields) = error,
            case .integer(let seconds)? = fields["retryAfterSeconds"]
        else { return RefusalStatus.retryAfter }
        return Int(clamping: seconds)
    }

    /// - Parameter replyLine: a line that the clock sent; null for one that is no JSON.
    init(replyLine: JSONValue, for request: RoutedRequest) {
        guard case .object(var fields) = replyLine else {
            (status, body) = (APIError.unreadableReply.status, APIError.unreadableReply.body)
            return
        }
        fields["id"] = nil
        if let error = fields["error"] {
            var code = ""
            if case .object(let fields) = error, case .string(let text)? = fields["code"] {
                code = text
            }
            // Its form was right (`RoutedRequest.line`): what the clock has and shows now is against it.
            status = code == Refusal.invalid ? 409 : RefusalStatus[code]
            body = .object(["error": error])
            if status == 429 { retryAfter = HTTPReply.retryAfter(error) }
            return
        }
        (status, body) = (200, .object(fields))
        guard case .object(let alarm)? = fields["alarm"],
            case .integer(let revision)? = alarm[CommandDescription.revision]
        else { return }
        etag = "\"\(revision)\""
    }
}
