import HAL

// Where the marks and the seconds stand: in places that nothing else covers.

extension PixelLayout {
    /// "PM" in the font of the badges, and the bell.
    static let badgeColumns = 11
    static let bellColumns = 5
    /// The heights of badges to choose from: the higher one if there is room for it.
    private static let badgeHeights = [7, 5]
    /// A dot is as wide as this share of the panel's shorter side, so that it can be seen from as far as the figures.
    /// Panels with so many rows and columns always have badges: a dot would be lost beside their figures.
    private static let rowsForBadges = 22
    private static let dotsPerSide = 16
    /// Nothing grows by more rows at each end.
    private static let mostSpareRows = 3
    /// A pixel that goes round in fewer steps than these would say too little.
    private static let shortestPath = 6

    /// How near a mark of one pixel may come to what is beside it.
    enum Marks {
        case apart
        /// Only where there is no other place.
        case touching
    }

    /// - Parameters:
    ///   - showsSeconds: whether they need a place of their own.
    ///   - hasLevels: whether a day of the week can be brighter than the others.
    /// - Returns: false if the figures are so large that there is no room for the marks, or on a large panel for the
    ///   badges.
    mutating func place(
        _ marks: Marks, in area: PixelArea, _ overlays: [PixelArea], showsSeconds: Bool,
        hasLevels: Bool
    ) -> Bool {
        overlayLines = overlays
        if overlays.isEmpty {
            for rows in Self.badgeHeights where afternoonBadge == nil || alarmBadge == nil {
                placeBadges(in: area, rows: rows)
            }
        }
        placeMarks(marks, in: area)
        if overlays.isEmpty, hasLevels, !showsSeconds { placeWeek(in: area) }
        spareRows = cells.map { spareRows(of: $0, in: area) }
        if showsSeconds {
            placeBar(in: area, rows: [area.bottom - 1, area.row])
            // A pixel beside the dots for five minutes would count as one of them.
            if secondsBar == nil, fives.isEmpty { placePath(in: area) }
            if secondsBar == nil, secondsPath.isEmpty, let row = rowBetween(1) {
                placeBar(in: area, rows: [row])
            }
        }
        guard overlays.isEmpty else { return true }
        if min(area.columns, area.rows) >= Self.rowsForBadges {
            return afternoonBadge != nil && alarmBadge != nil
        }
        return marks == .touching
            || (afternoonBadge ?? afternoonMark) != nil && (alarmBadge ?? alarmMark) != nil
    }

    private func spareRows(of cell: Place, in area: PixelArea) -> Int {
        let marks = [afternoonBadge ?? afternoonMark, alarmBadge ?? alarmMark].compactMap { $0 }
        let others = dots + overlayLines + marks + [week].compactMap { $0 }
        func grown(_ row: Int, _ rows: Int) -> PixelArea {
            PixelArea(
                column: cell.column, row: row - rows, columns: font.figureWidth,
                rows: font.figureHeight + 2 * rows)
        }
        func isFree(_ rows: Int) -> Bool {
            let whole = grown(cell.row, rows)
            let lines = Set(cells.map(\.row)).subtracting([cell.row]).map { grown($0, rows) }
            return area.contains(whole) && !(others + lines).contains(where: whole.overlaps)
        }
        return (1...Self.mostSpareRows).last(where: isFree) ?? 0
    }

    /// Everything but marks.
    private var taken: [PixelArea] { figures + dots + fives + overlayLines }

    private func isFree(_ area: PixelArea, distance: Int = 0) -> Bool {
        let wide = area.grown(by: distance)
        return !taken.contains { $0.overlaps(wide) }
    }

    /// The rows between the hours and the minutes that stand below them; nil if they stand in one row.
    private var between: ClosedRange<Int>? {
        guard let hours = figures.first, let minutes = figures.last, minutes.row > hours.bottom
        else { return nil }
        return hours.bottom...minutes.row - 1
    }

    /// Where something of that height is in the middle between hours and minutes.
    private func rowBetween(_ rows: Int) -> Int? {
        between.map { $0.lowerBound + ($0.count - rows) / 2 }
    }

