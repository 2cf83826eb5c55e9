import HAL

/// Where the pixels of a panel lie on the picture of a clock, and how large they are.
///
/// A pixel is a square of whole units of `ClockCase`, so that its edges fall between quarters of cells. On a small
/// terminal, pixels are dots, eight to a cell; on a smaller one, several pixels share a dot.
struct PixelGrid: Hashable {
    let geometry: PixelGeometry
    let scale: Scale
    /// The first pixel: columns from the left edge of the case, and units from its top.
    let left: Int
    let top: Int

    enum Scale: Hashable {
        /// The side of a pixel, in units.
        case units(Int)
        /// The side of a dot, in pixels.
        case dots(Int)
    }

    /// What the panel is made of.
    enum Look: Hashable {
        /// LEDs in round housings, or with a lens.
        case round
        /// LEDs in square housings, as those of all colours have.
        case square
        /// Squares without gaps between them, and black where they are not lit: an OLED.
        case flat
    }

    /// Told by the geometry alone: only OLEDs have so many pixels that are just on or off.
    var look: Look {
        if geometry.color == .full { return .square }
        let isFine =
            max(geometry.columns, geometry.rows) >= 96 && min(geometry.columns, geometry.rows) > 16
        return isFine && geometry.depth == .one && geometry.color == .single ? .flat : .round
    }

    /// The largest pixels that fit, and the case around them; nil if not even shared dots do. Large pixels have a
    /// case like that of segments. The smaller they are, the more they need its room.
    static func fitting(
        _ geometry: PixelGeometry, columns: Int, rows: Int
    ) -> (PixelGrid, ClockCase)? {
        guard geometry.columns > 0, geometry.rows > 0 else { return nil }
        let largest = min(columns / geometry.columns, 2 * rows / geometry.rows)
        let scales =
            stride(from: largest, to: 0, by: -1).map { Scale.units($0) }
            + [1, 2, 4].map { Scale.dots($0) }
        return fitting(geometry, scales, columns: columns, rows: rows)
    }

    /// The case of the smallest clock that shows each pixel by itself, as half a cell if there is room for that, or
    /// else as a dot; nil if there is no room.
    static func showingEach(
        _ geometry: PixelGeometry, columns: Int, rows: Int
    ) -> ClockCase? {
        guard geometry.columns > 0, geometry.rows > 0 else { return nil }
        return fitting(geometry, [.units(1), .dots(1)], columns: columns, rows: rows)?.1
    }

    private static func fitting(
        _ geometry: PixelGeometry, _ scales: [Scale], columns: Int, rows: Int
    ) -> (PixelGrid, ClockCase)? {
        for scale in scales {
            for edge in Edge.all where edge.suits(scale) {
                let (grid, body) = placed(geometry, scale, edge)
                if body.columns + 2 * edge.air <= columns, body.rows <= rows { return (grid, body) }
            }
        }
        return nil
    }

    private static func placed(
        _ geometry: PixelGeometry, _ scale: Scale, _ edge: Edge
    ) -> (PixelGrid, ClockCase) {
        let grid = PixelGrid(
            geometry: geometry, scale: scale, left: edge.side + edge.padding,
            top: edge.side + edge.padding)
        let height = grid.height + 2 * grid.top
        let side = Double(edge.side)
        let body = ClockCase(
            columns: grid.width + 2 * grid.left, rows: (height + 1) / 2,
            margin: ClockCase.Margin(
                side: side, top: side, bottom: side, padding: Double(edge.padding)))
        return (grid, body)
    }

    /// The size of the whole grid, in units; that of dots is one of whole cells.
    var width: Int {
        switch scale {
        case .units(let side): geometry.columns * side
        case .dots(let side): PixelGrid.cells(geometry.columns, of: DotGlyph.columns * side)
        }
    }

    var height: Int {
        switch scale {
        case .units(let side): geometry.rows * side
        case .dots(let side): 2 * PixelGrid.cells(geometry.rows, of: DotGlyph.rows * side)
        }
    }

    private static func cells(_ pixels: Int, of each: Int) -> Int {
        (pixels + each - 1) / each
    }

    /// How much room the case leaves around the pixels, in units: the same on all sides.
    private struct Edge {
        let side: Int
        let padding: Int
        /// Columns that stay free on either side of the case.
        let air: Int

        /// Pixels of an even size and dots need an even number of units above them, to fill whole cells.
        static let all = [
            Edge(side: 2, padding: 2, air: 2), Edge(side: 1, padding: 1, air: 0),
            Edge(side: 1, padding: 0, air: 0),
        ]

        func suits(_ scale: Scale) -> Bool { padding > 0 || scale == .units(1) }
    }
}

extension PixelGrid {
    /// A pixel, or a place beside the grid.
    struct Spot {
        let column: Int
        let row: Int
    }

    /// The side of a pixel in units; 1 for dots.
    var side: Int {
        switch scale {
        case .units(let side): side
        case .dots: 1
        }
    }

    func contains(_ spot: Spot) -> Bool {
        (0..<geometry.columns).contains(spot.column) && (0..<geometry.rows).contains(spot.row)
    }

    /// The pixel under a quarter of a cell, or the place of the size of a pixel next to the grid, and the index of
    /// the quarter in that square; nil further away, and for dots.
    func pixel(at column: Int, _ row: Int, _ quarter: Int) -> (Spot, Int)? {
        guard case .units(let side) = scale else { return nil }
        // Counted from one pixel to the left and above, so that nothing is negative.
        let x = 2 * (column - left + side) + quarter % 2
        let y = 2 * row + quarter / 2 - top + side
        guard x >= 0, y >= 0 else { return nil }
        let spot = Spot(column: x / (2 * side) - 1, row: y / side - 1)
        guard spot.column <= geometry.columns, spot.row <= geometry.rows else { return nil }
        return (spot, y % side * 2 * side + x % (2 * side))
    }

    /// The cells that a pixel and `ring` more on each side of it lie in.
    func cells(ofColumn column: Int, row: Int, around ring: Int) -> (Range<Int>, Range<Int>) {
        switch scale {
        case .units(let side):
            let first = top + (row - ring) * side
            return (
                (left + (column - ring) * side)..<(left + (column + 1 + ring) * side),
                // Rounded outwards; halves of what lies above the picture do not matter.
                max(0, first / 2)..<max(1, (top + (row + 1 + ring) * side + 1) / 2)
            )
        case .dots(let side):
            let cell = (
                left + column / (DotGlyph.columns * side), top / 2 + row / (DotGlyph.rows * side)
            )
            return (cell.0..<(cell.0 + 1), cell.1..<(cell.1 + 1))
        }
    }
}
