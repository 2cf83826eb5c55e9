import ClockCore
import HAL

// The lines for texts below or beside the time, and the marks at their ends.
extension PixelFace {
    func drawLines(
        _ areas: [PixelArea], _ time: ClockText, _ overlays: FaceOverlays,
        on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        var lines = areas
        let fonts = lines.map { layouts.lineFont(rows: $0.rows) }
        let small = fonts[fonts.count - 1]
        let narrowest = rest(of: lines[0], fonts[0], beside: time).columns
        let shown = overlays.shown(on: lines.count, minute: time.minute) { overlay in
            form(of: overlay, small, columns: narrowest) != nil
        }
        if shown.count == 1, let last = lines.last {
            // One line alone stands in the middle of both.
            lines[0].row += (last.bottom - lines[0].bottom) / 2
        }
        drawBadges(time, in: lines[0], fonts[0], on: &canvas)
        lines[0] = rest(of: lines[0], fonts[0], beside: time)
        for (place, overlay) in shown.enumerated() {
            drawOverlay(overlay, in: lines[place], [fonts[place], small], on: &canvas)
        }
    }

    /// Between the marks at both ends of a line and its text: more than a space.
    private static let distance = 5

    private func drawBadges(
        _ time: ClockText, in line: PixelArea, _ font: Font, on canvas: inout PixelCanvas
    ) {
        if time.isAfternoon {
            canvas.draw(
                "PM", in: font, pen: line.column, line: line.row, upTo: line.right, inks.overlay)
        }
        if time.hasAlarmMark {
            let bell = PixelSigns.bell(rows: line.rows)
            canvas.draw(
                bell, column: line.right - PixelLayout.bellColumns,
                row: line.row + (font.ascent - bell.count) / 2, inks.mark)
        }
    }

    /// What the marks leave of a line.
    private func rest(of line: PixelArea, _ font: Font, beside time: ClockText) -> PixelArea {
        var rest = line
        if time.isAfternoon {
            let used = font.width(of: "PM") + Self.distance
            rest.column += used
            rest.columns -= used
        }
        if time.hasAlarmMark { rest.columns -= PixelLayout.bellColumns + Self.distance }
        return rest
    }

    /// The longest form that fits in the middle of the panel, else of the line. Where none fits in the line's letters,
    /// one fits in smaller ones.
    private func drawOverlay(
        _ overlay: FaceOverlays.Overlay, in line: PixelArea, _ fonts: [Font],
        on canvas: inout PixelCanvas
    ) {
        let sides = max(line.column - area.column, area.right - line.right)
        var middle = line
        middle.column = area.column + sides
        middle.columns = area.columns - 2 * sides
        let found = fonts.lazy.flatMap { font in
            [middle, line].lazy.compactMap { room in
                form(of: overlay, font, columns: room.columns).map { (room: room, text: $0) }
            }
        }.first
        guard let (room, found) = found else { return }
        let pen = room.column + (room.columns - found.width) / 2
        let row = line.row + (line.rows - found.font.height) / 2
        let light = inks.overlay(in: overlay.tint)
        canvas.lines.append(found.text)
        canvas.draw(found.lead, column: pen, row: row, light)
        canvas.draw(
            found.text, in: found.font, pen: pen + PixelSigns.indent(after: found.lead), line: row,
            upTo: line.right, light)
    }

    /// A text as it fits into a line.
    private struct FittingText {
        var text: String
        var lead: [String]
        var font: Font
        /// With the sign before it.
        var width: Int
    }

    /// The longest form that fits; nil: none does.
    private func form(
        of overlay: FaceOverlays.Overlay, _ font: Font, columns: Int
    ) -> FittingText? {
        let lead =
            overlay.lead.map { PixelSigns.rows(of: $0, columns: columns, rows: font.height) } ?? []
        let indent = PixelSigns.indent(after: lead)
        for text in overlay.forms {
            let width = indent + font.width(of: text)
            if width <= columns {
                return FittingText(text: text, lead: lead, font: font, width: width)
            }
        }
        return nil
    }
}
