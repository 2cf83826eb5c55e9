/// The mixer on the screen: its heading, the part of its list that fits, and its remarks.
struct MixerSheet {
    let mixer: SimulatorScreen.Mixer

    static let missing = "not there"
    /// A longer name would take space from the sliders.
    private static let longestName = 40
    /// From this width on, positions are written out.
    private static let roomyColumns = 60
    /// With fewer rows than this, only a refusal gets a row.
    private static let rowsWithRemarks = 6
    /// A refusal may list the available choices.
    private static let mostProblemLines = 3

    static func text(volume: Int) -> String { volume == 0 ? "muted" : "\(volume) %" }

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        let notes = noteLines(columns.count, rows.count)
        let room = rows.count - 1 - notes.count
        let shown = MixerSheet.window(of: mixer.rows.count, around: mixer.chosen ?? 0, room)
        // With enough room, each sound has a second row that describes it, and with more room a blank one.
        let step = mixer.page == .mix ? max(1, min(3, room / max(1, mixer.rows.count))) : 1
        drawHeading(on: &canvas, columns, rows.lowerBound, isCut: shown.count < mixer.rows.count)
        for (offset, index) in shown.enumerated() {
            let row = rows.lowerBound + 1 + offset * step
            drawRow(
                mixer.rows[index], on: &canvas, columns, row, isChosen: index == mixer.chosen)
            if step > 1 {
                canvas.text(
                    mixer.rows[index].about, columns.lowerBound + 2, row + 1, Palette.dim,
                    limit: columns.count - 2)
            }
        }
        if mixer.rows.isEmpty, room > 0 {
            canvas.text(
                mixer.emptyText, columns.lowerBound + 2, rows.lowerBound + 1, Palette.dim,
                limit: columns.count - 2)
        }
        let isProblem = mixer.note?.isProblem == true
        for (offset, line) in notes.enumerated() {
            canvas.text(
                line, columns.lowerBound, rows.upperBound - notes.count + offset,
                isProblem ? Palette.hot : Palette.dim, isBold: isProblem, limit: columns.count)
        }
    }

    private func noteLines(_ columns: Int, _ rows: Int) -> [String] {
        guard let note = mixer.note else { return [] }
        guard note.isProblem else {
            return rows >= MixerSheet.rowsWithRemarks ? ["  \(note.text)"] : []
        }
        // Keep one row of the list.
        let most = max(1, min(MixerSheet.mostProblemLines, rows - 2))
        let lines = TerminalText.wrapped("! \(note.text)", to: columns)
        guard lines.count > most else { return lines }
        return lines.prefix(most - 1) + [lines.dropFirst(most - 1).joined(separator: " ")]
    }

    /// The rows to show if `room` fit: the chosen one is centred as far as there are rows on both sides.
    static func window(of count: Int, around chosen: Int, _ room: Int) -> Range<Int> {
        guard count > room else { return 0..<count }
        let start = min(max(0, chosen - room / 2), count - max(0, room))
        return start..<(start + max(0, room))
    }

    private func drawHeading(
        on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, isCut: Bool
    ) {
        var end = columns.upperBound
        if isCut || mixer.page == .sounds, let chosen = mixer.chosen {
            let place = "\(chosen + 1) of \(mixer.rows.count)"
            canvas.text(place, endingAt: end, row, Palette.dim)
            end -= TerminalText.width(of: place) + 1
        }
        let title = canvas.text(
            mixer.page.title, columns.lowerBound, row, Palette.accent, isBold: true)
        let state = canvas.text(
            mixer.state, title + 2, row, Palette.text, limit: max(0, end - title - 2))
        guard state + 1 < end else { return }
        let line = String(repeating: "─", count: end - state - 1)
        canvas.text(line, state + 1, row, Palette.faint)
    }

    private func drawRow(
        _ item: SimulatorScreen.Mixer.Row, on canvas: inout Canvas, _ columns: Range<Int>,
        _ row: Int, isChosen: Bool
    ) {
        let ground = isChosen ? Palette.key : Palette.background
        canvas.fill(columns, row, on: ground)
        if isChosen { canvas.text("▸", columns.lowerBound, row, Palette.accent, on: ground) }
        let isRoomy = columns.count >= MixerSheet.roomyColumns
        let left = columns.lowerBound + 2
        let width =
            isRoomy ? min(MixerSheet.longestName, columns.count * 4 / 9) : columns.count * 3 / 8
        canvas.text(
            item.name, left, row, isChosen ? Palette.accent : Palette.text, on: ground,
            isBold: isChosen, limit: width)
        let rest = (left + width + 1)..<columns.upperBound
        switch item {
        case .voice(_, let volume, let pan, _):
            drawVoice(volume, pan, on: &canvas, rest, row, ground, isRoomy)
        case .missing:
            canvas.text(MixerSheet.missing, rest.lowerBound, row, Palette.hot, on: ground)
        case .sound(_, let category, let isInMix):
            let mark = isInMix ? "in the mix" : ""
            let place = rest.upperBound - mark.count
            canvas.text(
                category, rest.lowerBound, row, Palette.dim, on: ground,
                limit: max(0, place - rest.lowerBound - 1))
            canvas.text(mark, place, row, Palette.good, on: ground)
        }
    }

    private func drawVoice(
        _ volume: Int, _ pan: Int, on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int,
        _ ground: PictureColor, _ isRoomy: Bool
    ) {
        let side = isRoomy ? 9 : 4
        let percent = columns.upperBound - side - (isRoomy ? 2 : 1)
        let track = columns.lowerBound..<(percent - 6)
        SliderBar.draw(
            on: &canvas, track, row, at: Double(volume) / 100, ground: ground,
            knob: volume == 0 ? Palette.dim : Palette.text
        ) { _ in Palette.good }
        let setting = MixerSheet.text(volume: volume)
        canvas.text(
            setting, percent - setting.count, row, volume == 0 ? Palette.dim : Palette.text,
            on: ground)
        canvas.text(
            MixerSheet.text(pan: pan, isRoomy), columns.upperBound - side, row,
            pan == 0 ? Palette.dim : Palette.text, on: ground)
    }

    private static func text(pan: Int, _ isRoomy: Bool) -> String {
        guard pan != 0 else { return isRoomy ? "middle" : "" }
        let side = pan < 0 ? (isRoomy ? "left " : "L") : (isRoomy ? "right " : "R")
        return "\(side)\(abs(pan))"
    }
}
