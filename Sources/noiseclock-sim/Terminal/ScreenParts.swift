import ClockCore
import English

/// Covers the status lines while an alarm rings, so that nobody has to look for the keys.
struct RingingBanner {
    let ringing: SimulatorScreen.Ringing

    func draw(on canvas: inout Canvas, _ columns: Range<Int>, rows: Range<Int>) {
        let snooze = ringing.snooze.map { ["s snoozes for \($0)"] } ?? []
        let keys = (snooze + ringing.stops.map(RingingBanner.words)).joined(separator: "   ")
        let title = ringing.headline
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
            // The half rows above and below add some space.
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

extension RingingBanner {
    /// "t stops", "S and T held for 3 s stop": capitals hold.
    private static func words(_ way: StopWay) -> String {
        let buttons = way.keys.compactMap { SimulatorButton(rawValue: $0.rawValue) }
        let keys = buttons.map { String($0.key) }
        guard !way.isPress else { return keys.joined() + " stops" }
        let stops = keys.count == 1 ? "stops" : "stop"
        let names = Sentences.enumeration(keys.map { $0.uppercased() })
        return "\(names) held for \(TimeText.length(way.length)) \(stops)"
    }
}

extension SimulatorScreen.Ringing {
    /// "Work rings"; "Work and Timer ring".
    var headline: String { "\(title) \(isSeveral ? "ring" : "rings")" }
}

/// The board's buttons.
struct ButtonRow {
    let buttons: [SimulatorScreen.Button]

    /// Keys as on a keyboard: raised, or down and lit.
    func drawKeys(on canvas: inout Canvas, _ columns: Range<Int>, _ row: Int, hasEdge: Bool) {
        guard !buttons.isEmpty else { return }
        for (index, item) in buttons.enumerated() {
            // Computed from the left edge each time, so that the last key ends at the right one.
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
            // A pressed key shows no edge.
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

    /// Words with their keys in brackets, in capitals while down; fits 40 columns.
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
