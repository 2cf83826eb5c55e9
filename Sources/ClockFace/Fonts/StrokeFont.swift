import ClockCore

/// Fonts of any height from one set of strokes.
enum StrokeFont {
    /// Which characters are drawn. A face's time needs few, and all take several times as long.
    enum Characters {
        /// Only the measures of the figures, to try whether they fit.
        case none
        case figures
        case all
    }

    static let family = "NoiseClock"

    /// The rows of the whole line.
    static func height(figureHeight: Int) -> Int {
        figureHeight + StrokeMeasures.descent(figureHeight: figureHeight)
    }

    static func font(
        design: FontDesign, weight: FontWeight, figureHeight: Int, maximumFigureWidth: Int?,
        characters: Characters
    ) -> Font {
        let measures = StrokeMeasures(
            design: design, weight: weight, figureHeight: figureHeight,
            maximumFigureWidth: maximumFigureWidth)
        guard characters != .none else { return Font(undrawn: measures, weight: weight) }
        var glyphs: [Character: Font.Glyph] = [:]
        for figure in Font.figures { glyphs[figure] = glyph(.figure(figure, measures)) }
        for sign in Sketch.signs { glyphs[sign] = Sketch.sign(sign, measures).map(glyph) }
        if characters == .all {
            for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
                glyphs[letter] = Sketch.capital(letter, measures).map(glyph)
            }
            for letter in "abcdefghijklmnopqrstuvwxyz" {
                glyphs[letter] = Sketch.smallLetter(letter, measures).map(glyph)
            }
        }
        return Font(
            family: family, design: design, weight: weight,
            isMonospaced: design == .monospaced, ascent: figureHeight, descent: measures.descent,
            glyphs: glyphs)
    }

    private static func glyph(_ sketch: Sketch) -> Font.Glyph {
        var bitmap = sketch.bitmap
        // A counter may be a single pixel where the pen is thin.
        if sketch.pen > 2 { bitmap.fillPinholes() }
        return Font.Glyph(
            advance: sketch.columns + sketch.measures.gap, left: 0, top: 0, columns: bitmap.columns,
            rows: bitmap.rows, isSet: { [bitmap] in bitmap[$0, $1] })
    }
}
