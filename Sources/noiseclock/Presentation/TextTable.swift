import ClockTime

/// Rows of cells as text: each column as wide as its widest cell, two blanks between.
enum TextTable {
    /// - Parameter rightAligned: the places of columns that end together, as numbers do.
    static func text(_ rows: [[String]], rightAligned: Set<Int>) -> String {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in
            rows.map { TextTable.width(of: $0[column]) }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for column in columns {
                let cell = row[column]
                let space = String(repeating: " ", count: widths[column] - width(of: cell))
                line += rightAligned.contains(column) ? space + cell : cell + space
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// How many cells of a terminal the text takes. What is made of several scalars is as wide as its first:
    /// terminals do not agree on more.
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// The text cut to so many cells, with an ellipsis where something was cut.
    static func fitted(_ text: String, to width: Int) -> String {
        guard self.width(of: text) > width else { return text }
        var kept = ""
        var used = 0
        for character in text {
            used += self.width(of: character)
            guard used < width else { break }
            kept.append(character)
        }
        return kept + "…"
    }

    private static func width(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .format, .nonspacingMark, .enclosingMark: return 0
        default: return first.isWide ? 2 : 1
        }
    }
}
