import CSodium
import ClockTime
import Glibc

/// Who the program is: the machine's serial number to the broker, and a token of its own to the clock.
enum Identity {
    /// The Raspberry Pi's; without one, a hash of the machine's id, which is told to nobody (machine-id(5)).
    static func serial() -> String? {
        if let text = SmallFile.text("/sys/firmware/devicetree/base/serial-number", upTo: 64) {
            let serial = text.filter { isWordSign($0) }
            if !serial.isEmpty { return serial }
        }
        guard let id = SmallFile.text("/etc/machine-id", upTo: 64), !id.isEmpty else { return nil }
        return String(fingerprint(of: "noiseclock-mqtt " + id).prefix(16))
    }

    /// What topics may have, so that nobody's serial number has a wildcard in it.
    static func isWordSign(_ sign: Character) -> Bool {
        sign.isASCII && (sign.isLetter || sign.isNumber || sign == "-" || sign == "_")
    }

    /// The token in the folder, which is drawn at the first start.
    static func token(in folder: String) throws(IdentityError) -> String {
        let path = folder + "/token"
        if let text = SmallFile.text(path, upTo: 64), text.utf8.count == tokenLength {
            return text
        }
        guard sodium_init() >= 0 else { throw IdentityError("libsodium does not start") }
        var bytes = [UInt8](repeating: 0, count: tokenLength / 2)
        randombytes_buf(&bytes, bytes.count)
        let token = Spelling.hexadecimal(bytes)
        guard SmallFile.write(token, to: path) else {
            throw IdentityError("cannot write \(path): \(String(cString: strerror(errno)))")
        }
        return token
    }

    private static let tokenLength = 32

    /// As the clock makes it of a token that it is shown.
    static func fingerprint(of token: String) -> String {
        let bytes = Array(token.utf8)
        var hash = [UInt8](repeating: 0, count: 32)
        // It fails only for lengths outside its bounds, and these are constant.
        _ = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
        return Spelling.hexadecimal(hash)
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

/// Files of one line.
enum SmallFile {
    /// The first line without blanks at its end; nil if there is no such file, or it is no short text.
    static func text(_ path: String, upTo limit: Int) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: limit + 1)
        let count = read(file, &room, room.count)
        guard count >= 0, count <= limit else { return nil }
        let line = room[..<count].prefix { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
        let text = String(decoding: line, as: UTF8.self)
        return text.utf8.elementsEqual(line) ? text : nil
    }

    /// Writes a file that only this user may read, whole or not at all.
    static func write(_ text: String, to path: String) -> Bool {
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        let bytes = Array(text.utf8)
        let isWritten =
            Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        guard close(file) == 0, isWritten else { return false }
        return rename(new, path) == 0
    }

    /// Whether it begins with anything but blanks.
    static func hasContent(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var room = [UInt8](repeating: 0, count: 64)
        let count = read(file, &room, room.count)
        return room.prefix(max(0, count)).contains { $0 > 0x20 }
    }
}
