extension SimulatorScreen {
    /// The open mixer: a heading, a list with a cursor, a remark.
    struct Mixer: Hashable, Sendable {
        var page: Page
        /// Text after the heading: "master 30 %", or the search text typed to find a sound.
        var state: String
        var rows: [Row] = []
        /// The index in `rows` that keys act on; nil if there is none.
        var chosen: Int?
        var note = ""

        /// The list that is shown. Each has its own keys.
        enum Page: String, Hashable, Sendable {
            case mix = "Mix"
            case sounds = "Add a sound"
        }

        struct Row: Hashable, Sendable {
            var text: String
            /// 0...100, for a bar; nil for what does not play.
            var volume: Int?
        }
    }
}

/// The mixer on the screen: its heading, the part of its list that fits, and its remark.
struct MixerSheet {
    let mixer: SimulatorScreen.Mixer

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        let (left, end) = (columns.lowerBound, columns.upperBound)
        let notes = TerminalText.wrapped(mixer.note, to: columns.count)
            // One row of the list is kept.
            .prefix(max(0, rows.count - 2))
        let list = MixerSheet.window(
            of: mixer.rows.count, around: mixer.chosen ?? 0, rows.count - 1 - notes.count)
        let title = canvas.text(
            mixer.page.rawValue, left, rows.lowerBound, Palette.accent, isBold: true)
        canvas.text(
            mixer.state, title + 2, rows.lowerBound, Palette.text, limit: end - title - 2)
        for (row, index) in zip((rows.lowerBound + 1)..., list) {
            let isChosen = index == mixer.chosen
            let ground = isChosen ? Palette.key : Palette.background
            let bar = mixer.rows[index].volume == nil ? end..<end : (end - columns.count / 3)..<end
            canvas.fill(columns, row, on: ground)
            canvas.text(
                (isChosen ? "▸ " : "  ") + mixer.rows[index].text, left, row,
                isChosen ? Palette.accent : Palette.text, on: ground,
                limit: bar.lowerBound - left - 1)
            SliderBar.draw(
                on: &canvas, bar, row, at: Double(mixer.rows[index].volume ?? 0) / 100,
                ground: ground, knob: Palette.text
            ) { _ in Palette.good }
        }
        for (row, note) in zip((rows.upperBound - notes.count)..., notes) {
            canvas.text(note, left, row, note.hasPrefix("!") ? Palette.hot : Palette.dim)
        }
    }

    /// The rows to show if `room` fit: the chosen one is centred as far as there are rows on both sides.
    static func window(of count: Int, around chosen: Int, _ room: Int) -> Range<Int> {
        let start = max(0, min(chosen - room / 2, count - room))
        return start..<min(count, start + max(0, room))
    }
}
