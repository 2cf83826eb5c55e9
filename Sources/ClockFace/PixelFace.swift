import ClockCore
import HAL

/// Draws scenes on panels of pixels.
struct PixelFace {
    private let panel: PixelGeometry
    private let style: ClockStyle
    private let inks: PixelInks
    /// What the viewer sees, after the style has turned the picture.
    private let columns: Int
    private let rows: Int
    private let area: PixelArea

    init(panel: PixelGeometry, style: ClockStyle, inks: PixelInks) {
        let turned = panel.turned(by: style.rotation)
        self.panel = panel
        self.style = style
        self.inks = inks
        columns = turned.columns
        rows = turned.rows
        area = PixelArea.safe(on: turned)
    }

    func picture(of scene: FaceScene, _ layouts: inout PixelLayouts) -> PixelPicture {
        var canvas = PixelCanvas(columns: columns, rows: rows, background: inks.background)
        switch scene.content {
        case .dark: break
        case .clock(let time):
            draw(time, scene.overlays, on: &canvas, &layouts)
        case .unknownTime(let isLit):
            if isLit { drawDashes(on: &canvas, &layouts) }
        case .word(let word): drawText(word.long, orShorter: word.short, on: &canvas)
        case .countdown(let left): drawText(left, orShorter: left, on: &canvas)
        case .scrolling(let visible, _): drawScrolling(visible, on: &canvas)
        }
        return style.rotation == .upright
            ? canvas.picture : canvas.picture.turned(by: style.rotation.back)
    }

    // MARK: - The time

    private func layout(
        showsSeconds: Bool, hasOverlays: Bool, _ layouts: inout PixelLayouts
    ) -> PixelLayout? {
        layouts.layout(
            for: PixelLayout.Request(
                area: area, design: style.fontDesign, weight: style.fontWeight, size: style.size,
                showsSeconds: showsSeconds, hasOverlays: hasOverlays))
    }

    private func draw(
        _ time: ClockText, _ overlays: [String], on canvas: inout PixelCanvas,
        _ layouts: inout PixelLayouts
    ) {
        guard
            let layout = layout(
                showsSeconds: time.second != nil, hasOverlays: !overlays.isEmpty, &layouts)
        else { return }
        let digits = time.hourDigits + time.minuteDigits + (time.secondDigits ?? [])
        for (digit, cell) in zip(digits, layout.cells) {
            guard let digit else { continue }
            draw(digit, in: layout.font, at: cell, on: &canvas)
        }
        drawDots(layout.dots, share: time.colon, on: &canvas)
        if let second = time.second, layout.cells.count < digits.count {
            drawSeconds(second, layout, on: &canvas)
        }
        guard let line = layout.overlayLines.first else {
            return drawMarks(time, layout, on: &canvas)
        }
        // One line shows all texts, a minute each.
        let first = layout.overlayLines.count == 1 ? time.minute % max(1, overlays.count) : 0
        for (line, text) in zip(layout.overlayLines, overlays.dropFirst(first)) {
            drawOverlay(text, in: line, on: &canvas)
        }
        drawBadges(time, in: line, on: &canvas)
    }

    private func drawDashes(on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts) {
        guard let layout = layout(showsSeconds: false, hasOverlays: false, &layouts) else {
            return
        }
        let font = layout.font
        let thickness = max(1, font.figureHeight / 8)
        for cell in layout.cells {
            canvas.fill(
                PixelArea(
                    column: cell.column, row: cell.row + (font.figureHeight - thickness) / 2,
                    columns: font.figureWidth, rows: thickness), inks.digits)
        }
        drawDots(layout.dots, share: 1, on: &canvas)
    }

    /// A figure, centred in its cell.
    private func draw(
        _ digit: Int, in font: Font, at cell: PixelLayout.Place, on canvas: inout PixelCanvas
    ) {
        guard let glyph = font.glyph(Character("\(digit)")) else { return }
        canvas.draw(
            glyph, pen: cell.column + (font.figureWidth - glyph.columns) / 2 - glyph.left,
            line: cell.row - font.figureTop, inks.digits)
    }

    /// - Parameter share: how bright they are beside the digits, 0...1.
    private func drawDots(_ dots: [PixelArea], share: Double, on canvas: inout PixelCanvas) {
        guard let light = inks.digits(share: share) else { return }
        for dot in dots { canvas.fill(dot, light) }
    }

