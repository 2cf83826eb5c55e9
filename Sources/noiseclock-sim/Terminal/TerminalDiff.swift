/// Computes the output that makes a terminal show a frame.
enum TerminalDiff {
    /// Turns `previous`, which the terminal shows, into `next` by writing only the cells that differ. Without
    /// `previous`, or if its size differs, clears and redraws everything.
    ///
    /// - Returns: UTF-8 text with ECMA-48 control sequences; empty if nothing differs.
    static func output(from previous: TerminalFrame?, to next: TerminalFrame) -> String {
        var writer = Writer()
        let known = previous?.size == next.size ? previous : nil
        if known == nil {
            writer.clear()
        }
        for row in 0..<next.size.rows {
            writer.writeRow(row, of: next, known: known)
        }
        return writer.finished()
    }

    private struct Writer {
        private var text = ""
        private var style = TerminalStyle.standard
        /// The known cursor position; nil after output that may leave it anywhere.
        private var cursor: (column: Int, row: Int)?

        mutating func clear() {
            text += "\u{1B}[0m\u{1B}[2J"
        }

        mutating func writeRow(_ row: Int, of next: TerminalFrame, known: TerminalFrame?) {
            for column in 0..<next.size.columns {
                let cell = next[column, row]
                guard !cell.isContinuation else { continue }
                // A cleared terminal already holds blanks.
                let old = known?[column, row] ?? .blank
                guard cell != old else { continue }
                bridge(to: column, row, in: next)
                set(cell.style)
                text.append(cell.character)
                advance(past: column, row, in: next)
            }
        }

        /// Moves the cursor to a cell. Across a few unchanged cells of the same style, rewriting them is shorter
        /// than a cursor command.
        private mutating func bridge(to column: Int, _ row: Int, in next: TerminalFrame) {
            let longestBridge = 4
            if let cursor, cursor.row == row, column >= cursor.column,
                column - cursor.column <= longestBridge
            {
                let between = (cursor.column..<column).map { next[$0, row] }
                let isPlain = between.allSatisfy {
                    $0.style == style && !$0.isContinuation && $0.character.isASCII
                }
                if isPlain {
                    for cell in between { text.append(cell.character) }
                    return
                }
            }
            text += "\u{1B}[\(row + 1);\(column + 1)H"
        }

        private mutating func advance(past column: Int, _ row: Int, in next: TerminalFrame) {
            let following = column + 1
            // Terminals disagree about the width of some characters and about the cursor position after the last
            // column.
            let isWide =
                following < next.size.columns && next[following, row].isContinuation
            cursor = isWide || following >= next.size.columns ? nil : (following, row)
        }

        private mutating func set(_ wanted: TerminalStyle) {
            guard wanted != style else { return }
            var codes: [String] = []
            if wanted == .standard {
                codes = ["0"]
            } else {
                if wanted.isBold != style.isBold { codes.append(wanted.isBold ? "1" : "22") }
                if wanted.foreground != style.foreground {
                    codes.append(code(wanted.foreground, isForeground: true))
                }
                if wanted.background != style.background {
                    codes.append(code(wanted.background, isForeground: false))
                }
            }
            text += "\u{1B}[" + codes.joined(separator: ";") + "m"
            style = wanted
        }

        private func code(_ color: TerminalColor, isForeground: Bool) -> String {
            switch color {
            case .standard: isForeground ? "39" : "49"
            case .indexed(let index): "\(isForeground ? 38 : 48);5;\(index)"
            case .rgb(let red, let green, let blue):
                "\(isForeground ? 38 : 48);2;\(red);\(green);\(blue)"
            }
        }

        /// Restores the initial pen, so that each output is self-contained.
        mutating func finished() -> String {
            set(.standard)
            return text
        }
    }
}
