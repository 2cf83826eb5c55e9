import HAL

/// The positions of a display's segments, points, colon and lamps: seven segments for each character, or fourteen.
///
/// Lengths are in units of a cell's width; a cell is two units high, as in most terminal fonts. The proportions
/// and the slant of eight degrees are those of common 0.56" digits. All shapes are given by their signed
/// distance, negative inside, from which light, ghosts, soft edges and glow all follow.
struct SegmentShapes: Hashable {
    /// The height of a digit.
    let height: Double
    private let shape: SegmentGeometry.Shape
    private let digitCount: Int
    private let hasColon: Bool
    private let hasPoints: Bool
    private let lamps: Set<Lamp>

    private static let slant = 0.14
    private static let gapShare = 0.25
    private static let colonShare = 0.27

    init(_ geometry: SegmentGeometry, height: Double) {
        self.height = height
        shape = geometry.shape
        // More digits than any board has would be too small to see.
        digitCount = min(16, max(1, geometry.digits))
        hasColon = geometry.hasColon
        hasPoints = geometry.hasPoints
        lamps = geometry.lamps
    }

    private var isFourteen: Bool { shape == .fourteen }
    /// Fourteen segments need wider characters and thinner strokes, to leave room for those inside.
    private var digitWidth: Double { height * (isFourteen ? 0.64 : 0.56) }
    private var gap: Double { height * SegmentShapes.gapShare }
    private var lampWidth: Double { lamps.isEmpty ? 0 : height * 0.28 }
    private var thickness: Double {
        isFourteen ? max(1, height * 0.1) : max(1.25, height * 0.15)
    }
    private var colonWidth: Double { hasColon ? height * SegmentShapes.colonShare : 0 }

    /// The total width, including the slant's overhang.
    var width: Double {
        let digits = Double(digitCount) * digitWidth + Double(digitCount - 1) * gap
        let points = hasPoints ? gap * 0.7 : 0
        return 2 * lampWidth + digits + colonWidth + points + height * SegmentShapes.slant
    }

    /// Width per unit of height, to find the height that fits.
    static func widthPerHeight(_ geometry: SegmentGeometry) -> Double {
        SegmentShapes(geometry, height: 100).width / 100
    }

    /// The nearest part, its distance, and the distance to the nearest lit part.
    struct Sample {
        var ghost = Double.greatestFiniteMagnitude
        var lit = Double.greatestFiniteMagnitude

        mutating func note(_ distance: Double, isLit: Bool) {
            ghost = min(ghost, distance)
            if isLit { lit = min(lit, distance) }
        }
    }

    /// `x` and `y` are relative to the top left of the area.
    func sample(x: Double, y: Double, picture: SegmentPicture) -> Sample {
        var sample = Sample()
        // Undo the slant to look up the point in the upright picture.
        let upright = x - (height - y) * SegmentShapes.slant
        sampleDigits(upright, y, picture, &sample)
        if hasColon {
            let centre = (left(of: digitCount / 2) + right(of: digitCount / 2 - 1)) / 2
            for share in [0.3, 0.7] {
                sample.note(
                    dot(upright - centre, y - height * share, radius: thickness * 0.62),
                    isLit: picture.colon)
            }
        }
        sampleLamps(x, y, picture, &sample)
        return sample
    }

    private func sampleDigits(
        _ x: Double, _ y: Double, _ picture: SegmentPicture, _ sample: inout Sample
    ) {
        // Beyond this distance there is no glow.
        let reach = height * 0.5
        for index in 0..<digitCount {
            let offset = x - left(of: index)
            guard offset > -reach, offset < digitWidth + gap + reach else { continue }
            let segments = index < picture.digits.count ? picture.digits[index] : .blank
            sampleDigit(offset, y, segments, &sample)
        }
    }

