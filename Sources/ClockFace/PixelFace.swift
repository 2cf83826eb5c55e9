import ClockCore
import ClockTime
import HAL

/// Draws scenes on panels of pixels.
struct PixelFace {
    private let panel: PixelGeometry
    let style: ClockStyle
    let inks: PixelInks
    /// What the viewer sees, after the style has turned the picture.
    let columns: Int
    let rows: Int
    let area: PixelArea
    /// How far the whole picture is from its place, against burn-in.
    private let offset: (columns: Int, rows: Int)

    /// - Parameter minute: the minutes since some midnight.
    init(panel: PixelGeometry, style: ClockStyle, inks: PixelInks, minute: Int) {
        let turned = panel.turned(by: style.rotation)
        self.panel = panel
        self.style = style
        self.inks = inks
        columns = turned.columns
        rows = turned.rows
        area = PixelArea.face(on: turned)
        offset = area == .safe(on: turned) ? (0, 0) : BurnIn.offset(ofMinute: minute)
    }

    func draw(_ scene: FaceScene, _ layouts: inout PixelLayouts) -> PixelCanvas {
        var canvas = PixelCanvas(columns: columns, rows: rows, background: inks.background)
        switch scene.content {
        case .dark: break
        case .clock(let time):
            draw(time, scene.overlays, on: &canvas, &layouts)
        case .unknownTime(let isLit):
            if isLit { drawDashes(on: &canvas, &layouts) }
        case .word(let word): drawWord(word, on: &canvas, &layouts)
        case .date(let date, let words): drawDate(date, words, on: &canvas, &layouts)
        case .countdown(let left): drawCountdown(left, on: &canvas, &layouts)
        case .text(let words): draw(words, on: &canvas, &layouts)
        case .code(let code): drawCode(code, on: &canvas, &layouts)
        case .menu(let menu): drawMenu(menu, on: &canvas, &layouts)
        }
        return canvas
    }

    /// The picture as it comes onto the panel.
    func scene(of canvas: PixelCanvas, _ content: FaceScene.Content) -> FacePicture.PixelScene {
        var moves: [PixelMove] = []
        if content.breathes {
            let start = BootTime(nanoseconds: 0)
            moves = canvas.parts.dots.map { PixelMove(area: $0, effect: .breath, start: start) }
        }
        if let text = canvas.parts.text {
            moves.append(
                PixelMove(
                    area: text.area, before: text.whole, effect: .run(text.run), start: text.since))
        }
        return FacePicture.PixelScene(
            picture: canvas.picture, moves: moves, background: inks.background,
            hasLevels: panel.depth == .levels, columns: offset.columns, rows: offset.rows,
            rotation: style.rotation.back, halo: inks.halo)
    }

    // MARK: - The time

    func layout(
        showsSeconds: Bool, hasOverlays: Bool, _ layouts: inout PixelLayouts
    ) -> PixelLayout? {
        layouts.layout(
            for: PixelLayout.Request(
                area: area, design: style.fontDesign, weight: style.fontWeight, size: style.size,
                showsSeconds: showsSeconds, hasOverlays: hasOverlays,
                hasLevels: panel.depth == .levels,
                hasTwoColors: inks.touchingDigits != inks.digits, family: style.fontFamily))
    }

    private func draw(
        _ time: ClockText, _ overlays: FaceOverlays, on canvas: inout PixelCanvas,
        _ layouts: inout PixelLayouts
    ) {
        guard
            var layout = layout(
                showsSeconds: time.second != nil, hasOverlays: !overlays.isEmpty, &layouts)
        else { return }
        guard layout.fives.isEmpty else { return drawWithFives(time, layout, on: &canvas) }
        // A large face that stood to one side would look broken. A small one rather keeps its marks and figures apart.
        if time.hidesLeadingZero, time.hour < 10, area.rows >= PixelLayout.rowsForOverlay {
            layout = layout.withoutFirstFigure
        }
        let digits = time.hourDigits + time.minuteDigits + (time.secondDigits ?? [])
        draw(digits, layout, on: &canvas)
        var clock = time
        if let second = time.second, layout.cells.count < digits.count,
            !drawSeconds(second, layout, on: &canvas)
        {
            clock = time.withSecondsOnColon
        }
        drawDots(of: layout, share: clock.colon, on: &canvas)
        if !clock.breathes { canvas.parts.dots = [] }
        guard !layout.overlayLines.isEmpty else {
            drawMarks(time, layout, on: &canvas)
            return drawWeek(time, layout, on: &canvas)
        }
        drawLines(layout.overlayLines, time, overlays, on: &canvas, &layouts)
    }

