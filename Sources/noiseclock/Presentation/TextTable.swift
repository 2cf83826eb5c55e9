import ClockTime

/// Rows of cells as text. Each column is as wide as its widest cell, with two blanks in between. Columns
/// without any cell are omitted. If the table is too wide, the last column wraps first; then the widest of
/// the other columns shrink.
struct TextTable {
    private var rows: [(cells: [String], note: String)]
    /// Indices of right-aligned columns, such as numbers.
    private let rightAligned: Set<Int>

    /// The minimum width of a column that shrinks, and of the last column.
    private static let leastWidth = 8
    private static let leastLastWidth = 24
    private static let gap = "  "

    init(_ heading: [String], rightAligned: Set<Int> = []) {
        rows = [(heading, "")]
        self.rightAligned = rightAligned
    }

    /// - Parameter note: a remark on the row, on its own line below the second cell.
    mutating func add(_ cells: [String], note: String = "") { rows.append((cells, note)) }

    /// - Parameter width: the terminal's width; nil for the width of the cells.
    func text(width: Int? = nil) -> String {
        let columns = rows[0].cells.indices.filter { column in
            rows.dropFirst().contains { !$0.cells[column].isEmpty }
        }
        var widths = columns.map { column in
            rows.map { TextTable.width(of: $0.cells[column]) }.max() ?? 0
        }
        TextTable.fit(&widths, to: width)
        let indent = String(repeating: " ", count: (widths.first ?? 0) + TextTable.gap.count)
        return rows.map { row in
            let cells = columns.map { row.cells[$0] }
            var start = ""
            for (column, (cell, width)) in zip(columns, zip(cells, widths)).dropLast() {
                let fitted = TextTable.fitted(cell, to: width)
                let space = String(repeating: " ", count: width - TextTable.width(of: fitted))
                start += rightAligned.contains(column) ? space + fitted : fitted + space
                start += TextTable.gap
            }
            var lines = LineWrapping.lines(
                Substring(cells.last ?? ""), behind: start, to: width ?? .max)
            if !row.note.isEmpty {
                lines += LineWrapping.lines(
                    Substring(row.note), behind: indent, to: width ?? .max)
            }
            return lines.map { line in
                let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
                return line[..<end] + "\n"
            }.joined()
        }.joined()
    }

    /// Shrinks the widest column except the last until all columns fit, or none can shrink further.
    private static func fit(_ widths: inout [Int], to width: Int?) {
        guard let width, widths.count > 1 else { return }
        let gaps = gap.count * (widths.count - 1)
        widths[widths.count - 1] = min(widths[widths.count - 1], leastLastWidth)
        while widths.reduce(gaps, +) > width {
            let columns = widths.indices.dropLast()
            guard let widest = columns.max(by: { widths[$0] < widths[$1] }),
                widths[widest] > leastWidth
            else { return }
            widths[widest] -= 1
        }
    }

    /// The number of terminal cells that the text occupies. A character of several scalars counts as wide as its first:
    /// terminals agree on no more than that.
    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    /// The text cut to this many cells, ending in an ellipsis if it was cut.
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
        default:
            // A sign that is text by itself, and becomes an emoji by a selector, such as a gear.
            let isEmoji =
                first.properties.isEmojiPresentation
                || character.unicodeScalars.contains("\u{FE0F}")
            return first.isWide || isEmoji ? 2 : 1
        }
    }
}
