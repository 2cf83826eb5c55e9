/// Text in the form that searches compare.
///
/// Theory of operation. The standard library lowers upper case. A table for the letters of European names (Latin-1 and
/// Latin Extended-A, composed) strips accents, and combining marks are dropped. Other scripts are compared unchanged. A
/// library that covers all of Unicode would be ten times as large as this program.
package enum SearchText {
    package static func folded(_ text: String) -> String {
        var folded = ""
        for scalar in text.lowercased().unicodeScalars {
            switch scalar.value {
            case 0x300...0x36f: continue
            case 9, 10, 13: folded.unicodeScalars.append(" ")
            default:
                if let base = bases[scalar] {
                    folded += base
                } else {
                    folded.unicodeScalars.append(scalar)
                }
            }
        }
        return folded
    }

    /// Whether the text contains the word; both must be folded.
    static func holds(_ text: [UInt8], _ word: Substring) -> Bool {
        let word = Array(word.utf8)
        guard let first = word.first else { return true }
        guard text.count >= word.count else { return false }
        for start in 0...(text.count - word.count) where text[start] == first {
            if text[start..<(start + word.count)].elementsEqual(word) { return true }
        }
        return false
    }

    static func identifier(_ name: String) -> String? {
        var id = ""
        for scalar in folded(name).unicodeScalars {
            if isPlain(scalar) {
                id.unicodeScalars.append(scalar)
            } else if !id.isEmpty, !id.hasSuffix("-") {
                id += "-"
            }
        }
        id = String(id.prefix(SoundLimits.idLength))
        while id.hasSuffix("-") { id.removeLast() }
        return id.isEmpty ? nil : id
    }

    static func isIdentifier(_ text: String) -> Bool {
        (1...SoundLimits.idLength).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { isPlain($0) || $0 == "-" }
            && !text.hasPrefix("-") && !text.hasSuffix("-")
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
    }

    /// The base letter of each accented letter.
    private static let bases: [Unicode.Scalar: String] = {
        let groups: [(base: String, letters: String)] = [
            ("a", "àáâãäåāăą"), ("ae", "æ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęě"),
            ("g", "ĝğġģ"), ("h", "ĥħ"), ("i", "ìíîïĩīĭįı"), ("j", "ĵ"), ("k", "ķ"),
            ("l", "ĺļľŀł"), ("n", "ñńņňŉ"), ("o", "òóôõöøōŏő"), ("oe", "œ"), ("r", "ŕŗř"),
            ("s", "śŝşš"), ("ss", "ß"), ("t", "ţťŧ"), ("th", "þ"), ("u", "ùúûüũūŭůűų"),
            ("w", "ŵ"), ("y", "ýÿŷ"), ("z", "źżž"),
        ]
        var bases: [Unicode.Scalar: String] = [:]
        for (base, letters) in groups {
            for letter in letters.unicodeScalars { bases[letter] = base }
        }
        return bases
    }()
}
