import ClockCore
import TestKit
import Testing

@testable import ClockFace

@Suite("The fonts of strokes")
struct StrokeFontTests {
    /// A design with some weights; all nine of the standard design, and three of the others, to save time.
    struct Sample: Sendable, CustomTestStringConvertible {
        var design: FontDesign
        var weight: FontWeight
        var testDescription: String { "\(design) \(weight)" }

        static let all: [Sample] =
            FontWeight.allCases.map { Sample(design: .default, weight: $0) }
            + [FontDesign.serif, .rounded, .monospaced].flatMap { design in
                [FontWeight.thin, .regular, .black].map { Sample(design: design, weight: $0) }
            }

        /// In every height as wide as they look best, and in some in limits that layouts have.
        var fonts: [Font] { Sample.allFonts[testDescription] ?? [] }

        /// Several tests look at the same fonts.
        private static let allFonts = Dictionary(
            uniqueKeysWithValues: all.map { ($0.testDescription, $0.fonts(areDrawn: true)) })

        func fonts(areDrawn: Bool) -> [Font] {
            (9...64).flatMap { height in
                let limits: [Int?] = height % 6 == 0 ? [nil, height / 2, height / 3, 5, 4] : [nil]
                return limits.map { limit in
                    FontLibrary.builtIn.font(
                        design: design, weight: weight, figureHeight: height,
                        maximumFigureWidth: limit, isDrawn: areDrawn)
                }
            }
        }
    }

    @Test("A font has the measures with which a layout tried it", arguments: Sample.all)
    func measures(_ sample: Sample) {
        for (font, tried) in zip(sample.fonts, sample.fonts(areDrawn: false)) {
            #expect(tried.glyphs.isEmpty)
            #expect(tried.figureTop == font.figureTop, Self.name(font))
            #expect(tried.figureHeight == font.figureHeight, Self.name(font))
            #expect(tried.figureWidth == font.figureWidth, Self.name(font))
        }
    }

    private static func name(_ font: Font) -> Comment {
        "\(font.design) \(font.weight) \(font.figureWidth)x\(font.figureHeight)"
    }

    @Test(
        "C7: every figure fills the same rows and is in a cell of the same width",
        arguments: Sample.all)
    func cells(_ sample: Sample) throws {
        for font in sample.fonts {
            var advances: Set<Int> = []
            for figure in Font.figures {
                let glyph = try #require(font.glyph(figure))
                #expect(glyph.top == 0, "\(figure) \(Self.name(font))")
                #expect(glyph.rows == font.figureHeight, "\(figure) \(Self.name(font))")
                #expect(glyph.left >= 0)
                #expect(glyph.left + glyph.columns <= font.figureWidth)
                advances.insert(glyph.advance)
            }
            #expect(advances.count == 1)
            #expect(advances.allSatisfy { $0 > font.figureWidth })
        }
    }

