/// Wraps lines to the width of a terminal.
///
/// A line that is too long breaks at blanks. It continues below its own text. That text starts after the line's last
/// gap of two or more blanks, which is where a row's text starts, or else where the line itself starts. So a row of a
/// list keeps its columns, and a sentence its margin.
enum LineWrapping {
    /// - Parameter width: nil disables wrapping.
    static func wrapped(_ text: String, to width: Int?) -> String {
        guard let width else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            let text = String(line)
            return TextTable.width(of: text) > width ? wrapped(line: line, to: width) : text
        }.joined(separator: "\n")
    }

    private static func wrapped(line: Substring, to width: Int) -> String {
        let column = textColumn(of: line, within: width)
        // The row's own columns stay unchanged.
        return lines(line.dropFirst(column), behind: String(line.prefix(column)), to: width)
            .joined(separator: "\n")
    }

    /// Wraps a text at blanks, with continuation lines aligned to the first.
    ///
    /// - Parameter start: the prefix of the first line.
    static func lines(_ text: Substring, behind start: String, to width: Int) -> [String] {
        let column = TextTable.width(of: start)
        var lines: [String] = []
        var current = start
        var gap = ""
        var isEmpty = true
        for word in words(text, room: width - column) {
            // Keep wider gaps within a line.
            if word.isEmpty {
                gap += " "
                continue
            }
            if !isEmpty, TextTable.width(of: current + gap + word) > width {
                lines.append(current)
                current = String(repeating: " ", count: column) + word
            } else {
                current += gap + word
            }
            gap = " "
            isEmpty = false
        }
        return lines + [current]
    }

    /// The pieces between which a line may break. A final command stays whole if there is room, because users copy it.
    private static func words(_ text: Substring, room: Int) -> [Substring] {
        let words = joiningUnits(
            text.split(separator: " ", omittingEmptySubsequences: false), in: text)
        guard let first = words.lastIndex(of: "noiseclock"), first > 0 else { return words }
        let command = text[words[first].startIndex...]
        return TextTable.width(of: String(command)) <= room ? words[..<first] + [command] : words
    }

    /// The words with each number and its unit as one: "60 %", and "in 11 h 59 min".
    private static func joiningUnits(_ words: [Substring], in text: Substring) -> [Substring] {
        var joined: [Substring] = []
        for word in words {
            guard let last = joined.last, last.last?.isNumber == true,
                units.contains(word.prefix { $0.isLetter || $0 == "%" })
            else {
                joined.append(word)
                continue
            }
            joined[joined.count - 1] = text[last.startIndex..<word.endIndex]
            // The number belongs to the length before it, or to an "in".
            let before = joined.count - 2
            if before >= 0, word.first != "%", joined[before] == "in" || isLength(joined[before]) {
                joined.removeLast()
                joined[before] = text[joined[before].startIndex..<word.endIndex]
            }
        }
        return joined
    }

    private static let units: Set<Substring> = ["%", "d", "h", "min", "s", "ms"]

    /// Whether the piece ends as "in 11 h" does.
    private static func isLength(_ piece: Substring) -> Bool {
        let words = piece.split(separator: " ")
        guard let unit = words.last, words.count > 1 else { return false }
        return ["d", "h", "min"].contains(unit) && words[words.count - 2].last?.isNumber == true
    }

    /// The column where the line's text starts. A start in the right half leaves too little room to continue there.
    private static func textColumn(of line: Substring, within width: Int) -> Int {
        var column = line.prefix { $0 == " " }.count
        var place = column
        var blanks = 0
        for character in line.dropFirst(column) {
            if character != " " {
                if blanks > 1, place <= width / 2 { column = place }
                blanks = 0
            } else {
                blanks += 1
            }
            place += 1
        }
        return column
    }
}
