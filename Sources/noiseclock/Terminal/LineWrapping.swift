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
        var lines: [String] = []
        // The row's own columns stay as they are, and so do wider gaps within a line.
        var current = String(line.prefix(column))
        var gap = ""
        var isEmpty = true
        for word in line.dropFirst(column).split(
            separator: " ", omittingEmptySubsequences: false)
        {
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
        return (lines + [current]).joined(separator: "\n")
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
