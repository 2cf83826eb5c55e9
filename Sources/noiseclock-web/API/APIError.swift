import BoundedJSON
import Control

/// Why a request has no answer of the clock's: the status, and the same three fields as a refusal on the socket.
struct APIError: Error, Hashable {
    var status: Int
    var code: String
    var message: String
    var field: String?
    /// The methods that the resource has, for 405, and for the answer to OPTIONS (204).
    var allow: [String] = []

    var body: JSONValue { APIError.body(Refusal(code: code, message: message, field: field)) }

    static func body(_ refusal: Refusal) -> JSONValue {
        .object(["error": JSONValue(encoding: refusal)])
    }

    /// With the status that its code has.
    init(_ refusal: Refusal) {
        self.init(
            status: RefusalStatus[refusal.code], code: refusal.code, message: refusal.message,
            field: refusal.field)
    }

    init(status: Int, code: String, message: String, field: String? = nil, allow: [String] = []) {
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.allow = allow
    }

    static let unreadableReply = APIError(
        status: 502, code: "unreadable", message: "the clock's reply is not readable")

    static func stale(_ message: String) -> APIError {
        APIError(Refusal(code: "stale", message: message, field: CommandDescription.revision))
    }

    static func invalid(_ field: String?, _ message: String) -> APIError {
        APIError(
            Refusal(
                code: Refusal.invalid, message: field.map { "\($0): \(message)" } ?? message,
                field: field))
    }
}

/// The status of an answer by the code of the clock's refusal.
enum RefusalStatus {
    /// The codes that the clock has.
    static let byCode: [String: Int] = [
        "malformed": 400, "unpaired": 401, "notPermitted": 403, "notFound": 404,
        "wrongState": 409, "stale": 409, "notPausable": 409, "snoozeForbidden": 409,
        "snoozeLimit": 409, "mixFull": 409, "conflict": 409, "tooLong": 413, "invalid": 422,
        "tooMany": 429, "tooManyFiles": 429, "storeFull": 507,
    ]

    /// A code that only a newer clock has is a fault of this program.
    static subscript(code: String) -> Int { byCode[code] ?? 500 }

    /// How long somebody waits who asked too often: the clock forgets a burst of requests within that time.
    static let retryAfter = 1
}
