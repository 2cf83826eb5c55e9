import HAL
import SimulatedBoard

/// A picture of the clock on a bedside table: a dark case, a pane of smoked glass, and behind it the segments or
/// pixels, lit or as faint ghosts.
///
/// Samples each cell at its four quarters and picks the two-coloured block character closest to them. This gives
/// soft edges at twice the cell resolution in both directions.
struct ClockPicture: Equatable {
    let display: SimulatorScreen.Display
    let body: ClockCase
    let content: Content

    /// Where on the picture things are, in units of `ClockCase`.
    enum Content: Equatable {
        case segments(SegmentShapes)
        case pixels(PixelGrid)
    }

    static let minimumRows = 6

    /// The largest clock that fits; nil if none does.
    init?(display: SimulatorScreen.Display, columns: Int, rows: Int) {
        guard rows >= ClockPicture.minimumRows else { return nil }
        switch display.geometry {
        case .segments(let geometry):
            self.init(display, geometry, columns: columns, rows: rows)
        case .pixels(let geometry):
            guard let (grid, body) = PixelGrid.fitting(geometry, columns: columns, rows: rows)
            else { return nil }
            self.init(display: display, body: body, content: .pixels(grid))
        }
    }

    private init(display: SimulatorScreen.Display, body: ClockCase, content: Content) {
        self.display = display
        self.body = body
        self.content = content
    }

    private init?(
        _ display: SimulatorScreen.Display, _ geometry: SegmentGeometry, columns: Int, rows: Int
    ) {
        let isSmall = rows < 10
        let margin =
            isSmall
            ? ClockCase.Margin(side: 1.5, top: 0.75, bottom: 1.25, padding: 1.25)
            : ClockCase.Margin(side: 2, top: 1, bottom: 2, padding: 2)
        let frame = margin.acrossBoth + 2
        let perHeight = SegmentShapes.widthPerHeight(geometry)
        let tallest = Double(2 * rows) - margin.downBoth
        let height = min(tallest, (Double(columns) - frame) / perHeight)
        guard height >= 7 else { return nil }
        let shapes = SegmentShapes(geometry, height: height)
        let wanted = Int((shapes.width + frame).rounded(.up))
        let used = height + margin.downBoth
        let body = ClockCase(
            // Match the parity of the available columns, so that the clock is centred.
            columns: min(columns, wanted + (columns - wanted) % 2),
            rows: min(rows, Int((used / 2).rounded(.up))), margin: margin)
        self.init(display: display, body: body, content: .segments(shapes))
    }

    var size: (columns: Int, rows: Int) { (body.columns, body.rows) }
}

extension ClockPicture {
    /// All cells, row by row.
    func cells(_ capability: TerminalCapability) -> [TerminalCell] {
        let shades = ClockShades(display, capability)
        switch content {
        case .segments(let shapes):
            let lit = shapes.lit(
                in: (display.lit.isDark ? nil : display.lit.segments) ?? SegmentPicture(digits: []))
            let left = (body.width - shapes.width) / 2
            let glass = body.height - body.margin.top - body.margin.bottom
            let top = body.margin.top + (glass - shapes.height) / 2
            func sample(_ x: Double, _ y: Double) -> SegmentShapes.Sample {
                shapes.sample(x: x - left, y: y - top, lit: lit)
            }
            return cells { column, row in
                guard capability != .plain else { return plainCell(column, row, sample) }
                return painted(column, row, capability, shades) { x, y, glass in
                    shades.color(of: sample(x, y), height: shapes.height, on: glass)
                }
            }
        case .pixels(let grid):
            let lights = PixelLights(display, grid.geometry, shades)
            return cells { column, row in
                if case .dots(let side) = grid.scale {
                    let (mask, light) = grid.dots(column, row, lights, side)
                    return dotCell(column, row, mask, light, capability, shades)
                }
                if capability == .plain { return grid.plainCell(column, row, lights) }
                return painted(column, row, capability, shades) { x, y, glass in
                    grid.color(x, y, lights, shades, on: glass)
                }
            }
        }
    }

    private func cells(_ cell: (_ column: Int, _ row: Int) -> TerminalCell) -> [TerminalCell] {
        (0..<(body.columns * body.rows)).map { cell($0 % body.columns, $0 / body.columns) }
    }

    private func painted(
        _ column: Int, _ row: Int, _ capability: TerminalCapability, _ shades: ClockShades,
        behindGlass: (Double, Double, PictureColor) -> PictureColor
    ) -> TerminalCell {
        let quarters = ClockCase.quarters(column, row) { x, y in
            body.color(x, y, shades) { behindGlass(x, y, $0) }
        }
        return BlockGlyph.nearest(to: quarters, capability: capability)
    }

    /// Without colour, lit parts are solid and ghosts are dots.
    private func plainCell(
        _ column: Int, _ row: Int, _ sample: (Double, Double) -> SegmentShapes.Sample
    ) -> TerminalCell {
        var mask = 0
        var ghost = 0.0
        for quarter in 0..<4 {
            let (x, y) = ClockCase.middle(ofQuarter: quarter, column, row)
            let sample = sample(x, y)
            if sample.lit < 0.1 { mask |= 1 << quarter }
            ghost += ClockCase.coverage(sample.ghost) / 4
        }
        if mask != 0 { return TerminalCell(BlockGlyph.characters[mask]) }
        return ghost > 0.45 ? TerminalCell("·") : .blank
    }

    private func dotCell(
        _ column: Int, _ row: Int, _ mask: UInt8, _ light: PictureColor,
        _ capability: TerminalCapability, _ shades: ClockShades
    ) -> TerminalCell {
        let character = DotGlyph.character(mask)
        guard capability != .plain else { return TerminalCell(character) }
        guard mask != 0 else { return painted(column, row, capability, shades) { $2 } }
        // Dots cover a third of a cell, so the light between them is added to the glass.
        let share = capability == .trueColor ? 0.25 * Double(mask.nonzeroBitCount) / 8 : 0
        let (x, y) = ClockCase.middle(ofQuarter: 0, column, row)
        let glass = body.color(x, y, shades) { $0 }.adding(light, share: share)
        return TerminalCell(
            character,
            style: TerminalStyle(
                foreground: capability.resolve(light), background: capability.resolve(glass)))
    }
}

/// Remembers the last clock that it painted, because the clock changes a few times a minute and the volume meter beside
/// it thirty times a second.
struct ClockPainter: Sendable {
    private var painted: (picture: ClockPicture, capability: TerminalCapability)?
    private var cells: [TerminalCell] = []

    mutating func draw(_ picture: ClockPicture, on canvas: inout Canvas, left: Int, top: Int) {
        if painted?.picture != picture || painted?.capability != canvas.capability {
            cells = picture.cells(canvas.capability)
            painted = (picture, canvas.capability)
        }
        let columns = picture.size.columns
        for (index, cell) in cells.enumerated() {
            canvas.set(cell, left + index % columns, top + index / columns)
        }
        picture.body.draw(
            on: &canvas, left: left, top: top, ClockShades(picture.display, canvas.capability))
    }
}
