import ClockCore

// The distances between figures, and the colon that stands there.

extension PixelLayout {
    /// The distances at one height.
    struct Spacing {
        /// Between figures.
        var gap: Int
        /// The side of a colon's dot, which grows with the weight (product, C5).
        var dot: Int

        init(height: Int, weight: FontWeight) {
            gap = max(1, (height + 4) / 10)
            dot = max(1, height * (4 + weight.step) / 72)
        }
    }

    /// - Parameters:
    ///   - column: the first one after the figures before it.
    ///   - row: the first one of the figures.
    mutating func add(_ colon: Colon, column: Int, row: Int) {
        let left = column + (colon.columns - colon.side) / 2
        if let glyph = colon.glyph {
            dots.append(
                PixelArea(
                    column: left, row: row + glyph.top - font.figureTop, columns: glyph.columns,
                    rows: glyph.rows))
            return
        }
        let third = font.figureHeight / 3
        addDot(left, row + third - colon.side / 2, colon.side)
        addDot(left, row + font.figureHeight - third - (colon.side + 1) / 2, colon.side)
    }
}

/// The colon between two pairs of figures.
struct Colon {
    /// Of a dot.
    var side: Int
    /// With the gaps at both sides.
    var columns: Int
    /// An own font's colon.
    var glyph: Font.Glyph?

    init(side: Int, columns: Int) {
        (self.side, self.columns) = (side, columns)
    }

    /// The font's own colon if it has one, else dots as wide as its pen, each only if it fits.
    ///
    /// - Parameter most: the columns that it may have.
    init(in font: Font, hasOwn: Bool, _ spacing: PixelLayout.Spacing, most: Int) {
        let gaps = 2 * spacing.gap
        if hasOwn, let own = font.glyph(":"), own.columns > 0, own.columns + gaps <= most,
            own.top >= font.figureTop,
            own.top + own.rows <= font.figureTop + font.figureHeight
        {
            glyph = own
            (side, columns) = (own.columns, own.columns + gaps)
            return
        }
        let wanted = max(spacing.dot, font.pen)
        side = wanted + gaps <= most ? wanted : spacing.dot
        columns = side + gaps
    }
}
