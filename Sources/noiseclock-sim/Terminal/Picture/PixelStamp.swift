/// How one LED covers its square and how it lights up the squares around it, for each quarter of a cell in them:
/// the same for all pixels of a panel.
struct PixelStamp: Sendable {
    /// The side of a square, in units; it has twice as many quarters across, and as many down.
    let side: Int
    /// The fraction of each quarter that the LED covers, row by row.
    let coverage: [Double]
    /// The same while it is unlit.
    let ghost: [Double]
    /// How much hotter its middle looks, 0...1.
    let heat: [Double]
    /// The glow on each quarter of the nine squares around and at the LED, as seen from that quarter: first from the
    /// LED at the upper left of it. Empty if there is none.
    let glow: [[Double]]

    init(_ look: PixelGrid.Look, side: Int, isSoft: Bool) {
        self.side = side
        let count = 2 * side * side
        guard look != .flat, side > 1 else {
            coverage = Array(repeating: 1, count: count)
            ghost = coverage
            heat = Array(repeating: 0, count: count)
            glow = []
            return
        }
        let shape = Shape(look, Double(side))
        let places = PixelStamp.places(side: side)
        // Two units have too few quarters for a shape, so a bright dot lies on the rest of the square.
        let shares: [Double] = places.map { place in
            guard side == 2 else { return shape.coverage(place.x, place.y) }
            return place.x < 1.5 && place.y < 1 ? 1 : 0.5
        }
        // Without soft light, a small lit LED fills its square; an unlit one is just a dot in it.
        coverage = isSoft ? shares : shares.map { (share: Double) -> Double in share < 0.4 ? 0 : 1 }
        ghost = isSoft ? shares : shares.map { (share: Double) -> Double in share < 0.6 ? 0 : 1 }
        heat = places.map { place in
            guard isSoft else { return 0 }
            let depth: Double = -shape.distance(place.x + 0.25, place.y + 0.5)
            return min(1, max(0, depth / shape.half))
        }
        guard isSoft else {
            glow = []
            return
        }
        var glow: [[Double]] = []
        for neighbour in 0..<9 {
            let across = Double(side * (neighbour % 3 - 1))
            let down = Double(side * (neighbour / 3 - 1))
            var quarters: [Double] = []
            for place in places {
                let x: Double = place.x + 0.25 - across
                let y: Double = place.y + 0.5 - down
                quarters.append(shape.glow(x, y))
            }
            glow.append(quarters)
        }
        self.glow = glow
    }

    /// The upper left corners of a square's quarters, row by row.
    private static func places(side: Int) -> [(x: Double, y: Double)] {
        var places: [(x: Double, y: Double)] = []
        for index in 0..<(2 * side * side) {
            let x = Double(index % (2 * side)) / 2
            let y = Double(index / (2 * side))
            places.append((x: x, y: y))
        }
        return places
    }

    /// An LED in the middle of a square.
    private struct Shape {
        let isRound: Bool
        let side: Double

        init(_ look: PixelGrid.Look, _ side: Double) {
            isRound = look == .round
            self.side = side
        }

        /// Half the width of the LED. Small ones fill their squares, or too little of them would be left.
        var half: Double { side * (isRound ? (side < 3 ? 0.5 : 0.44) : 0.40) }

        /// The distance of a point from the LED's edge, negative inside.
        func distance(_ x: Double, _ y: Double) -> Double {
            let (a, b) = (x - side / 2, y - side / 2)
            guard !isRound else { return (a * a + b * b).squareRoot() - half }
            return max(abs(a), abs(b)) - half
        }

        /// The share of a quarter from this corner that the LED covers.
        func coverage(_ x: Double, _ y: Double) -> Double {
            let steps = 8
            var inside = 0
            for index in 0..<(steps * steps) {
                let across = (Double(index % steps) + 0.5) / Double(2 * steps)
                let down = (Double(index / steps) + 0.5) / Double(steps)
                if distance(x + across, y + down) < 0 { inside += 1 }
            }
            return Double(inside) / Double(steps * steps)
        }

        /// Falls with the distance, to nothing where the next square but one begins.
        func glow(_ x: Double, _ y: Double) -> Double {
            let reach = max(0, distance(x, y)) / (0.3 * side)
            let end = (1.5 * side - half) / (0.3 * side)
            let rest = 1 / (1 + end * end)
            return max(0, 1 / (1 + reach * reach) - rest) / (1 - rest)
        }
    }
}
