/// A text of wpa_supplicant.conf, in one of its three forms (wpa_config_parse_string of wpa_supplicant):
///
/// | Form | Means |
/// | --- | --- |
/// | `"Home"` | what stands between the quotes; Raspberry Pi Imager puts a backslash before quotes and backslashes in it |
/// | `P"Caf\xc3\xa9"` | the same with the escapes of printf |
/// | `486f6d65` | the bytes in hexadecimal |
struct SupplicantText {
    private enum Form { case quoted, printed, bare }

    private let form: Form
    private let bytes: [UInt8]

    /// - Returns: nil if a quote is not closed, or an escape is no escape.
    init?(_ written: String) {
        form = written.hasPrefix("\"") ? .quoted : written.hasPrefix("P\"") ? .printed : .bare
        guard form != .bare else {
            bytes = Array(written.utf8)
            return
        }
        let text = Array(written.utf8.drop { $0 != UInt8(ascii: "\"") }.dropFirst())
        guard let end = text.lastIndex(of: UInt8(ascii: "\"")), text.endIndex == end + 1,
            let read = SupplicantText.unescaped(text[..<end], isPrinted: form == .printed)
        else { return nil }
        bytes = read
    }

    /// As the name of a network; nil if it is none, or no text.
    var name: String? {
        form == .bare
            ? Hexadecimal.bytes(bytes).flatMap(SupplicantText.text) : SupplicantText.text(bytes)
    }

    /// As a passphrase, or as the 64 digits of a key; nil if it is no text.
    var secret: String? { SupplicantText.text(bytes) }

    private static func text(_ bytes: [UInt8]) -> String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// - Parameter isPrinted: false: a backslash only escapes quotes and backslashes.
    private static func unescaped(_ text: ArraySlice<UInt8>, isPrinted: Bool) -> [UInt8]? {
        var read: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                read.append(byte)
                continue
            }
            guard let escape = rest.popFirst() else { return nil }
            switch escape {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): read.append(escape)
            case _ where !isPrinted: read += [byte, escape]
            case UInt8(ascii: "n"): read.append(0x0A)
            case UInt8(ascii: "r"): read.append(0x0D)
            case UInt8(ascii: "t"): read.append(0x09)
            case UInt8(ascii: "e"): read.append(0x1B)
            case UInt8(ascii: "x"):
                let digits = rest.prefix(2).prefix(while: SetupValues.isHexDigit)
                guard let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
                    return nil
                }
                read.append(value)
                rest = rest.dropFirst(digits.count)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                let digits =
                    [escape]
                    + rest.prefix(2).prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
                guard let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) else {
                    return nil
                }
                read.append(value)
                rest = rest.dropFirst(digits.count - 1)
            default: return nil
            }
        }
        return read
    }
}

private enum Hexadecimal {
    /// Nil unless it has two digits for each byte.
    static func bytes(_ digits: [UInt8]) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2), digits.allSatisfy(SetupValues.isHexDigit) else {
            return nil
        }
        return stride(from: 0, to: digits.count, by: 2).compactMap { place in
            UInt8(String(decoding: digits[place..<(place + 2)], as: UTF8.self), radix: 16)
        }
    }
}
