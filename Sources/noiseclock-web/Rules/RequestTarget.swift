/// What a request is about: the decoded parts of its path, and its query.
///
/// The raw target is split at `/`, `&` and `=` first and decoded afterwards, so that a name with a slash in it stays one
/// part.
struct RequestTarget: Hashable, Sendable {
    /// "/api/v1/status" is ["api", "v1", "status"], and "/" is empty. A slash at the end leaves an empty part.
    var path: [String]
    /// In order.
    var query: [Parameter]

    struct Parameter: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Bytes of a target.
    static let longest = 2048

    /// Reads the origin form (RFC 9112, 3.2.1).
    ///
    /// - Throws: 414 if it is too long, 400 for another form, wrong encoding or control characters.
    init(_ raw: String) throws(APIError) {
        guard raw.utf8.count <= RequestTarget.longest else {
            throw APIError(
                status: 414, code: "tooLong",
                message: "the address is longer than \(RequestTarget.longest) bytes")
        }
        guard raw.hasPrefix("/") else {
            throw .malformed("the target must begin with a slash")
        }
        guard raw.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }) else {
            throw .malformed("the address may hold only printable ASCII; encode the rest")
        }
        let halves = raw.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = []
        if halves[0] != "/" {
            for part in halves[0].dropFirst().split(
                separator: "/", omittingEmptySubsequences: false)
            {
                path.append(try RequestTarget.decode(part))
            }
        }
        query = []
        for pair in halves.count > 1 ? halves[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // As browsers and libraries encode a space in forms.
            let texts = sides.map { String($0.map { $0 == "+" ? " " : $0 }) }
            query.append(
                Parameter(
                    name: try RequestTarget.decode(texts[0][...]),
                    value: texts.count > 1 ? try RequestTarget.decode(texts[1][...]) : ""))
        }
    }

    private static func decode(_ text: Substring) throws(APIError) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else {
                throw .malformed("after a % in the address, two hexadecimal digits must follow")
            }
            bytes.append(high << 4 | low)
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw .malformed("the address holds an encoded control character")
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw .malformed("the address, decoded, is not UTF-8")
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
