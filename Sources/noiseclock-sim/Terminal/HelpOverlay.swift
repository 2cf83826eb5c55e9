/// The table of keys for the help line, the help overlay and `--help`: a single list, so that they cannot
/// disagree.
enum KeyHelp {
    /// The action of each button key. A capital letter holds the button.
    static let buttons: [(keys: String, meaning: String)] = [
        ("s  Snooze", "shows the next page; held, starts a nap; in a ring, snoozes"),
        ("t  Stop", "plays or stops noise; held, ends snooze or nap; stops a ring"),
        ("n  Noise", "plays the next noise; held, plays one for 3 s to try it"),
        ("m  Menu", "opens the menu; so do S and T held together"),
        ("-  +", "make noise quieter, louder; or the display darker, brighter"),
        ("l  g", "lamp on or off, good night; on a board with these buttons"),
        ("S T N M _ *", "hold the button until its key comes again"),
        ("← → Enter", "turn the knob, press it; on a board with a rotary encoder"),
    ]

    /// Keys for the clock's surroundings and for the program itself.
    static let lines: [(keys: String, meaning: String)] = [
        ("↑ ↓ or ] [", "make the room lighter, darker"),
        ("1 2 3 4 5", "set the light: night, dim, lamp, day, sun"),
        ("x", "opens the mixer: what plays, how loud, what else"),
        ("space", "stops the time, or lets it go on"),
        ("> <", "make the time faster, slower"),
        (". ,", "go on by a second, by a minute"),
        ("a", "goes to one minute before the next alarm, at normal speed"),
        ("u U  f F", "unplug or freeze sound output 1 or 2; again mends it"),
        ("b", "breaks the display's bus, or mends it"),
        ("z", "cuts the power and starts again"),
        (") ( c", "with --battery: charge up, charge down, charger on or off"),
        ("?  q", "shows this help; quits"),
    ]

    /// The keys while the mixer is open. All other keys keep their usual meaning.
    static let mixer: [(keys: String, meaning: String)] = [
        ("↑ ↓", "choose a sound of the mix"),
        ("← →", "make it quieter, louder, by 5 %"),
        (", .", "move it to the left, to the right"),
        ("v", "takes its next variant"),
        ("Tab", "chooses the next of its sliders"),
        ("; :", "move that slider down, up, by 10"),
        ("+  or Enter", "adds a sound: letters search, Enter adds, Esc leaves"),
        ("-  or Del", "takes the sound out of the mix"),
        ("space", "plays or pauses the noise"),
        ("[ ]", "make the whole mix quieter, louder, by 5 %"),
        ("x  or Esc, q", "closes the mixer"),
    ]

    /// The help line: as many keys as fit, in this order.
    ///
    /// - Parameter hasKnob: whether the board has one, and the mixer leaves it its keys.
    static func short(
        _ page: SimulatorScreen.Mixer.Page?, hasKnob: Bool
    ) -> [(keys: String, meaning: String)] {
        var knob: [(keys: String, meaning: String)] = []
        if hasKnob { knob.append(("←→", "knob")) }
        return knob + short(page)
    }

    private static func short(
        _ page: SimulatorScreen.Mixer.Page?
    ) -> [(keys: String, meaning: String)] {
        switch page {
        case nil:
            [
                ("?", "help"), ("q", "quit"), ("x", "mixer"), ("↑↓", "light"), ("space", "pause"),
                ("< >", "speed"), ("a", "to alarm"), ("SHIFT", "holds"), (". ,", "step"),
                ("u", "unplug"), ("f", "freeze"), ("b", "bus"), ("z", "power"),
            ]
        case .mix:
            [
                ("x", "close"), ("↑↓", "choose"), ("←→", "volume"), ("+", "add"), ("-", "remove"),
                ("space", "play"), ("v", "variant"), ("?", "help"), (", .", "pan"),
                ("[ ]", "master"), ("Tab ; :", "sliders"),
            ]
        case .sounds:
            [("Esc", "back"), ("Enter", "add"), ("↑↓", "choose"), ("letters", "search")]
        }
    }
}

enum HelpLine {
    /// Draws as many keys as the rows have room for.
    ///
    /// - Parameters:
    ///   - page: the mixer's page; nil while the mixer is closed.
    ///   - hasKnob: whether the board has one.
    static func draw(
        on canvas: inout Canvas, _ columns: Range<Int>, rows: Range<Int>,
        _ page: SimulatorScreen.Mixer.Page?, hasKnob: Bool
    ) {
        var (column, row) = (columns.lowerBound, rows.lowerBound)
        for item in KeyHelp.short(page, hasKnob: hasKnob) {
            let width = TerminalText.width(of: item.keys + " " + item.meaning)
            if column + width > columns.upperBound {
                (column, row) = (columns.lowerBound, row + 1)
            }
            guard rows.contains(row), column + width <= columns.upperBound else { return }
            let end = canvas.text(item.keys, column, row, Palette.accent)
            column = canvas.text(item.meaning, end + 1, row, Palette.dim) + 2
        }
    }
}

/// A sheet over the middle of the screen with all keys, or with the mixer's.
enum HelpOverlay {
    /// - Parameter isMixerOpen: replaces the keys that the mixer takes over with the mixer's own.
    static func draw(on canvas: inout Canvas, isMixerOpen: Bool) {
        let keyWidth = 13
        let all = isMixerOpen ? KeyHelp.mixer : KeyHelp.buttons + KeyHelp.lines
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
        let title = (isMixerOpen ? "Keys of the mixer" : "Keys") + "; any key closes this"
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
