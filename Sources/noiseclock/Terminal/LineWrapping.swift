import Control

/// Lines as wide as a terminal.
///
/// A line that is too long is broken at blanks and goes on under its own text: behind the last gap of two blanks or
/// more that it has, which is where a row's text begins, else where the line itself begins. So a row of a list keeps
/// its columns, and a sentence its margin.
enum LineWrapping {
    /// - Parameter width: nil breaks nothing.
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
        // The row's own columns stay as they are.
        return lines(line.dropFirst(column), behind: String(line.prefix(column)), to: width)
            .joined(separator: "\n")
    }

    /// A text in lines that are broken at blanks, each under the one before.
    ///
    /// - Parameter start: what the first line begins with.
    static func lines(_ text: Substring, behind start: String, to width: Int) -> [String] {
        let column = TextTable.width(of: start)
        var lines: [String] = []
        var current = start
        var gap = ""
        var isEmpty = true
        for word in words(text, room: width - column) {
            // Wider gaps within a line stay.
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

    /// The words between which a line may be broken. A command at its end stays whole where there is room for it:
    /// people copy it.
    private static func words(_ text: Substring, room: Int) -> [Substring] {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let first = words.lastIndex(of: "noiseclock"), first > 0 else { return words }
        let command = text[words[first].startIndex...]
        return TextTable.width(of: String(command)) <= room ? words[..<first] + [command] : words
    }

    /// Where the line's text begins. What begins in the right half has too little room to go on in.
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
