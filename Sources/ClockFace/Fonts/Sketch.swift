import ClockCore

/// A glyph in the making: its box, the places where a pen stands, and what it has drawn.
struct Sketch {
    let measures: StrokeMeasures
    let columns: Int
    private(set) var pen: Int
    private(set) var bitmap: StrokeBitmap
    /// The rows in which the pen leaves ink.
    var clip: Range<Int>
    /// Columns at either side that serifs need.
    let margin: Int

    init(_ measures: StrokeMeasures, columns: Int, margin: Int = 0, pen: Int? = nil) {
        self.measures = measures
        self.columns = columns
        self.margin = margin
        self.pen = pen ?? measures.pen
        bitmap = StrokeBitmap(columns: columns, rows: measures.figureHeight + measures.descent)
        clip = 0..<measures.figureHeight
    }

    // Places of the pen's centre, where its edges are edges of pixels.
    private var half: Double { Double(pen) / 2 }
    var left: Double { Double(margin) + half }
    var right: Double { Double(columns - margin) - half }
    var centre: Double { column(0.5) }
    /// The middle of the columns, even if that is no place of the pen.
    var exactCentre: Double { Double(columns) / 2 }
    var top: Double { half }
    var bottom: Double { Double(measures.figureHeight) - half }
    /// Bars in the middle stand in the upper half if they cannot be in the middle.
    var middle: Double {
        Double((measures.figureHeight - pen) / 2) + half
    }
    /// The top of small letters.
    var smallTop: Double { Double(measures.figureHeight - measures.smallHeight) + half }
    var smallMiddle: Double {
        Double(measures.figureHeight - measures.smallHeight)
            + Double((measures.smallHeight - pen) / 2) + half
    }
    /// The lowest row of letters that reach below the base line.
    var deepest: Double { Double(measures.figureHeight + measures.descent) - half }

    /// A share of the width from left to right.
    func column(_ share: Double) -> Double { snapped(left + (right - left) * share) }
    /// A share of the height from top to bottom.
    func row(_ share: Double) -> Double { snapped(top + (bottom - top) * share) }
    /// The same in the height of small letters.
    func smallRow(_ share: Double) -> Double { snapped(smallTop + (bottom - smallTop) * share) }

    /// Where a curve that begins at the top ends, so that what stands below stays apart.
    /// - Parameters:
    ///   - wanted: where it looks best.
    ///   - bar: the pen's place in the stroke below it.
    func hook(_ wanted: Double, from top: Double, above bar: Double) -> Double {
        max(top, min(wanted, snapped(bar - Double(pen + measures.clearance))))
    }

    /// The same for a curve that ends at the bottom.
    func hook(_ wanted: Double, from bottom: Double, below bar: Double) -> Double {
        min(bottom, max(wanted, snapped(bar + Double(pen + measures.clearance))))
    }

    func snapped(_ place: Double) -> Double { (place - half + 0.499).rounded(.down) + half }

    var style: StrokeStyle {
        var style = StrokeStyle()
        switch measures.design {
        case .default: break
        case .serif:
            // Square shoulders suit slabs, and tell a 0 from the round one of the standard design.
            style.reach = 0.8
            style.stretch = 1
            style.fullness = 0.9
        case .rounded:
            style.isRound = true
            style.fullness = 0.707
            // In fewer rows that would make a B an 8.
            let height = Double(measures.figureHeight)
            style.fillet = height < 14 ? 0 : height / 10
        case .monospaced:
            style.reach = 0.8
            style.fullness = 0.85
        case .segments: style.reach = 0
        }
        if measures.figureWidth <= StrokeMeasures.narrowestFigure { style.reach = 0 }
        return style
    }

    /// Fills the pixels whose centres are in a shape.
    mutating func fill(where isInside: (_ x: Double, _ y: Double) -> Bool) {
        for row in 0..<measures.figureHeight {
            for column in 0..<columns where isInside(Double(column) + 0.5, Double(row) + 0.5) {
                bitmap[column, row] = true
            }
        }
    }

    mutating func draw(_ path: StrokePath, pen thinner: Int? = nil) {
        let pen = Double(thinner ?? self.pen)
        for line in path.lines(pen: pen, style: style) {
            bitmap.draw(line, pen: pen, in: clip)
        }
    }

    /// The closed ring between four sides.
    mutating func ring(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) {
        draw(
            StrokePath(round: left, top).round(right, top).round(right, bottom).round(left, bottom)
                .closed())
    }

    /// Makes the right half the mirrored left half.
    mutating func mirror() {
        for row in 0..<bitmap.rows {
            for column in 0..<columns / 2 {
                bitmap[columns - 1 - column, row] = bitmap[column, row]
            }
        }
    }

    /// Makes the lower half of capitals the mirrored upper half, if the bar in the middle is as far from both ends.
    mutating func mirrorRows() {
        let rows = measures.figureHeight
        guard (rows - pen).isMultiple(of: 2) else { return }
        for row in 0..<rows / 2 {
            for column in 0..<columns {
                bitmap[column, rows - 1 - row] = bitmap[column, row]
            }
        }
    }

    /// Turns the rows of figures upside down and left to right.
    mutating func turn() {
        let before = bitmap
        let rows = measures.figureHeight
        for row in 0..<rows {
            for column in 0..<columns {
                bitmap[column, row] = before[columns - 1 - column, rows - 1 - row]
            }
        }
    }

    /// A level stroke.
    mutating func bar(from start: Double, to end: Double, at y: Double) {
        draw(StrokePath(start, y).to(end, y))
    }

    /// A dot as wide as the pen. The smallest way draws it, because a way without length has no direction.
    mutating func dot(at x: Double, _ y: Double) {
        draw(StrokePath(x - 0.001, y).to(x + 0.001, y))
    }

    /// Two strokes down and up again, as in a W.
    mutating func zigzag(from high: Double, to low: Double, peak: Double) {
        let valley = left + (right - left) * 0.27
        draw(StrokePath(left, high).to(valley, low).to(exactCentre, peak))
        draw(
            StrokePath(left + right - valley, low).to(exactCentre, peak).to(valley, low))
        mirror()
    }

    /// Takes away the ink from a column on.
    mutating func erase(from first: Int, in rows: Range<Int>) {
        for row in rows {
            for column in first..<max(first, columns) { bitmap[column, row] = false }
        }
    }

    /// Adds the mirrored picture.
    mutating func mirrorOver() {
        let before = bitmap
        for row in 0..<bitmap.rows {
            for column in 0..<columns where before[columns - 1 - column, row] {
                bitmap[column, row] = true
            }
        }
    }

    /// Adds slab serifs at the ends of stems; only a serif font has them.
    mutating func slabs(
        _ ends: some Sequence<(Double, Double)>, onlyLeft: Bool = false, onlyRight: Bool = false
    ) {
        guard measures.design == .serif else { return }
        let before = clip
        clip = 0..<bitmap.rows
        let reach = Double(measures.serif)
        for (x, y) in ends {
            draw(
                StrokePath(onlyRight ? x : x - reach, y).to(onlyLeft ? x : x + reach, y))
        }
        clip = before
    }
}
