package import ClockCore

/// The fonts that a face can choose from: those of every clock, and a person's own.
///
/// Theory of operation. Figures of the time and text of pages are chosen apart: figures as large as the layout allows,
/// text by the rows that are left for it. Own fonts serve only a choice that names their family. A family without the
/// weight or design that was asked for serves the nearest it has, so a choice always ends in a font.
package struct FontLibrary: Sendable {
    /// A person's own fonts.
    private let own: [Font]

    /// The fonts of every clock.
    package static let builtIn = FontLibrary()

    package init(own: [Font] = []) {
        self.own = own.filter { $0.figureHeight > 0 }
    }

    /// The heights of figures that the built-in fonts have, in rows.
    package static let builtInFigureHeights = 5...64

    /// The heights of figures that there are for a choice, ascending.
    package func figureHeights(
        family: String? = nil, design: FontDesign, weight: FontWeight
    ) -> [Int] {
        Array(FontLibrary.builtInFigureHeights)
    }

    /// The font whose figures are `figureHeight` rows high, or the nearest that is not higher.
    /// - Parameter maximumFigureWidth: the columns that a figure may have; nil: as wide as it looks best.
    package func font(
        family: String? = nil, design: FontDesign, weight: FontWeight, figureHeight: Int,
        maximumFigureWidth: Int? = nil
    ) -> Font {
        StrokeFont.font(
            design: design, weight: weight, figureHeight: figureHeight,
            maximumFigureWidth: maximumFigureWidth)
    }

    /// The font for a line of text: the one with the most rows that fit into `rows`.
    package func text(
        rows: Int, family: String? = nil, design: FontDesign = .default,
        weight: FontWeight = .regular
    ) -> Font {
        StrokeFont.font(
            design: design, weight: weight, figureHeight: max(5, rows), maximumFigureWidth: nil)
    }
}
