import HAL

/// What stands over the status lines while an alarm rings: nobody should have to look for the keys.
struct RingingBanner {
    let ringing: SimulatorScreen.Ringing

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, rows: Range<Int>) {
        let keys = [ringing.snooze.map { "s snooze: \($0)" }, "t stop: \(ringing.stop)"]
            .compactMap { $0 }.joined(separator: "   ")
        let title = "\(ringing.title) \(ringing.isSeveral ? "are" : "is") ringing"
        let isRoomy = TerminalText.width(of: title + keys) + 11 <= columns.count
        if canvas.capability == .plain {
            drawPlain(on: &canvas, columns, rows, title, keys, isRoomy)
            return
        }
        for row in rows { canvas.fill(columns, row, on: Palette.alert) }
        let inner = columns.count - 4
        func line(_ text: String, _ row: Int, isBold: Bool) {
            canvas.text(
                text, columns.lowerBound + 2, row, Palette.alertText, on: Palette.alert,
                isBold: isBold, limit: inner)
        }
        if rows.count == 1 || isRoomy {
            // The half rows above and below give it room to breathe.
            if rows.count == 3 {
                canvas.fill(
                    columns, rows.lowerBound, "▄", Palette.alert, on: Palette.background)
                canvas.fill(
                    columns, rows.upperBound - 1, "▀", Palette.alert, on: Palette.background)
            }
            let row = rows.lowerBound + (rows.count - 1) / 2
            line("♪ \(title)", row, isBold: true)
            let width = TerminalText.width(of: keys)
            if isRoomy {
                canvas.text(
                    keys, columns.upperBound - 2 - width, row, Palette.alertText,
                    on: Palette.alert)
            }
            return
        }
        line("♪ \(title)", rows.lowerBound, isBold: true)
        line(keys, rows.lowerBound + 1, isBold: false)
    }

    private func drawPlain(
        on canvas: inout Canvas, _ columns: Range<Int>, _ rows: Range<Int>, _ title: String,
        _ keys: String, _ isRoomy: Bool
    ) {
        let inner = columns.count - 4
        if rows.count == 3, isRoomy {
            let line = String(repeating: "━", count: columns.count - 2)
            canvas.text("┏\(line)┓", columns.lowerBound, rows.lowerBound, Palette.text)
            canvas.text("┃", columns.lowerBound, rows.lowerBound + 1, Palette.text)
            canvas.text(
                "♪ \(title)", columns.lowerBound + 2, rows.lowerBound + 1, Palette.text)
            canvas.text(keys, endingAt: columns.upperBound - 2, rows.lowerBound + 1, Palette.text)
            canvas.text("┃", columns.upperBound - 1, rows.lowerBound + 1, Palette.text)
            canvas.text("┗\(line)┛", columns.lowerBound, rows.lowerBound + 2, Palette.text)
            return
        }
        canvas.text(
            ">> \(title)", columns.lowerBound, rows.lowerBound, Palette.text, limit: inner + 4)
        if rows.count > 1 {
            canvas.text(
                ">> \(keys)", columns.lowerBound, rows.lowerBound + 1, Palette.text,
                limit: inner + 4)
        }
    }
}

/// A bar that is filled to some share of its length, to an eighth of a cell.
enum LevelBar {
    private static let eighths: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// - Parameters:
    ///   - share: 0...1.
    ///   - color: at a share of the length.
    static func draw(
        on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, filled share: Double,
        color: (Double) -> PictureColor
    ) {
        let filled = share * Double(columns.count)
        for column in columns {
            let place = column - columns.lowerBound
            let rest = min(1, max(0, filled - Double(place)))
            let color = color((Double(place) + 0.5) / Double(columns.count))
            if canvas.capability == .plain {
                canvas.fill(column..<(column + 1), row, rest >= 0.5 ? "█" : "─", on: color)
                continue
            }
            let track = Palette.background.mixed(with: color, share: 0.14)
            let step = Int(rest * 8)
            if step == 8 {
                canvas.fill(column..<(column + 1), row, on: color)
            } else {
                canvas.fill(column..<(column + 1), row, eighths[step], color, on: track)
            }
        }
    }
}