    /// Figures from the first cell on; nil for a blank.
    func draw(_ digits: [Int?], _ layout: PixelLayout, on canvas: inout PixelCanvas) {
        let font = layout.font
        for (place, (digit, cell)) in zip(digits, layout.cells).enumerated() {
            canvas.parts.figures.append(
                MovingParts.Figure(
                    area: PixelArea(
                        column: cell.column, row: cell.row, columns: font.figureWidth,
                        rows: font.figureHeight), digit: digit, spare: layout.spareRows[place]))
            guard let digit else { continue }
            draw(digit, in: font, at: cell, ink(of: place, in: layout), &canvas)
        }
    }

    /// The light of one cell, which differs from that of a cell that it touches.
    private func ink(of place: Int, in layout: PixelLayout) -> PixelLight {
        let isTouching =
            layout.hasTouchingFigures
            ? !place.isMultiple(of: 2)
            : layout.hasTouchingLines && layout.cells[place].row != layout.cells[0].row
        return isTouching ? inks.touchingDigits : inks.digits
    }

    /// Time left, in the cells of a time: "42" in those of the minutes.
    private func drawCountdown(
        _ left: String, on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        let parts = left.split(separator: ":")
        guard
            var layout = layout(
                showsSeconds: parts.count > 2, hasOverlays: false, &layouts)
        else { return }
        let room = max(2, layout.cells.count / 2)
        if parts.count > room, parts[0] != "0", layout.fives.isEmpty {
            // "1:02" would be taken for minutes and seconds.
            let hours = "\(parts[0])h\(parts[1])"
            if draw([hours], in: area, inks.digits, on: &canvas, &layouts) { return }
        }
        // In its last hour, minutes and seconds say more than a nought.
        let shown = parts.count > room && parts[0] == "0" ? parts.dropFirst() : parts[...]
        var digits = shown.prefix(room).flatMap { part in
            [part.count < 2 ? nil : part.first, part.last].map { $0?.wholeNumberValue }
        }
        if digits.count > 4, digits[0] == nil {
            layout.leaveOutFirstFigure()
            digits.removeFirst()
        }
        guard layout.fives.isEmpty else { return drawWithFives(digits, layout, on: &canvas) }
        draw(parts.count == 1 ? [nil, nil] + digits : digits, layout, on: &canvas)
        if parts.count > 1 { drawDots(of: layout, share: 1, on: &canvas) }
    }

    private func drawDashes(on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts) {
        guard let layout = layout(showsSeconds: false, hasOverlays: false, &layouts) else {
            return
        }
        let font = layout.font
        let thickness = max(1, font.figureHeight / 8)
        let middle = font.figureHeight - thickness
        for (place, cell) in layout.cells.enumerated() {
            canvas.fill(
                PixelArea(
                    column: cell.column, row: cell.row + middle / 2, columns: font.figureWidth,
                    rows: thickness), ink(of: place, in: layout))
        }
        drawDots(of: layout, share: 1, on: &canvas)
    }

    /// A figure, centred in its cell.
    private func draw(
        _ digit: Int, in font: Font, at cell: PixelLayout.Place, _ light: PixelLight,
        _ canvas: inout PixelCanvas
    ) {
        guard let glyph = font.figure(digit) else { return }
        canvas.draw(
            glyph, pen: cell.column + (font.figureWidth - glyph.columns) / 2 - glyph.left,
            line: cell.row - font.figureTop, light)
    }

    /// - Parameter share: how bright they are beside the digits, 0...1.
    func drawDots(
        of layout: PixelLayout, share: Double, on canvas: inout PixelCanvas
    ) {
        // Where a colon touches a figure, it is dimmer, and so told apart from it.
        let most = layout.hasTouchingDots && panel.depth == .levels ? 1.0 / 3 : 1
        guard let light = inks.digits(share: share * most) else { return }
        for dot in layout.dots {
            if let colon = layout.colon {
                canvas.draw(colon, pen: dot.column - colon.left, line: dot.row - colon.top, light)
            } else {
                canvas.fill(dot, light)
            }
        }
        if share == 1 { canvas.parts.dots += layout.dots }
    }

    /// A bar that fills in a minute, or, where no row is free, a pixel that goes round in what is free at the edge.
    /// - Returns: false if there is no place for either.
    @discardableResult
    func drawSeconds(
        _ second: Int, _ layout: PixelLayout, on canvas: inout PixelCanvas
    ) -> Bool {
        let second = min(second, 59)
        if var bar = layout.secondsBar {
            bar.columns = (bar.columns * (second + 1) + 30) / 60
            canvas.fill(bar, inks.overlay)
            return true
        }
        guard !layout.secondsPath.isEmpty else { return false }
        let place = layout.secondsPath[second * layout.secondsPath.count / 60]
        canvas.dot(place.column, place.row, inks.overlay)
        return true
    }

    // MARK: - Marks

