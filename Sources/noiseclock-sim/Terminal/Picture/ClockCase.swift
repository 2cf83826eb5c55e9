/// The dark case with its pane of smoked glass, which is around whatever the clock shows.
///
/// Lengths are in units of a cell's width; a cell is two units high, as in most terminal fonts.
struct ClockCase: Hashable {
    let columns: Int
    let rows: Int
    let margin: Margin

    /// The space between the edge of the case and what it shows.
    struct Margin: Hashable {
        /// The widths of the case's own edges.
        var side: Double
        var top: Double
        var bottom: Double
        /// The glass between those edges and what it shows.
        var padding: Double

        var acrossBoth: Double { 2 * (side + padding) }
        var downBoth: Double { top + bottom + 2 * padding }
    }

    var width: Double { Double(columns) }
    var height: Double { Double(rows * 2) }

    /// Whether there is glass around what it shows, so that its edge may be soft.
    private var isOpen: Bool { margin.padding > 0 }

    /// The colour at a point. `behindGlass` tells what shows where there is only this glass.
    func color(
        _ x: Double, _ y: Double, _ shades: ClockShades,
        behindGlass: (PictureColor) -> PictureColor
    ) -> PictureColor {
        let bottom = height - margin.bottom
        // Most points are so far inside that no edge matters.
        let inset = 2.0
        if x > margin.side + inset, x < width - margin.side - inset, y > margin.top + inset,
            y < bottom - inset
        {
            return behindGlass(shades.glass(at: (y - margin.top) / (bottom - margin.top)))
        }
        let outer = roundedBox(x, y, 0, 0, width, height, radius: 2.4)
        guard outer < 0.5 else { return Palette.background }
        let inner = roundedBox(
            x, y, margin.side, margin.top, width - margin.side, bottom,
            radius: isOpen ? min(1.4, margin.padding + 0.4) : 0)
        var result = shades.caseColor(y / height, depth: -outer)
        if inner < (isOpen ? 0.5 : 0) {
            let glass = behindGlass(shades.glass(at: (y - margin.top) / (bottom - margin.top)))
            result = result.mixed(with: glass, share: isOpen ? ClockCase.coverage(inner) : 1)
        }
        return Palette.background.mixed(with: result, share: ClockCase.coverage(outer))
    }

    static func middle(ofQuarter quarter: Int, _ column: Int, _ row: Int) -> (x: Double, y: Double)
    {
        (
            Double(column) + (quarter % 2 == 0 ? 0.25 : 0.75),
            Double(row * 2) + (quarter < 2 ? 0.5 : 1.5)
        )
    }

    /// The colours of a cell's quarters, sampled at two points of each. A quarter is twice as high as wide, so the two
    /// make squares of it.
    static func quarters(
        _ column: Int, _ row: Int, color: (Double, Double) -> PictureColor
    ) -> CellQuarters {
        CellQuarters { quarter in
            let (x, y) = middle(ofQuarter: quarter, column, row)
            return color(x, y - 0.25).mixed(with: color(x, y + 0.25), share: 0.5)
        }
    }

    /// The fraction of a sample's square that lies within a shape.
    static func coverage(_ distance: Double) -> Double {
        min(1, max(0, 0.5 - distance / 0.55))
    }

    private func roundedBox(
        _ x: Double, _ y: Double, _ left: Double, _ top: Double, _ right: Double, _ bottom: Double,
        radius: Double
    ) -> Double {
        let outX = abs(x - (left + right) / 2) - (right - left) / 2 + radius
        let outY = abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
        let (a, b) = (max(outX, 0), max(outY, 0))
        return (a * a + b * b).squareRoot() + min(max(outX, outY), 0) - radius
    }

    // MARK: On the canvas

    /// The manufacturer's name on the lower edge or, without colour, the edge itself.
    func draw(on canvas: inout Canvas, left: Int, top: Int, _ shades: ClockShades) {
        guard canvas.capability != .plain else {
            frame(on: &canvas, left: left, top: top)
            return
        }
        guard margin.bottom == 2 else { return }
        let name = "NoiseClock"
        let lowest = shades.caseColor(1 - 1 / height, depth: 1)
        canvas.text(
            name, left + (columns - name.count) / 2, top + rows - 1,
            lowest.adding(PictureColor(255, 255, 255), share: 0.2), on: lowest)
    }

    private func frame(on canvas: inout Canvas, left: Int, top: Int) {
        let bottom = top + rows - 1
        // Without glass around it, the picture itself fills half of the first row and of the last.
        let isClosed = margin.padding > 0
        if isClosed {
            let line = String(repeating: "─", count: columns - 2)
            canvas.text("╭" + line + "╮", left, top, Palette.text)
            canvas.text("╰" + line + "╯", left, bottom, Palette.text)
        }
        for row in isClosed ? (top + 1)..<bottom : top..<(bottom + 1) {
            canvas.text("│", left, row, Palette.text)
            canvas.text("│", left + columns - 1, row, Palette.text)
        }
    }
}