/// Peak and mean level of what is played, over a scale of 60 dB.
struct VolumeMeter {
    let volume: SimulatorScreen.Volume

    private static let floor = -60.0

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, hasScale: Bool) {
        let left = columns.lowerBound
        canvas.text("Volume", left, row, Palette.dim)
        let setting = volume.percent.map { "\($0) %" } ?? "–"
        canvas.text(setting, endingAt: left + 12, row, Palette.text)
        // With a scale below, the number is not needed, and the bar takes its place.
        let bar = (left + 14)..<(columns.upperBound - (hasScale ? 2 : 7))
        guard let device = volume.device else {
            canvas.text("sound unplugged", bar.lowerBound, row, Palette.hot, limit: bar.count + 7)
            return
        }
        guard bar.count >= 4 else { return }
        drawBar(on: &canvas, bar, row)
        guard !hasScale else {
            drawScale(on: &canvas, bar, row + 1, device, left)
            return
        }
        let level = decibels(volume.peak).map { "\(max(-99, Int($0.rounded()))) dB" } ?? "silent"
        canvas.text(level, endingAt: columns.upperBound, row, Palette.dim)
    }

    private func drawBar(on canvas: inout Canvas, _ bar: Range<Int>, _ row: Int) {
        LevelBar.draw(on: &canvas, bar, row, filled: share(volume.rms), color: shade)
        let peak = share(volume.peak)
        guard peak > 0 else { return }
        let column = bar.lowerBound + min(bar.count - 1, Int(peak * Double(bar.count)))
        let color = shade(at: peak)
        canvas.text(
            "┃", column, row, color.mixed(with: PictureColor(255, 255, 255), share: 0.35),
            on: Palette.background.mixed(with: color, share: 0.14))
    }

    private func drawScale(
        on canvas: inout Canvas, _ bar: Range<Int>, _ row: Int, _ device: String, _ left: Int
    ) {
        canvas.text(device, left, row, Palette.faint, limit: 13)
        let marks: [(level: Double, text: String)] = [
            (-60, "-60"), (-40, "-40"), (-20, "-20"), (0, "0 dB"),
        ]
        for mark in marks {
            let share = (mark.level - VolumeMeter.floor) / -VolumeMeter.floor
            let column = bar.lowerBound + Int(share * Double(bar.count - 1))
            canvas.text(mark.text, column, row, Palette.faint)
        }
    }

    private func share(_ amplitude: Double) -> Double {
        guard let level = decibels(amplitude) else { return 0 }
        return min(1, max(0, (level - VolumeMeter.floor) / -VolumeMeter.floor))
    }

    private func shade(at share: Double) -> PictureColor {
        let warm = 0.7
        if share < warm { return Palette.good.mixed(with: Palette.warm, share: share / warm * 0.5) }
        return Palette.warm.mixed(with: Palette.hot, share: (share - warm) / (1 - warm))
    }
}

