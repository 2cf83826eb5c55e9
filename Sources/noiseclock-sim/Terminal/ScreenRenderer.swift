extension SimulatorScreen {
    /// Draws the complete screen for a terminal of this size. Equal inputs give equal frames.
    func render(
        size: TerminalSize, capability: TerminalCapability
    ) -> TerminalFrame {
        var painter = ClockPainter()
        return render(size: size, capability: capability, painter: &painter)
    }

    /// The same, with a painter that caches the last clock it painted: that is nearly all of the work, and most
    /// redraws move only the meter.
    func render(
        size: TerminalSize, capability: TerminalCapability, painter: inout ClockPainter
    ) -> TerminalFrame {
        var canvas = Canvas(size: size, capability: capability)
        guard let layout = ScreenLayout(size: size, display: display, isMixerOpen: mixer != nil)
        else {
            canvas.text(summary, 0, (size.rows - 1) / 2, Palette.text)
            return canvas.frame
        }
        ScreenRenderer(screen: self, layout: layout, size: size).draw(on: &canvas, &painter)
        if isHelpShown { HelpOverlay.draw(on: &canvas, isMixerOpen: mixer != nil) }
        return canvas.frame
    }

    /// The single line for a tiny terminal.
    var summary: String {
        var parts = [display.text]
        if let ringing {
            let snooze = ringing.snooze == nil ? "" : "s snoozes, "
            parts.append("\(snooze)t stops: \(ringing.headline)")
        } else if let mixer {
            parts.append(mixer.chosen.map { mixer.rows[$0].text } ?? mixer.note)
        } else if let problem = health.first {
            parts.append("! \(problem)")
        } else if let nextAlarm {
            parts.append("next \(nextAlarm)")
        }
        parts.append(mixer == nil ? "q quit" : "Esc back")
        return parts.joined(separator: "  ")
    }
}

/// Places the parts of the screen.
struct ScreenRenderer {
    let screen: SimulatorScreen
    let layout: ScreenLayout
    /// The columns for text: the middle ones on a very wide terminal.
    let content: Range<Int>

    private static let widestContent = 112
    /// The minimum width of the title beside lamps.
    private static let titleColumns = 12

    init(screen: SimulatorScreen, layout: ScreenLayout, size: TerminalSize) {
        self.screen = screen
        self.layout = layout
        let margin = layout.isWide ? 2 : 1
        let width = min(ScreenRenderer.widestContent, size.columns - 2 * margin)
        let left = (size.columns - width) / 2
        content = left..<(left + width)
    }

    func draw(on canvas: inout Canvas, _ painter: inout ClockPainter) {
        if layout.header > 0 { drawHeader(on: &canvas, 0) }
        var row = layout.header + layout.gaps.clock
        drawClock(on: &canvas, row, &painter)
        row += layout.clock + layout.gaps.status
        if let ringing = screen.ringing {
            RingingBanner(ringing: ringing).draw(
                on: &canvas, content, rows: row..<(row + layout.status))
        } else {
            drawStatus(on: &canvas, row)
        }
        row += layout.status + layout.gaps.levels
        drawLevels(on: &canvas, row)
        row += layout.levels + layout.scale + layout.gaps.mixer
        if let mixer = screen.mixer {
            MixerSheet(mixer: mixer).draw(on: &canvas, content, rows: row..<(row + layout.mixer))
        }
        row += layout.mixer + layout.gaps.buttons
        if layout.buttons > 0 { drawButtons(on: &canvas, row) }
        row += layout.buttons + layout.gaps.notes
        drawNotes(on: &canvas, row)
        HelpLine.draw(
            on: &canvas, content, rows: (canvas.rows - layout.help)..<canvas.rows,
            screen.mixer?.page, hasKnob: screen.hasKnob && screen.mixer == nil)
    }

    private func drawButtons(on canvas: inout Canvas, _ row: Int) {
        // The mixer takes over the keys of these two.
        let taken: Set<SimulatorButton> = screen.mixer == nil ? [] : [.minus, .plus]
        let buttons = ButtonRow(buttons: screen.buttons.filter { !taken.contains($0.button) })
        if layout.isWide {
            buttons.drawKeys(on: &canvas, content, row, hasEdge: layout.buttons > 1)
        } else {
            buttons.drawLine(on: &canvas, content, row)
        }
    }

    private func drawHeader(on canvas: inout Canvas, _ row: Int) {
        let clock = screen.clock
        let state = (clock.isPaused ? "‖ paused ×" : "► ×") + String(clock.speed)
        let right = "\(state)  \(clock.time)"
        let isUnusual = clock.isPaused || clock.speed != 1
        let lamps = drawLamps(
            on: &canvas, row, before: content.upperBound - TerminalText.width(of: right))
        let room = lamps - content.lowerBound - 2
        let end = canvas.text(
            "NoiseClock", content.lowerBound, row, Palette.text, isBold: true, limit: room)
        let name = " · \(screen.boardName)"
        canvas.text(name, end, row, Palette.dim, limit: room - (end - content.lowerBound))
        canvas.text(
            right, endingAt: content.upperBound, row, isUnusual ? Palette.accent : Palette.dim)
    }