    private func sampleDigit(
        _ x: Double, _ y: Double, _ segments: Segments, _ sample: inout Sample
    ) {
        let half = thickness / 2
        let space = max(0.12, thickness * 0.1)
        let across = (digitWidth - thickness) / 2 - space
        let along = (height / 2 - half) / 2 - space
        let (middle, upper) = (digitWidth / 2, (height / 2 + half) / 2)
        let lower = height - upper
        func horizontal(_ centre: Double, _ segment: Segments) {
            sample.note(
                bar(x - middle, y - centre, across), isLit: segments.contains(segment))
        }
        func vertical(_ column: Double, _ centre: Double, _ segment: Segments) {
            sample.note(bar(y - centre, x - column, along), isLit: segments.contains(segment))
        }
        horizontal(half, .a)
        vertical(digitWidth - half, upper, .b)
        vertical(digitWidth - half, lower, .c)
        horizontal(height - half, .d)
        vertical(half, lower, .e)
        vertical(half, upper, .f)
        if isFourteen {
            sampleInside(x, y, segments, &sample)
        } else {
            sample.note(
                bar(x - middle, y - height / 2, across), isLit: !segments.isDisjoint(with: .g))
        }
        if hasPoints {
            let radius = thickness * 0.52
            sample.note(
                dot(x - digitWidth - gap * 0.45, y - height + radius, radius: radius),
                isLit: segments.contains(.point))
        }
    }

    /// The halves of the middle bar, the two upright strokes and the four slanting ones.
    private func sampleInside(
        _ x: Double, _ y: Double, _ segments: Segments, _ sample: inout Sample
    ) {
        let half = thickness / 2
        let space = max(0.12, thickness * 0.1)
        let (middle, centre) = (digitWidth / 2, height / 2)
        let across = (middle - half) / 2 - space
        let quarter = (middle + half) / 2
        sample.note(bar(x - quarter, y - centre, across), isLit: segments.contains(.g1))
        sample.note(
            bar(x - digitWidth + quarter, y - centre, across), isLit: segments.contains(.g2))
        // Between the outer bar and the middle one.
        let along = (centre - 1.5 * thickness) / 2 - space
        let upper = (centre + half) / 2
        sample.note(blunt(y - upper, x - middle, along), isLit: segments.contains(.i))
        sample.note(blunt(y - height + upper, x - middle, along), isLit: segments.contains(.l))
        // Mirrored into the upper left quarter, all four slanting strokes are one.
        let isLeft = x < middle
        let isUpper = y < centre
        let stroke: Segments = isUpper ? (isLeft ? .h : .j) : (isLeft ? .k : .m)
        let place = (x: isLeft ? x : digitWidth - x, y: isUpper ? y : height - y)
        let room = thickness * 1.35 + space
        sample.note(
            line(
                place, from: (room, room), to: (middle - room + half, centre - room + half)),
            isLit: segments.contains(stroke))
    }

    private func sampleLamps(
        _ x: Double, _ y: Double, _ picture: SegmentPicture, _ sample: inout Sample
    ) {
        for lamp in lamps {
            let place: (x: Double, y: Double) =
                switch lamp {
                case .pm: (lampWidth * 0.4, height * 0.12)
                case .alarm: (lampWidth * 0.4, height * 0.88)
                case .spare: (width - lampWidth * 0.4, height * 0.12)
                }
            sample.note(
                dot(x - place.x, y - place.y, radius: thickness * 0.5),
                isLit: picture.lamps.contains(lamp))
        }
    }

    private func left(of index: Int) -> Double {
        let colon = hasColon && index >= digitCount / 2 ? colonWidth : 0
        return lampWidth + Double(index) * (digitWidth + gap) + colon
    }

    private func right(of index: Int) -> Double {
        left(of: index) + digitWidth
    }

    /// A bar with pointed ends: a hexagon.
    private func bar(_ along: Double, _ across: Double, _ halfLength: Double) -> Double {
        let half = thickness / 2
        let (a, b) = (abs(along), abs(across))
        return max(b - half, (a + b - halfLength) * 0.7071)
    }

    /// A bar with blunt ends.
    private func blunt(_ along: Double, _ across: Double, _ halfLength: Double) -> Double {
        max(abs(across) - thickness * 0.42, abs(along) - halfLength)
    }

    /// A thinner stroke with round ends.
    private func line(
        _ point: (x: Double, y: Double), from start: (x: Double, y: Double),
        to end: (x: Double, y: Double)
    ) -> Double {
        let (width, height) = (end.x - start.x, end.y - start.y)
        let (x, y) = (point.x - start.x, point.y - start.y)
        let share = (x * width + y * height) / max(1e-9, width * width + height * height)
        let nearest = min(1, max(0, share))
        return dot(x - width * nearest, y - height * nearest, radius: thickness * 0.4)
    }

    private func dot(_ x: Double, _ y: Double, radius: Double) -> Double {
        (x * x + y * y).squareRoot() - radius
    }
}
