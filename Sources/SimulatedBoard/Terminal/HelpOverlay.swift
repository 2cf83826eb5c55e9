/// The keys as a table, for the help line, the help overlay and `--help`: one list, so that none is
/// wrong.
package enum KeyHelp {
    /// What the overlay and the program's `--help` say.
    package static let lines: [(keys: String, meaning: String)] = [
        ("s t n m - +", "tap snooze, stop, noise, menu, minus, plus"),
        ("S T N M _ *", "hold that button until its key comes again"),
        ("↑ ↓  or  ] [", "more or less light"),
        ("1 2 3 4 5", "light: 0.3, 5, 50, 300, 1000 lx"),
        ("x", "the mixer: what plays, how loud, what else"),
        ("space", "pause or go on"),
        ("> <", "time faster or slower"),
        (". ,", "step a second, a minute"),
        ("a", "go to one minute before the next alarm"),
        ("u U", "unplug sound output 1 or 2, plug it in"),
        ("f F", "freeze sound output 1 or 2, free it"),
        ("b", "break the display's bus, mend it"),
        ("z", "cut the power and start again"),
        ("?", "this help"),
        ("q", "quit"),
    ]

    /// The same while the mixer is open; keys that are not among these do what they do without it.
    package static let mixer: [(keys: String, meaning: String)] = [
        ("↑ ↓", "choose a sound of the mix"),
        ("← →", "its volume, by 5 %"),
        (", .", "its place, more left, more right"),
        ("v", "its next variant"),
        ("+  or Enter", "add a sound: letters search, Enter adds, Esc leaves"),
        ("-  or Del", "take the sound out of the mix"),
        ("space", "play or pause the noise"),
        ("[ ]", "master volume, by 5 %"),
        ("x  or Esc, q", "close the mixer"),
    ]

    /// What the help line says: as many as fit, the first first.
    static func short(_ page: SimulatorScreen.Mixer.Page?) -> [(keys: String, meaning: String)] {
        switch page {
        case nil:
            [
                ("?", "help"), ("q", "quit"), ("x", "mixer"), ("↑↓", "light"), ("space", "pause"),
                ("< >", "speed"), ("a", "to alarm"), ("SHIFT", "holds"), (".", "second"),
                (",", "minute"), ("u", "sound"), ("b", "bus"), ("z", "power"),
            ]
        case .mix:
            [
                ("x", "close"), ("↑↓", "choose"), ("←→", "volume"), ("+", "add"), ("-", "remove"),
                ("space", "play"), ("v", "variant"), ("?", "help"), (", .", "pan"),
                ("[ ]", "master"),
            ]
        case .sounds:
            [("Esc", "back"), ("Enter", "add"), ("↑↓", "choose"), ("letters", "search")]
        }
    }
}

enum HelpLine {
    /// - Parameter page: of the mixer; nil while it is closed.
    static func draw(
        on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int,
        _ page: SimulatorScreen.Mixer.Page?
    ) {
        var column = columns.lowerBound
        for item in KeyHelp.short(page) {
            let width = TerminalText.width(of: item.keys + " " + item.meaning)
            guard column + width <= columns.upperBound else { return }
            let end = canvas.text(item.keys, column, row, Palette.accent)
            column = canvas.text(item.meaning, end + 1, row, Palette.dim) + 2
        }
    }
}

/// A sheet with all keys, or those of the mixer, over the middle of the screen.
enum HelpOverlay {
    /// - Parameter isMixerOpen: shows the mixer's keys in the place of those that it takes.
    static func draw(on canvas: inout Canvas, isMixerOpen: Bool) {
        let keyWidth = 14
        let all = isMixerOpen ? KeyHelp.mixer : KeyHelp.lines
        let textWidth = all.map { TerminalText.width(of: $0.meaning) }.max() ?? 0
        let width = min(canvas.columns, keyWidth + textWidth + 6)
        let roomy = canvas.rows >= all.count + 4
        let lines = all.prefix(max(0, canvas.rows - (roomy ? 4 : 2)))
        let height = lines.count + (roomy ? 4 : 2)
        let left = (canvas.columns - width) / 2
        let top = (canvas.rows - height) / 2
        let sheet = Palette.overlay
        for row in top..<(top + height) {
            canvas.fill(left..<(left + width), row, on: sheet)
        }
        let title = isMixerOpen ? "Keys of the mixer" : "Keys"
        frame(on: &canvas, title, left, top, width, height)
        for (offset, line) in lines.enumerated() {
            let row = top + (roomy ? 2 : 1) + offset
            canvas.text(line.keys, left + 3, row, Palette.accent, on: sheet, limit: width - 5)
            canvas.text(
                line.meaning, left + 3 + keyWidth, row, Palette.text, on: sheet,
                limit: max(0, width - keyWidth - 5))
        }
    }

    private static func frame(
        on canvas: inout Canvas, _ title: String, _ left: Int, _ top: Int, _ width: Int,
        _ height: Int
    ) {
        let line = String(repeating: "─", count: max(0, width - 2))
        canvas.text("╭\(line)╮", left, top, Palette.faint, on: Palette.overlay)
        canvas.text(" \(title) ", left + 3, top, Palette.text, on: Palette.overlay, isBold: true)
        canvas.text(
            "╰\(line)╯", left, top + height - 1, Palette.faint, on: Palette.overlay)
        for row in (top + 1)..<(top + height - 1) {
            canvas.text("│", left, row, Palette.faint, on: Palette.overlay)
            canvas.text("│", left + width - 1, row, Palette.faint, on: Palette.overlay)
        }
    }
}
