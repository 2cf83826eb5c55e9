/// A point in pixels: the edges of pixels are whole, their centres lie between.
struct StrokePoint: Hashable, Sendable {
    var x: Double
    var y: Double
}

/// The way of a pen: straight lines from corner to corner, some of which are rounded.
struct StrokePath: Sendable {
    struct Corner: Sendable {
        var point: StrokePoint
        var isRound: Bool
    }

    private(set) var corners: [Corner]
    private(set) var isClosed = false

    init(_ x: Double, _ y: Double) {
        corners = [Corner(point: StrokePoint(x: x, y: y), isRound: false)]
    }

    /// A closed way that begins with a round corner.
    init(round x: Double, _ y: Double) {
        corners = [Corner(point: StrokePoint(x: x, y: y), isRound: true)]
    }

    /// On to a sharp corner, or to the end.
    func to(_ x: Double, _ y: Double) -> StrokePath {
        appending(x, y, isRound: false)
    }

    /// On around a round corner, towards the next point.
    func round(_ x: Double, _ y: Double) -> StrokePath {
        appending(x, y, isRound: true)
    }

    /// Back to the beginning.
    func closed() -> StrokePath {
        var path = self
        path.isClosed = true
        return path
    }

    private func appending(_ x: Double, _ y: Double, isRound: Bool) -> StrokePath {
        var path = self
        let point = StrokePoint(x: x, y: y)
        // A curve that has no room at an end is left out. The end counts as round, so that the next curve does not take
        // the room for itself.
        if path.corners.last?.point == point {
            path.corners[path.corners.count - 1].isRound = true
            return path
        }
        path.corners.append(Corner(point: StrokePoint(x: x, y: y), isRound: isRound))
        return path
    }
}

/// How corners and ends are drawn.
struct StrokeStyle: Sendable {
    /// How much a round corner takes of what it may have of an edge.
    var reach = 1.0
    /// How much longer a round corner is in one direction than in the other at most.
    var stretch = 1.25
    /// The fullness of round corners: 0.707 is an ellipse, more is nearer to a square.
    var fullness = 0.74
    /// How far sharp corners are rounded, in pixels; 0: not at all.
    var fillet = 0.0
    /// Whether the pen's ends are round.
    var isRound = false
}

/// A piece of a way without sharp corners, as points along it.
struct StrokeLine: Sendable {
    var points: [StrokePoint]
    /// Whether pixels beyond the ends belong to the line, as far as the pen reaches.
    var hasRoundEnds: Bool
}

extension StrokePath {
    private struct Knot {
        var point: StrokePoint
        var isSharp: Bool
    }

    /// The pieces between sharp corners. Where the pen's ends are square, each is lengthened: so that its outer edges
    /// meet those of the next piece, and at free ends by half the pen.
    func lines(pen: Double, style: StrokeStyle) -> [StrokeLine] {
        var pieces: [[StrokePoint]] = []
        var current: [StrokePoint] = []
        let knots = knots(style: style)
        for knot in knots {
            current.append(knot.point)
            if knot.isSharp, current.count > 1 {
                pieces.append(current)
                current = [knot.point]
            }
        }
        if current.count > 1 { pieces.append(current) }
        let isRing = isClosed && !knots.contains(where: \.isSharp)
        if style.isRound || isRing {
            return pieces.map { StrokeLine(points: $0, hasRoundEnds: true) }
        }
        return pieces.indices.map { index in
            let previous = pieces[(index + pieces.count - 1) % pieces.count]
            let next = pieces[(index + 1) % pieces.count]
            let isFirst = !isClosed && index == 0
            let isLast = !isClosed && index == pieces.count - 1
            let piece = pieces[index]
            let start =
                isFirst
                ? StrokePath.overhang(piece.prefix(2), pen: pen)
                : StrokePath.mitre(previous, piece, pen: pen)
            let end =
                isLast
                ? StrokePath.overhang(piece.suffix(2), pen: pen)
                : StrokePath.mitre(piece, next, pen: pen)
            return StrokeLine(
                points: StrokePath.lengthened(piece, start: start, end: end), hasRoundEnds: false)
        }
    }

    /// All points of the way. A closed one begins and ends at the same point, a sharp one if there is any.
    private func knots(style: StrokeStyle) -> [Knot] {
        var knots: [Knot] = []
        for index in corners.indices {
            let here = corners[index].point
            if !isClosed, index == 0 || index == corners.count - 1 {
                knots.append(Knot(point: here, isSharp: false))
                continue
            }
            let before = corners[(index + corners.count - 1) % corners.count].point
            let after = corners[(index + 1) % corners.count].point
            let cuts = cuts(at: index, style: style)
            guard cuts.before > 0, cuts.after > 0 else {
                knots.append(Knot(point: here, isSharp: true))
                continue
            }
            knots += StrokePath.bend(
                from: here.moved(towards: before, by: cuts.before), around: here,
                to: here.moved(towards: after, by: cuts.after), fullness: style.fullness
            ).map { Knot(point: $0, isSharp: false) }
        }
        guard isClosed else { return knots }
        let first = knots.firstIndex(where: \.isSharp) ?? 0
        return Array(knots[first...] + knots[...first])
    }

