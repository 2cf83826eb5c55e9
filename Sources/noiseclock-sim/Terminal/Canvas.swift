/// The colours around the clock: a room at night.
enum Palette {
    static let background = PictureColor(13, 14, 18)
    static let text = PictureColor(206, 208, 214)
    static let dim = PictureColor(112, 116, 128)
    static let faint = PictureColor(80, 84, 97)
    static let accent = PictureColor(255, 178, 74)
    static let alert = PictureColor(214, 58, 44)
    static let alertText = PictureColor(255, 240, 232)
    static let good = PictureColor(96, 200, 120)
    static let warm = PictureColor(240, 196, 84)
    static let hot = PictureColor(236, 84, 62)
    static let night = PictureColor(58, 84, 150)
    static let daylight = PictureColor(255, 224, 150)
    static let key = PictureColor(48, 51, 61)
    static let keyEdge = PictureColor(27, 29, 35)
    static let overlay = PictureColor(28, 31, 39)
    static let ink = PictureColor(20, 18, 16)
}

/// A frame under construction. Anything outside its bounds is clipped.
struct Canvas {
    private(set) var frame: TerminalFrame
    let capability: TerminalCapability

    init(size: TerminalSize, capability: TerminalCapability) {
        self.capability = capability
        let style = TerminalStyle(
            foreground: capability.resolve(Palette.text),
            background: capability.resolve(Palette.background))
        frame = TerminalFrame(size: size, filledWith: TerminalCell(" ", style: style))
    }

    var columns: Int { frame.size.columns }
    var rows: Int { frame.size.rows }

    mutating func set(_ cell: TerminalCell, _ column: Int, _ row: Int) {
        guard frame.contains(column: column, row: row) else { return }
        clearHalves(column, row)
        frame[column, row] = cell
    }

    /// Writes text to the right from a position, up to column `limit`.
    ///
    /// - Returns: the column after the text.
    @discardableResult
    mutating func text(
        _ text: String, _ column: Int, _ row: Int, _ color: PictureColor,
        on background: PictureColor = Palette.background, isBold: Bool = false,
        limit: Int = .max
    ) -> Int {
        guard (0..<rows).contains(row) else { return column }
        let style = TerminalStyle(
            foreground: capability.resolve(color), background: capability.resolve(background),
            isBold: isBold && capability != .plain)
        let end = min(columns, limit == .max ? columns : column + limit)
        var place = column
        for glyph in TerminalText.glyphs(of: TerminalText.fitted(text, to: end - column)) {
            guard place >= 0, place + glyph.width <= end else { break }
            set(TerminalCell(glyph.character, style: style), place, row)
            if glyph.width == 2 {
                set(TerminalCell(" ", style: style, isContinuation: true), place + 1, row)
            }
            place += glyph.width
        }
        return place
    }

    /// Writes text that ends before a column.
    mutating func text(
        _ text: String, endingAt column: Int, _ row: Int, _ color: PictureColor,
        isBold: Bool = false
    ) {
        self.text(text, max(0, column - TerminalText.width(of: text)), row, color, isBold: isBold)
    }

    mutating func fill(
        _ columns: Range<Int>, _ row: Int, _ character: Character = " ",
        _ color: PictureColor = Palette.text, on background: PictureColor
    ) {
        let style = TerminalStyle(
            foreground: capability.resolve(color), background: capability.resolve(background))
        for column in columns {
            set(TerminalCell(character, style: style), column, row)
        }
    }

    /// If a wide character loses one of its cells, it loses the other too.
    private mutating func clearHalves(_ column: Int, _ row: Int) {
        let old = frame[column, row]
        if old.isContinuation, column > 0 {
            frame[column - 1, row].character = " "
        }
        if column + 1 < columns, frame[column + 1, row].isContinuation {
            frame[column + 1, row].isContinuation = false
        }
    }
}
