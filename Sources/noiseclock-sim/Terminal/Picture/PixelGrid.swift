import HAL

/// Where the pixels of a panel lie on the picture of a clock, and how large they are.
///
/// A pixel is a square of whole units of `ClockCase`, so that its edges fall between quarters of cells. On a small
/// terminal, pixels are dots, eight to a cell; on a smaller one, several pixels share a dot.
struct PixelGrid {
    let geometry: PixelGeometry
    let scale: Scale
    /// The first pixel: columns from the left edge of the case, and units from its top.
    let left: Int
    let top: Int

    enum Scale: Equatable {
        /// The side of a pixel, in units.
        case units(Int)
        /// The side of a dot, in pixels.
        case dots(Int)
    }

    /// Squares without gaps between them, and black where they are not lit: an OLED, told by the geometry alone. Only
    /// OLEDs have so many pixels that are just on or off.
    private var isFlat: Bool {
        geometry.depth == .one && geometry.color == .single
            && max(geometry.columns, geometry.rows) >= 96
            && min(geometry.columns, geometry.rows) > 16
    }

    /// Those that show each pixel by itself, as half a cell or else as a dot.
    static let scalesOfEach = [Scale.units(1), .dots(1)]

    /// How much room the case leaves around the pixels, in units, and the columns that stay free on either side of it.
    /// The smaller the pixels are, the more they need its room. Pixels of an even size and dots need an even number of
    /// units above them, to fill whole cells.
    private static let edges = [(inset: 4, air: 2), (2, 0), (1, 0)]

    /// The grid of the first scale that fits, by default the largest one, and the case around it; nil if not even
    /// shared dots fit.
    static func fitting(
        _ geometry: PixelGeometry, columns: Int, rows: Int, scales: [Scale]? = nil
    ) -> (PixelGrid, body: ClockCase)? {
        guard geometry.columns > 0, geometry.rows > 0 else { return nil }
        let largest = min(columns / geometry.columns, 2 * rows / geometry.rows)
        let all =
            stride(from: largest, to: 0, by: -1).map { Scale.units($0) }
            + [1, 2, 4].map { Scale.dots($0) }
        for scale in scales ?? all {
            for (inset, air) in edges where inset > 1 || scale == .units(1) {
                let grid = PixelGrid(geometry: geometry, scale: scale, left: inset, top: inset)
                let (width, height) = grid.size
                let body = ClockCase(
                    columns: width + 2 * inset, rows: (height + 2 * inset + 1) / 2,
                    isClosed: inset > 1)
                if body.columns + 2 * air <= columns, body.rows <= rows { return (grid, body) }
            }
        }
        return nil
    }

    /// The size of the whole grid, in units; that of dots is one of whole cells.
    private var size: (width: Int, height: Int) {
        switch scale {
        case .units(let side): return (geometry.columns * side, geometry.rows * side)
        case .dots(let side):
            let (across, down) = (DotGlyph.columns * side, DotGlyph.rows * side)
            return (
                (geometry.columns + across - 1) / across, 2 * ((geometry.rows + down - 1) / down)
            )
        }
    }
}

// MARK: - Large pixels

extension PixelGrid {
    /// The side of a pixel in units; 1 for dots.
    private var side: Int {
        if case .units(let side) = scale { side } else { 1 }
    }

    func spot(_ x: Double, _ y: Double, _ lights: PixelLights) -> ClockSpot {
        let side = Double(side)
        let (right, below) = ((x - Double(left)) / side, (y - Double(top)) / side)
        let (column, row) = (Int(right.rounded(.down)), Int(below.rounded(.down)))
        guard geometry.contains(column, row) else { return ClockSpot() }
        // Small LEDs fill their squares, or too little of them would be left. Beside each other without a gap, their
        // ghosts would be a bright plane.
        let isFull = isFlat || side < 3
        let (a, b) = (right - Double(column) - 0.5, below - Double(row) - 0.5)
        let covered =
            isFull ? 1 : ClockSpot.coverage(((a * a + b * b).squareRoot() - 0.44) * side)
        let light = lights[column, row]
        return ClockSpot(
            ghost: isFlat ? 0 : isFull ? 0.5 : covered, lit: light == nil ? 0 : covered,
            light: light, lightness: lights.lightness(column, row))
    }

    /// Whether the middle of an LED is in this cell, and not just its edge.
    func hasGhost(_ column: Int, _ row: Int) -> Bool {
        guard !isFlat, side > 1 else { return false }
        return [2 * row - top, 2 * row - top + 1].contains { down in
            let (x, y) = (column - left - (side - 1) / 2, down - (side - 1) / 2)
            return x >= 0 && y >= 0 && x % side == 0 && y % side == 0
                && geometry.contains(x / side, y / side)
        }
    }
}

extension PixelGeometry {
    fileprivate func contains(_ column: Int, _ row: Int) -> Bool {
        (0..<columns).contains(column) && (0..<rows).contains(row)
    }
}

// MARK: - Dots

extension PixelGrid {
    /// Up to eight dots of so many pixels each.
    func dots(
        _ column: Int, _ row: Int, _ lights: PixelLights, _ side: Int
    ) -> (mask: UInt8, light: PictureColor) {
        let first = (
            column: (column - left) * DotGlyph.columns * side,
            row: (row - top / 2) * DotGlyph.rows * side
        )
        var mask: UInt8 = 0
        var lit: [PictureColor] = []
        for (dot, bit) in DotGlyph.bits.enumerated() {
            let columns = first.column + dot % DotGlyph.columns * side
            let rows = first.row + dot / DotGlyph.columns * side
            var lightness = 0.0
            var shared: [PictureColor] = []
            for row in rows..<(rows + side) {
                for column in columns..<(columns + side) {
                    lightness += lights.lightness(column, row)
                    if let light = lights[column, row] { shared.append(light) }
                }
            }
            // The edge of a shape that covers half a dot is drawn; a pixel that hardly glows is not.
            guard lightness >= (side == 1 ? 0.2 : 0.4 * Double(side * side)) else { continue }
            mask |= bit
            lit.append(PictureColor.mean(shared))
        }
        return (mask, PictureColor.mean(lit))
    }
}
