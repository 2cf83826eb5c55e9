import ClockCore
import HAL

// The menu on pixels: the label small above the value where there are two lines, else the value alone.
extension PixelFace {
    func drawMenu(
        _ menu: MenuText, on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        guard !menu.values.isEmpty else {
            return draw(menu.labels, in: area, inks.digits, on: &canvas, &layouts)
        }
        var room = area
        if area.rows >= PixelLayout.rowsForOverlay {
            var line = area
            line.rows = PixelLayout.overlayRows
            draw(menu.labels, in: line, inks.overlay, on: &canvas, &layouts)
            let used = line.rows + 2
            room.row += used
            room.rows -= used
        }
        if menu.isLit { draw(menu.values, in: room, inks.digits, on: &canvas, &layouts) }
    }

    /// The longest form that fits, as large as it fits, in the middle.
    private func draw(
        _ forms: [String], in room: PixelArea, _ light: PixelLight,
        on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        for text in forms {
            for rows in PixelFace.textRows where rows <= room.rows {
                let font = layouts.textFont(rows: rows)
                let width = font.width(of: text)
                guard width <= room.columns else { continue }
                canvas.draw(
                    text, in: font, pen: room.column + (room.columns - width) / 2,
                    line: room.row + (room.rows - font.height + 1) / 2, upTo: room.right, light)
                return
            }
        }
    }
}
