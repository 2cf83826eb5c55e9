// The menu on pixels: the label small above the value where there are two lines, else one after the other.
extension PixelFace {
    /// Whether the label stands above the value.
    var hasMenuLine: Bool { area.rows >= PixelLayout.rowsForOverlay }

    func drawMenu(
        _ menu: MenuText, on canvas: inout PixelCanvas, _ layouts: inout PixelLayouts
    ) {
        var room = area
        if hasMenuLine, menu.hasValue {
            var line = area
            line.rows = PixelLayout.overlayRows(in: area).first ?? PixelLayout.overlayRows
            draw(labels(of: menu), in: line, inks.overlay, on: &canvas, &layouts)
            let used = line.rows + PixelLayout.distanceToTexts
            room.row += used
            room.rows -= used
        }
        if menu.isLit { draw(menu.text, in: room, on: &canvas, &layouts) }
    }

    /// What the page is about, and what it asks where that is not the same.
    private func labels(of menu: MenuText) -> [String] {
        let labels = FaceOverlays.Overlay.shortened(menu.label)
        guard let question = menu.text.companions.first, !labels.contains(question) else {
            return labels
        }
        return ["\(menu.label): \(question.lowercased())", question]
    }
}
