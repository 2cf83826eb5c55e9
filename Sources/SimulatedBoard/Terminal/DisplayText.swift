package import HAL

extension SimulatorScreen.Display {
    /// What it shows, where there is no room to draw it. Pixels cannot be read, only counted: "16x9 pixels, 23 lit".
    var text: String {
        switch geometry {
        case .segments: return lit.segments?.text ?? ""
        case .pixels(let geometry):
            let pixels = lit.isDark ? [] : lit.pixels?.pixels ?? []
            let count = pixels.count { $0 != .black }
            return "\(geometry.columns)x\(geometry.rows) pixels, \(count) lit"
        }
    }
}

extension SegmentPicture {
    /// The segments as a person reads them; `?` for a shape that is no character.
    package var text: String {
        var result = ""
        for (index, digit) in digits.enumerated() {
            if colon, index == digits.count / 2 { result += ":" }
            result.append(digit.subtracting(.point).character)
            if digit.contains(.point) { result += "." }
        }
        return result
    }
}

extension Segments {
    /// Digits and the letters used on seven segments; 5 and S have the same shape.
    fileprivate var character: Character {
        let shapes: [UInt8: Character] = [
            0x00: " ", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6",
            0x07: "7", 0x7F: "8", 0x6F: "9", 0x40: "-", 0x08: "_", 0x77: "A", 0x7C: "b", 0x39: "C",
            0x58: "c", 0x5E: "d", 0x79: "E", 0x71: "F", 0x3D: "G", 0x76: "H", 0x74: "h", 0x10: "i",
            0x1E: "J", 0x38: "L", 0x54: "n", 0x5C: "o", 0x73: "P", 0x50: "r", 0x78: "t", 0x3E: "U",
            0x1C: "u", 0x6E: "y",
        ]
        return shapes[sevenSegmentByte] ?? "?"
    }
}
