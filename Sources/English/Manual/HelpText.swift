/// The output of `--help`, at a given width.
package enum HelpText {
    /// Wraps the words into as few lines as possible, `width` columns wide.
    package static func wrapped(_ text: String, to width: Int) -> String {
        lines(of: text, width).joined(separator: "\n")
    }

    private static func lines(of text: String, _ width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Formats an explanation, in the form of `ManualPage.paragraph`: wraps its sentences, shows the meanings of its
    /// words in two columns, and keeps other indented lines unchanged.
    package static func filled(_ explanation: String, to width: Int) -> String {
        ManualPage.blocks(of: explanation).map { block in
            guard block[0].hasPrefix("  ") else {
                return wrapped(block.joined(separator: " "), to: width)
            }
            let meanings = ManualPage.meanings(in: block.map { String($0.dropFirst(2)) })
            return meanings.map { columns($0, to: width) } ?? block.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// The maximum width of the terms column. Beside longer terms, explanations would have too little room.
    private static let widestLeft = 28

    /// The minimum width of the explanations column.
    private static let leastRight = 32
    /// The margin of an explanation that stands below its term.
    private static let lowerMargin = 6

    /// Two columns: a term, and its explanation beside it, or below it if the term is long. On a narrow terminal every
    /// explanation stands below its term.
    package static func columns(_ rows: [(String, String)], to width: Int) -> String {
        let left = rows.map(\.0.count).filter { $0 <= widestLeft }.max() ?? widestLeft
        let beside = 2 + left + 2
        let isNarrow = width - beside < leastRight
        let column = isNarrow ? lowerMargin : beside
        let margin = String(repeating: " ", count: column)
        return rows.map { name, meaning in
            let lines = lines(of: meaning, width - column)
            let gap = String(repeating: " ", count: max(0, left - name.count))
            let first =
                isNarrow || name.count > left
                ? ["  \(name)", margin + lines[0]] : ["  \(name)\(gap)  \(lines[0])"]
            return (first + lines.dropFirst().map { margin + $0 }).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
