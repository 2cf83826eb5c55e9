/// What `--help` prints, in so many columns.
package enum HelpText {
    /// The words on as few lines of so many columns as they fit.
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

    /// An explanation, as `ManualPage.paragraph` takes it, too: its sentences fill the lines, the meanings of its
    /// words stand in two columns, and other indented lines stay as they are.
    package static func filled(_ explanation: String, to width: Int) -> String {
        ManualPage.blocks(of: explanation).map { block in
            guard block[0].hasPrefix("  ") else {
                return wrapped(block.joined(separator: " "), to: width)
            }
            let meanings = ManualPage.meanings(in: block.map { String($0.dropFirst(2)) })
            return meanings.map { columns($0, to: width) } ?? block.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    /// Columns that what is explained takes at most; beside anything longer the explanation has too little room.
    private static let widestLeft = 28

    /// What is explained, and the explanation beside it; below it where it is long.
    package static func columns(_ rows: [(String, String)], to width: Int) -> String {
        let left = rows.map(\.0.count).filter { $0 <= widestLeft }.max() ?? widestLeft
        let column = 2 + left + 2
        let margin = String(repeating: " ", count: column)
        return rows.map { name, meaning in
            let lines = lines(of: meaning, width - column)
            let gap = String(repeating: " ", count: max(0, left - name.count))
            let first =
                name.count > left
                ? ["  \(name)", margin + lines[0]] : ["  \(name)\(gap)  \(lines[0])"]
            return (first + lines.dropFirst().map { margin + $0 }).joined(separator: "\n")
        }.joined(separator: "\n")
    }
}
