import Foundation
import HAL
import SimulatedBoard
import TestKit
import Testing

@testable import noiseclock_sim

/// A screen like the simulator's, showing `text` (digits and blanks) on four digits.
func exampleScreen(_ text: String = " 658", duty: Double = 1) -> SimulatorScreen {
    let shapes: [Character: UInt8] = [
        " ": 0x00, "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D, "6": 0x7D,
        "7": 0x07, "8": 0x7F, "9": 0x6F,
    ]
    var digits = text.map { Segments(sevenSegmentByte: shapes[$0] ?? 0) }
    digits[3].insert(.point)
    var screen = SimulatorScreen(
        boardName: "Bedside 0.56\"",
        display: SimulatorScreen.Display(
            geometry: .segments(SegmentGeometry(digits: 4, hasColon: true, hasPoints: true)),
            lit: LitPicture(
                content: .segments(SegmentPicture(digits: digits, colon: true)), duty: duty)),
        clock: SimulatorScreen.VirtualClock(time: "06:58:12"),
        dateLine: "Sun 29 Mar, Europe/Berlin")
    screen.nextAlarm = "07:30 Mon–Fri Work, in 7 h 32 min"
    screen.noise = "Pink noise"
    screen.volume = SimulatorScreen.Volume(percent: 60, peak: 0.35, rms: 0.12)
    screen.messages = [
        SimulatorScreen.Message(time: "06:57:01", text: "Noise: Pink noise, 60 %"),
        SimulatorScreen.Message(time: "06:57:40", text: "Alarm 1 (Work) is set"),
    ]
    return screen
}

func ringingScreen() -> SimulatorScreen {
    var screen = exampleScreen(" 730")
    screen.ringing = SimulatorScreen.Ringing(
        title: "Work", snooze: "9 min")
    screen.buttons[0].isDown = true
    screen.buttons[1] = SimulatorScreen.Button(.stop, isDown: true, isLatched: true)
    return screen
}

/// A mix of five sounds, or a search that found this many.
func exampleMixer(sounds: Int? = nil) -> SimulatorScreen.Mixer {
    if let sounds {
        var search = SimulatorScreen.Mixer(page: .sounds, state: "n_, 7 of \(sounds)")
        search.rows = (1...sounds).map {
            .init(text: "Noise \($0), Ambient" + ($0 % 5 == 0 ? ", in the mix" : ""))
        }
        search.chosen = sounds / 2
        search.note = "Even to the ear, like steady rain far away"
        return search
    }
    var mixer = SimulatorScreen.Mixer(page: .mix, state: "master 30 %, 2 of 5")
    mixer.rows = [
        .init(text: "Rain on leaves in a large garden (Heavy) at 60 %, 30 % left", volume: 60),
        .init(text: "Brown noise", volume: 100),
        .init(text: "Ocean (Calm) at 0 %, 100 % right", volume: 0),
        .init(text: "cat is not there; - takes it out"),
        .init(text: "目覚まし at 5 %, 100 % left", volume: 5),
    ]
    mixer.chosen = 1
    mixer.note = "Tab: [depth 0]; v: Calm, Storm"
    return mixer
}

/// Compares with a file in `Tests/Golden/Terminal`.
func expectTerminalGolden(_ text: String, _ name: String) throws {
    try Golden.expect(text + "\n", "Terminal/\(name).txt")
}

extension TerminalFrame {
    /// The brightness of each cell, as characters from blank to `@`: the impression of a coloured picture from
    /// afar.
    var brightness: String {
        let scale = Array(" .:-=+*#%@")
        var lines: [String] = []
        for row in 0..<size.rows {
            var line = ""
            for column in 0..<size.columns {
                let cell = self[column, row]
                let share = cell.character.inkedShare
                let value =
                    peak(cell.style.foreground) * share + peak(cell.style.background) * (1 - share)
                line.append(scale[min(9, Int(value / 256 * 10))])
            }
            while line.last == " " { line.removeLast() }
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    private func peak(_ color: TerminalColor) -> Double {
        guard case .rgb(let red, let green, let blue) = color else { return 0 }
        return Double(max(red, green, blue))
    }
}

extension Character {
    /// How much of a cell a block or the dots of a Braille pattern fill; nothing for other characters.
    fileprivate var inkedShare: Double {
        if let quarters = BlockGlyph.characters.firstIndex(of: self) {
            return Double(quarters.nonzeroBitCount) / 4
        }
        return Double(brailleDots?.nonzeroBitCount ?? 0) / 8
    }

    /// The dots of a Braille pattern, as Unicode numbers them.
    var brailleDots: UInt8? {
        guard let value = unicodeScalars.first?.value, (0x2800..<0x2900).contains(value) else {
            return nil
        }
        return UInt8(value - 0x2800)
    }
}

/// A terminal that knows what `TerminalDiff` may send, and nothing else.
struct ModelTerminal {
    private(set) var cells: [TerminalCell]
    private(set) var unknown: [String] = []
    private let columns: Int
    private let rows: Int
    private var cursor = (column: 0, row: 0)
    private var style = TerminalStyle.standard

    init(size: TerminalSize) {
        columns = size.columns
        rows = size.rows
        // Left there by a shell.
        cells = Array(repeating: TerminalCell("$"), count: columns * rows)
    }

    mutating func receive(_ text: String) {
        var rest = Array(text)[...]
        while let character = rest.popFirst() {
            guard character == "\u{1B}" else {
                write(character)
                continue
            }
            guard rest.popFirst() == "[" else {
                unknown.append("ESC")
                continue
            }
            var parameters = ""
            while let next = rest.popFirst() {
                if next.isLetter {
                    control(next, parameters)
                    break
                }
                parameters.append(next)
            }
        }
    }

    private mutating func control(_ final: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? -1 }
        switch final {
        case "H" where numbers.count == 2:
            cursor = (numbers[1] - 1, numbers[0] - 1)
        case "J" where numbers == [2]:
            cells = Array(repeating: TerminalCell(" ", style: style), count: columns * rows)
        case "m":
            setStyle(numbers)
        default:
            unknown.append("\(parameters)\(final)")
        }
    }

    private mutating func setStyle(_ numbers: [Int]) {
        var rest = numbers[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: style = .standard
            case 1: style.isBold = true
            case 22: style.isBold = false
            case 39: style.foreground = .standard
            case 49: style.background = .standard
            case 38, 48:
                var color = TerminalColor.standard
                let components = rest.first == 5 ? 2 : 4
                let values = rest.prefix(components).map { UInt8(truncatingIfNeeded: $0) }
                if values.count == 2 { color = .indexed(values[1]) }
                if values.count == 4 { color = .rgb(values[1], values[2], values[3]) }
                rest = rest.dropFirst(components)
                if number == 38 { style.foreground = color } else { style.background = color }
            default: unknown.append("\(number)m")
            }
        }
    }

    private mutating func write(_ character: Character) {
        let width = TerminalText.width(of: String(character))
        guard cursor.row < rows, cursor.column + width <= columns else {
            unknown.append("'\(character)' outside")
            return
        }
        let place = cursor.row * columns + cursor.column
        cells[place] = TerminalCell(character, style: style)
        if width == 2 {
            cells[place + 1] = TerminalCell(" ", style: style, isContinuation: true)
        }
        cursor.column += width
    }
}
