import ClockCore
import HAL
import Testing

@testable import ClockFace

@Suite("The choice of a font")
struct FontLibraryTests {
    /// A person's font whose figures are as high and wide as told.
    private func own(
        _ family: String, _ weight: FontWeight, _ design: FontDesign = .default, height: Int,
        width: Int = 6
    ) -> Font {
        var glyphs: [Character: Font.Glyph] = [:]
        for figure in Font.figures {
            glyphs[figure] = Font.Glyph(
                advance: width + 1, left: 0, top: 0, columns: width, rows: height,
                isSet: { _, _ in true })
        }
        return Font(
            family: family, design: design, weight: weight, isMonospaced: false, ascent: height,
            descent: 1, glyphs: glyphs)
    }

    @Test("Built-in figures have every height from 5 to 64, in every design and weight")
    func heights() {
        let library = FontLibrary.builtIn
        for design in FontDesign.allCases {
            for weight in FontWeight.allCases {
                let heights = library.figureHeights(design: design, weight: weight)
                #expect(heights == Array(5...64))
                for height in heights {
                    let font = library.font(design: design, weight: weight, figureHeight: height)
                    #expect(font.figureHeight == height)
                }
            }
        }
    }

    @Test("The smallest boards have figures of three by four, and nothing is smaller")
    func smallest() {
        for height in [0, 1, 4] {
            let font = FontLibrary.builtIn.font(
                design: .serif, weight: .black, figureHeight: height, maximumFigureWidth: 3)
            #expect(font.figureHeight == 4 && font.figureWidth == 3)
        }
        let highest = FontLibrary.builtIn.font(design: .serif, weight: .black, figureHeight: 90)
        #expect(highest.figureHeight == 64)
    }

    @Test(
        "Small figures are as wide as the limit allows, and bold where there is room",
        arguments: [
            (5, 3, FontWeight.regular, 3), (5, 9, .regular, 4), (6, 3, .black, 3),
            (7, 3, .bold, 3), (7, 4, .bold, 4), (7, 5, .regular, 5), (8, 4, .thin, 4),
            (8, 5, .bold, 5), (8, 6, .bold, 6),
        ])
    func small(_ height: Int, _ limit: Int, _ weight: FontWeight, _ width: Int) {
        let font = FontLibrary.builtIn.font(
            design: .default, weight: weight, figureHeight: height, maximumFigureWidth: limit)
        #expect(font.figureWidth == width)
        #expect(font.figureHeight == height)
    }

    @Test("Weights that the small figures lack are served by the nearest")
    func smallWeights() {
        for weight in FontWeight.allCases {
            let font = FontLibrary.builtIn.font(design: .default, weight: weight, figureHeight: 7)
            #expect(font.weight == (weight < .semibold ? .regular : .bold))
        }
    }

    @Test(
        "Text has the most rows that fit",
        arguments: [
            (3, 5), (5, 5), (6, 5), (7, 7), (8, 8), (9, 8), (10, 8), (11, 11), (12, 12), (20, 20),
            (79, 79), (200, 79),
        ])
    func text(_ rows: Int, _ height: Int) {
        let font = FontLibrary.builtIn.text(rows: rows)
        #expect(font.height == height)
        #expect(font.glyph("a") != nil && font.glyph("Z") != nil)
    }

    @Test("An own family serves its nearest weight; of two as near, the thinner")
    func nearestWeight() {
        let library = FontLibrary(own: [
            own("Mine", .light, height: 10), own("Mine", .bold, height: 12),
            own("Other", .regular, height: 30),
        ])
        let served = FontWeight.allCases.map {
            library.font(family: "mine", design: .default, weight: $0, figureHeight: 64).weight
        }
        #expect(
            served == [.light, .light, .light, .light, .light, .bold, .bold, .bold, .bold])
        let heights = library.figureHeights(family: "Mine", design: .default, weight: .black)
        #expect(heights == [12, 24, 36, 48, 60])
    }

    @Test("An own family serves its own design before its nearest weight")
    func designs() {
        let library = FontLibrary(own: [
            own("Mine", .thin, .serif, height: 10), own("Mine", .bold, .rounded, height: 10),
        ])
        func served(_ design: FontDesign) -> FontWeight {
            library.font(family: "Mine", design: design, weight: .bold, figureHeight: 10).weight
        }
        #expect(served(.serif) == .thin)
        #expect(served(.rounded) == .bold)
        #expect(served(.monospaced) == .bold)
    }

    @Test("An own family serves the highest figures that fit, and a built-in font if none does")
    func fit() {
        let library = FontLibrary(own: [
            own("Mine", .regular, height: 10), own("Mine", .regular, height: 20, width: 12),
        ])
        func font(_ height: Int, _ width: Int?) -> Font {
            library.font(
                family: "Mine", design: .default, weight: .regular, figureHeight: height,
                maximumFigureWidth: width)
        }
        #expect(font(25, nil).figureHeight == 20)
        #expect(font(25, 11).figureHeight == 10)
        #expect(font(19, nil).figureHeight == 10)
        #expect(font(9, nil).family == StrokeFont.family)
        #expect(font(25, 5).family == StrokeFont.family)
        #expect(library.text(rows: 12, family: "Mine").family == "Mine")
        #expect(library.text(rows: 10, family: "Mine").family != "Mine")
    }

    @Test("An own family is drawn doubled or trebled where there is room")
    func scaled() throws {
        let small = own("Mine", .regular, height: 7, width: 5)
        let library = FontLibrary(own: [small])
        for (height, width, scale) in [
            (7, 5, 1), (13, 40, 1), (14, 40, 2), (30, 16, 3), (64, 50, 9),
        ] {
            let font = library.font(
                family: "Mine", design: .default, weight: .regular, figureHeight: height,
                maximumFigureWidth: width)
            #expect(font.family == "Mine")
            #expect(font.figureHeight == 7 * scale && font.figureWidth == 5 * scale)
            let text = library.text(rows: 8 * scale, family: "Mine")
            #expect(text.figureHeight == 7 * min(scale, 4))
        }
        let panel = PanelGeometry.pixels(PixelGeometry(columns: 128, rows: 64, depth: .one))
        #expect(small.fits(panel))
        // A larger font of the family's own is better than the scaled small one.
        let both = FontLibrary(own: [small, own("Mine", .regular, height: 14, width: 8)])
        let shown = both.font(
            family: "Mine", design: .default, weight: .regular, figureHeight: 14)
        #expect(shown.figureWidth == 8)
    }

    @Test("A family that nobody has, or that has no figures, is served by the built-in fonts")
    func unknown() {
        let empty = Font(
            family: "Empty", design: .default, weight: .regular, isMonospaced: false, ascent: 8,
            descent: 0, glyphs: [:])
        let library = FontLibrary(own: [empty])
        for family in ["Empty", "Nothing"] {
            let font = library.font(
                family: family, design: .default, weight: .regular, figureHeight: 20)
            #expect(font.family == StrokeFont.family)
            #expect(
                library.figureHeights(family: family, design: .default, weight: .regular)
                    == Array(5...64))
        }
    }

    @Test("A letter that a font has in one case alone serves both")
    func cases() {
        let font = FontLibrary.builtIn.text(rows: 5)
        #expect(font.glyphs["a"] == nil)
        #expect(font.glyph("a") == font.glyph("A"))
        #expect(font.glyph("ß") == nil)
        #expect(font.glyph("日") == nil)
    }
}
