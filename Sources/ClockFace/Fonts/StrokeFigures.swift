import ClockCore

/// The strokes of the figures. All are as wide as the font's figures.
extension Sketch {
    static func figure(_ figure: Character, _ measures: StrokeMeasures) -> Sketch {
        var sketch = Sketch(measures, columns: measures.figureWidth)
        if measures.design == .segments {
            sketch.bars(of: figure)
            return sketch
        }
        switch figure {
        case "0": sketch.zero()
        case "1": sketch.one()
        case "2": sketch.two()
        case "3": sketch.three()
        case "4": sketch.four()
        case "5": sketch.five()
        case "6": sketch.six()
        case "7": sketch.seven()
        case "8": sketch.eight()
        default:
            sketch.six()
            sketch.turn()
        }
        return sketch
    }

    /// How far a slab reaches from an end; nil without slabs, or if it would close what is open beside it.
    ///
    /// - Parameter room: from the end to the stroke on the other side.
    private func slab(in room: Double? = nil) -> Double? {
        guard measures.design == .serif, !isNarrow else { return nil }
        let wanted = Double(max(measures.serif, measures.figureHeight / 10 + pen / 4))
        guard let room else { return wanted }
        let most = room - Double(pen + measures.clearance)
        return most >= 1 ? min(wanted, most) : nil
    }

    /// Whether there is no room for anything but upright and level strokes.
    private var isNarrow: Bool { columns < 5 }
    private var thickness: Double { Double(pen) / Double(columns) }
    /// The pen of slanted strokes that meet a stem at a sharp angle: thinner if the pen is thick, or they would fill it.
    private var slantedPen: Int {
        if thickness > 0.32 { return (pen + 1) / 2 }
        return pen < 3 || thickness < 0.22 ? pen : (2 * pen + 1) / 3
    }

    private mutating func zero() {
        ring(left, top, right, bottom)
        mirror()
        mirrorRows()
    }

    private mutating func one() {
        let hasFoot = measures.design == .serif || measures.design == .monospaced || isNarrow
        let stem = hasFoot ? centre : column(0.6)
        let flag = max(left, stem - (right - left) * 0.45)
        let thin = slantedPen
        draw(StrokePath(stem, top).to(stem, bottom))
        if slab() == nil {
            draw(StrokePath(snapped(flag), row(0.18)).to(stem, Double(thin) / 2), pen: thin)
        } else {
            bar(from: snapped(flag), to: stem, at: top)
        }
        if hasFoot { bar(from: left, to: right, at: bottom) }
    }

    private mutating func two() {
        if columns <= StrokeMeasures.narrowestFigure {
            draw(
                StrokePath(left, top).to(right, top).to(right, middle).to(left, middle)
                    .to(left, bottom).to(right, bottom))
            return
        }
        draw(
            StrokePath(left, row(0.2)).round(left, top).round(right, top)
                .round(right, row(0.48)).to(left, bottom).to(right, bottom))
        if let slab = slab(in: right - left) { bar(from: left, to: left + slab, at: row(0.2)) }
        // A thick slanted stroke needs the room itself.
        if thickness < 0.2, let slab = slab(in: bottom - row(0.48)) {
            draw(StrokePath(right, bottom).to(right, bottom - slab))
        }
    }

    private mutating func three() {
        let inner = column(0.4)
        let begin = isNarrow ? top : hook(row(0.2), from: top, above: middle)
        let end = isNarrow ? bottom : hook(row(0.8), from: bottom, below: middle)
        draw(
            StrokePath(left, begin).round(left, top).round(right, top).round(right, middle)
                .to(inner, middle))
        draw(
            StrokePath(inner, middle).round(right, middle).round(right, bottom)
                .round(left, bottom).to(left, end))
        if let slab = slab(in: right - left) {
            bar(from: left, to: left + slab, at: begin)
            bar(from: left, to: left + slab, at: end)
        }
        mirrorRows()
    }

    private mutating func four() {
        if isNarrow {
            draw(StrokePath(left, top).to(left, middle).to(right, middle))
            draw(StrokePath(right, top).to(right, bottom))
            return
        }
        // The thicker the pen, the further the stem is to the right and the thinner the slanted stroke is, so that the
        // counter stays open.
        let stem = column(min(1, 0.7 + max(0, thickness - 0.12) * 1.3))
        let bar = row(0.74)
        let slant = slantedPen
        draw(StrokePath(stem, top).to(stem, bottom))
        draw(StrokePath(left, bar).to(right, bar))
        slanted(from: stem, to: bar, pen: slant)
        if let slab = slab() {
            self.bar(from: stem - slab, to: min(right, stem + slab), at: bottom)
        }
    }

    /// The slanted stroke of a 4, from the top of its stem to the left end of its bar.
    private mutating func slanted(from stem: Double, to bar: Double, pen slant: Int) {
        let before = clip
        clip = 0..<Int(bar + Double(pen) / 2)
        // The outer edge meets that of the stem at the top; what would stick out on the other side is cut off.
        let slope = (stem - left) / max(1, bar - top)
        let across = Double(slant) / 2 * (1 + slope * slope).squareRoot()
        let inward = across - Double(pen) / 2
        let beyond = Double(pen)
        draw(
            StrokePath(left - beyond, bar + beyond / max(0.1, slope)).to(stem + inward, top),
            pen: slant)
        erase(from: Int(stem + Double(pen) / 2), in: 0..<Int(bar - Double(pen) / 2))
        clip = before
    }

    private mutating func five() {
        let bar = row(0.4)
        let foot = measures.figureHeight < 14 ? bar : row(0.52)
        let end = isNarrow ? bottom : hook(row(0.8), from: bottom, below: foot)
        draw(StrokePath(column(0.94), top).to(left, top).to(left, foot))
        draw(
            StrokePath(left, foot).round(left, bar).round(right, bar).round(right, bottom)
                .round(left, bottom).to(left, end))
        if let slab = slab(in: right - left) { self.bar(from: left, to: left + slab, at: end) }
        if let slab = slab(in: bar - top) {
            draw(StrokePath(column(0.94), top).to(column(0.94), top + slab))
        }
    }

    private mutating func six() {
        let bar = row(0.4)
        let begin = isNarrow ? top : hook(row(0.2), from: top, above: bar)
        draw(
            StrokePath(right, begin).round(right, top).round(left, top).round(left, bottom)
                .round(right, bottom).round(right, bar).round(left, bar)
                .to(left, snapped((bar + bottom) / 2)))
        if let slab = slab(in: right - left) { self.bar(from: right - slab, to: right, at: begin) }
    }

    private mutating func seven() {
        let slab = slab()
        let foot = column(slab == nil ? 0.3 : 0.4)
        draw(StrokePath(left, top).to(right, top).to(foot, bottom))
        guard let slab else { return }
        draw(StrokePath(left, top).to(left, top + slab))
        bar(from: max(left, foot - slab), to: min(right, foot + slab), at: bottom)
    }

    private mutating func eight() {
        ring(left, top, right, middle)
        ring(left, middle, right, bottom)
        mirror()
        mirrorRows()
    }
}
