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
        let columnsNear = span(line.points.map(\.x), radius, limit: columns)
        let rowsNear = span(line.points.map(\.y), radius, limit: rows).clamped(to: clip)
        for row in rowsNear {
            for column in columnsNear { distances[row * columns + column] = .infinity }
        }
        for (start, end) in zip(line.points, line.points.dropFirst()) {
            let isFirst = start == line.points.first
            let isLast = end == line.points.last
            measure(
                from: start, to: end, radius: radius, in: clip,
                before: line.hasRoundEnds || !isFirst, beyond: line.hasRoundEnds || !isLast)
        }
        for row in rowsNear {
            for column in columnsNear {
                let place = row * columns + column
                guard distances[place] < .infinity else { continue }
                let distance = distances[place].squareRoot()
                let straight = distance > 0 ? sides[place] / distance : 1
                let reach = radius - (1 - straight) / 2
                if distance <= reach + 0.001 { pixels[place] = true }
            }
        }
    }

    /// Where a pixel is measured: beside its centre, because a line through the corners of pixels would else be two
    /// pixels wide there, or none.
    private static let aside = 0.011

    /// Takes the distances to one straight piece where they are the smallest yet.
    /// - Parameters:
    ///   - before: whether pixels before its start are measured, from the start.
    ///   - beyond: whether pixels beyond its end are.
    private mutating func measure(
        from start: StrokePoint, to end: StrokePoint, radius: Double, in clip: Range<Int>,
        before: Bool, beyond: Bool
    ) {
        let across = end.x - start.x
        let down = end.y - start.y
        let square = across * across + down * down
        guard square > 0 else { return }
        let columnsNear = span([start.x, end.x], radius, limit: columns)
        for row in span([start.y, end.y], radius, limit: rows).clamped(to: clip) {
            let y = Double(row) + 0.5 - start.y
            for column in columnsNear {
                let x = Double(column) + 0.5 + StrokeBitmap.aside - start.x
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

    /// The pixels between the smallest and the largest of some values, and as many more as the pen reaches.
    private func span(_ values: [Double], _ radius: Double, limit: Int) -> Range<Int> {
        guard let low = values.min(), let high = values.max() else { return 0..<0 }
        let first = max(0, min(limit, Int((low - radius).rounded(.down))))
        let end = max(first, min(limit, Int((high + radius).rounded(.up))))
        return first..<end
    }
}