    func drawMarks(
        _ time: ClockText, _ layout: PixelLayout, on canvas: inout PixelCanvas
    ) {
        if time.isAfternoon {
            if let badge = layout.afternoonBadge {
                let font = FontLibrary.builtIn.text(rows: badge.rows + 1)
                canvas.draw(
                    "PM", in: font, pen: badge.column, line: badge.row, upTo: area.right,
                    inks.overlay)
            } else if let mark = layout.afternoonMark {
                canvas.fill(mark, inks.overlay)
            }
        }
        if time.hasAlarmMark {
            if let badge = layout.alarmBadge {
                canvas.draw(
                    PixelSigns.bell(rows: badge.rows), column: badge.column, row: badge.row,
                    inks.mark)
            } else if let mark = layout.alarmMark {
                canvas.fill(mark, inks.mark)
            }
        }
    }

    /// A pixel for each day from Monday on. Today is bright; Saturday and Sunday have the second colour.
    private func drawWeek(_ time: ClockText, _ layout: PixelLayout, on canvas: inout PixelCanvas) {
        guard let week = layout.week, let today = time.weekday else { return }
        for day in 0..<week.columns {
            canvas.dot(
                week.column + day, week.row,
                inks.day(isToday: day == today.rawValue - 1, isWeekend: day > 4))
        }
    }

    // MARK: - Texts

    /// In words, which move where they do not fit, else as the day and the month in the cells of a time.
    private func drawDate(
        _ date: CivilDate, _ words: FaceScene.Text?, on canvas: inout PixelCanvas,
        _ layouts: inout PixelLayouts
    ) {
        if let words { return draw(words, on: &canvas, &layouts) }
        if draw(FaceOverlays.Overlay(date).forms, in: area, inks.digits, on: &canvas, &layouts) {
            return
        }
        guard let layout = layout(showsSeconds: false, hasOverlays: false, &layouts) else { return }
        let day = [date.day < 10 ? nil : date.day / 10, date.day % 10]
        draw(day + [date.month / 10, date.month % 10], layout, on: &canvas)
    }

    /// A word in the middle, in the longest form and the largest size that fit, else its sign.
    private func drawWord(
        _ word: FaceScene.Word, on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        let light = inks.digits(in: word.tint)
        if let lead = word.lead,
            draw(word.forms, after: lead, in: area, light, on: &canvas, &layouts)
        {
            return
        }
        if draw(word.forms, in: area, light, on: &canvas, &layouts) { return }
        let sign = PixelSigns.rows(of: word.sign, columns: area.columns, rows: area.rows)
        let columns = sign.first?.count ?? 0
        canvas.draw(
            sign, column: area.column + (area.columns - columns) / 2,
            row: area.row + (area.rows - sign.count) / 2, light)
    }

    /// The longest form that fits, as large as it fits, in the middle.
    ///
    /// - Parameters:
    ///   - lead: stands before the text, as large as it fits.
    ///   - most: the rows that its letters may have.
    /// - Returns: false if none fits.
    @discardableResult
    func draw(
        _ forms: [String], after lead: FaceScene.LeadingSign? = nil, in room: PixelArea,
        upTo most: Int = .max, _ light: PixelLight, on canvas: inout PixelCanvas,
        _ layouts: inout PixelLayouts
    ) -> Bool {
        for text in forms {
            guard let rows = textRows(for: text, after: lead, in: room, upTo: most, &layouts) else {
                continue
            }
            let font = layouts.textFont(rows: rows, style)
            let sign = lead.map {
                PixelSigns.rows(of: $0.sign, columns: room.columns, rows: rows)
            }
            let indent = PixelSigns.indent(after: sign ?? [])
            let column = room.column + (room.columns - indent - font.width(of: text)) / 2
            if let sign {
                canvas.draw(
                    sign, column: column, row: room.row + (room.rows - sign.count) / 2,
                    inks.overlay(in: lead?.tint))
            }
            canvas.draw(
                text, in: font, pen: column + indent,
                line: room.row + (room.rows - font.height + 1) / 2, upTo: room.right, light)
            return true
        }
        return false
    }

    /// The largest letters of a text that fits; nil: none does.
    func textRows(
        for text: String, after lead: FaceScene.LeadingSign? = nil, in room: PixelArea,
        upTo most: Int = .max, _ layouts: inout PixelLayouts
    ) -> Int? {
        let least = room.rows >= PixelFace.rowsForLargeText ? PixelFace.leastLargeText : 0
        for rows in PixelFace.textRows where rows >= least && rows <= min(room.rows, most) {
            let sign = lead.map {
                PixelSigns.rows(of: $0.sign, columns: room.columns, rows: rows)
            }
            let width = layouts.textFont(rows: rows, style).width(of: text)
            if PixelSigns.indent(after: sign ?? []) + width <= room.columns { return rows }
        }
        return nil
    }

    /// A panel of so many rows is read from afar. There a longer text rather moves than that it shrinks below that size.
    private static let rowsForLargeText = 32
    private static let leastLargeText = 10
    /// The sizes to try for a short text.
    private static let textRows = [64, 48, 40, 32, 24, 20, 16, 14, 12, 10, 9, 8, 7, 5]
}
