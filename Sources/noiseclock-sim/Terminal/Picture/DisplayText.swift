import HAL
import SimulatedBoard

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
    var text: String {
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
    /// The character that a person reads.
    fileprivate var character: Character {
        let sevenSegments = Segments(sevenSegmentByte: sevenSegmentByte)
        if self != sevenSegments, let letter = FourteenSegmentText.characters[self] {
            return letter
        }
        // A stroke that seven segments lack is no part of a seven-segment character.
        guard subtracting([.h, .i, .j, .k, .l, .m]) == self else { return "?" }
        return Segments.sevenSegmentCharacters[sevenSegmentByte] ?? "?"
    }

    /// Digits and the letters used on seven segments; 5 and S have the same shape.
    private static let sevenSegmentCharacters: [UInt8: Character] = [
        0x00: " ", 0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6",
        0x07: "7", 0x7F: "8", 0x6F: "9", 0x40: "-", 0x08: "_", 0x77: "A", 0x7C: "b", 0x39: "C",
        0x58: "c", 0x5E: "d", 0x79: "E", 0x71: "F", 0x3D: "G", 0x76: "H", 0x74: "h", 0x10: "i",
        0x1E: "J", 0x38: "L", 0x54: "n", 0x5C: "o", 0x73: "P", 0x50: "r", 0x78: "t", 0x3E: "U",
        0x1C: "u", 0x6E: "y",
    ]
}

/// The characters that only fourteen segments can show.
private enum FourteenSegmentText {
    static let characters: [Segments: Character] = {
        var characters: [Segments: Character] = [:]
        for (character, shapes) in strokes {
            for shape in shapes { characters[segments(shape)] = character }
        }
        return characters
    }()

    /// The usual shapes; `1` and `2` are the halves of the middle bar.
    private static let strokes: [Character: [String]] = [
        "0": ["abcdefjk"], "1": ["bcj"], "3": ["abcd2"], "5": ["adf1m"], "7": ["ajl", "ajk"],
        "B": ["abcd2il"], "D": ["abcdil"], "E": ["adef1"], "F": ["aef1"], "G": ["acdef2"],
        "I": ["il", "adil"], "K": ["ef1jm"], "M": ["bcefhj"], "N": ["bcefhm"], "Q": ["abcdefm"],
        "R": ["abef12m"], "S": ["acd2h"], "T": ["ail"], "V": ["efjk"], "W": ["bcefkm"],
        "X": ["hjkm"], "Y": ["hjl", "bf12l"], "Z": ["adjk"], "+": ["12il"], "*": ["12hijklm"],
        "/": ["jk"], "\\": ["hm"], "(": ["jm"], ")": ["hk"],
    ]

    private static func segments(_ strokes: String) -> Segments {
        var segments = Segments.blank
        for stroke in strokes { segments.formUnion(names[stroke] ?? .blank) }
        return segments
    }

    private static let names: [Character: Segments] = [
        "a": .a, "b": .b, "c": .c, "d": .d, "e": .e, "f": .f, "1": .g1, "2": .g2, "h": .h, "i": .i,
        "j": .j, "k": .k, "l": .l, "m": .m,
    ]
}