    /// The bell to the left of the time and "PM" to its right, else in the corners, else between hours and minutes.
    private mutating func placeBadges(in area: PixelArea, rows: Int) {
        guard let first = figures.first, let last = figures.last else { return }
        let distance = 3
        let base = last.bottom - rows
        let edges = [area.bottom - rows, area.row, rowBetween(rows)].compactMap { $0 }
        func badge(_ column: Int, _ row: Int, _ columns: Int) -> PixelArea {
            PixelArea(column: column, row: row, columns: columns, rows: rows)
        }
        func free(_ places: [PixelArea]) -> PixelArea? {
            places.first { area.contains($0) && isFree($0, distance: 1) }
        }
        let right = area.right - Self.badgeColumns
        afternoonBadge = free(
            [badge(last.right + distance, base, Self.badgeColumns)]
                + edges.map { badge(right, $0, Self.badgeColumns) })
        alarmBadge = free(
            [badge(first.column - distance - Self.bellColumns, base, Self.bellColumns)]
                + edges.map { badge(area.column, $0, Self.bellColumns) })
    }

    private mutating func placeMarks(_ marks: Marks, in area: PixelArea) {
        let side = max(1, min(area.columns, area.rows) / Self.dotsPerSide)
        let (left, right) = (area.column, area.right - side)
        let (top, bottom) = (area.row, area.bottom - side)
        // Where the corners are taken, the space above and below the colon is free.
        let middle = dots.first?.column ?? (left + right) / 2
        func mark(_ column: Int, _ row: Int) -> PixelArea {
            PixelArea(column: column, row: row, columns: side, rows: side)
        }
        // Larger marks that touched a figure would look like a part of it.
        let distances = side > 1 || marks == .apart ? [1] : [1, 0]
        let row = rowBetween(side) ?? top
        func free(_ places: [PixelArea]) -> PixelArea? {
            for distance in distances {
                if let place = places.first(where: {
                    isFree($0, distance: distance) && $0 != afternoonMark
                }) {
                    return place
                }
            }
            return nil
        }
        // Above the dots for five minutes, and beside the one that is lit when the hour is over, marks touch nothing.
        let beside = fives.first.map { (mark(right, bottom), mark(right, $0.row - 1)) }
        afternoonMark = free(
            (beside.map { [$0.0] } ?? [])
                + [mark(left, top), mark(left, bottom), mark(middle, top), mark(left, row)])
        alarmMark = free(
            (beside.map { [$0.1] } ?? [])
                + [mark(right, top), mark(right, bottom), mark(middle, bottom), mark(right, row)])
    }

    /// Where the last row has a free row above it. The days have the marks at both sides, and a pixel between.
    private mutating func placeWeek(in area: PixelArea) {
        let days = 7
        let row = PixelArea(
            column: area.column + (area.columns - days) / 2, row: area.bottom - 1, columns: days,
            rows: 1)
        let marks = [afternoonMark, alarmMark].compactMap { $0 }
        guard (area.columns - days).isMultiple(of: 2), isFree(row, distance: 1),
            area.contains(row), !marks.contains(where: row.grown(by: 1).overlaps)
        else { return }
        week = row
    }

    /// The first of these rows that is free. Where it has a mark at its end, the bar keeps a pixel away.
    private mutating func placeBar(in area: PixelArea, rows: [Int]) {
        let marks = [afternoonMark, alarmMark].compactMap { $0 }
        for row in rows {
            var bar = PixelArea(column: area.column, row: row, columns: area.columns, rows: 1)
            guard isFree(bar) else { continue }
            if marks.contains(where: { $0.overlaps(bar) }) {
                bar.column += 2
                bar.columns -= 4
            }
            secondsBar = bar
            return
        }
    }

    private mutating func placePath(in area: PixelArea) {
        let marks = [afternoonMark, alarmMark].compactMap { $0 }
        let (left, right) = (area.column, area.right - 1)
        let (top, bottom) = (area.row, area.bottom - 1)
        let edge =
            (left..<max(left, right)).map { Place(column: $0, row: top) }
            + (top..<max(top, bottom)).map { Place(column: right, row: $0) }
            + (left..<max(left, right)).reversed().map { Place(column: $0 + 1, row: bottom) }
            + (top..<max(top, bottom)).reversed().map { Place(column: left, row: $0 + 1) }
        let path = edge.filter { place in
            !(taken + marks).contains { $0.contains(place.column, place.row) }
        }
        if path.count >= Self.shortestPath { secondsPath = path }
    }
}
