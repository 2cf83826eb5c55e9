/// Suggests corrections for mistyped names, and quotes user input safely.
package enum Spelling {
    /// Longer words are not mistyped names, and the cost of a comparison grows with the square of the length.
    private static let longest = 32

    /// The known name that was probably meant; nil if none is close. Close means one mistake in a word of up to four
    /// letters and two in a longer one. A mistake is an extra, missing or wrong letter, or two swapped neighbours.
    package static func suggestion(for word: String, among names: [String]) -> String? {
        guard (2...longest).contains(word.utf8.count) else { return nil }
        let typed = Array(word.lowercased())
        let allowed = typed.count <= 4 ? 1 : 2
        let ranked = names.map { (name: $0, mistakes: mistakes(typed, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.mistakes < $1.mistakes }), best.mistakes <= allowed
        else { return nil }
        return best.name
    }

    /// User input as messages quote it: on one line, safe for a terminal, and limited in Unicode scalars, because one
    /// letter may have any number of accents.
    package static func quoted(_ text: String, longest: Int = 60) -> String {
        let start = text.unicodeScalars.prefix(longest)
        let isWhole = start.endIndex == text.unicodeScalars.endIndex
        return "\"\(printable(String(start)))\(isWhole ? "" : "…")\""
    }

    /// The text as one word of a command line.
    package static func argument(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || "-_.:+%".unicodeScalars.contains($0)
        }
        return isPlain && !text.isEmpty ? text : quoted(text)
    }

    /// The text with its control characters replaced, so that a label cannot control a terminal.
    package static func printable(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(shown)
    }

    /// C0, DEL and C1, and the line and paragraph separators, which some readers treat as line ends.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x2028...0x2029).contains(scalar.value)
    }

    /// Two lower-case digits for each byte.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The Damerau-Levenshtein distance in its restricted form ("optimal string alignment"), which moves no letter
    /// twice.
    private static func mistakes(_ one: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in one.indices {
            var current = [row + 1]
            for column in other.indices {
                let change = one[row] == other[column] ? 0 : 1
                var fewest = min(
                    last[column + 1] + 1, current[column] + 1, last[column] + change)
                if row > 0, column > 0, one[row] == other[column - 1],
                    one[row - 1] == other[column]
                {
                    fewest = min(fewest, beforeLast[column - 1] + 1)
                }
                current.append(fewest)
            }
            (beforeLast, last) = (last, current)
        }
        return last[other.count]
    }
}

// The width of text in columns: in terminals, tables and screens.

extension Unicode.Scalar {
    /// Whether a terminal shows it in two cells: East Asian Width W and F, in the blocks that matter (Unicode Standard
    /// Annex 11).
    package var isWide: Bool {
        if properties.isEmojiPresentation { return true }
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return true
        default:
            return false
        }
    }
}
