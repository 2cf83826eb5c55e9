import ClockCore
import HAL

/// The layouts of one request in one arrangement.
struct Arrangement {
    private typealias Marks = PixelLayout.Marks

    private let request: PixelLayout.Request
    private let fonts: FigureFonts
    private let form: Form
    /// Below the figures: the lines for overlays.
    private let overlays: [PixelArea]
    /// What remains for the figures.
    private let room: PixelArea
    private let pairs: Int
    /// Whether the time stands at the left, with a text beside it.
    private let hasTextBeside: Bool

    enum Form {
        case row
        /// The same without a column between the figures of a pair.
        case denseRow
        /// Hours over minutes.
        case stack
        /// Hours over a dot for every five minutes.
        case tally
    }

    init(_ request: PixelLayout.Request, _ fonts: FigureFonts, _ form: Form) {
        self.request = request
        self.fonts = fonts
        self.form = form
        let area = request.area
        pairs =
            form == .row && request.showsSeconds && area.columns >= PixelLayout.columnsForSeconds
            ? 3 : 2
        hasTextBeside =
            form == .row && request.hasOverlays && area.rows < PixelLayout.rowsForOverlay
            && area.columns >= PixelLayout.columnsForText
        var bottom = area.bottom
        var lines: [PixelArea] = []
        for rows in request.hasOverlays ? PixelLayout.overlayRows(in: area).reversed() : [] {
            let line = PixelArea(
                column: area.column, row: bottom - rows, columns: area.columns, rows: rows)
            lines.insert(line, at: 0)
            bottom = line.row - 1
        }
        overlays = lines
        let used = lines.first.map { area.bottom - $0.row + PixelLayout.distanceToTexts } ?? 0
        room = PixelArea(
            column: area.column, row: area.row,
            columns: hasTextBeside ? area.columns * pairs / 6 : area.columns,
            rows: area.rows - used)
    }

    /// The layout of the largest font that fits, scaled by the chosen size.
    var largest: PixelLayout? {
        let heights = fonts.heights
        let apart = lastFitting(in: heights, marks: .apart)
        // Marks that touch a figure look like a part of it. A row less is better, but not figures that nobody can read.
        let isReadable =
            apart.map { fonts.areOwn || heights[$0] > FontLibrary.smallestFigureHeight } ?? false
        let found = isReadable ? apart : lastFitting(in: heights, marks: .touching)
        guard let most = found else { return nil }
        guard case .percent(let percent) = request.size else {
            return layout(heights[most], marks: isReadable ? .apart : .touching, isDrawn: true)
        }
        let wanted = heights[most] * percent.value / 100
        let scaled = heights[...most].last { $0 <= wanted } ?? heights[0]
        return layout(scaled, marks: .apart, isDrawn: true)
            ?? layout(scaled, marks: .touching, isDrawn: true)
    }

    /// Binary search: what is higher is never narrower. Own fonts are few, and may be of any width. So are small figures,
    /// and marks may find a place beside those of seven rows where they find none beside six.
    private func lastFitting(in heights: [Int], marks: Marks) -> Int? {
        // Tries it without drawing the font, which takes longest.
        func fits(_ height: Int) -> Bool { layout(height, marks: marks, isDrawn: false) != nil }
        guard !fonts.areOwn else { return heights.lastIndex(where: fits) }
        let small = heights.prefix { $0 < PixelLayout.tightBelow }
        var (last, tooLarge) = (small.count - 1, heights.count)
        while tooLarge - last > 1 {
            let middle = (last + tooLarge) / 2
            if fits(heights[middle]) { last = middle } else { tooLarge = middle }
        }
        return last < small.count ? small.lastIndex(where: fits) : last
    }

    /// Nil if it does not fit.
    private func layout(_ height: Int, marks: Marks, isDrawn: Bool) -> PixelLayout? {
        let spacing = PixelLayout.Spacing(height: height, weight: request.weight)
        return switch form {
        case .row, .denseRow: row(height, spacing, marks, isDrawn)
        case .stack: stack(height, spacing, marks, isDrawn)
        case .tally: tally(height, spacing, marks, isDrawn)
        }
    }

