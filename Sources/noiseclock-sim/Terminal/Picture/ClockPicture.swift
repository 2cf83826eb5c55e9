import HAL
import SimulatedBoard

/// A picture of the clock: a case, dark glass, and behind it the segments or pixels, lit or as faint ghosts.
///
/// Samples each cell at its four quarters and picks the two-coloured block character closest to them. This gives
/// soft edges at twice the cell resolution in both directions.
struct ClockPicture {
    let display: SimulatorScreen.Display
    let body: ClockCase
    private let content: Content

    /// Where on the picture things are, in units of `ClockCase`.
    private enum Content {
        case segments(SegmentShapes)
        case pixels(PixelGrid)
    }

    static let minimumRows = 6

    /// The largest clock that fits; nil if none does.
    init?(display: SimulatorScreen.Display, columns: Int, rows: Int) {
        guard rows >= ClockPicture.minimumRows else { return nil }
        self.display = display
        switch display.geometry {
        case .segments(let geometry):
            guard let (shapes, body) = SegmentShapes.fitting(geometry, columns: columns, rows: rows)
            else { return nil }
            (content, self.body) = (.segments(shapes), body)
        case .pixels(let geometry):
            guard let (grid, body) = PixelGrid.fitting(geometry, columns: columns, rows: rows)
            else { return nil }
            (content, self.body) = (.pixels(grid), body)
        }
    }

    var size: (columns: Int, rows: Int) { (body.columns, body.rows) }

    /// All cells, row by row.
    func cells(_ capability: TerminalCapability) -> [TerminalCell] {
        let shades = ClockShades(display)
        switch content {
        case .segments(let shapes):
            let lit = display.lit.isDark ? nil : display.lit.segments
            let left = (body.width - shapes.width) / 2
            let top = (body.height - shapes.height) / 2
            let isLit = shapes.lit(in: lit ?? SegmentPicture(digits: []))
            return cells(capability, shades, hasGhost: nil) {
                shapes.spot($0 - left, $1 - top, isLit: isLit)
            }
        case .pixels(let grid):
            let lights = PixelLights(display, grid.geometry, shades)
            guard case .dots(let side) = grid.scale else {
                return cells(capability, shades, hasGhost: grid.hasGhost) {
                    grid.spot($0, $1, lights)
                }
            }
            return cells { column, row in
                let (mask, light) = grid.dots(column, row, lights, side)
                return TerminalCell(
                    DotGlyph.character(mask),
                    style: TerminalStyle(
                        foreground: capability.resolve(light),
                        background: capability.resolve(ClockShades.glass)))
            }
        }
    }

    private func cells(_ cell: (_ column: Int, _ row: Int) -> TerminalCell) -> [TerminalCell] {
        (0..<(body.columns * body.rows)).map { cell($0 % body.columns, $0 / body.columns) }
    }

    /// - Parameter hasGhost: whether a cell gets the dot of an unlit part, without colours; nil: if one covers it.
    private func cells(
        _ capability: TerminalCapability, _ shades: ClockShades, hasGhost: ((Int, Int) -> Bool)?,
        spot: (Double, Double) -> ClockSpot
    ) -> [TerminalCell] {
        cells { column, row in
            guard capability == .plain else {
                return BlockGlyph.cell(column, row, capability) { shades.color(of: spot($0, $1)) }
            }
            let spots = BlockGlyph.middles(column, row).map { spot($0.x, $0.y) }
            return plainCell(spots, hasGhost: hasGhost?(column, row))
        }
    }

    /// Without colour, lit parts are solid, dimmer ones shaded, and ghosts are dots.
    private func plainCell(_ spots: [ClockSpot], hasGhost: Bool?) -> TerminalCell {
        let mask = spots.indices.reduce(0) { $0 | (spots[$1].lightness > 0 ? 1 << $1 : 0) }
        guard mask != 0 else {
            let ghost = spots.reduce(0) { $0 + $1.ghost / 4 }
            return hasGhost ?? (ghost > 0.45) ? TerminalCell("·") : .blank
        }
        let most = spots.map(\.lightness).max() ?? 1
        guard mask == 0b1111, most <= 0.75 else {
            return TerminalCell(BlockGlyph.characters[mask])
        }
        return TerminalCell(most > 0.5 ? "▓" : most > 0.25 ? "▒" : "░")
    }
}

/// Remembers the last clock that it painted, because the clock changes a few times a minute and the volume meter beside
/// it thirty times a second.
struct ClockPainter: Sendable {
    private var painted:
        (display: SimulatorScreen.Display, body: ClockCase, capability: TerminalCapability)?
    private var cells: [TerminalCell] = []

    mutating func draw(_ picture: ClockPicture, on canvas: inout Canvas, left: Int, top: Int) {
        let wanted = (picture.display, picture.body, canvas.capability)
        if painted.map({ $0 != wanted }) ?? true {
            cells = picture.cells(canvas.capability)
            painted = wanted
        }
        let columns = picture.size.columns
        for (index, cell) in cells.enumerated() {
            canvas.set(cell, left + index % columns, top + index / columns)
        }
        picture.body.draw(on: &canvas, left: left, top: top)
    }
}
