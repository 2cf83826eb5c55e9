import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

/// What a person sees at a glance: that two designs are not the same.
@Suite("The families of figures")
struct FontFamilyTests {
    /// Of the pixels that one figure or the other lights, those that one of them lights alone.
    private static let leastShare = 0.1
    private static let leastMean = 0.24
    private static let families: [FontDesign] = [.default, .serif, .segments]

    @Test(
        "The sans, the slab and the seven bars differ in each figure, from 9 rows on",
        arguments: FontWeight.allCases)
    func families(_ weight: FontWeight) throws {
        for height in 9...64 {
            let fonts = Self.families.map {
                FontLibrary.builtIn.font(design: $0, weight: weight, figureHeight: height)
            }
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let shares = try Font.figures.map { figure in
                    try Self.difference(
                        #require(fonts[one].glyph(figure)), #require(fonts[other].glyph(figure)),
                        in: max(fonts[one].figureWidth, fonts[other].figureWidth))
                }
                let names = "\(fonts[one].design), \(fonts[other].design), \(height) rows"
                #expect(shares.allSatisfy { $0 >= Self.leastShare }, "\(names): \(shares)")
                let mean = shares.reduce(0, +) / 10
                #expect(mean >= Self.leastMean, "\(names): \(mean)")
            }
        }
    }

    @Test("A panel says which choices it cannot show")
    func hidden() throws {
        func hidden(_ board: FaceBoard, _ design: FontDesign, _ weight: FontWeight) throws
            -> Set<FontAspect>
        {
            var style = ClockStyle()
            (style.fontDesign, style.fontWeight) = (design, weight)
            return try board.geometry().hides(of: style)
        }
        for board in FaceBoard.allCases {
            #expect(try hidden(board, .default, .regular).isEmpty, "\(board)")
        }
        for design in FontDesign.allCases {
            for weight in FontWeight.allCases {
                // The slab is so wide that two weights next to each other have the same pen there.
                let hidden = try hidden(.oled128x64, design, weight)
                    .subtracting(design == .serif ? [.weight] : [])
                #expect(hidden.isEmpty, "\(design) \(weight)")
            }
        }
        #expect(try hidden(.grid16x9, .serif, .black) == [.design, .weight])
        #expect(try hidden(.digits, .serif, .bold).isEmpty)
        #expect(try hidden(.matrix32x8, .serif, .bold) == [.design])
    }

    /// Both stand in the middle of their cells, and the cells over each other.
    private static func difference(
        _ one: Font.Glyph, _ other: Font.Glyph, in columns: Int
    ) throws -> Double {
        func ink(_ glyph: Font.Glyph) -> Set<Pixel> {
            let left = (columns - glyph.columns) / 2
            return Set(
                (0..<glyph.rows).flatMap { row in
                    (0..<glyph.columns).filter { glyph.isSet(column: $0, row: row) }
                        .map { Pixel(left + $0, row) }
                })
        }
        let (first, second) = (ink(one), ink(other))
        return Double(first.symmetricDifference(second).count)
            / Double(first.union(second).count)
    }
}