/// The room's light on a logarithmic scale, as the eye has it.
struct LightSlider {
    let light: Lux

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, hasScale: Bool) {
        let left = columns.lowerBound
        canvas.text("Light", left, row, Palette.dim)
        canvas.text(LightSlider.text(light), endingAt: left + 13, row, Palette.text)
        let track = (left + 14)..<columns.upperBound
        guard track.count >= 4 else { return }
        let knob = LightSlider.column(of: light, in: track)
        for column in track {
            let share = Double(column - track.lowerBound) / Double(track.count - 1)
            let glow = Palette.night.mixed(with: Palette.daylight, share: share)
            let color =
                column <= knob ? glow : Palette.background.mixed(with: glow, share: 0.3)
            canvas.text(column < knob ? "━" : "─", column, row, color)
        }
        canvas.text("●", knob, row, Palette.daylight)
        guard hasScale else { return }
        for (index, preset) in LightScale.presets.enumerated() {
            canvas.text(
                "\(index + 1)", LightSlider.column(of: preset, in: track), row + 1, Palette.faint)
        }
    }

    private static func column(of light: Lux, in track: Range<Int>) -> Int {
        track.lowerBound + Int((LightScale.position(of: light) * Double(track.count - 1)).rounded())
    }

    /// Two figures that matter: 0.3 lx, 12 lx, 300 lx.
    static func text(_ light: Lux) -> String {
        let value = min(light.value, 999_999)
        guard value < 10 else { return "\(Int(value.rounded())) lx" }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) lx" : "\(tenths / 10).\(tenths % 10) lx"
    }
}

/// The board's buttons.
struct ButtonRow {
    let buttons: [SimulatorScreen.Button]

    /// Keys of a keyboard, raised, or down and lit.
    func drawKeys(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, hasEdge: Bool) {
        guard !buttons.isEmpty else { return }
        for (index, item) in buttons.enumerated() {
            // Counted from the left edge each time, so that the last ends at the right one.
            let left = columns.lowerBound + index * (columns.count + 1) / buttons.count
            let next = columns.lowerBound + (index + 1) * (columns.count + 1) / buttons.count
            let width = next - left - 1
            let place = left..<(left + width)
            let label = item.button.title + (item.isLatched ? " ●" : "")
            let inner = min(width, TerminalText.width(of: label) + 2)
            let start = left + max(0, (width - inner) / 2)
            if canvas.capability == .plain {
                drawPlainKey(on: &canvas, place, row, item, label)
                continue
            }
            let face = item.isDown ? Palette.accent : Palette.key
            canvas.fill(place, row, on: face)
            canvas.text(
                String(item.button.key), start, row,
                item.isDown ? Palette.ink : Palette.accent, on: face, isBold: true)
            canvas.text(
                label, start + 2, row, item.isDown ? Palette.ink : Palette.text, on: face,
                limit: max(0, place.upperBound - start - 2))
            // A key that is down has no edge to be seen.
            if hasEdge, !item.isDown {
                canvas.fill(place, row + 1, "▀", Palette.keyEdge, on: Palette.background)
            }
        }
    }

    private func drawPlainKey(
        on canvas: inout Canvas, _ place: Range<Int>, _ row: Int, _ item: SimulatorScreen.Button,
        _ label: String
    ) {
        let text = "\(item.button.key) \(label)"
        let sides = item.isDown ? ("█", "█") : ("[", "]")
        canvas.text(sides.0, place.lowerBound, row, Palette.text)
        canvas.text(sides.1, place.upperBound - 1, row, Palette.text)
        let start = place.lowerBound + max(1, (place.count - TerminalText.width(of: text)) / 2)
        canvas.text(text, start, row, Palette.text, limit: place.upperBound - 1 - start)
    }

    /// Words with their keys in brackets, capitals while down: fits 40 columns.
    func drawLine(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int) {
        var column = columns.lowerBound
        for item in buttons {
            let text = ButtonRow.bracketed(item)
            let width = TerminalText.width(of: text)
            guard column + width <= columns.upperBound else { break }
            if item.isDown {
                canvas.text(text, column, row, Palette.ink, on: Palette.accent, isBold: true)
            } else {
                canvas.text(text, column, row, Palette.text)
            }
            column += width + 1
        }
    }

    private static func bracketed(_ item: SimulatorScreen.Button) -> String {
        let key = item.button.key
        let word = item.button.title.lowercased()
        guard let place = word.firstIndex(of: key) else {
            return item.isDown ? "<\(key)>" : "[\(key)]"
        }
        let text = "\(word[..<place])[\(key)]\(word[word.index(after: place)...])"
        return item.isDown ? text.uppercased() : text
    }
}
