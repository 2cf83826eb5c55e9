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

// MARK: - Large pixels

extension PixelGrid {
    /// The side of a pixel in units; 1 for dots.
    private var side: Int {
        if case .units(let side) = scale { side } else { 1 }
    }

    /// The pixel's column and row, and the distance of the point from the edge of its LED, negative inside.
    private func led(
        at x: Double, _ y: Double, across: Int = 0, down: Int = 0
    ) -> (column: Int, row: Int, distance: Double) {
        let side = Double(side)
        let (right, below) = ((x - Double(left)) / side, (y - Double(top)) / side)
        let column = Int(right.rounded(.down)) + across
        let row = Int(below.rounded(.down)) + down
        let (a, b) = (right - Double(column) - 0.5, below - Double(row) - 0.5)
        if look != .flat, self.side == 2, across == 0, down == 0 {
            // It has too few quarters for a shape, so a bright dot lies on the rest of the square.
            return (column, row, a < 0.25 && b < 0 ? -0.5 : 0)
        }
        let distance =
            look == .round
            ? (a * a + b * b).squareRoot() - half : max(abs(a), abs(b)) - half
        return (column, row, distance * side)
    }

    /// Half the width of an LED, as a share of the pixel. Small ones fill it, or too little of them would be left.
    private var half: Double {
        if look == .flat || side == 1 { return 1 }
        return look == .square ? 0.40 : side < 3 ? 0.5 : 0.44
    }

    /// The colour of a point behind the glass.
    func color(
        _ x: Double, _ y: Double, _ lights: PixelLights, _ shades: ClockShades,
        on glass: PictureColor
    ) -> PictureColor {
        let (column, row, distance) = led(at: x, y)
        var result = glass
        let isInside = geometry.contains(column, row)
        let covered = ClockCase.coverage(distance)
        if look != .flat, isInside {
            // Beside each other without a gap, ghosts would be a bright plane.
            let share = shades.isSoft ? covered : covered < 0.6 ? 0 : 1
            result = result.mixed(with: shades.ghost, share: side == 1 ? share / 2 : share)
        }
        if shades.isSoft, look != .flat, side > 1 {
            for neighbour in 0..<9 {
                let near = led(at: x, y, across: neighbour % 3 - 1, down: neighbour / 3 - 1)
                guard let light = lights[near.column, near.row] else { continue }
                result = result.adding(light, share: 0.3 * glow(near.distance))
            }
        }
        guard isInside, let light = lights[column, row] else { return result }
        // The middle of a bright LED looks nearly white.
        let peak = max(light.red, light.green, light.blue) / 255
        let depth = min(1, max(0, -distance / (half * Double(side))))
        let heat = shades.isSoft && half < 1 ? depth * 0.35 * peak * peak : 0
        // A pixel that hardly glows is still no darker than an unlit one.
        let hot = light.mixed(with: PictureColor(255, 240, 228), share: heat).brighter(result)
        return result.mixed(
            with: hot, share: shades.isSoft || half == 1 ? covered : covered < 0.4 ? 0 : 1)
    }

    /// Falls with the distance, to nothing where the next pixel but one begins.
    private func glow(_ distance: Double) -> Double {
        let reach = max(0, distance) / (0.3 * Double(side))
        let end = (1.5 - half) / 0.3
        let rest = 1 / (1 + end * end)
        return max(0, 1 / (1 + reach * reach) - rest) / (1 - rest)
    }

    /// Without colour, lit pixels are solid, dimmer ones shaded; ghosts of LEDs are dots.
    func plainCell(_ column: Int, _ row: Int, _ lights: PixelLights) -> TerminalCell {
        func lightness(_ quarter: Int) -> Double {
            let (x, y) = ClockCase.middle(ofQuarter: quarter, column, row)
            let pixel = led(at: x, y)
            return lights.lightness(pixel.column, pixel.row)
        }
        let (upper, lower) = (lightness(0), lightness(2))
        switch (upper > 0, lower > 0) {
        case (true, true):
            let most = max(upper, lower)
            return TerminalCell(most > 0.75 ? "█" : most > 0.5 ? "▓" : most > 0.25 ? "▒" : "░")
        case (true, false): return TerminalCell(BlockGlyph.characters[0b0011])
        case (false, true): return TerminalCell(BlockGlyph.characters[0b1100])
        case (false, false): return TerminalCell(hasGhost(column, row) ? "·" : " ")
        }
    }

    /// Whether the middle of an LED is in this cell, and not just its edge.
    private func hasGhost(_ column: Int, _ row: Int) -> Bool {
        guard look != .flat, side > 1, geometry.contains(place: column - left, 0, side) else {
            return false
        }
        let middle = (side - 1) / 2
        return (0..<2).contains { half in
            let down = 2 * row + half - top
            return geometry.contains(place: column - left, down, side)
                && (column - left) % side == middle && down % side == middle
        }
    }
}

extension PixelGeometry {
    fileprivate func contains(_ column: Int, _ row: Int) -> Bool {
        (0..<columns).contains(column) && (0..<rows).contains(row)
    }

    /// Whether a pixel of that side covers this unit of the grid.
    fileprivate func contains(place x: Int, _ y: Int, _ side: Int) -> Bool {
        x >= 0 && y >= 0 && contains(x / side, y / side)
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
