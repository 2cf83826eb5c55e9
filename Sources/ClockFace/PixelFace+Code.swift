import ClockCore

// A code that somebody has to copy from the panel.
extension PixelFace {
    /// The whole where it fits; else halves or thirds in turn, with a bar below that shows which one it is.
    func drawCode(
        _ code: Snapshot.Code, on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        let spaced = (0..<2).map { code.part($0, of: 2) }.joined(separator: " ")
        if draw([spaced, code.digits], in: area, inks.digits, on: &canvas, &layouts) { return }
        var text = area
        text.rows -= PixelFace.codeBarRows
        for count in [2, 3] {
            let part = code.turn % count
            let digits = code.part(part, of: count)
            guard draw([digits], in: text, inks.digits, on: &canvas, &layouts) else { continue }
            let start = area.columns * part / count
            let bar = PixelArea(
                column: area.column + start, row: area.row + area.rows - 1,
                columns: area.columns * (part + 1) / count - start, rows: 1)
            return canvas.fill(bar, inks.overlay)
        }
    }

    /// The bar, and the free row above it.
    private static let codeBarRows = 2
}

extension Snapshot.Code {
    /// One of so many parts of the same length.
    func part(_ index: Int, of count: Int) -> String {
        let length = digits.count / count
        return String(digits.dropFirst(index * length).prefix(length))
    }
}
