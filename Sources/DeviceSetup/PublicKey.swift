import ClockTime

/// A public key for SSH logins: one line of a `.pub` file.
package struct PublicKey: Hashable, Sendable {
    /// "ssh-ed25519".
    package var kind: String
    /// The key in base64.
    package var body: String
    /// The owner's comment; may be empty.
    package var comment: String

    static let kinds = [
        "ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
        "ssh-rsa",
        "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
    ]

    /// More than the longest RSA key in use needs.
    private static let longest = 8192

    /// The line for authorized_keys.
    package var line: String {
        ([kind, body] + (comment.isEmpty ? [] : [comment])).joined(separator: " ")
    }

    /// "ssh-ed25519 me@laptop", for people.
    package var name: String { comment.isEmpty ? kind : "\(kind) \(Spelling.printable(comment))" }

    package init(_ text: String) throws(SetupRefusal) {
        guard !text.contains("-----BEGIN") else {
            throw SetupRefusal(
                "this is the beginning of a private key, which you should keep to yourself; give the"
                    + " public one, which stands in the file that ends in .pub")
        }
        let allowed = "one line of a .pub file, such as \"ssh-ed25519 AAAA... me@laptop\""
        guard (1...PublicKey.longest).contains(text.utf8.count),
            !text.unicodeScalars.contains(where: Spelling.isControl)
        else { throw SetupRefusal(text, mustBe: allowed) }
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count >= 2, PublicKey.kinds.contains(String(words[0])) else {
            throw SetupRefusal(
                text, mustBe: "\(allowed); kinds are " + PublicKey.kinds.joined(separator: ", "))
        }
        kind = String(words[0])
        body = String(words[1])
        comment = words.count > 2 ? String(words[2]).trimmedOfBlanks : ""
        guard let bytes = Base64.decode(body), PublicKey.kind(in: bytes) == kind else {
            throw SetupRefusal(
                "this key is not whole: what follows \(kind) is not the key that it says. Copy the"
                    + " whole line from the .pub file again")
        }
    }

    /// The key type at the start of the key itself, after its four-byte length; nil if nothing follows it
    /// (RFC 4253, 6.6).
    private static func kind(in bytes: [UInt8]) -> String? {
        guard bytes.count > 4 else { return nil }
        let length = bytes[..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length <= 64, bytes.count > 4 + length + 16 else { return nil }
        return String(decoding: bytes[4..<4 + length], as: UTF8.self)
    }
}

/// Base64 of RFC 4648, with padding.
enum Base64 {
    static func decode(_ text: String) -> [UInt8]? {
        guard !text.isEmpty, text.utf8.count % 4 == 0 else { return nil }
        let digits = text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.reversed()
        guard text.utf8.count - digits.count <= 2 else { return nil }
        var bytes: [UInt8] = []
        var held: UInt32 = 0
        var bits = 0
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            held = held << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
            }
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension String {
    /// Without leading and trailing blanks.
    var trimmedOfBlanks: String {
        let isBlank = { (scalar: Unicode.Scalar) in
            scalar == " " || scalar == "\t" || scalar == "\r"
        }
        let start = unicodeScalars.drop(while: isBlank)
        return String(String.UnicodeScalarView(start.reversed().drop(while: isBlank).reversed()))
    }
}
