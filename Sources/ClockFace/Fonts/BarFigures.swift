// Figures of seven bars. Where the pen is wide enough, a thin gap parts the bars, as on a display of segments.
extension Sketch {
    mutating func bars(of figure: Character) {
        for bar in SevenBars.bars[figure] ?? [] { draw(bar) }
    }

    private mutating func draw(_ bar: SevenBars.Bar) {
        let half = Double(pen) / 2
        let (left, right, middle) = (self.left, self.right, self.middle)
        // In one pixel there is no room for a gap beside a corner: it belongs to the level bar there.
        let gap = pen == 1 ? 0 : max(0.5, (Double(pen) / 6).rounded() - 0.5)
        switch bar {
        case .top, .bottom:
            let y = bar == .top ? top : bottom
            let outward = bar == .top ? -1.0 : 1
            fill { x, row in
                let across = (row - y) * outward
                let along = min(x - left, right - x)
                return abs(across) <= half && along >= -across + gap - (gap == 0 ? half : 0)
            }
        case .middle:
            fill { x, row in
                let across = abs(row - middle)
                return across <= half
                    && min(x - left, right - x) >= across + gap - (gap == 0 ? half : 0)
            }
        case .upperLeft, .upperRight, .lowerLeft, .lowerRight:
            let isLeft = bar == .upperLeft || bar == .lowerLeft
            let isUpper = bar == .upperLeft || bar == .upperRight
            let x = isLeft ? left : right
            let end = isUpper ? top : bottom
            fill { column, row in
                let across = (column - x) * (isLeft ? -1 : 1)
                let fromEnd = (row - end) * (isUpper ? 1 : -1)
                let fromMiddle = (middle - row) * (isUpper ? 1 : -1)
                return abs(across) <= half && fromEnd >= -across + gap
                    && fromMiddle >= max(0, -across) + max(gap, 0.6)
            }
        }
    }
}

private enum SevenBars {
    enum Bar {
        case top, middle, bottom, upperLeft, upperRight, lowerLeft, lowerRight
    }

    static let bars: [Character: [Bar]] = [
        "0": [.top, .bottom, .upperLeft, .upperRight, .lowerLeft, .lowerRight],
        "1": [.upperRight, .lowerRight],
        "2": [.top, .middle, .bottom, .upperRight, .lowerLeft],
        "3": [.top, .middle, .bottom, .upperRight, .lowerRight],
        "4": [.middle, .upperLeft, .upperRight, .lowerRight],
        "5": [.top, .middle, .bottom, .upperLeft, .lowerRight],
        "6": [.top, .middle, .bottom, .upperLeft, .lowerLeft, .lowerRight],
        "7": [.top, .upperRight, .lowerRight],
        "8": [.top, .middle, .bottom, .upperLeft, .upperRight, .lowerLeft, .lowerRight],
        "9": [.top, .middle, .bottom, .upperLeft, .upperRight, .lowerRight],
    ]
}
