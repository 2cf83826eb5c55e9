package import ClockCore

/// The fonts that a face can choose from: those of every clock, and a person's own.
///
/// Theory of operation. Figures of the time and text of pages are chosen apart: figures as large as the layout allows,
/// text by the rows that are left for it. Up to eight rows fonts are drawn by hand, pixel by pixel; above, strokes
/// serve every height, weight and design. Own fonts serve only a choice that names their family. A family without the
/// weight or design that was asked for serves the nearest it has, so a choice always ends in a font.
///
/// Only the owner of the files knows which fonts are there. A family that is gone is served by the built-in fonts, so no
/// damaged or deleted file leaves the display without figures.
///
/// Fonts of strokes are drawn anew at each call, so callers keep what they use.
package struct FontLibrary: Sendable {
    /// A person's own fonts.
    private let own: [Font]

    /// The fonts of every clock.
    package static let builtIn = FontLibrary()

    /// - Parameter own: a person's fonts; those without figures are left out.
    package init(own: [Font] = []) {
        self.own = own.filter { $0.figureHeight > 0 }
    }

    /// The heights of figures that the built-in fonts have, in rows. For the smallest boards there are figures of
    /// `smallestFigureHeight` too, which are hard to read and must be asked for.
    package static let builtInFigureHeights = 5...64
    package static let smallestFigureHeight = 4

    /// Whether a person has fonts of this family.
    func has(_ family: String) -> Bool {
        !relatives(of: family, design: .default, weight: .regular).isEmpty
    }

    /// The heights of figures that there are for a choice, ascending.
    package func figureHeights(
        family: String? = nil, design: FontDesign, weight: FontWeight
    ) -> [Int] {
        let own = relatives(of: family, design: design, weight: weight)
        if own.isEmpty { return Array(FontLibrary.builtInFigureHeights) }
        let highest = FontLibrary.builtInFigureHeights.upperBound
        return Set(
            own.flatMap { font in
                (1...max(1, highest / font.figureHeight)).map { $0 * font.figureHeight }
            }
        ).sorted()
    }

    /// The font whose figures are `figureHeight` rows high, or the nearest that is not higher. It has figures and signs;
    /// an own font has whatever it has.
    /// - Parameter maximumFigureWidth: the columns that a figure may have; nil: as wide as it looks best. If the family
    ///   has nothing so narrow, a built-in font serves.
    /// - Parameter isDrawn: false: a font of strokes has its measures, and no characters.
    package func font(
        family: String? = nil, design: FontDesign, weight: FontWeight, figureHeight: Int,
        maximumFigureWidth: Int? = nil, isDrawn: Bool = true
    ) -> Font {
        if let own = ownFont(
            family: family, design: design, weight: weight, figureHeight: figureHeight,
            maximumFigureWidth: maximumFigureWidth)
        {
            return own
        }
        if figureHeight < FontLibrary.lowestStrokes,
            let drawn = FontLibrary.drawn(
                weight: weight, figureHeight: figureHeight, maximumWidth: maximumFigureWidth)
        {
            return drawn
        }
        let highest = FontLibrary.builtInFigureHeights.upperBound
        return StrokeFont.font(
            design: design, weight: weight,
            figureHeight: max(FontLibrary.lowestStrokes, min(highest, figureHeight)),
            maximumFigureWidth: maximumFigureWidth, characters: isDrawn ? .figures : .none)
    }

    /// The same of a person's own family alone, scaled by a whole number where there is room; nil if it has none that
    /// fits.
    func ownFont(
        family: String?, design: FontDesign, weight: FontWeight, figureHeight: Int,
        maximumFigureWidth: Int?
    ) -> Font? {
        let scaled = relatives(of: family, design: design, weight: weight).compactMap { font in
            let scale = min(
                figureHeight / font.figureHeight,
                maximumFigureWidth.map { $0 / font.figureWidth } ?? .max)
            return scale > 0 ? (font: font, scale: scale) : nil
        }
        // Of two that are as high, the one with more pixels of its own looks better.
        let best = scaled.max { one, other in
            (one.font.figureHeight * one.scale, one.font.figureHeight, one.font.figureWidth)
                < (
                    other.font.figureHeight * other.scale, other.font.figureHeight,
                    other.font.figureWidth
                )
        }
        guard let (font, scale) = best else { return nil }
        return scale == 1 ? font : font.forTimes.scaled(by: scale)
    }

    /// The font for a line of text: the one with the most rows that fit into `rows`. Below five rows there is none; the
    /// one of five rows serves. Characters that an own font lacks are those of a built-in one.
    package func text(
        rows: Int, family: String? = nil, design: FontDesign = .default,
        weight: FontWeight = .regular
    ) -> Font {
        let own = relatives(of: family, design: design, weight: weight)
        let fitting = own.filter { $0.height <= rows }
        if let font = fitting.max(by: {
            ($0.scaledHeight(rows), $0.height) < ($1.scaledHeight(rows), $1.height)
        }) {
            let scaled = font.scaled(by: font.scale(for: rows))
            return scaled.completed(by: FontLibrary.builtIn.text(rows: scaled.height))
        }
        let heights = FontLibrary.lowestStrokes...FontLibrary.builtInFigureHeights.upperBound
        let highest = heights.last { StrokeFont.height(figureHeight: $0) <= rows }
        let texts = DrawnFonts.texts.sorted { $0.height < $1.height }
        if highest == nil, let font = texts.last(where: { $0.height <= rows }) ?? texts.first {
            return font
        }
        return StrokeFont.font(
            design: design, weight: weight, figureHeight: highest ?? FontLibrary.lowestStrokes,
            maximumFigureWidth: nil, characters: .all)
    }

    /// Figures of fewer rows are drawn by hand: no rule makes good figures of so few pixels.
    private static let lowestStrokes = 9

    /// The fonts of a family in the design and weight that are nearest to those asked for.
    private func relatives(of family: String?, design: FontDesign, weight: FontWeight) -> [Font] {
        guard let family else { return [] }
        let fonts = own.filter { $0.family.lowercased() == family.lowercased() }
        let sameDesign = fonts.filter { $0.design == design }
        let candidates = sameDesign.isEmpty ? fonts : sameDesign
        let nearest = weight.nearest(of: candidates.map(\.weight))
        return candidates.filter { $0.weight == nearest }
    }

    private static func hasSmallerFigures(_ one: Font, _ other: Font) -> Bool {
        (one.figureHeight, one.figureWidth) < (other.figureHeight, other.figureWidth)
    }

    /// The hand-drawn figures that fit: the highest, then the nearest weight, then the widest.
    private static func drawn(
        weight: FontWeight, figureHeight: Int, maximumWidth: Int?
    ) -> Font? {
        let fitting = DrawnFonts.figures.filter {
            $0.figureHeight <= figureHeight && $0.figureWidth <= maximumWidth ?? .max
        }
        guard let height = fitting.map(\.figureHeight).max() else {
            return DrawnFonts.figures.min(by: hasSmallerFigures)
        }
        let candidates = fitting.filter { $0.figureHeight == height }
        let nearest = weight.nearest(of: candidates.map(\.weight))
        return candidates.filter { $0.weight == nearest }.max {
            ($0.figureWidth, -$0.height) < ($1.figureWidth, -$1.height)
        }
    }
}

extension Font {
    /// How often its line fits. Files may have thousands of characters, so more than four times would take too much
    /// memory.
    fileprivate func scale(for rows: Int) -> Int { min(4, rows / height) }

    fileprivate func scaledHeight(_ rows: Int) -> Int { scale(for: rows) * height }
}

extension FontWeight {
    /// The weight with the fewest steps from this one; of two, the thinner. Nil if there is none to choose from.
    func nearest(of weights: [FontWeight]) -> FontWeight? {
        weights.min { (abs($0.step - step), $0.step) < (abs($1.step - step), $1.step) }
    }
}
