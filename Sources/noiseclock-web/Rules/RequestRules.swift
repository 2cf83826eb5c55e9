import ClockTime
import Control

/// The rules that a request's head keeps before anything is done for it.
///
/// A page of another site can make a browser send requests to the clock, and a name of another site can be pointed at the
/// clock's address. So the Host must be the clock's own, an Origin must be that Host, and a change must not come from
/// another site. What may mean one thing to us and another to a proxy before us is refused: repeated or contradicting
/// headers, and targets in other forms.
struct RequestRules: Sendable {
    /// The names that the clock answers to besides addresses and `localhost`.
    var names: OwnNames

    /// Bytes of a head (RFC 9112 lets the server choose).
    static let mostHead = 8 * 1024
    /// Bytes of a body that is not an upload: as much as fits in a line to the clock.
    static let mostBody = LineLimits.request
    /// Bytes of an uploaded file.
    static let mostUpload = 64 * 1024 * 1024

    /// Headers that mean something only once.
    private static let single = [
        "host", "content-length", "transfer-encoding", "origin", "authorization", "cookie",
        "content-type", "idempotency-key", "if-match", "sec-fetch-site",
    ]

    /// - Throws: the first rule that the request breaks, and what is right.
    func check(_ head: RequestHead) throws(APIError) -> CheckedRequest {
        guard head.size <= RequestRules.mostHead else {
            throw APIError(
                status: 431, code: "tooLong",
                message: "the request's head is longer than \(RequestRules.mostHead) bytes")
        }
        for header in head.headers {
            guard RequestRules.isName(header.name), RequestRules.isPlain(header.value) else {
                throw .malformed("a header has a name or a character that none may have")
            }
        }
        for name in RequestRules.single where head.values(name).count > 1 {
            throw .malformed("the header \(name) is there more than once")
        }
        let body = try RequestRules.body(head)
        let host = try names.check(head["host"])
        let target = try RequestTarget(head.target)
        try RequestRules.checkOrigin(head, host: host)
        if head.mayChange, head["sec-fetch-site"]?.lowercased() == "cross-site" {
            throw .foreignOrigin("a page of another site may not change anything here")
        }
        return CheckedRequest(
            method: head.method, target: target, body: body,
            contentType: head["content-type"].map(MediaType.init),
            token: try AccessToken.of(head), key: try RequestRules.key(head["idempotency-key"]),
            revision: try RequestRules.revision(head["if-match"]),
            isFromBrowser: head["origin"] != nil || head["sec-fetch-site"] != nil,
            isSecure: head["origin"]?.lowercased().hasPrefix("https://") == true)
    }

    /// A token (RFC 9110, 5.6.2); the library lets others pass.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0)
            }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }
    }

    private static func body(_ head: RequestHead) throws(APIError) -> BodyLength {
        let coding = head["transfer-encoding"]?.lowercased()
        let length = head["content-length"]
        guard coding == nil || length == nil else {
            throw .malformed("Content-Length and Transfer-Encoding exclude each other")
        }
        if let coding {
            guard coding == "chunked", head.version == "HTTP/1.1" else {
                throw .malformed("the only Transfer-Encoding is chunked, in HTTP/1.1")
            }
            return .chunked
        }
        guard let length else { return .none }
        let isNumber = !length.isEmpty && length.utf8.allSatisfy(isDigit)
        guard isNumber, let bytes = Int(length) else {
            throw .malformed("Content-Length must be a number of bytes")
        }
        return bytes == 0 ? .none : .bytes(bytes)
    }

    private static func checkOrigin(_ head: RequestHead, host: Authority) throws(APIError) {
        guard let origin = head["origin"] else { return }
        guard let place = Authority(origin: origin), place == host else {
            throw .foreignOrigin("the Origin must be the Host that the request names")
        }
    }

    /// Narrower than the clock's own rule for a key, so that the same bytes are the same key on all ways.
    private static func key(_ text: String?) throws(APIError) -> String? {
        guard let text else { return nil }
        guard LineLimits.id.contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .malformed(
                "Idempotency-Key must have \(LineLimits.id.lowerBound) to \(LineLimits.id.upperBound) "
                    + "characters of printable ASCII, and no blanks")
        }
        return text
    }

    /// The revision of `If-Match: "5"`. `*` stands for any, and a list without a tag for none (RFC 9110, 13.1.1).
    private static func revision(_ tag: String?) throws(APIError) -> Int? {
        guard let tag, tag != "*" else { return nil }
        guard !tag.isEmpty else {
            throw .stale("If-Match names no ETag, so no state of the alarm matches it")
        }
        let digits = tag.dropFirst().dropLast()
        guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
            digits.utf8.allSatisfy(isDigit), let revision = Int(digits)
        else {
            throw .malformed("If-Match must be one ETag that the clock gave, such as \"5\"")
        }
        return revision
    }
}

/// A request that keeps the rules.
struct CheckedRequest: Sendable {
    var method: String
    var target: RequestTarget
    var body: BodyLength
    var contentType: MediaType?
    var token: AccessToken?
    /// `Idempotency-Key`, which becomes the key of the line to the clock.
    var key: String?
    /// `If-Match`.
    var revision: Int?
    /// A page sent it, not a script.
    var isFromBrowser: Bool
    /// The page was loaded through a proxy with TLS.
    var isSecure: Bool

    /// HEAD is answered as GET, without the body.
    var isHead: Bool { method == "HEAD" }

    /// Whether the body may be taken.
    ///
    /// Asked once the target is known, because it decides whether there is such a method at all (405).
    ///
    /// - Throws: 415 for another kind, 413 for too much, 400 for an upload without a body and for a body that the method
    ///   never has.
    func checkBody(isUpload: Bool) throws(APIError) {
        guard method != "GET" && !isHead || body == .none else {
            throw .malformed("a \(method) takes no body; put its parameters into the query")
        }
        let most = isUpload ? RequestRules.mostUpload : RequestRules.mostBody
        if case .bytes(let bytes) = body, bytes > most {
            throw .tooLong("the body has \(bytes) bytes; \(most) are allowed")
        }
        if isUpload {
            guard body != .none else {
                throw .malformed("the file is missing: send it as the body")
            }
            guard contentType?.isUpload == true else {
                throw .unsupportedType(
                    "a file is sent as audio/*, font/* or application/octet-stream")
            }
        } else if body != .none {
            guard contentType?.isJSON == true else {
                throw .unsupportedType("the body must be application/json")
            }
        }
    }
}

/// What a head says of the body's length.
enum BodyLength: Hashable, Sendable {
    case none
    /// More than none.
    case bytes(Int)
    case chunked
}

/// The type of a body, without its parameters.
struct MediaType: Hashable, Sendable {
    /// In lower case.
    let name: String

    init(_ header: String) {
        name = String(header.prefix { $0 != ";" && $0 != " " && $0 != "\t" }).lowercased()
    }

    var isJSON: Bool { name == "application/json" }

    /// A page of another site cannot send any of these without asking first, and we never allow it.
    var isUpload: Bool {
        name.hasPrefix("audio/") || name.hasPrefix("font/") || name == "application/octet-stream"
    }
}

extension APIError {
    static func malformed(_ message: String) -> APIError {
        APIError(status: 400, code: Refusal.malformed, message: message)
    }

    static func foreignOrigin(_ message: String) -> APIError {
        APIError(status: 403, code: "foreignOrigin", message: message)
    }

    static func unsupportedType(_ message: String) -> APIError {
        APIError(status: 415, code: "unsupportedType", message: message)
    }

    static func tooLong(_ message: String) -> APIError {
        APIError(status: 413, code: "tooLong", message: message)
    }
}
