import CSodium
import ClockTime
import Glibc

/// Who the program is: the machine's serial number to the broker, and a token of its own to the clock.
enum Identity {
    /// The Raspberry Pi's; without one, a hash of the machine's id. The id itself must stay secret (machine-id(5)).
    static func serial() -> String? {
        if let text = OneLineFile.text("/sys/firmware/devicetree/base/serial-number", upTo: 64) {
            let serial = text.filter { isWordSign($0) }
            if !serial.isEmpty { return serial }
        }
        guard let id = OneLineFile.text("/etc/machine-id", upTo: 64), !id.isEmpty else {
            return nil
        }
        return String(fingerprint(of: "noiseclock-mqtt " + id).prefix(16))
    }

    /// What topics may have, so that nobody's serial number has a wildcard in it.
    static func isWordSign(_ sign: Character) -> Bool {
        sign.isASCII && (sign.isLetter || sign.isNumber || sign == "-" || sign == "_")
    }

    /// The token in the folder, which is drawn at the first start.
    static func token(in folder: String) throws(IdentityError) -> String {
        let path = folder + "/token"
        if let text = OneLineFile.text(path, upTo: 64), text.utf8.count == tokenLength {
            return text
        }
        guard sodium_init() >= 0 else { throw IdentityError("libsodium does not start") }
        var bytes = [UInt8](repeating: 0, count: tokenLength / 2)
        randombytes_buf(&bytes, bytes.count)
        let token = Spelling.hexadecimal(bytes)
        guard OneLineFile.write(token, to: path) else {
            throw IdentityError("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        return token
    }

    private static let tokenLength = 32

    /// As the clock makes it of a token that it is shown.
    static func fingerprint(of token: String) -> String {
        let bytes = Array(token.utf8)
        var fingerprint = [UInt8](repeating: 0, count: Int(NOISECLOCK_FINGERPRINT_BYTES))
        noiseclock_fingerprint(&fingerprint, bytes, bytes.count)
        return Spelling.hexadecimal(fingerprint)
    }

    /// A name that no other run has.
    static func runName() -> String {
        var bytes = [UInt8](repeating: 0, count: 12)
        randombytes_buf(&bytes, bytes.count)
        return "mqtt-" + Spelling.hexadecimal(bytes)
    }
}

struct IdentityError: Error, Hashable {
    var message: String

    init(_ message: String) { self.message = message }
}
