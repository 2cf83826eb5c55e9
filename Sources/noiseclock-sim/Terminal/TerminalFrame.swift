/// The size of a terminal in character cells.
struct TerminalSize: Hashable, Sendable {
    let columns: Int
    let rows: Int

    /// Clamped to 1...400 columns and 1...150 rows. No screen is larger, but a terminal may claim 65535 of each,
    /// which would be four thousand million cells to draw.
    init(columns: Int, rows: Int) {
        self.columns = min(400, max(1, columns))
        self.rows = min(150, max(1, rows))
    }
}

/// A colour as sent to a terminal.
enum TerminalColor: Hashable, Sendable {
    /// The person's default colour.
    case standard
    /// One of xterm's 256 colours.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

struct TerminalStyle: Hashable, Sendable {
    var foreground: TerminalColor
    var background: TerminalColor
    var isBold: Bool

    init(
        foreground: TerminalColor = .standard, background: TerminalColor = .standard,
        isBold: Bool = false
    ) {
        self.foreground = foreground
        self.background = background
        self.isBold = isBold
    }

    static let standard = TerminalStyle()
}

/// One character cell. A two-cell character is stored in the left cell; the right one is its `continuation`,
/// which is never written separately.
struct TerminalCell: Hashable, Sendable {
    var character: Character
    var style: TerminalStyle
    var isContinuation: Bool

    init(
        _ character: Character, style: TerminalStyle = .standard, isContinuation: Bool = false
    ) {
        self.character = character
        self.style = style
        self.isContinuation = isContinuation
    }

    static let blank = TerminalCell(" ")
}

/// A picture for a terminal: a complete grid of styled cells, ready to compare with the previous one.
struct TerminalFrame: Hashable, Sendable {
    let size: TerminalSize
    /// Row by row from the top left; `columns * rows` cells.
    private(set) var cells: [TerminalCell]

    init(size: TerminalSize, filledWith cell: TerminalCell = .blank) {
        self.size = size
        cells = Array(repeating: cell, count: size.columns * size.rows)
    }

    /// The cell at a position, which must lie within the frame.
    subscript(column: Int, row: Int) -> TerminalCell {
        get { cells[row * size.columns + column] }
        set { cells[row * size.columns + column] = newValue }
    }

    func contains(column: Int, row: Int) -> Bool {
        (0..<size.columns).contains(column) && (0..<size.rows).contains(row)
    }

    /// The plain characters, one line per row, without trailing blanks.
    var text: String {
        var lines: [String] = []
        for row in 0..<size.rows {
            var line = ""
            for column in 0..<size.columns where !self[column, row].isContinuation {
                line.append(self[column, row].character)
            }
            while line.last == " " { line.removeLast() }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }
}
