import ClockCore
import HAL
import QRCode

// A code that somebody has to copy from the panel, or to scan.
extension PixelFace {
    /// With a QR code where there is room for both. Else the digits alone: the whole where it fits, or halves or thirds in
    /// turn, with a bar below that shows which one it is.
    func drawCode(
        _ code: Snapshot.Code, on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        if let square = code.link.flatMap(QRCode.init(link:)),
            draw(square, beside: code, on: &canvas, &layouts)
        {
            return
        }
        let spaced = (0..<2).map { code.part($0, of: 2) }.joined(separator: " ")
        if draw([spaced, code.digits], in: area, inks.digits, on: &canvas, &layouts) { return }
        var text = area
        text.rows -= PixelFace.codeBarRows
        for count in [2, 3] {
            let part = code.turn % count
            let parts = (0..<count).map { code.part($0, of: count) }
            // Their sizes do not differ, which would look like a jump.
            let sizes = parts.map { textRows(for: $0, in: text, &layouts) ?? 0 }
            guard let rows = sizes.min(), rows > 0,
                draw([parts[part]], in: text, upTo: rows, inks.digits, on: &canvas, &layouts)
            else { continue }
            let start = area.columns * part / count
            let bar = PixelArea(
                column: area.column + start, row: area.row + area.rows - 1,
                columns: area.columns * (part + 1) / count - start, rows: 1)
            return canvas.fill(bar, inks.overlay)
        }
    }

    /// The bar, and the free row above it.
    private static let codeBarRows = 2

    // MARK: - To scan

    /// Draws the square at the left, and the digits in two halves at the right. Returns false, and draws nothing, if there is
    /// no room: a camera needs two pixels for a module.
    private func draw(
        _ square: QRCode, beside code: Snapshot.Code, on canvas: inout PixelCanvas,
        _ layouts: inout PixelLayouts
    ) -> Bool {
        let side = square.sideWithBorder * PixelFace.moduleSide
        let left = area.column + side + PixelFace.gapBesideSquare
        let halves = (0..<2).map { half in
            PixelArea(
                column: left, row: area.row + area.rows * half / 2,
                columns: area.column + area.columns - left, rows: area.rows / 2)
        }
        guard side <= area.rows, halves[0].columns > 0 else { return false }
        let parts = (0..<2).map { code.part($0, of: 2) }
        let rows = zip(parts, halves).map { textRows(for: $0, in: $1, &layouts) ?? 0 }.min() ?? 0
        guard rows > 0,
            draw([parts[0]], in: halves[0], upTo: rows, inks.digits, on: &canvas, &layouts),
            draw([parts[1]], in: halves[1], upTo: rows, inks.digits, on: &canvas, &layouts)
        else { return false }
        let ground = PixelArea(
            column: area.column, row: area.row + (area.rows - side) / 2, columns: side, rows: side)
        canvas.fill(ground, inks.digits)
        let border = QRCode.border * PixelFace.moduleSide
        for row in 0..<square.side {
            for column in 0..<square.side where square.isDark(column: column, row: row) {
                let module = PixelArea(
                    column: ground.column + border + column * PixelFace.moduleSide,
                    row: ground.row + border + row * PixelFace.moduleSide,
                    columns: PixelFace.moduleSide, rows: PixelFace.moduleSide)
                canvas.fill(module, .black)
            }
        }
        return true
    }

    private static let moduleSide = 2
    private static let gapBesideSquare = 4
}

extension Snapshot.Code {
    /// One of so many parts of the same length.
    func part(_ index: Int, of count: Int) -> String {
        let length = digits.count / count
        return String(digits.dropFirst(index * length).prefix(length))
    }
}