    // MARK: - In one row

    private func row(
        _ height: Int, _ spacing: PixelLayout.Spacing, _ marks: Marks, _ isDrawn: Bool
    ) -> PixelLayout? {
        guard height <= room.rows else { return nil }
        let colons = pairs - 1
        let gap = form == .denseRow ? 0 : spacing.gap
        // The colon has the gap of the figures on both sides. Only the smallest figures may do with a single column, as
        // otherwise 16 columns would not hold four of them. There the colon is dimmer than the figure that it touches;
        // without levels it is a point below the gap.
        let wide = spacing.dot + 2 * spacing.gap
        var widths = height < PixelLayout.tightBelow ? [wide, spacing.dot + 1] : [wide]
        if form == .denseRow { widths = [spacing.dot] }
        for colon in widths {
            let rest = room.columns - pairs * gap - colons * colon
            guard
                let font = fonts.font(
                    height, maximumFigureWidth: rest / (2 * pairs), isDrawn: isDrawn)
            else { continue }
            let pair = 2 * font.figureWidth + gap
            let sign =
                colon < wide
                ? Colon(filling: colon, side: spacing.dot)
                : Colon(
                    in: font, hasOwn: fonts.areOwn, spacing,
                    most: colons > 0 ? (room.columns - pairs * pair) / colons : 0)
            let used = pairs * pair + colons * sign.columns
            let isPoint = colon < wide && !request.hasLevels
            let middle = (room.rows - height + (isPoint ? 0 : 1)) / 2
            // Small figures that leave no place for marks above and below stand at the top.
            let canRise = height < PixelLayout.tightBelow && marks == .apart && middle > 0
            for top in canRise ? [middle, 0] : [middle] {
                var layout = PixelLayout(font: font, colon: sign.glyph)
                var column = room.column + (hasTextBeside ? 0 : (room.columns - used) / 2)
                let row = room.row + top
                for index in 0..<pairs {
                    layout.addPair(column: column, row: row, gap: gap)
                    column += pair
                    guard index < colons else { break }
                    if isPoint {
                        layout.addPoint(column: column, row: row + height, columns: colon, in: room)
                    } else {
                        layout.add(sign, column: column, row: row)
                    }
                    column += sign.columns
                }
                if place(
                    marks, in: &layout, hasTextBeside ? [lineBeside(used, row: row)] : overlays)
                {
                    return layout
                }
            }
            return nil
        }
        return nil
    }

    /// - Returns: false if there is no place for the marks.
    private func place(
        _ marks: Marks, in layout: inout PixelLayout, _ overlays: [PixelArea]
    ) -> Bool {
        layout.place(
            marks, in: request.area, overlays, showsSeconds: request.showsSeconds && pairs == 2,
            hasLevels: request.hasLevels)
    }

    /// The line to the right of figures that are so wide.
    private func lineBeside(_ used: Int, row: Int) -> PixelArea {
        let area = request.area
        let rows = min(area.rows, PixelLayout.overlayRows)
        let distance = 6
        return PixelArea(
            column: area.column + used + distance, row: area.row + (area.rows - rows + 1) / 2,
            columns: area.columns - used - distance, rows: rows)
    }

    // MARK: - Hours over minutes

    /// Two figures side by side take the whole room.
    private func fontOfPair(
        _ height: Int, _ spacing: PixelLayout.Spacing, _ isDrawn: Bool
    ) -> Font? {
        fonts.font(height, maximumFigureWidth: (room.columns - spacing.gap) / 2, isDrawn: isDrawn)
    }

