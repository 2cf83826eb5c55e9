import HAL

/// A picture of the clock on a bedside table: a dark case, a pane of smoked glass, and behind it the segments,
/// lit or as faint ghosts.
///
/// Samples each cell at its four quarters and picks the two-coloured block character closest to them. This gives
/// soft edges at twice the cell resolution in both directions.
struct ClockPicture: Hashable {
    private let display: SimulatorScreen.Display
    private let shapes: SegmentShapes
    private let columns: Int
    private let rows: Int
    private let margin: Margin

    /// The space between the edge of the case and the digits, in units.
    private struct Margin: Hashable {
        var side: Double
        var top: Double
        var bottom: Double
        var padding: Double
    }

    static let minimumRows = 6

    /// The largest clock that fits; nil if none does.
    init?(display: SimulatorScreen.Display, columns: Int, rows: Int) {
        guard rows >= ClockPicture.minimumRows, case .segments(let geometry) = display.geometry
        else { return nil }
        let isSmall = rows < 10
        let margin =
            isSmall
            ? Margin(side: 1.5, top: 0.75, bottom: 1.25, padding: 1.25)
            : Margin(side: 2, top: 1, bottom: 2, padding: 2)
        let frame = 2 * (margin.side + margin.padding + 1)
        let perHeight = SegmentShapes.widthPerHeight(geometry)
        let tallest = Double(2 * rows) - margin.top - margin.bottom - 2 * margin.padding
        let height = min(tallest, (Double(columns) - frame) / perHeight)
        guard height >= 7 else { return nil }
        self.display = display
        self.margin = margin
        shapes = SegmentShapes(geometry, height: height)
        let wanted = Int((shapes.width + frame).rounded(.up))
        // Match the parity of the available columns, so that the clock is centred.
        self.columns = min(columns, wanted + (columns - wanted) % 2)
        let used = height + margin.top + margin.bottom + 2 * margin.padding
        self.rows = min(rows, Int((used / 2).rounded(.up)))
    }

    var size: (columns: Int, rows: Int) { (columns, rows) }

