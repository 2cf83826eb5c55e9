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
        let left = column + (colon.columns - colon.width) / 2
        if let glyph = colon.glyph {
            dots.append(
                PixelArea(
                    column: left, row: row + glyph.top - font.figureTop, columns: glyph.columns,
                    rows: glyph.rows))
            return
        }
        let dots = rowsOfDots(colon.side)
        for dot in [dots.upper, dots.lower] {
            addDot(left, row + dot, colon.side, columns: colon.width)
        }
    }
}

extension PixelLayout {
    /// The first rows of both dots, counted from the top of the figures: at thirds, but never without a row between them.
    private func rowsOfDots(_ side: Int) -> (upper: Int, lower: Int) {
        var third = font.figureHeight / 3
        func rows() -> (upper: Int, lower: Int) {
            (third - side / 2, font.figureHeight - third - (side + 1) / 2)
        }
        if rows().lower <= rows().upper + side { third -= 1 }
        return rows()
    }
}

/// The colon between two pairs of figures.
struct Colon {
    /// The rows of a dot.
    var side: Int
    /// The columns of a dot.
    var width: Int
    /// With the gaps at both sides.
    var columns: Int
    /// An own font's colon.
    var glyph: Font.Glyph?

    /// Dots over all columns between two figures, so that they stand in the middle.
    init(filling columns: Int, side: Int) {
        (self.side, self.columns, width) = (side, columns, columns)
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
            (side, width, columns) = (own.columns, own.columns, own.columns + gaps)
            return
        }
        let wanted = max(spacing.dot, font.pen)
        side = wanted + gaps <= most ? wanted : spacing.dot
        (width, columns) = (side, side + gaps)
    }
}
