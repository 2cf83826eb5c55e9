import ClockCore
package import HAL

/// The fonts that a layout may choose figures from: the built-in ones, or those of one family of a person's own.
struct FigureFonts {
    private let library: FontLibrary
    private let request: PixelLayout.Request
    /// Nil: the built-in fonts.
    private let family: String?
    /// The heights of figures to choose from.
    let heights: [Int]

    var areOwn: Bool { family != nil }

    /// The lowest figures, of four rows, are for two lines on eight rows.
    init(builtInFor request: PixelLayout.Request) {
        library = .builtIn
        family = nil
        self.request = request
        let lowest = FontLibrary.smallestFigureHeight
        let heights = library.figureHeights(design: request.design, weight: request.weight)
        self.heights = heights.contains(lowest) ? heights : [lowest] + heights
    }

    init(of family: String, in library: FontLibrary, for request: PixelLayout.Request) {
        self.library = library
        self.family = family
        self.request = request
        heights = library.figureHeights(
            family: family, design: request.design, weight: request.weight)
    }

    /// Nil if there is none so narrow.
    /// - Parameter isDrawn: false: to try whether it fits, where only its measures matter.
    func font(_ height: Int, maximumFigureWidth: Int, isDrawn: Bool) -> Font? {
        if let family {
            return library.ownFont(
                family: family, design: request.design, weight: request.weight,
                figureHeight: height, maximumFigureWidth: maximumFigureWidth
            ).flatMap { $0.figureHeight == height ? $0 : nil }
        }
        // Narrower figures could not be told apart.
        guard maximumFigureWidth >= max(3, (2 * height + 4) / 5) else { return nil }
        let font = library.font(
            design: request.design, weight: request.weight, figureHeight: height,
            maximumFigureWidth: maximumFigureWidth, isDrawn: isDrawn)
        return font.figureWidth <= maximumFigureWidth ? font : nil
    }
}

extension Font {
    /// The same font in a family of this name.
    package func named(_ family: String) -> Font {
        Font(
            family: family, design: design, weight: weight, isMonospaced: isMonospaced,
            ascent: ascent, descent: descent, glyphs: glyphs)
    }

    /// The figures that a font lacks; a clock's font has all ten.
    package var missingFigures: [Character] {
        Font.figures.filter { (glyphs[$0]?.rows ?? 0) == 0 }
    }

    /// Whether a panel has room for a time in this font's figures: upright, without seconds, above lines for texts.
    package func fits(_ geometry: PanelGeometry) -> Bool {
        guard case .pixels(let panel) = geometry else { return false }
        let request = PixelLayout.Request(
            area: .face(on: panel), design: design, weight: weight, size: .automatic,
            showsSeconds: false, hasOverlays: true, hasLevels: panel.depth == .levels,
            hasTwoColors: false, family: family)
        // Figures that were scaled have no letters, so only their family tells whose they are.
        let shown = PixelLayout(request, fonts: FontLibrary(own: [self]))?.font
        return shown?.family == family && shown?.figureHeight.isMultiple(of: figureHeight) == true
    }
}
