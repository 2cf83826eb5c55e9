package import ClockCore

/// A bitmap font: the pictures of characters for lines of one height.
///
/// Rows count from the top of the line, columns from the beginning of a character. Each figure is as wide as the others
/// (product, C7), so a layout that makes its cells `figureWidth` wide and `figureHeight` high never moves.
package struct Font: Hashable, Sendable {
    package let family: String
    package let design: FontDesign
    package let weight: FontWeight
    /// Whether all characters have the same advance.
    package let isMonospaced: Bool
    /// Rows of the line above the base line.
    package let ascent: Int
    /// Rows of the line below the base line.
    package let descent: Int
    let glyphs: [Character: Glyph]
    /// The same of the figures alone, from 0 on, which every picture needs.
    private let figures: [Glyph?]
    /// The row of the line where figures begin.
    package let figureTop: Int
    /// The rows of the highest figure.
    package let figureHeight: Int
    /// The columns of the widest figure.
    package let figureWidth: Int

    /// How wide its strokes are: the most frequent length of ink in the rows of its figures. No pen is wider than a fifth
    /// of their height.
    var pen: Int {
        var counts: [Int: Int] = [:]
        for case let glyph? in figures {
            for row in 0..<glyph.rows {
                for run in glyph.runs(inRow: row) { counts[run, default: 0] += 1 }
            }
        }
        let frequent = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 1
        return max(1, min(frequent, figureHeight / 5))
    }

    /// The rows of the line.
    package var height: Int { ascent + descent }

    init(
        family: String, design: FontDesign, weight: FontWeight, isMonospaced: Bool, ascent: Int,
        descent: Int, glyphs: [Character: Glyph]
    ) {
        self.family = family
        self.design = design
        self.weight = weight
        self.isMonospaced = isMonospaced
        self.ascent = ascent
        self.descent = descent
        self.glyphs = glyphs
        self.figures = Font.figures.map { glyphs[$0] }
        let figures = self.figures.compactMap(\.self).filter { $0.rows > 0 }
        let top = figures.map(\.top).min() ?? 0
        figureTop = top
        figureHeight = (figures.map { $0.top + $0.rows }.max() ?? top) - top
        figureWidth = figures.map(\.columns).max() ?? 0
    }

    /// A font of strokes before it is drawn: with its measures, which are those of its figures, and without characters.
    init(undrawn measures: StrokeMeasures, weight: FontWeight) {
        family = StrokeFont.family
        design = measures.design
        self.weight = weight
        isMonospaced = measures.design == .monospaced
        ascent = measures.figureHeight
        descent = measures.descent
        (glyphs, figures) = ([:], [])
        (figureTop, figureHeight, figureWidth) = (0, measures.figureHeight, measures.figureWidth)
    }

    static let figures: [Character] = Array("0123456789")

    /// Between a number and its unit. Fonts of so few pixels have spaces as wide as figures.
    static let narrowSpace: Character = "\u{202F}"

    /// The picture of a character, else of the same letter in the other case; nil if the font has neither.
    package func glyph(_ character: Character) -> Glyph? {
        // Own fonts may have something else there.
        if let icon = AlarmIcon(character) { return icon.glyph(in: self) }
        if let glyph = glyphs[character] { return glyph }
        if character == Font.narrowSpace {
            return glyphs[" "].map { .space(advance: max(1, $0.advance / 3)) }
        }
        let others = [character.uppercased(), character.lowercased()]
        return others.lazy.compactMap { $0.count == 1 ? $0.first : nil }
            .compactMap { glyphs[$0] }.first
    }

    /// The picture of a digit, 0 to 9; nil if the font has none.
    func figure(_ digit: Int) -> Glyph? { figures.indices.contains(digit) ? figures[digit] : nil }

    /// This font with each pixel as a square of so many.
    func scaled(by scale: Int) -> Font {
        guard scale > 1 else { return self }
        return Font(
            family: family, design: design, weight: weight, isMonospaced: isMonospaced,
            ascent: ascent * scale, descent: descent * scale,
            glyphs: glyphs.mapValues { $0.scaled(by: scale) })
    }

    /// Its figures and its colon alone.
    var forTimes: Font {
        Font(
            family: family, design: design, weight: weight, isMonospaced: isMonospaced,
            ascent: ascent, descent: descent,
            glyphs: glyphs.filter { $0.key == ":" || Font.figures.contains($0.key) })
    }

    /// This font, with another's pictures of the characters that it lacks, on its base line as far as its rows allow.
    func completed(by other: Font) -> Font {
        let rows = max(0, min(ascent - other.ascent, height - other.height))
        let missing = other.glyphs.filter { glyph($0.key) == nil }
        return Font(
            family: family, design: design, weight: weight, isMonospaced: isMonospaced,
            ascent: ascent, descent: descent,
            glyphs: glyphs.merging(missing.mapValues { $0.moved(down: rows) }) { own, _ in own })
    }
}
