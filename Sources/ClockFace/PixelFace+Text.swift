import ClockCore
import HAL

// Words that stand in the middle where they fit, and move through where they do not.
extension PixelFace {
    func draw(
        _ words: FaceScene.Text, in room: PixelArea? = nil, on canvas: inout PixelCanvas,
        _ layouts: inout PixelLayouts
    ) {
        let room = room ?? area
        let most = commonRows(of: words, in: room, &layouts)
        if draw(words.forms, in: room, upTo: most, inks.digits, on: &canvas, &layouts) { return }
        guard let text = words.forms.last else { return }
        let rows = min(room.rows, TextRoom.mostRows, most)
        let font = layouts.textFont(rows: rows, style)
        let width = font.width(of: text)
        var whole = PixelCanvas(columns: width, rows: room.rows, background: inks.background)
        whole.draw(
            text, in: font, pen: 0, line: (room.rows - font.height + 1) / 2, upTo: width,
            inks.digits)
        canvas.place(whole.picture, in: room)
        canvas.parts.text = MovingParts.Text(
            area: room, whole: whole.picture,
            run: TextRun(
                hidden: max(1, width - room.columns),
                perSecond: TextRoom.columnsPerSecond(rows: rows), repeats: words.repeats),
            since: words.since)
    }

    /// The size that suits a text and all that takes turns with it.
    private func commonRows(
        of words: FaceScene.Text, in room: PixelArea, _ layouts: inout PixelLayouts
    ) -> Int {
        guard !words.companions.isEmpty else { return .max }
        var most = Int.max
        for forms in [words.forms, words.companions] {
            var rows = min(room.rows, TextRoom.mostRows)
            for form in forms {
                guard let fitting = textRows(for: form, in: room, &layouts) else { continue }
                rows = fitting
                break
            }
            most = min(most, rows)
        }
        return most
    }

    /// Whether a scene that was drawn has its heading in it.
    func says(_ scene: FaceScene, on canvas: PixelCanvas) -> Bool {
        guard let heading = scene.heading, let words = heading.text.forms.first else { return true }
        if case .menu = scene.content { return hasMenuLine }
        let parts = heading.parts.isEmpty ? [words] : heading.parts
        return parts.allSatisfy(canvas.lines.contains)
    }
}
