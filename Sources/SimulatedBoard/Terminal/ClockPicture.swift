import HAL

/// A picture of the clock on a bedside table: a dark case, a pane of smoked glass, and behind it the segments or
/// pixels, lit or as faint ghosts.
///
/// Samples each cell at its four quarters and picks the two-coloured block character closest to them. This gives
/// soft edges at twice the cell resolution in both directions.
struct ClockPicture: Hashable {
    let display: SimulatorScreen.Display
    let body: ClockCase
    let content: Content

    /// Where on the picture things are, in units of `ClockCase`.
    enum Content: Hashable {
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

/// Paints a clock of segments.
struct SegmentPainting {
    private let shapes: SegmentShapes
    private let body: ClockCase
    private let shades: ClockShades
    private let capability: TerminalCapability
    /// Nil: nothing is lit.
    private let picture: SegmentPicture?
    /// Where the shapes begin.
    private let left: Double
    private let top: Double

    init(_ clock: ClockPicture, _ shapes: SegmentShapes, _ capability: TerminalCapability) {
        self.shapes = shapes
        self.capability = capability
        body = clock.body
        shades = ClockShades(clock.display, capability)
        picture = clock.display.lit.isDark ? nil : clock.display.lit.segments
        left = (body.width - shapes.width) / 2
        let (margin, height) = (clock.body.margin, clock.body.height)
        top = margin.top + (height - margin.top - margin.bottom - shapes.height) / 2
    }

    /// All cells, row by row.
    func cells() -> [TerminalCell] {
        var cells: [TerminalCell] = []
        cells.reserveCapacity(body.columns * body.rows)
        for row in 0..<body.rows {
            for column in 0..<body.columns {
                cells.append(
                    capability == .plain ? plainCell(column, row) : paintedCell(column, row))
            }
        }
        return cells
    }

    private func paintedCell(_ column: Int, _ row: Int) -> TerminalCell {
        let quarters = body.quarters(column, row) { x, y in
            body.color(x, y, shades) { glass in color(x, y, on: glass) }
        }
        return BlockGlyph.nearest(to: quarters, capability: capability)
    }

    private func color(_ x: Double, _ y: Double, on glass: PictureColor) -> PictureColor {
        let sample = shapes.sample(x: x - left, y: y - top, picture: picture)
        var result = glass.mixed(with: shades.ghost, share: ClockCase.coverage(sample.ghost))
        guard sample.lit < shapes.height else { return result }
        let reach = sample.lit / (shapes.height * 0.09)
        let glow = sample.lit > 0 ? 1 / (1 + reach * reach) : 1
        result = result.adding(shades.light, share: glow * shades.glow)
        let depth = min(1, max(0, -sample.lit / (shapes.height * 0.075)))
        let lit = shades.light.mixed(
            with: PictureColor(255, 236, 220), share: depth * shades.heat)
        return result.mixed(with: lit, share: ClockCase.coverage(sample.lit))
    }

    /// Without colour, lit parts are solid and ghosts are dots.
    private func plainCell(_ column: Int, _ row: Int) -> TerminalCell {
        var mask = 0
        var ghost = 0.0
        for quarter in 0..<4 {
            let x = Double(column) + (quarter % 2 == 0 ? 0.25 : 0.75)
            let y = Double(row * 2) + (quarter < 2 ? 0.5 : 1.5)
            let sample = shapes.sample(x: x - left, y: y - top, picture: picture)
            if sample.lit < 0.1 { mask |= 1 << quarter }
            ghost += ClockCase.coverage(sample.ghost) / 4
        }
        if mask != 0 { return TerminalCell(BlockGlyph.characters[mask]) }
        return ghost > 0.45 ? TerminalCell("·") : .blank
    }
}