    private func stack(
        _ height: Int, _ spacing: PixelLayout.Spacing, _ marks: Marks, _ isDrawn: Bool
    ) -> PixelLayout? {
        guard let font = fontOfPair(height, spacing, isDrawn),
            room.rows - 2 * height >= leastDistance(height, spacing)
        else { return nil }
        let between = room.rows - 2 * height
        let hasDots = between >= spacing.dot + 2
        let distance =
            hasDots ? min(between, spacing.dot + 2 * max(1, spacing.gap)) : min(between, 1)
        let pair = 2 * font.figureWidth + spacing.gap
        var layout = PixelLayout(font: font)
        let column = room.column + (room.columns - pair) / 2
        let row = room.row + (room.rows - 2 * height - distance) / 2
        // Without a row between them, the two lines of figures touch. A step to the side tells them apart.
        let step = distance == 0 && pair < room.columns ? 1 : 0
        layout.addPair(column: column, row: row, gap: spacing.gap)
        layout.addPair(column: column + step, row: row + height + distance, gap: spacing.gap)
        if hasDots {
            let top = row + height + (distance - spacing.dot) / 2
            layout.addDots(below: column, columns: pair, row: top, spacing.dot)
        }
        return place(marks, in: &layout, overlays) ? layout : nil
    }

    // MARK: - Hours over dots

    /// The colon is a dot between both, and the column at the right is free for marks.
    private func tally(
        _ height: Int, _ spacing: PixelLayout.Spacing, _ marks: Marks, _ isDrawn: Bool
    ) -> PixelLayout? {
        guard let font = fontOfPair(height, spacing, isDrawn),
            height + 1 + PixelLayout.linesOfFives <= room.rows
        else { return nil }
        var layout = PixelLayout(font: font)
        layout.addPair(column: room.column, row: room.row, gap: spacing.gap)
        let top = room.bottom - PixelLayout.linesOfFives
        for place in 0..<12 {
            let (line, column) = place.quotientAndRemainder(dividingBy: 6)
            let cell = layout.cells[column / 3]
            let shift = (column % 3) * (font.figureWidth - 1) / 2
            layout.fives.append(
                PixelArea(column: cell.column + shift, row: top + line, columns: 1, rows: 1))
        }
        layout.addDot(room.column + font.figureWidth, room.row + height, 1)
        return place(marks, in: &layout, []) ? layout : nil
    }

    /// The rows between hours and minutes. Only the smallest figures may touch, as otherwise eight rows would not hold
    /// two lines of them, and only where colours tell them apart. Figures that are drawn from strokes have the dots of
    /// the colon in between.
    private func leastDistance(_ height: Int, _ spacing: PixelLayout.Spacing) -> Int {
        if height == FontLibrary.smallestFigureHeight, request.hasTwoColors { return 0 }
        return height < PixelLayout.tightBelow ? 1 : spacing.dot + 2 * spacing.gap
    }
}

extension PixelLayout {
    /// The same with a blank in place of the first figure, and the others in the middle.
    var withoutFirstFigure: PixelLayout {
        guard cells.count > 2 else { return self }
        let shift = (cells[1].column - cells[0].column) / 2
        var layout = self
        // Hours over minutes are each in the middle of their own line.
        let isStack = cells[0].row != cells[2].row
        for place in isStack ? 1..<2 : 1..<cells.count { layout.cells[place].column -= shift }
        if !isStack {
            for place in dots.indices { layout.dots[place].column -= shift }
        }
        return layout
    }

    /// Two figure cells whose top left corner is given.
    fileprivate mutating func addPair(column: Int, row: Int, gap: Int) {
        let second = column + font.figureWidth + gap
        cells.append(Place(column: column, row: row))
        cells.append(Place(column: second, row: row))
        figures.append(
            PixelArea(
                column: column, row: row, columns: second + font.figureWidth - column,
                rows: font.figureHeight))
    }

    /// The dots of a colon between lines, side by side.
    fileprivate mutating func addDots(below column: Int, columns: Int, row: Int, _ side: Int) {
        for share in [1, 2] { addDot(column + columns * share / 3 - side / 2, row, side) }
    }

    mutating func addDot(_ column: Int, _ row: Int, _ side: Int, columns: Int? = nil) {
        dots.append(PixelArea(column: column, row: row, columns: columns ?? side, rows: side))
    }

    /// The point that stands for a colon, if there is a row for it.
    fileprivate mutating func addPoint(column: Int, row: Int, columns: Int, in room: PixelArea) {
        let point = PixelArea(column: column, row: row, columns: columns, rows: 1)
        if room.contains(point) { dots.append(point) }
    }
}