    /// How far from a corner its rounding begins and ends.
    private func cuts(at index: Int, style: StrokeStyle) -> (before: Double, after: Double) {
        let corner = corners[index]
        func room(_ neighbour: Int) -> Double {
            let length = corner.point.distance(to: corners[neighbour].point)
            let isEnd = !isClosed && (neighbour == 0 || neighbour == corners.count - 1)
            let isShared = corners[neighbour].isRound || (!isEnd && style.fillet > 0)
            return isShared ? length / 2 : length
        }
        let before = room((index + corners.count - 1) % corners.count)
        let after = room((index + 1) % corners.count)
        guard corner.isRound else {
            let fillet = isAcute(at: index) ? 0 : min(style.fillet, before, after)
            return (fillet, fillet)
        }
        let longest = min(before, after) * style.reach * style.stretch
        return (min(before * style.reach, longest), min(after * style.reach, longest))
    }

    /// Whether the way turns back there. Rounding would take the tip off the glyph's height or width.
    private func isAcute(at index: Int) -> Bool {
        let before = corners[(index + corners.count - 1) % corners.count].point
        let after = corners[(index + 1) % corners.count].point
        guard let arriving = StrokePath.direction([before, corners[index].point]),
            let leaving = StrokePath.direction([corners[index].point, after])
        else { return false }
        return arriving.x * leaving.x + arriving.y * leaving.y < -0.5
    }

    /// The points of an arc that touches the edges of a corner where it begins and ends. A circle's arc is an arc of
    /// this form too, and it needs no trigonometry, whose last digits differ between machines.
    private static func bend(
        from start: StrokePoint, around corner: StrokePoint, to end: StrokePoint, fullness: Double
    ) -> [StrokePoint] {
        let size = start.distance(to: corner) + corner.distance(to: end)
        let steps = max(4, min(12, Int(size / 2)))
        return (0...steps).map { step in
            let part = Double(step) / Double(steps)
            let first = (1 - part) * (1 - part)
            let second = 2 * fullness * part * (1 - part)
            let third = part * part
            let sum = first + second + third
            return StrokePoint(
                x: (first * start.x + second * corner.x + third * end.x) / sum,
                y: (first * start.y + second * corner.y + third * end.y) / sum)
        }
    }

    /// How far the outer edges of two pieces reach beyond the corner where they meet.
    private static func mitre(
        _ one: [StrokePoint], _ other: [StrokePoint], pen: Double
    ) -> Double {
        guard let arriving = direction(Array(one.suffix(2))),
            let leaving = direction(Array(other.prefix(2)))
        else { return pen / 2 }
        let cosine = arriving.x * leaving.x + arriving.y * leaving.y
        let sharpest = 8.0
        guard cosine > -0.99 else { return pen * sharpest / 2 }
        return pen / 2 * min(sharpest, ((1 - cosine) / (1 + cosine)).squareRoot())
    }

    /// How far a free end reaches beyond the pen's place: half the pen, or so far that a steep stroke ends level where
    /// the pen's edge is. The clip cuts what is beyond that.
    private static func overhang(_ points: ArraySlice<StrokePoint>, pen: Double) -> Double {
        guard let way = direction(Array(points)), abs(way.x) < 0.6 * abs(way.y) else {
            return pen / 2
        }
        return pen / 2 * (1 + abs(way.x)) / abs(way.y)
    }

    private static func lengthened(
        _ points: [StrokePoint], start: Double, end: Double
    ) -> [StrokePoint] {
        var points = points
        if let way = direction(Array(points.prefix(2))) {
            points[0].x -= way.x * start
            points[0].y -= way.y * start
        }
        if let way = direction(Array(points.suffix(2))) {
            points[points.count - 1].x += way.x * end
            points[points.count - 1].y += way.y * end
        }
        return points
    }

    private static func direction(_ points: [StrokePoint]) -> StrokePoint? {
        guard points.count == 2 else { return nil }
        let length = points[0].distance(to: points[1])
        guard length > 0 else { return nil }
        return StrokePoint(
            x: (points[1].x - points[0].x) / length, y: (points[1].y - points[0].y) / length)
    }
}

extension StrokePoint {
    func distance(to other: StrokePoint) -> Double {
        let across = other.x - x
        let down = other.y - y
        return (across * across + down * down).squareRoot()
    }

    fileprivate func moved(towards other: StrokePoint, by distance: Double) -> StrokePoint {
        let length = self.distance(to: other)
        guard length > 0 else { return self }
        let part = distance / length
        return StrokePoint(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}
