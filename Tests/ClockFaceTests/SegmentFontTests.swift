import HAL
import Testing

@testable import ClockFace

@Suite("The characters of segment displays")
struct SegmentFontTests {
    /// What seven segments alone light, for the test that fourteen are not needed for figures.
    private static let outer: Segments = [.a, .b, .c, .d, .e, .f, .g]

    private func fourteen(_ text: String) -> [Segments] {
        text.map { SegmentFont.character($0, shape: .fourteen) }
    }

    @Test("Fourteen segments show every letter, and only O looks like a figure besides S")
    func letters() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let shown = fourteen(letters)
        #expect(Set(shown).count == 26)
        #expect(!shown.contains(.blank))
        #expect(fourteen(letters.lowercased()) == shown)
        let figures = Set((0...9).map { SegmentFont.digit($0) })
        let alike = zip(letters, shown).filter { figures.contains($0.1) }.map(\.0)
        #expect(alike == ["O", "S"])
    }

    @Test("Letters with slanted strokes have them where a pen would draw them")
    func slanted() {
        #expect(fourteen("K") == [[.f, .e, .g1, .j, .m]])
        #expect(fourteen("M") == [[.e, .f, .h, .j, .b, .c]])
        #expect(fourteen("N") == [[.e, .f, .h, .m, .c, .b]])
        #expect(fourteen("V") == [[.f, .e, .k, .j]])
        #expect(fourteen("W") == [[.f, .e, .k, .m, .c, .b]])
        #expect(fourteen("X") == [[.h, .m, .j, .k]])
        #expect(fourteen("Y") == [[.h, .j, .l]])
        #expect(fourteen("Z") == [[.a, .j, .k, .d]])
    }

    @Test("Letters that a mirror does not change are symmetrical")
    func symmetry() {
        let pairs: [(Segments, Segments)] = [(.f, .b), (.e, .c), (.g1, .g2), (.h, .j), (.k, .m)]
        for letter in "AHIMOTUWXY" {
            let shown = SegmentFont.character(letter, shape: .fourteen)
            for (left, right) in pairs {
                #expect(shown.contains(left) == shown.contains(right), "\(letter)")
            }
        }
    }

    @Test("Figures are the same on seven and fourteen segments, and ten different ones")
    func figures() {
        for tails in [SegmentFont.Tails.standard, [], .all] {
            let seven = (0...9).map { SegmentFont.digit($0, tails: tails) }
            #expect(Set(seven).count == 10)
            #expect(seven.allSatisfy { $0.isSubset(of: SegmentFontTests.outer) })
            for (value, figure) in seven.enumerated() {
                let character = Character("\(value)")
                for shape in [SegmentGeometry.Shape.seven, .fourteen] {
                    #expect(
                        SegmentFont.character(character, shape: shape, tails: tails) == figure)
                }
            }
        }
    }

    @Test("6, 7 and 9 have tails by choice; the others never change")
    func tails() {
        let added: [(Int, SegmentFont.Tails, Segments)] = [
            (6, .six, .a), (7, .seven, .f), (9, .nine, .d),
        ]
        for (value, tail, segment) in added {
            let bare = SegmentFont.digit(value, tails: [])
            #expect(!bare.contains(segment))
            #expect(SegmentFont.digit(value, tails: tail) == bare.union(segment))
            #expect(
                SegmentFont.digit(value, tails: SegmentFont.Tails.all.subtracting(tail)) == bare)
        }
        for value in [0, 1, 2, 3, 4, 5, 8] {
            #expect(
                SegmentFont.digit(value, tails: []) == SegmentFont.digit(value, tails: .all))
        }
    }

    @Test("Signs are shown as well as the display can")
    func signs() {
        for sign in "+-*/\\%?!'\"()<>|$&=_°.," {
            #expect(SegmentFont.character(sign, shape: .fourteen) != .blank, "\(sign)")
        }
        for sign in "-=_°?'\"()[].," {
            let shown = SegmentFont.character(sign)
            #expect(shown != .blank, "\(sign)")
            #expect(shown.isSubset(of: SegmentFontTests.outer.union(.point)), "\(sign)")
        }
        for sign in "+*/%&日 " { #expect(SegmentFont.character(sign) == .blank, "\(sign)") }
        #expect(SegmentFont.character(" ", shape: .fourteen) == .blank)
    }
}
