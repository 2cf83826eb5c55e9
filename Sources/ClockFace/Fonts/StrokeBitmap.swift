/// The pixels of a glyph while a pen draws it.
struct StrokeBitmap {
    let columns: Int
    let rows: Int
    private var pixels: [Bool]
    /// The square of the distance from each pixel's centre to the line that is being drawn, and the longer side of the
    /// way there.
    private var distances: [Double]
    private var sides: [Double]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        pixels = Array(repeating: false, count: columns * rows)
        distances = Array(repeating: .infinity, count: columns * rows)
        sides = Array(repeating: 0, count: columns * rows)
    }

    subscript(column: Int, row: Int) -> Bool {
        get {
            guard column >= 0, column < columns, row >= 0, row < rows else { return false }
            return pixels[row * columns + column]
        }
        set {
            guard column >= 0, column < columns, row >= 0, row < rows else { return }
            pixels[row * columns + column] = newValue
        }
    }

    /// Draws a line with a pen, but only in some rows.
    ///
    /// A pixel is ink if its centre is within half the pen of the line. Slanted lines of one pixel would be too thick
    /// that way: a line looks thinnest, and yet unbroken, if it has one pixel per row or column. So the pen loses up to
    /// half a pixel, the more the more slanted the line is there. Thick pens hardly notice.
    mutating func draw(_ line: StrokeLine, pen: Double, in clip: Range<Int>) {
        let radius = pen / 2
        guard let first = line.points.first, !fill(line, radius: radius, in: clip) else { return }
        // A thin curve could break where it passes between two pixels, so it takes a little more than its due.
        let slack = line.points.count > 2 && pen < 2 ? 0.04 : 0.001
        var lowest = first
        var highest = first
        for point in line.points {
            lowest = StrokePoint(x: min(lowest.x, point.x), y: min(lowest.y, point.y))
            highest = StrokePoint(x: max(highest.x, point.x), y: max(highest.y, point.y))
        }
        let columnsNear = span(lowest.x, highest.x, radius, limit: columns)
        let rowsNear = span(lowest.y, highest.y, radius, limit: rows).clamped(to: clip)
        for row in rowsNear {
            for column in columnsNear { distances[row * columns + column] = .infinity }
        }
        for (start, end) in zip(line.points, line.points.dropFirst()) {
            let isFirst = start == line.points.first
            let isLast = end == line.points.last
            measure(
                from: start, to: end, radius: radius, slack: slack, in: clip,
                before: line.hasRoundEnds || !isFirst, beyond: line.hasRoundEnds || !isLast)
        }
        for row in rowsNear {
            for column in columnsNear {
                let place = row * columns + column
                guard distances[place] < .infinity else { continue }
                let distance = distances[place].squareRoot()
                let straight = distance > 0 ? sides[place] / distance : 1
                let reach = radius - (1 - straight) / 2
                if distance <= reach + slack { pixels[place] = true }
            }
        }
    }

    /// Fills single pixels that ink surrounds, which appear where two thick strokes part.
    mutating func fillPinholes() {
        let before = self
        for row in 1..<max(1, rows - 1) {
            for column in 1..<max(1, columns - 1)
            where before[column - 1, row] && before[column + 1, row] && before[column, row - 1]
                && before[column, row + 1]
            {
                pixels[row * columns + column] = true
            }
        }
    }

    /// Fills upright and level strokes with square ends, which are most, without measuring.
    /// - Returns: whether the line is one.
    private mutating func fill(_ line: StrokeLine, radius: Double, in clip: Range<Int>) -> Bool {
        guard line.points.count == 2, !line.hasRoundEnds else { return false }
        let (start, end) = (line.points[0], line.points[1])
        guard start.x == end.x || start.y == end.y else { return false }
        let isUpright = start.x == end.x
        let across = span(
            min(start.x, end.x) + 0.499, max(start.x, end.x) - 0.499, isUpright ? radius : 0,
            limit: columns)
        let down = span(
            min(start.y, end.y) + 0.499, max(start.y, end.y) - 0.499, isUpright ? 0 : radius,
            limit: rows)
        for row in down.clamped(to: clip) {
            for column in across { pixels[row * columns + column] = true }
        }
        return true
    }

    /// Takes the distances to one straight piece where they are the smallest yet.
    /// - Parameters:
    ///   - before: whether pixels before its start are measured, from the start.
    ///   - beyond: whether pixels beyond its end are.
    private mutating func measure(
        from start: StrokePoint, to end: StrokePoint, radius: Double, slack: Double,
        in clip: Range<Int>, before: Bool, beyond: Bool
    ) {
        let across = end.x - start.x
        let down = end.y - start.y
        let square = across * across + down * down
        guard square > 0 else { return }
        let columnsNear = span(min(start.x, end.x), max(start.x, end.x), radius, limit: columns)
        let rowsNear = span(min(start.y, end.y), max(start.y, end.y), radius, limit: rows)
            .clamped(to: clip)
        // Steep pieces reach only a few columns of each row.
        let isSteep = abs(down) > abs(across) / 4
        // Slanted lines are measured beside the pixels' centres: a line through the corners of pixels would else be two
        // pixels wide there, or none.
        let aside = across == 0 || down == 0 ? 0 : slack + 0.01
        let slope = isSteep ? across / down : 0
        let reach = isSteep ? radius * (1 + slope * slope).squareRoot() : 0
        for row in rowsNear {
            let y = Double(row) + 0.5 - start.y
            var near = columnsNear
            if isSteep {
                let middle = start.x + y * slope
                near = span(middle, middle, reach, limit: columns).clamped(to: columnsNear)
            }
            for column in near {
                let x = Double(column) + 0.5 + aside - start.x
                var part = (x * across + y * down) / square
                if part < 0 {
                    guard before else { continue }
                    part = 0
                } else if part > 1 {
                    guard beyond else { continue }
                    part = 1
                }
                let toX = x - part * across
                let toY = y - part * down
                let distance = toX * toX + toY * toY
                let place = row * columns + column
                if distance < distances[place] {
                    distances[place] = distance
                    sides[place] = max(abs(toX), abs(toY))
                }
            }
        }
    }

    /// The pixels between two places, and as many more as the pen reaches.
    private func span(_ low: Double, _ high: Double, _ radius: Double, limit: Int) -> Range<Int> {
        let first = max(0, min(limit, Int((low - radius).rounded(.down))))
        let end = max(first, min(limit, Int((high + radius).rounded(.up))))
        return first..<end
    }
}