    /// All cells, row by row.
    func cells(_ capability: TerminalCapability) -> [TerminalCell] {
        let shades = Shades(display, capability)
        var cells: [TerminalCell] = []
        cells.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                cells.append(
                    capability == .plain
                        ? plainCell(column, row) : paintedCell(column, row, shades, capability))
            }
        }
        return cells
    }

    /// The manufacturer's name on the lower edge or, without colour, the edge itself.
    func drawCase(on canvas: inout Canvas, left: Int, top: Int) {
        guard canvas.capability != .plain else {
            frame(on: &canvas, left: left, top: top)
            return
        }
        guard margin.bottom == 2 else { return }
        let name = "NoiseClock"
        let shades = Shades(display, canvas.capability)
        let lowest = shades.caseColor(1 - 1 / Double(rows * 2), depth: 1)
        canvas.text(
            name, left + (columns - name.count) / 2, top + rows - 1,
            lowest.adding(PictureColor(255, 255, 255), share: 0.2), on: lowest)
    }

    // MARK: With colour

    private func paintedCell(
        _ column: Int, _ row: Int, _ shades: Shades, _ capability: TerminalCapability
    ) -> TerminalCell {
        var quarters: [PictureColor] = []
        quarters.reserveCapacity(4)
        for quarter in 0..<4 {
            let x = Double(column) + (quarter % 2 == 0 ? 0.25 : 0.75)
            let y = Double(row * 2) + (quarter < 2 ? 0.5 : 1.5)
            // A quarter is twice as high as wide, so two samples make squares of it.
            quarters.append(
                color(x, y - 0.25, shades).mixed(with: color(x, y + 0.25, shades), share: 0.5))
        }
        return BlockGlyph.nearest(to: quarters, capability: capability)
    }

    private func color(_ x: Double, _ y: Double, _ shades: Shades) -> PictureColor {
        let (width, height) = (Double(columns), Double(rows * 2))
        let outer = roundedBox(x, y, 0, 0, width, height, radius: 2.4)
        guard outer < 0.5 else { return Palette.background }
        let inner = roundedBox(
            x, y, margin.side, margin.top, width - margin.side, height - margin.bottom, radius: 1.4)
        var result = shades.caseColor(y / height, depth: -outer)
        if inner < 0.5 {
            let glass = glassColor(
                x, y, shades, top: margin.top, bottom: height - margin.bottom)
            result = result.mixed(with: glass, share: coverage(inner))
        }
        return Palette.background.mixed(with: result, share: coverage(outer))
    }

    private func glassColor(
        _ x: Double, _ y: Double, _ shades: Shades, top: Double, bottom: Double
    ) -> PictureColor {
        let sample = distances(x, y)
        var result = shades.glass(at: (y - top) / (bottom - top))
        result = result.mixed(with: shades.ghost, share: coverage(sample.ghost))
        guard sample.lit < shapes.height else { return result }
        let reach = sample.lit / (shapes.height * 0.09)
        let glow = sample.lit > 0 ? 1 / (1 + reach * reach) : 1
        result = result.adding(shades.light, share: glow * shades.glow)
        let depth = min(1, max(0, -sample.lit / (shapes.height * 0.075)))
        let lit = shades.light.mixed(
            with: PictureColor(255, 236, 220), share: depth * shades.heat)
        return result.mixed(with: lit, share: coverage(sample.lit))
    }

    private func distances(_ x: Double, _ y: Double) -> SegmentShapes.Sample {
        let left = (Double(columns) - shapes.width) / 2
        let height = Double(rows * 2) - margin.top - margin.bottom
        let top = margin.top + (height - shapes.height) / 2
        return shapes.sample(
            x: x - left, y: y - top,
            picture: display.lit.isDark ? nil : display.lit.segments)
    }

    /// The fraction of a sample's square that lies within a shape.
    private func coverage(_ distance: Double) -> Double {
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

    // MARK: Without colour

    /// Lit parts are solid; ghosts are dots.
    private func plainCell(_ column: Int, _ row: Int) -> TerminalCell {
        var mask = 0
        var ghost = 0.0
        for quarter in 0..<4 {
            let x = Double(column) + (quarter % 2 == 0 ? 0.25 : 0.75)
            let y = Double(row * 2) + (quarter < 2 ? 0.5 : 1.5)
            let sample = distances(x, y)
            if sample.lit < 0.1 { mask |= 1 << quarter }
            ghost += coverage(sample.ghost) / 4
        }
        if mask != 0 { return TerminalCell(BlockGlyph.characters[mask]) }
        return ghost > 0.45 ? TerminalCell("·") : .blank
    }

    private func frame(on canvas: inout Canvas, left: Int, top: Int) {
        let bottom = top + rows - 1
        let line = String(repeating: "─", count: columns - 2)
        canvas.text("╭" + line + "╮", left, top, Palette.text)
        canvas.text("╰" + line + "╯", left, bottom, Palette.text)
        for row in (top + 1)..<bottom {
            canvas.text("│", left, row, Palette.text)
            canvas.text("│", left + columns - 1, row, Palette.text)
        }
    }

    /// The colours of one picture, computed once. With 256 colours, soft gradients would become patches of
    /// different hues, so light is flat there.
    private struct Shades {
        let light: PictureColor
        let ghost: PictureColor
        let glow: Double
        let heat: Double
        private let tint: PictureColor
        private let isSoft: Bool

        init(_ display: SimulatorScreen.Display, _ capability: TerminalCapability) {
            let full = display.color.atFullLight
            tint = full
            isSoft = capability == .trueColor
            // In a dark room the eye adapts, so the lowest duty appears dim but not murky.
            let seen = display.lit.duty > 0 ? 0.22 + 0.78 * perceivedLightness(display.lit.duty) : 0
            light = PictureColor(0, 0, 0).mixed(with: full, share: seen)
            ghost =
                isSoft
                ? PictureColor(19, 18, 20).mixed(with: full, share: 0.075)
                : PictureColor(38, 38, 38)
            glow = isSoft ? 0.30 * seen : 0
            heat = isSoft ? 0.42 * seen * seen : 0
        }

        /// The smoked pane, slightly lighter at its upper edge.
        func glass(at share: Double) -> PictureColor {
            guard isSoft else { return PictureColor(8, 8, 8) }
            let shine = max(0, 1 - share * 2.2)
            return PictureColor(6, 6, 8).mixed(with: tint, share: 0.012)
                .adding(PictureColor(255, 255, 255), share: 0.022 * shine)
        }

        /// Plastic, lit from above.
        func caseColor(_ share: Double, depth: Double) -> PictureColor {
            guard isSoft else { return PictureColor(58, 58, 58) }
            let base = PictureColor(58, 60, 68).mixed(with: PictureColor(34, 35, 41), share: share)
            let edge = max(0, 1 - depth / 0.9) * max(0, 1 - share * 3)
            return base.adding(PictureColor(255, 255, 255), share: 0.13 * edge)
        }
    }
}

