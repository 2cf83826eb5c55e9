/// A colour in the usual notation, "#ff8800". How a panel renders it is up to the panel.
package struct Tint: Hashable, Sendable, CustomStringConvertible {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Nil for anything but "#" and six hexadecimal digits, or three: "#f80" is "#ff8800".
    package init?(_ text: String) {
        guard text.hasPrefix("#"), text.utf8.dropFirst().allSatisfy(Tint.isHexadecimal) else {
            return nil
        }
        var digits = text.dropFirst().map { $0 }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        guard digits.count == 6, let number = UInt32(String(digits), radix: 16) else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: number >> 16),
            green: UInt8(truncatingIfNeeded: number >> 8), blue: UInt8(truncatingIfNeeded: number))
    }

    /// Needed because the library's parser accepts a sign in place of a digit.
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    package var description: String {
        let number = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        let digits = String(number, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
