import HAL

/// The positions of a display's segments, points, colon and lamps: seven segments for each character, or fourteen.
///
/// Lengths are in units of a cell's width; a cell is two units high, as in most terminal fonts. The proportions
/// and the slant of eight degrees are those of common 0.56" digits. All parts are given by their signed
/// distance, negative inside, from which light, ghosts and soft edges all follow.
struct SegmentShapes {
    /// The height of a digit.
    let height: Double
    /// The total width, including the slant's overhang.
    let width: Double
    private let parts: [Part]

    private static let slant = 0.14

    /// A stroke of the upright picture, with its light.
    private struct Part {
        enum Ends {
            case pointed, blunt, round
        }

        let isLit: (SegmentPicture) -> Bool
        var x: Double
        let y: Double
        /// Half the thickness.
        let half: Double
        var halfLength = 0.0
        /// The stroke's direction; a dot has none.
        var direction = (x: 1.0, y: 0.0)
        var ends = Ends.round

        func distance(_ x: Double, _ y: Double) -> Double {
            let (right, down) = (x - self.x, y - self.y)
            let along = abs(right * direction.x + down * direction.y)
            let across = abs(right * direction.y - down * direction.x)
            switch ends {
            case .pointed: return max(across - half, (along + across - halfLength) * 0.7071)
            case .blunt: return max(across - half, along - halfLength)
            case .round:
                let beyond = max(0, along - halfLength)
                return (beyond * beyond + across * across).squareRoot() - half
            }
        }

        /// A dot.
        init(x: Double, y: Double, radius: Double, isLit: @escaping (SegmentPicture) -> Bool) {
            self.isLit = isLit
            self.x = x
            self.y = y
            half = radius
        }

        /// A stroke from a corner to another, with room at both ends.
        init(
            corners: [Int], _ width: Double, _ height: Double, _ thickness: Double,
            isLit: @escaping (SegmentPicture) -> Bool
        ) {
            let edge = thickness / 2
            let columns = [edge, width / 2, width - edge]
            let rows = [edge, height / 2, height - edge]
            let (right, down) = (
                columns[corners[2]] - columns[corners[0]], rows[corners[3]] - rows[corners[1]]
            )
            var room = max(0.12, thickness * 0.1)
            if right != 0, down != 0 {
                // A slanting stroke between others.
                half = thickness * 0.4
                room += thickness * 0.85
            } else if corners[0] == 1, corners[2] == 1 {
                ends = .blunt
                half = thickness * 0.42
                room += edge
            } else {
                ends = .pointed
                half = edge
            }
            let across = right == 0 ? 0 : abs(right) - 2 * room
            let along = down == 0 ? 0 : abs(down) - 2 * room
            let length = max(1e-9, (across * across + along * along).squareRoot())
            self.isLit = isLit
            x = columns[corners[0]] + right / 2
            y = rows[corners[1]] + down / 2
            halfLength = length / 2
            direction = (across / length, (right * down < 0 ? -along : along) / length)
        }
    }

