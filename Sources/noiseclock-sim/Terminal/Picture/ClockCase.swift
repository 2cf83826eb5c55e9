/// The case around whatever the clock shows: a line about dark glass.
///
/// Lengths are in units of a cell's width; a cell is two units high, as in most terminal fonts.
struct ClockCase: Hashable {
    let columns: Int
    let rows: Int
    /// Whether there is glass around what it shows. Without it, the picture itself fills half of the first row and of
    /// the last.
    let isClosed: Bool

    var width: Double { Double(columns) }
    var height: Double { Double(rows * 2) }

    func draw(on canvas: inout Canvas, left: Int, top: Int) {
        let bottom = top + rows - 1
        let glass = ClockShades.glass
        if isClosed {
            let line = String(repeating: "─", count: columns - 2)
            canvas.text("╭" + line + "╮", left, top, Palette.dim, on: glass)
            canvas.text("╰" + line + "╯", left, bottom, Palette.dim, on: glass)
        }
        for row in isClosed ? (top + 1)..<bottom : top..<(bottom + 1) {
            canvas.text("│", left, row, Palette.dim, on: glass)
            canvas.text("│", left + columns - 1, row, Palette.dim, on: glass)
        }
    }
}