/// Caches the last clock it painted, because the clock changes a few times a minute and the volume meter beside
/// it thirty times a second.
package struct ClockPainter: Sendable {
    private struct Painted: Hashable {
        var picture: ClockPicture
        var capability: TerminalCapability
    }

    private var painted: Painted?
    private var cells: [TerminalCell] = []

    package init() {}

    mutating func draw(_ picture: ClockPicture, on canvas: inout Canvas, left: Int, top: Int) {
        let wanted = Painted(picture: picture, capability: canvas.capability)
        if painted != wanted {
            cells = picture.cells(canvas.capability)
            painted = wanted
        }
        let columns = picture.size.columns
        for (index, cell) in cells.enumerated() {
            canvas.set(cell, left + index % columns, top + index / columns)
        }
        picture.drawCase(on: &canvas, left: left, top: top)
    }
}

/// Characters that split a cell into quarters.
enum BlockGlyph {
    /// Indexed by the mask of inked quarters: bit 0 upper left, 1 upper right, 2 lower left, 3 lower right.
    static let characters: [Character] = [
        " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
    ]

    /// One of each pair of a mask and its complement: halves before quarters before diagonals, so that the
    /// simplest wins a tie.
    private static let candidates = [0b0011, 0b0101, 0b0001, 0b0010, 0b0100, 0b1000, 0b1001]

    static func nearest(
        to quarters: [PictureColor], capability: TerminalCapability
    ) -> TerminalCell {
        let even = mean(quarters, of: 0b1111)
        var best = (mask: 0, error: misfit(quarters, 0b1111, even), ink: even, paper: even)
        // An invisible difference needs no glyph.
        let visible = capability == .trueColor ? 24.0 : 2500.0
        if best.error > visible {
            for mask in candidates {
                let (ink, paper) = (mean(quarters, of: mask), mean(quarters, of: ~mask & 0b1111))
                let error = misfit(quarters, mask, ink) + misfit(quarters, ~mask & 0b1111, paper)
                if error < best.error * 0.98 { best = (mask, error, ink, paper) }
            }
        }
        // The lighter part is the ink, so that the characters alone still show the picture.
        if best.ink.luma < best.paper.luma {
            best = (~best.mask & 0b1111, best.error, best.paper, best.ink)
        }
        let (ink, paper) = (capability.resolve(best.ink), capability.resolve(best.paper))
        guard best.mask != 0, best.mask != 0b1111, ink != paper else {
            return TerminalCell(" ", style: TerminalStyle(background: capability.resolve(even)))
        }
        return TerminalCell(
            characters[best.mask], style: TerminalStyle(foreground: ink, background: paper))
    }

    private static func mean(_ colors: [PictureColor], of mask: Int) -> PictureColor {
        var (red, green, blue, count) = (0.0, 0.0, 0.0, 0.0)
        for index in colors.indices where mask >> index & 1 == 1 {
            red += colors[index].red
            green += colors[index].green
            blue += colors[index].blue
            count += 1
        }
        return PictureColor(red / count, green / count, blue / count)
    }

    private static func misfit(_ colors: [PictureColor], _ mask: Int, _ mean: PictureColor)
        -> Double
    {
        var sum = 0.0
        for index in colors.indices where mask >> index & 1 == 1 {
            sum += colors[index].distance(to: mean)
        }
        return sum
    }
}