    init(_ geometry: SegmentGeometry, height: Double) {
        self.height = height
        // More digits than any board has would be too small to see.
        let count = min(16, max(1, geometry.digits))
        let isFourteen = geometry.shape == .fourteen
        // Fourteen segments need wider characters and thinner strokes, to leave room for those inside.
        let digitWidth = height * (isFourteen ? 0.64 : 0.56)
        let thickness = isFourteen ? max(1, height * 0.1) : max(1.25, height * 0.15)
        let gap = height * 0.25
        let colonWidth = geometry.hasColon ? height * 0.27 : 0
        let lampWidth = geometry.lamps.isEmpty ? 0 : height * 0.28
        let overhang = (geometry.hasPoints ? gap * 0.7 : 0) + height * SegmentShapes.slant
        func left(of digit: Int) -> Double {
            lampWidth + Double(digit) * (digitWidth + gap)
                + (digit >= count / 2 ? colonWidth : 0)
        }
        width = left(of: count - 1) + digitWidth + lampWidth + overhang
        var parts: [Part] = []
        for digit in 0..<count {
            func isLit(_ segment: Segments) -> (SegmentPicture) -> Bool {
                { $0.digits.indices.contains(digit) && !$0.digits[digit].isDisjoint(with: segment) }
            }
            var strokes = (isFourteen ? SegmentShapes.fourteen : SegmentShapes.seven).map {
                Part(corners: $1, digitWidth, height, thickness, isLit: isLit($0))
            }
            if geometry.hasPoints {
                let radius = thickness * 0.52
                strokes.append(
                    Part(
                        x: digitWidth + gap * 0.45, y: height - radius, radius: radius,
                        isLit: isLit(.point)))
            }
            for var stroke in strokes {
                stroke.x += left(of: digit)
                parts.append(stroke)
            }
        }
        if geometry.hasColon {
            let middle = (left(of: count / 2) + left(of: count / 2 - 1) + digitWidth) / 2
            parts += [0.3, 0.7].map {
                Part(x: middle, y: height * $0, radius: thickness * 0.62, isLit: \.colon)
            }
        }
        for lamp in geometry.lamps {
            let y = height * (lamp == .alarm ? 0.88 : 0.12)
            let x = lamp == .spare ? width - lampWidth * 0.4 : lampWidth * 0.4
            // A lamp stands beside the slanted picture.
            let upright = x - (height - y) * SegmentShapes.slant
            parts.append(
                Part(x: upright, y: y, radius: thickness * 0.5) { $0.lamps.contains(lamp) })
        }
        self.parts = parts
    }

    /// Each segment from one corner to another, by column and row: three of each make a character.
    private static let seven: [(Segments, [Int])] = [
        (.a, [0, 0, 2, 0]), (.b, [2, 0, 2, 1]), (.c, [2, 1, 2, 2]), (.d, [0, 2, 2, 2]),
        (.e, [0, 1, 0, 2]), (.f, [0, 0, 0, 1]), (.g, [0, 1, 2, 1]),
    ]
    private static let fourteen =
        Array(seven.dropLast()) + [
            (.g1, [0, 1, 1, 1]), (.g2, [1, 1, 2, 1]), (.h, [0, 0, 1, 1]), (.i, [1, 0, 1, 1]),
            (.j, [2, 0, 1, 1]), (.k, [0, 2, 1, 1]), (.l, [1, 1, 1, 2]), (.m, [2, 2, 1, 1]),
        ]

    /// The largest ones that fit, and the case around them; nil if none do.
    static func fitting(
        _ geometry: SegmentGeometry, columns: Int, rows: Int
    ) -> (SegmentShapes, ClockCase)? {
        // The room that the case and its glass take.
        let (across, down) = rows < 10 ? (7.5, 4.5) : (10, 7)
        let perHeight = SegmentShapes(geometry, height: 100).width / 100
        let height = min(Double(2 * rows) - down, (Double(columns) - across) / perHeight)
        guard height >= 7 else { return nil }
        let shapes = SegmentShapes(geometry, height: height)
        let wanted = Int((shapes.width + across).rounded(.up))
        let body = ClockCase(
            // Match the parity of the available columns, so that the clock is centred.
            columns: min(columns, wanted + (columns - wanted) % 2),
            rows: min(rows, Int(((height + down) / 2).rounded(.up))), isClosed: true)
        return (shapes, body)
    }

    /// Which parts are lit, in their order.
    func lit(in picture: SegmentPicture) -> [Bool] { parts.map { $0.isLit(picture) } }

    /// - Parameters:
    ///   - x, y: relative to the top left of the area.
    ///   - isLit: which parts are lit.
    func spot(_ x: Double, _ y: Double, isLit: [Bool]) -> ClockSpot {
        var spot = ClockSpot()
        // Undo the slant to look up the point in the upright picture.
        let upright = x - (height - y) * SegmentShapes.slant
        // No part reaches further from its middle.
        for (index, part) in parts.enumerated() where abs(upright - part.x) < height / 2 {
            let covered = ClockSpot.coverage(part.distance(upright, y))
            spot.ghost = max(spot.ghost, covered)
            if isLit[index] { spot.lit = max(spot.lit, covered) }
        }
        spot.lightness = spot.lit > 0.3 ? 1 : 0
        return spot
    }
}