    /// A bar that fills in a minute, or, where no row is free, a pixel that runs around the edge.
    private func drawSeconds(_ second: Int, _ layout: PixelLayout, on canvas: inout PixelCanvas) {
        let second = min(second, 59)
        if var bar = layout.secondsBar {
            bar.columns = (bar.columns * (second + 1) + 30) / 60
            canvas.fill(bar, inks.overlay)
            return
        }
        let (across, down) = (area.columns - 1, area.rows - 1)
        let step = 2 * (across + down) * second / 60
        let place =
            switch step {
            case ..<across: (step, 0)
            case ..<(across + down): (across, step - across)
            case ..<(2 * across + down): (2 * across + down - step, down)
            default: (0, 2 * (across + down) - step)
            }
        canvas.invert(area.column + place.0, area.row + place.1, inks)
    }

    private func drawMarks(
        _ time: ClockText, _ layout: PixelLayout, on canvas: inout PixelCanvas
    ) {
        if time.isAfternoon, let mark = layout.afternoonMark {
            canvas.dot(mark.column, mark.row, inks.overlay)
        }
        if time.hasAlarmMark, let mark = layout.alarmMark {
            canvas.dot(mark.column, mark.row, inks.mark)
        }
    }

    /// The marks of panels with room for more than a pixel: at both ends of the first line below the time.
    private func drawBadges(
        _ time: ClockText, in line: PixelArea, on canvas: inout PixelCanvas
    ) {
        if time.isAfternoon {
            let font = FontLibrary.builtIn.text(rows: line.rows)
            canvas.draw(
                "PM", in: font, pen: line.column, line: line.row, upTo: line.right, inks.overlay)
        }
        guard time.hasAlarmMark else { return }
        for (row, bits) in PixelFace.bell.enumerated() {
            for (column, bit) in bits.enumerated() where bit == "#" {
                canvas.dot(line.right - bits.count + column, line.row + row, inks.mark)
            }
        }
    }

    private static let bell = ["  #  ", " ### ", " ### ", " ### ", "#####", "     ", "  #  "]

    // MARK: - Texts

    private func drawOverlay(
        _ text: String, in line: PixelArea, on canvas: inout PixelCanvas
    ) {
        let font = FontLibrary.builtIn.text(rows: line.rows)
        let width = font.width(of: text)
        let pen = line.column + max(0, (line.columns - width) / 2)
        canvas.draw(
            text, in: font, pen: pen, line: line.row, upTo: line.right, inks.overlay)
    }

    /// A text in the middle, as large as fits.
    private func drawText(
        _ text: String, orShorter shorter: String, on canvas: inout PixelCanvas
    ) {
        for text in [text, shorter] {
            for rows in PixelFace.textRows where rows <= area.rows {
                let font = FontLibrary.builtIn.text(rows: rows)
                let width = font.width(of: text)
                guard width <= area.columns else { continue }
                canvas.draw(
                    text, in: font, pen: area.column + (area.columns - width) / 2,
                    line: area.row + (area.rows - font.height + 1) / 2, upTo: area.right,
                    inks.digits)
                return
            }
        }
        // Nothing is too small for its beginning.
        drawScrolling(shorter, on: &canvas)
    }

    /// The visible part of a text that moves, from the left edge on.
    private func drawScrolling(_ visible: String, on canvas: inout PixelCanvas) {
        let font = FontLibrary.builtIn.text(rows: min(area.rows, PixelFace.mostTextRows))
        canvas.draw(
            visible, in: font, pen: area.column,
            line: area.row + (area.rows - font.height + 1) / 2, upTo: area.right, inks.digits)
    }

    /// A larger text would show too few characters at a time.
    private static let mostTextRows = 16
    /// The sizes to try for a short text.
    private static let textRows = [64, 48, 40, 32, 24, 20, 16, 14, 12, 10, 9, 8, 7, 5]
}

extension PixelGeometry {
    /// What the viewer sees after the style has turned the picture clockwise.
    func turned(by rotation: FaceRotation) -> PixelGeometry {
        guard rotation != .upright else { return self }
        var turned = self
        let old = safeArea
        switch rotation {
        case .upright: break
        case .half:
            turned.safeArea = Insets(
                left: old.right, top: old.bottom, right: old.left, bottom: old.top)
        case .quarter, .threeQuarters:
            (turned.columns, turned.rows) = (rows, columns)
            turned.safeArea =
                rotation == .quarter
                ? Insets(left: old.top, top: old.right, right: old.bottom, bottom: old.left)
                : Insets(left: old.bottom, top: old.left, right: old.top, bottom: old.right)
        }
        return turned
    }
}

extension FaceRotation {
    /// The rotation of a picture that was drawn for a turned viewer.
    fileprivate var back: BoardDescription.Display.Rotation {
        switch self {
        case .upright: .upright
        case .quarter: .quarter
        case .half: .half
        case .threeQuarters: .threeQuarters
        }
    }
}