    /// Draws the battery and the lit lamps beside the time, as far as they fit; the board's name makes room for
    /// them. Returns the column where they begin.
    private func drawLamps(on canvas: inout Canvas, _ row: Int, before end: Int) -> Int {
        var texts: [(text: String, color: PictureColor)] = []
        if let battery = screen.battery { texts.append((battery.text, Palette.dim)) }
        for lamp in screen.lamps where lamp.isLit {
            texts.append(("● \(lamp.name)", Palette.accent))
        }
        var begin = end
        let first = content.lowerBound + ScreenRenderer.titleColumns
        while let item = texts.popLast() {
            let column = begin - TerminalText.width(of: item.text) - 2
            guard column >= first else { break }
            canvas.text(item.text, column, row, item.color)
            begin = column
        }
        return begin
    }

    private func drawClock(
        on canvas: inout Canvas, _ row: Int, _ painter: inout ClockPainter
    ) {
        guard
            let clock = ClockPicture(
                display: screen.display, columns: layout.clockColumns, rows: layout.clock)
        else {
            // The display is too wide for the terminal, so show its characters.
            canvas.text(
                screen.display.text, content.lowerBound, row + layout.clock / 2,
                Palette.text, isBold: true)
            return
        }
        painter.draw(
            clock, on: &canvas, left: (canvas.columns - clock.size.columns) / 2,
            top: row + (layout.clock - clock.size.rows) / 2)
    }

    private func drawStatus(on canvas: inout Canvas, _ row: Int) {
        // A small screen has no list for a fault, which matters more than what plays.
        let fault = layout.notes == 0 ? screen.health.first : nil
        // Likewise for countdowns.
        let countdown = countdownRows == 0 ? screen.countdowns.first.map { "; \($0)" } : nil
        let next = (screen.nextAlarm ?? screen.noAlarm) + (countdown ?? "")
        var lines: [(label: String, value: String?, isFault: Bool)] = [
            ("Next", next, false),
            fault.map { ("Fault", $0, true) } ?? ("Noise", noise, false),
        ]
        if layout.status > 2 { lines.insert(("Date", screen.dateLine, false), at: 0) }
        for (offset, line) in lines.prefix(layout.status).enumerated() {
            let isEmpty =
                line.label == "Next" && screen.nextAlarm == nil && countdown == nil
                || line.label == "Noise" && (screen.noise == nil || screen.silence != nil)
            canvas.text(
                line.label, content.lowerBound, row + offset,
                line.isFault ? Palette.hot : Palette.dim)
            canvas.text(
                line.value ?? "", content.lowerBound + 7, row + offset,
                line.isFault ? Palette.hot : isEmpty ? Palette.dim : Palette.text,
                isBold: line.label == "Next" && !isEmpty, limit: content.count - 7)
        }
    }

    /// Never claims that a sound plays if nobody can hear it.
    private var noise: String {
        guard let noise = screen.noise else { return "off" }
        return screen.silence.map { "\(noise), not heard: \($0)" } ?? noise
    }

    private func drawLevels(on canvas: inout Canvas, _ row: Int) {
        let volume = VolumeMeter(volume: screen.volume)
        let slider = LightSlider(light: screen.light)
        guard layout.isWide else {
            if layout.levels > 0 {
                slider.draw(on: &canvas, content, row, hasScale: false)
            }
            if layout.levels > 1 {
                volume.draw(on: &canvas, content, row + 1, hasScale: false)
            }
            return
        }
        let middle = content.lowerBound + content.count / 2
        volume.draw(
            on: &canvas, content.lowerBound..<(middle - 2), row, hasScale: layout.scale > 0)
        slider.draw(
            on: &canvas, (middle + 2)..<content.upperBound, row, hasScale: layout.scale > 0)
    }

    /// The maximum number of countdowns with their own line.
    private static let mostCountdowns = 3

    /// The lines for countdowns. Faults take precedence, and the newest message keeps one line.
    private var countdownRows: Int {
        let room =
            layout.notes - min(layout.notes, screen.health.count)
            - (screen.messages.isEmpty ? 0 : 1)
        return min(ScreenRenderer.mostCountdowns, max(0, room))
    }

    /// Faults first, then countdowns, then the newest messages in order of arrival.
    private func drawNotes(on canvas: inout Canvas, _ row: Int) {
        let faults = screen.health.prefix(layout.notes)
        for (offset, fault) in faults.enumerated() {
            canvas.text(
                "! \(fault)", content.lowerBound, row + offset, Palette.hot, isBold: true,
                limit: content.count)
        }
        var lines = Array(screen.countdowns.prefix(countdownRows))
        let hidden = screen.countdowns.count - lines.count
        if hidden > 0, let last = lines.popLast() { lines.append("\(last), and \(hidden) more") }
        for (offset, line) in lines.enumerated() {
            canvas.text(
                line, content.lowerBound, row + faults.count + offset, Palette.accent,
                limit: content.count)
        }
        let above = faults.count + lines.count
        let messages = screen.messages.suffix(min(5, layout.notes - above))
        for (offset, message) in messages.enumerated() {
            let place = row + above + offset
            let isNewest = offset == messages.count - 1
            let end = canvas.text(
                message.time, content.lowerBound, place, Palette.faint, limit: content.count)
            canvas.text(
                message.text, end + 2, place, isNewest ? Palette.text : Palette.dim,
                limit: max(0, content.upperBound - end - 2))
        }
    }
}