    @Test("Counters stay open however thick the pen is", arguments: Sample.all)
    func counters(_ sample: Sample) throws {
        for font in sample.fonts {
            // Where there are fewer than five columns, the 4 is open at its top.
            let four = font.figureWidth < 5 ? 0 : 1
            for (figure, count) in zip(Font.figures, [1, 0, 0, 0, four, 0, 1, 0, 2, 1]) {
                let glyph = try #require(font.glyph(figure))
                #expect(
                    glyph.counters == count,
                    "\(Self.name(font))\n\(FontArt.draw(String(figure), font))")
            }
        }
    }

    @Test("Figures differ from each other, and 9 is 6 turned", arguments: Sample.all)
    func distinct(_ sample: Sample) throws {
        for font in sample.fonts {
            #expect(Set(Font.figures.map { font.glyph($0) }).count == 10, Self.name(font))
            let six = try #require(font.glyph("6"))
            let nine = try #require(font.glyph("9"))
            #expect(six.isTurned(nine), Self.name(font))
        }
    }

    @Test("What is symmetrical looks so", arguments: Sample.all)
    func symmetry(_ sample: Sample) throws {
        for font in sample.fonts {
            for figure: Character in ["0", "8"] {
                let glyph = try #require(font.glyph(figure))
                #expect(glyph.isMirrored, "\(figure) \(Self.name(font))")
            }
            let zero = try #require(font.glyph("0"))
            #expect(
                !(font.figureHeight - zero.runs(inRow: font.figureHeight / 2)[0])
                    .isMultiple(of: 2) || zero.isTurned(zero))
        }
        for rows in [11, 17, 25, 40] {
            let font = FontLibrary.builtIn.text(
                rows: rows, design: sample.design, weight: sample.weight)
            for letter in "AHIMOTUVWXYovwx-+:.!" {
                let glyph = try #require(font.glyph(letter))
                #expect(glyph.isMirrored, "\(letter) of \(rows) rows, \(Self.name(font))")
            }
        }
    }

    @Test("Upright strokes of a font are equally thick", arguments: Sample.all)
    func stems(_ sample: Sample) throws {
        for font in sample.fonts where font.figureWidth >= 5 {
            let height = font.figureHeight
            let pen = try #require(font.glyph("0")).runs(inRow: height / 2)
            #expect(pen.count == 2 && pen[0] == pen[1], Self.name(font))
            #expect(try #require(font.glyph("1")).runs(inRow: height / 2) == [pen[0]])
            // A slab stands there.
            guard sample.design != .serif else { continue }
            #expect(try #require(font.glyph("4")).runs(inRow: height - 1 - pen[0] / 2) == [pen[0]])
        }
    }

    @Test("A figure is never wider than the limit", arguments: [3, 4, 5, 7, 8, 13, 29])
    func limits(_ limit: Int) {
        for height in 9...64 {
            for weight in FontWeight.allCases {
                let font = FontLibrary.builtIn.font(
                    design: .default, weight: weight, figureHeight: height,
                    maximumFigureWidth: limit)
                #expect(font.figureWidth <= limit)
                #expect(font.figureHeight == height)
            }
        }
    }

    @Test("A heavier weight never has less ink, and in 64 rows each has more")
    func weights() throws {
        for height in 9...64 {
            let pens = try FontWeight.allCases.map { weight in
                let font = FontLibrary.builtIn.font(
                    design: .default, weight: weight, figureHeight: height)
                return try #require(font.glyph("0")).runs(inRow: height / 2)[0]
            }
            #expect(pens == pens.sorted())
            #expect(pens[0] < pens[8], "\(height) rows")
            if height >= 18 { #expect(pens[0] < pens[3] && pens[3] < pens[8], "\(height) rows") }
            if height == 64 { #expect(Set(pens).count == 9) }
        }
    }

    @Test(
        "All characters of a text font differ, but for the letter O and the figure 0",
        arguments: Sample.all)
    func characters(_ sample: Sample) throws {
        let characters = Array(
            "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz:.,-+%/°!?'()_=")
        for rows in [11, 13, 16, 20, 30, 79] {
            let font = FontLibrary.builtIn.text(
                rows: rows, design: sample.design, weight: sample.weight)
            var seen: [Font.Glyph: Character] = [:]
            for character in characters {
                let glyph = try #require(font.glyph(character))
                #expect(glyph.rows > 0 && glyph.advance > 0, "\(character)")
                #expect(glyph.top >= 0 && glyph.top + glyph.rows <= font.height, "\(character)")
                if let other = seen.updateValue(character, forKey: glyph) {
                    Issue.record("\(other) looks like \(character), \(Self.name(font))")
                }
            }
            #expect(font.glyph(" ")?.rows == 0)
        }
    }

    @Test("Every character of a monospaced font has the same advance")
    func monospaced() {
        for rows in [11, 20, 40] {
            let font = FontLibrary.builtIn.text(rows: rows, design: .monospaced)
            #expect(font.isMonospaced)
            #expect(Set(font.glyphs.values.map(\.advance)).count == 1)
        }
    }

    @Test("The figures look as they were approved", arguments: FontDesign.allCases)
    func goldens(_ design: FontDesign) throws {
        var text = ""
        for height in [9, 10, 12, 14, 16, 20, 24, 32] {
            for weight in [FontWeight.thin, .regular, .black] {
                let font = FontLibrary.builtIn.font(
                    design: design, weight: weight, figureHeight: height)
                text += "\(weight), \(height) rows\n"
                text += FontArt.draw("0123456789", font) + "\n\n"
            }
        }
        try Golden.expect(text, "Fonts/figures-\(design.rawValue).txt")
    }

    @Test("The letters look as they were approved", arguments: FontDesign.allCases)
    func letters(_ design: FontDesign) throws {
        var text = ""
        for rows in [11, 16, 25] {
            let font = FontLibrary.builtIn.text(rows: rows, design: design)
            for line in [
                "ABCDEFGHIJKLM", "NOPQRSTUVWXYZ", "abcdefghijklm", "nopqrstuvwxyz",
                ":.,-+%/°!?'()_=",
            ] {
                text += FontArt.draw(line, font) + "\n\n"
            }
        }
        try Golden.expect(text, "Fonts/letters-\(design.rawValue).txt")
    }
}
