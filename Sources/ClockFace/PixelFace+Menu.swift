// The menu on pixels: the label small above the value where there are two lines, else the value alone.
extension PixelFace {
    func drawMenu(
        _ menu: MenuText, on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        guard !menu.values.isEmpty else {
            draw(menu.labels, in: area, inks.digits, on: &canvas, &layouts)
            return
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
}
