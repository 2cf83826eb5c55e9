import HAL

/// A rectangle of pixels.
struct PixelArea: Hashable {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int

    var right: Int { column + columns }
    var bottom: Int { row + rows }

    func contains(_ column: Int, _ row: Int) -> Bool {
        column >= self.column && column < right && row >= self.row && row < bottom
    }

    func contains(_ other: PixelArea) -> Bool {
        other.column >= column && other.right <= right && other.row >= row
            && other.bottom <= bottom
    }

    func overlaps(_ other: PixelArea) -> Bool {
        column < other.right && other.column < right && row < other.bottom && other.row < bottom
    }

    func grown(by distance: Int) -> PixelArea {
        PixelArea(
            column: column - distance, row: row - distance, columns: columns + 2 * distance,
            rows: rows + 2 * distance)
    }

    /// The part of the panel that no bezel hides.
    static func safe(on panel: PixelGeometry) -> PixelArea {
        let insets = panel.safeArea
        return PixelArea(
            column: insets.left, row: insets.top,
            columns: max(0, panel.columns - insets.left - insets.right),
            rows: max(0, panel.rows - insets.top - insets.bottom))
    }
}

/// A picture that is being drawn. Nothing is drawn outside of it.
struct PixelCanvas {
    private(set) var picture: PixelPicture
    /// What of it can move; whoever draws such a part adds it.
    var parts = MovingParts()
    /// The texts in lines beside the content, as they were drawn.
    var lines: [String] = []

    init(columns: Int, rows: Int, background: PixelLight) {
        picture = PixelPicture(columns: columns, rows: rows, filledWith: background)
    }

    mutating func dot(_ column: Int, _ row: Int, _ light: PixelLight) {
        picture[column, row] = light
    }

    mutating func fill(_ area: PixelArea, _ light: PixelLight) {
        picture.fill(area, light)
    }

    /// The beginning of a picture that may be wider.
    mutating func place(_ wide: PixelPicture, in area: PixelArea) {
        picture.place(wide, column: area.column, row: area.row, in: area)
    }

    /// - Parameters:
    ///   - pen: the column where the glyph's advance begins.
    ///   - line: the row where the font's line begins.
    mutating func draw(_ glyph: Font.Glyph, pen: Int, line: Int, _ light: PixelLight) {
        let (left, top) = (pen + glyph.left, line + glyph.top)
        let columns = max(0, -left)..<max(0, -left, min(glyph.columns, picture.columns - left))
        for row in max(0, -top)..<max(0, -top, min(glyph.rows, picture.rows - top)) {
            let first = (top + row) * picture.columns + left
            for column in columns where glyph.isSet(column: column, row: row) {
                picture.pixels[first + column] = light
            }
        }
    }

    /// A text in one line, from `pen` on, up to the column `end`.
    mutating func draw(
        _ text: some StringProtocol, in font: Font, pen: Int, line: Int, upTo end: Int,
        _ light: PixelLight
    ) {
        var pen = pen
        for character in text {
            // The gap after a character may be cut off, the character not.
            guard let glyph = font.glyph(character) else { continue }
            guard pen + glyph.left + glyph.columns <= end else { return }
            draw(glyph, pen: pen, line: line, light)
            pen += glyph.advance
        }
    }
}

extension Font {
    /// The columns of a text, without the gap after its last character.
    func width(of text: some StringProtocol) -> Int {
        let glyphs = text.compactMap(glyph)
        guard let last = glyphs.last else { return 0 }
        return glyphs.dropLast().reduce(0) { $0 + $1.advance } + last.left + last.columns
    }
}
