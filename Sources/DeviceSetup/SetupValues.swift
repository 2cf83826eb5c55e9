import ClockTime

/// Why a value is refused: what was found, and what is allowed.
package struct SetupRefusal: Error, Hashable, Sendable {
    package var message: String

    init(_ message: String) {
        self.message = message
    }

    /// "this is not allowed; it must be that".
    init(_ value: String, mustBe allowed: String) {
        message = "\(Spelling.quoted(value)) is not allowed; it must be \(allowed)"
    }
}

/// A Wi-Fi network for the clock to join.
package struct WirelessNetwork: Hashable, Sendable {
    package enum Secret: Hashable, Sendable {
        case open
        case passphrase(String)
        /// The key derived from name and passphrase, as 64 hexadecimal digits.
        case key(String)
        /// The secret that the clock already has.
        case kept
    }

    package var name: String
    package var secret: Secret
    package var isHidden: Bool
}

/// The valid forms of single values, whatever their source.
package enum SetupValues {
    /// One label of a domain name (RFC 1123), in lower case.
    package static func hostname(_ text: String) throws(SetupRefusal) -> String {
        let name = text.hasSuffix(".local") ? String(text.dropLast(".local".count)) : text
        let isHyphen = { (byte: UInt8?) in byte == UInt8(ascii: "-") }
        guard (1...63).contains(name.utf8.count),
            name.utf8.allSatisfy({ isLetterOrDigit($0) || isHyphen($0) }),
            !isHyphen(name.utf8.first), !isHyphen(name.utf8.last)
        else {
            throw SetupRefusal(
                text,
                mustBe: "1 to 63 letters of a to z, digits and hyphens, no hyphen first or last")
        }
        return name.lowercased()
    }

    package static func country(_ text: String) throws(SetupRefusal) -> String {
        let code = text.uppercased()
        guard Countries.codes.contains(code[...]) else {
            let hint = code == "UK" ? "; the United Kingdom is \"GB\"" : ""
            throw SetupRefusal(text, mustBe: "the two letters of a country such as \"DE\"" + hint)
        }
        return code
    }

    /// What stands in the example on the card where people write their own. A network of that name would keep the clock
    /// waiting for it.
    private static let exampleNames: Set<String> = ["Name of your Wi-Fi", "A hidden one"]
    private static let examplePassword = "its password"

    /// A network name: any 1 to 32 bytes that are valid text.
    package static func networkName(_ text: String) throws(SetupRefusal) -> String {
        guard (1...32).contains(text.utf8.count),
            !text.unicodeScalars.contains(where: Spelling.isControl)
        else {
            throw SetupRefusal(
                text, mustBe: "the network's name: 1 to 32 bytes, without control characters")
        }
        guard !exampleNames.contains(text) else {
            throw SetupRefusal(
                "\(Spelling.quoted(text)) is the example's; write the name of your own network, or "
                    + "leave this one out")
        }
        return text
    }

    /// The message never quotes a password, because others may read it.
    package static func secret(_ text: String) throws(SetupRefusal) -> WirelessNetwork.Secret {
        if text == DeviceSetup.takenPassword { return .kept }
        guard text != examplePassword else {
            throw SetupRefusal(
                "this is the example's password; write that of your own network")
        }
        let length = text.utf8.count
        if length == 64, text.utf8.allSatisfy(isHexDigit) { return .key(text.lowercased()) }
        guard text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else {
            throw SetupRefusal(
                "this password has characters that no Wi-Fi password has; allowed are letters of a to z,"
                    + " digits, signs of an English keyboard, and blanks")
        }
        guard (8...63).contains(length) else {
            throw SetupRefusal(
                "this password has \(length) characters; a Wi-Fi password has 8 to 63."
                    + (length == 0 ? " Leave it out for an open network" : ""))
        }
        return .passphrase(text)
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit
    }
}
