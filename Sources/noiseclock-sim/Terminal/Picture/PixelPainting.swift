import HAL
import SimulatedBoard

/// Paints a clock of pixels. What does not depend on the pixels' light is computed once for a place; after that, only
/// the cells are painted anew that a changed pixel covers or lights up.
struct PixelPainting: Sendable {
    /// Where and how it is painted.
    struct Place: Hashable, Sendable {
        var grid: PixelGrid
        var body: ClockCase
        var capability: TerminalCapability
        var color: BoardDescription.Display.Color
    }

    let place: Place
    private let grid: PixelGrid
    private let stamp: PixelStamp
    /// The case, the glass and the unlit LEDs; none without colour.
    private let ground: [CellQuarters]
    /// What was shown last; nil before the first time.
    private var shown: PixelPicture?
    private var duty = 0.0
    private(set) var cells: [TerminalCell]
    /// The pixels' looks in rows, with one dark pixel more on each side.
    private var lights: [PixelLights.Light]
    private let stride: Int

    init(_ place: Place, _ display: SimulatorScreen.Display) {
        self.place = place
        grid = place.grid
        let shades = ClockShades(display, place.capability)
        stamp = PixelStamp(grid.look, side: grid.side, isSoft: shades.isSoft)
        ground = place.capability == .plain ? [] : PixelPainting.ground(place, stamp, shades)
        cells = Array(repeating: .blank, count: place.body.columns * place.body.rows)
        stride = grid.geometry.columns + 2
        lights = Array(repeating: .zero, count: stride * (grid.geometry.rows + 2))
    }

    /// Brings `cells` up to date.
    mutating func show(_ display: SimulatorScreen.Display) {
        let (columns, rows) = (grid.geometry.columns, grid.geometry.rows)
        let lit = display.lit.isDark ? nil : display.lit.pixels
        let picture = lit ?? PixelPicture(columns: columns, rows: rows)
        let isAllNew = shown == nil || display.lit.duty != duty
        let looks = PixelLights(
            grid.geometry, display, ClockShades(display, place.capability))
        var changed = Array(repeating: isAllNew, count: cells.count)
        for row in 0..<rows {
            for column in 0..<columns {
                let pixel = picture[column, row]
                if !isAllNew {
                    guard pixel != shown?[column, row] else { continue }
                    mark(column, row, in: &changed)
                }
                lights[(row + 1) * stride + column + 1] = looks.light(pixel)
            }
        }
        shown = picture
        duty = display.lit.duty
        for index in cells.indices where changed[index] {
            cells[index] = cell(
                index % place.body.columns, index / place.body.columns, picture)
        }
    }

    /// Marks the cells that a pixel covers or lights up.
    private func mark(_ column: Int, _ row: Int, in changed: inout [Bool]) {
        let (columns, rows) = grid.cells(
            ofColumn: column, row: row, around: stamp.glow.isEmpty ? 0 : 1)
        for row in rows.clamped(to: 0..<place.body.rows) {
            for column in columns.clamped(to: 0..<place.body.columns) {
                changed[row * place.body.columns + column] = true
            }
        }
    }

    private func cell(_ column: Int, _ row: Int, _ picture: PixelPicture) -> TerminalCell {
        switch (grid.scale, place.capability) {
        case (.dots(let side), _): dotCell(column, row, picture, side)
        case (.units, .plain): plainCell(column, row, picture)
        case (.units, _): paintedCell(column, row)
        }
    }

    // MARK: - Large pixels in colour

    private static func ground(
        _ place: Place, _ stamp: PixelStamp, _ shades: ClockShades
    ) -> [CellQuarters] {
        let (body, grid) = (place.body, place.grid)
        // Beside each other without a gap, ghosts would be a bright plane.
        let strength = stamp.side == 1 ? 0.5 : 1
        return (0..<(body.columns * body.rows)).map { index in
            let (column, row) = (index % body.columns, index / body.columns)
            var quarters = body.quarters(column, row) { _, x, y in
                body.color(x, y, shades) { $0 }
            }
            guard grid.look != .flat else { return quarters }
            for quarter in 0..<4 {
                guard let (spot, inside) = grid.pixel(at: column, row, quarter), grid.contains(spot)
                else { continue }
                quarters[quarter] = quarters[quarter].mixed(
                    with: shades.ghost, share: stamp.ghost[inside] * strength)
            }
            return quarters
        }
    }

    private func paintedCell(_ column: Int, _ row: Int) -> TerminalCell {
        var quarters = ground[row * place.body.columns + column]
        for quarter in 0..<4 {
            guard place.body.isGlass(column, row, quarter),
                let (spot, inside) = grid.pixel(at: column, row, quarter)
            else { continue }
            quarters[quarter] = color(spot, inside, on: quarters[quarter])
        }
        return BlockGlyph.nearest(to: quarters, capability: place.capability)
    }

