import HAL
import SimulatedBoard

/// Paints a clock of segments. How far each point is from the segments takes nearly all of the time, so it is found
/// only when other segments light up, and not while the display fades.
struct SegmentPainting: Sendable {
    /// Where it is painted.
    struct Place: Hashable, Sendable {
        var shapes: SegmentShapes
        var body: ClockCase
        var isPlain: Bool
    }

    let place: Place
    private let body: ClockCase
    /// The points of all cells, row by row.
    private var samples: [SegmentShapes.Sample] = []
    /// The segments that `samples` are of; nil before the first.
    private var sampled: SegmentPicture?

    init(_ place: Place) {
        self.place = place
        body = place.body
    }

    /// All cells, row by row.
    mutating func cells(
        _ display: SimulatorScreen.Display, _ capability: TerminalCapability
    ) -> [TerminalCell] {
        let lit = display.lit.isDark ? nil : display.lit.segments
        let picture = lit ?? SegmentPicture(digits: [])
        if sampled != picture {
            samples = sampled(of: picture)
            sampled = picture
        }
        let shades = ClockShades(display, capability)
        return (0..<(body.columns * body.rows)).map { index in
            guard !place.isPlain else { return plainCell(index) }
            let first = index * ClockCase.pointsPerCell
            let (column, row) = (index % body.columns, index / body.columns)
            let quarters = body.quarters(column, row) { point, x, y in
                body.color(x, y, shades) { glass in
                    color(samples[first + point], shades, on: glass)
                }
            }
            return BlockGlyph.nearest(to: quarters, capability: capability)
        }
    }

    private func sampled(of picture: SegmentPicture) -> [SegmentShapes.Sample] {
        let shapes = place.shapes
        let left = (body.width - shapes.width) / 2
        let glass = body.height - body.margin.top - body.margin.bottom
        let top = body.margin.top + (glass - shapes.height) / 2
        var samples: [SegmentShapes.Sample] = []
        samples.reserveCapacity(body.columns * body.rows * pointsPerCell)
        for row in 0..<body.rows {
            for column in 0..<body.columns {
                for point in 0..<pointsPerCell {
                    let (x, y) =
                        place.isPlain
                        ? ClockCase.middle(ofQuarter: point, column, row)
                        : ClockCase.place(ofPoint: point, column, row)
                    samples.append(shapes.sample(x: x - left, y: y - top, picture: picture))
                }
            }
        }
        return samples
    }

    private var pointsPerCell: Int { place.isPlain ? 4 : ClockCase.pointsPerCell }

    private func color(
        _ sample: SegmentShapes.Sample, _ shades: ClockShades, on glass: PictureColor
    ) -> PictureColor {
        let height = place.shapes.height
        var result = glass.mixed(with: shades.ghost, share: ClockCase.coverage(sample.ghost))
        guard sample.lit < height else { return result }
        let reach = sample.lit / (height * 0.09)
        let glow = sample.lit > 0 ? 1 / (1 + reach * reach) : 1
        result = result.adding(shades.light, share: glow * shades.glow)
        let depth = min(1, max(0, -sample.lit / (height * 0.075)))
        let lit = shades.light.mixed(
            with: PictureColor(255, 236, 220), share: depth * shades.heat)
        return result.mixed(with: lit, share: ClockCase.coverage(sample.lit))
    }

    /// Without colour, lit parts are solid and ghosts are dots.
    private func plainCell(_ index: Int) -> TerminalCell {
        var mask = 0
        var ghost = 0.0
        for quarter in 0..<4 {
            let sample = samples[index * 4 + quarter]
            if sample.lit < 0.1 { mask |= 1 << quarter }
            ghost += ClockCase.coverage(sample.ghost) / 4
        }
        if mask != 0 { return TerminalCell(BlockGlyph.characters[mask]) }
        return ghost > 0.45 ? TerminalCell("·") : .blank
    }
}
