import HAL

/// How far a digit is from its place. Its bars are half of its height apart, so it can only move by halves.
enum SegmentShift: Int, Hashable, Sendable {
    case wholeAbove = -2
    case halfAbove, inPlace, halfBelow, wholeBelow

    /// Where a digit is that goes ahead of this one, with half of a height between them; nil: it is gone.
    var ahead: SegmentShift? { SegmentShift(rawValue: rawValue + 3) }
}

extension Segments {
    /// What can be seen of a digit in another place, without its point. Digits have no slanted strokes.
    func shifted(_ shift: SegmentShift) -> Segments {
        let moves = Segments.ways[shift] ?? []
        return moves.reduce(into: Segments.blank) { shifted, way in
            if contains(way.from) { shifted.formUnion(way.to) }
        }
    }

    private static let ways: [SegmentShift: [(from: Segments, to: Segments)]] = [
        .wholeAbove: [(.d, .a)],
        .halfAbove: [(.g1, .a), (.g2, .a), (.d, .g), (.e, .f), (.l, .i), (.c, .b)],
        .inPlace: [
            .a, .b, .c, .d, .e, .f, .g1, .g2, .h, .i, .j, .k, .l, .m,
        ].map { ($0, $0) },
        .halfBelow: [(.a, .g), (.g1, .d), (.g2, .d), (.f, .e), (.i, .l), (.b, .c)],
        .wholeBelow: [(.a, .d)],
    ]
}