    /// The colour of a quarter inside a pixel's square, or one beside the grid.
    private func color(
        _ spot: PixelGrid.Spot, _ inside: Int, on ground: PictureColor
    ) -> PictureColor {
        let index = (spot.row + 1) * stride + spot.column + 1
        var result = PixelLights.light(ground)
        if !stamp.glow.isEmpty {
            for neighbour in 0..<9 {
                let (across, down) = (neighbour % 3 - 1, neighbour / 3 - 1)
                let (column, row) = (spot.column + across, spot.row + down)
                guard column >= 0, column < grid.geometry.columns, row >= 0,
                    row < grid.geometry.rows
                else { continue }
                result +=
                    lights[index + down * stride + across] * (stamp.glow[neighbour][inside] * 0.3)
            }
        }
        let light = lights[index]
        guard light != .zero else { return PixelLights.color(result) }
        // The middle of a bright LED looks nearly white.
        let peak = light.max() / 255
        let heat = stamp.heat[inside] * 0.35 * peak * peak
        // A pixel that hardly glows is still no darker than an unlit one.
        let hot = pointwiseMax(light + (PixelPainting.white - light) * heat, result)
        return PixelLights.color(result + (hot - result) * stamp.coverage[inside])
    }

    private static let white = PixelLights.Light(255, 240, 228, 0)

    // MARK: - Large pixels without colour

    /// Lit pixels are solid, dimmer ones shaded; ghosts of LEDs are dots.
    private func plainCell(_ column: Int, _ row: Int, _ picture: PixelPicture) -> TerminalCell {
        func lightness(_ quarter: Int) -> Double {
            guard let (spot, _) = grid.pixel(at: column, row, quarter) else { return 0 }
            return PixelLights.lightness(picture[spot.column, spot.row])
        }
        let (upper, lower) = (lightness(0), lightness(2))
        switch (upper > 0, lower > 0) {
        case (true, true): return TerminalCell(PixelPainting.shade(max(upper, lower)))
        case (true, false): return TerminalCell(BlockGlyph.characters[0b0011])
        case (false, true): return TerminalCell(BlockGlyph.characters[0b1100])
        case (false, false): return TerminalCell(hasGhost(column, row) ? "·" : " ")
        }
    }

    private static func shade(_ lightness: Double) -> Character {
        lightness > 0.75 ? "█" : lightness > 0.5 ? "▓" : lightness > 0.25 ? "▒" : "░"
    }

    /// Whether the middle of an LED is in this cell, and not just its edge.
    private func hasGhost(_ column: Int, _ row: Int) -> Bool {
        guard grid.look != .flat, grid.side > 1 else { return false }
        let middle = (grid.side - 1) / 2
        return [0, 2].contains { quarter in
            guard let (spot, inside) = grid.pixel(at: column, row, quarter), grid.contains(spot)
            else { return false }
            return inside == middle * 2 * grid.side + 2 * middle
        }
    }

    // MARK: - Dots

    private func dotCell(
        _ column: Int, _ row: Int, _ picture: PixelPicture, _ side: Int
    ) -> TerminalCell {
        let index = row * place.body.columns + column
        let first = PixelGrid.Spot(
            column: (column - grid.left) * DotGlyph.columns * side,
            row: (row - grid.top / 2) * DotGlyph.rows * side)
        var mask: UInt8 = 0
        var light = PixelLights.Light.zero
        if grid.contains(first) {
            for (dot, bit) in DotGlyph.bits.enumerated() {
                let spot = PixelGrid.Spot(
                    column: first.column + dot % DotGlyph.columns * side,
                    row: first.row + dot / DotGlyph.columns * side)
                guard let mean = dotLight(spot, picture, side) else { continue }
                mask |= bit
                light += mean
            }
        }
        guard place.capability != .plain else { return TerminalCell(DotGlyph.character(mask)) }
        let count = Double(mask.nonzeroBitCount)
        guard count > 0 else {
            return BlockGlyph.nearest(to: ground[index], capability: place.capability)
        }
        light /= count
        // Dots cover a third of a cell, so the light between them is added to the glass.
        let share = place.capability == .trueColor ? 0.25 * count / 8 : 0
        let glass = ground[index].upperLeft.adding(PixelLights.color(light), share: share)
        return TerminalCell(
            DotGlyph.character(mask),
            style: TerminalStyle(
                foreground: place.capability.resolve(PixelLights.color(light)),
                background: place.capability.resolve(glass)))
    }

    /// The mean light of the lit pixels that share a dot; nil if too few of them are lit.
    private func dotLight(
        _ spot: PixelGrid.Spot, _ picture: PixelPicture, _ side: Int
    ) -> PixelLights.Light? {
        var sum = PixelLights.Light.zero
        var (lit, lightness) = (0.0, 0.0)
        for row in spot.row..<(spot.row + side) {
            for column in spot.column..<(spot.column + side) {
                let pixel = picture[column, row]
                guard pixel != .black else { continue }
                lit += 1
                lightness += PixelLights.lightness(pixel)
                sum += lights[(row + 1) * stride + column + 1]
            }
        }
        // The edge of a shape that covers half a dot is drawn; a pixel that hardly glows is not.
        let enough = side == 1 ? 0.2 : 0.4 * Double(side * side)
        return lightness >= enough ? sum / lit : nil
    }
}
