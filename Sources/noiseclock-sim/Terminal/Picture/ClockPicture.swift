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
