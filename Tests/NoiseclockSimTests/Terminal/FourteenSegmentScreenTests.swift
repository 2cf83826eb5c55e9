import HAL
import Testing

@testable import noiseclock_sim

@Suite("The simulator's screen with fourteen segments")
struct FourteenSegmentScreenTests {
    @Test("looks as recorded", arguments: [(80, 24), (130, 40)])
    func looks(columns: Int, rows: Int) throws {
        let size = TerminalSize(columns: columns, rows: rows)
        let screen = fourteenSegmentScreen(wakeOnFourteenSegments)
        let plain = screen.render(size: size, capability: .plain)
        try expectTerminalGolden(plain.text, "plain-fourteen-\(columns)x\(rows)")
        let color = screen.render(size: size, capability: .trueColor)
        try expectTerminalGolden(
            color.text + "\n\n" + color.brightness, "color-fourteen-\(columns)x\(rows)")
    }

    /// The lit quarters of a screen in plain text that a dark display does not light.
    private func lit(_ digits: [Segments]) -> Set<Int> {
        let size = TerminalSize(columns: 130, rows: 40)
        let frame = fourteenSegmentScreen(digits).render(size: size, capability: .plain)
        let dark = fourteenSegmentScreen(Array(repeating: .blank, count: digits.count))
            .render(size: size, capability: .plain)
        var quarters: Set<Int> = []
        for index in frame.cells.indices where frame.cells[index] != dark.cells[index] {
            let mask = BlockGlyph.characters.firstIndex(of: frame.cells[index].character) ?? 0
            for quarter in 0..<4 where mask >> quarter & 1 == 1 {
                quarters.insert(index * 4 + quarter)
            }
        }
        return quarters
    }

    @Test("draws each segment and point where no other is, and all where they belong")
    func segments() {
        var places: [Int: Set<Int>] = [:]
        var taken: Set<Int> = []
        for digit in 0..<4 {
            for bit in 0..<15 {
                var digits = Array(repeating: Segments.blank, count: 4)
                digits[digit] = Segments(rawValue: 1 << UInt16(bit))
                let quarters = lit(digits)
                #expect(quarters.count > 8, "digit \(digit), bit \(bit)")
                #expect(taken.isDisjoint(with: quarters), "digit \(digit), bit \(bit)")
                taken.formUnion(quarters)
                places[digit * 15 + bit] = quarters
            }
        }
        // The middle of a segment: columns from the left, rows from the top.
        func centre(_ segment: Segments) -> (x: Double, y: Double) {
            let quarters = places[segment.rawValue.trailingZeroBitCount, default: []]
            let sum = quarters.reduce((0, 0)) { sum, place in
                (
                    sum.0 + place / 4 % 130 * 2 + place % 2,
                    sum.1 + place / 4 / 130 * 2 + place / 2 % 2
                )
            }
            let count = Double(quarters.count)
            return (Double(sum.0) / count, Double(sum.1) / count)
        }
        // As on the drawing of `Segments`, from left to right in each row; the slant changes no order.
        let rows: [[Segments]] = [
            [.a], [.f, .h, .i, .j, .b], [.g1, .g2], [.e, .k, .l, .m, .c], [.d],
        ]
        for row in rows {
            for (left, right) in zip(row, row.dropFirst()) {
                #expect(centre(left).x < centre(right).x)
                #expect(abs(centre(left).y - centre(right).y) < 3)
            }
        }
        for (upper, lower) in zip(rows, rows.dropFirst()) {
            for segment in upper {
                for other in lower { #expect(centre(segment).y < centre(other).y) }
            }
        }
    }

    @Test("is the same from a painter that remembers the segments while they fade and change")
    func painter() {
        for capability in TerminalCapability.allCases {
            var painter = ClockPainter()
            for step in 0..<12 {
                var digits = wakeOnFourteenSegments
                if step >= 6 { digits[step % 4] = Segments(rawValue: 0x3F00) }
                let screen = fourteenSegmentScreen(digits, duty: Double(step % 3) / 2)
                let size = TerminalSize(columns: step == 9 ? 130 : 80, rows: 24)
                #expect(
                    screen.render(size: size, capability: capability, painter: &painter)
                        == screen.render(size: size, capability: capability))
            }
        }
    }

    @Test("reads letters off the segments")
    func text() {
        func text(_ digits: [Segments]) -> String { SegmentPicture(digits: digits).text }
        #expect(text(wakeOnFourteenSegments) == "WAKE.")
        #expect(
            text([
                [.b, .c, .e, .f, .h, .j], [.a, .b, .c, .d, .e, .f], [.b, .c, .e, .f, .h, .m],
                [.a, .b, .c, .d, .i, .l], [.b, .c, .e, .f, .g1, .g2], [.h, .j, .l],
            ]) == "M0NDHY")
        #expect(
            text([[.b, .c, .j], [.j, .k], [.h, .m], [.i, .l], [.e, .f, .k, .j]]) == "1/\\IV")
        // Half a middle bar alone reads as on seven segments, and a stroke too many as nothing.
        #expect(text([[.g1], [.a, .b, .c, .h]]) == "-?")
    }
}
