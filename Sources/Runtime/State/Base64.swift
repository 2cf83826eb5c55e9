/// Bytes as text of 64 characters, with padding (RFC 4648, section 4).
enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let values = Dictionary(
        uniqueKeysWithValues: digits.enumerated().map { ($1, UInt32($0)) })

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
            for digit in 0..<4 {
                text.append(
                    digit > group.count
                        ? padding : digits[Int(word >> (18 - 6 * digit) & 63)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Nil if the text is no such text.
    static func bytes(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        for start in stride(from: 0, to: characters.count, by: 4) {
            var group = characters[start..<(start + 4)]
            if start + 4 == characters.count {
                while group.last == padding, group.count > 2 { group.removeLast() }
            }
            var word: UInt32 = 0
            for character in group {
                guard let value = values[character] else { return nil }
                word = word << 6 | value
            }
            word <<= 6 * UInt32(4 - group.count)
            for place in 0..<(group.count - 1) {
                bytes.append(UInt8(truncatingIfNeeded: word >> (16 - 8 * UInt32(place))))
            }
        }
        return bytes
    }
}
