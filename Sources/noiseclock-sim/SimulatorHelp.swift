import SimulatedBoard

/// The output of `--help`.
enum SimulatorHelp {
    /// Columns of the narrowest terminal still in common use.
    static let width = 80

    static var text: String {
        var lines = paragraph(
            "noiseclock-sim shows a NoiseClock, a bedside clock, in this terminal. It simulates the "
                + "chips; everything else is what runs on the real clock.")
        lines += ["", "Usage: noiseclock-sim [OPTIONS]", "", "Buttons of the clock:"]
        lines += KeyHelp.buttons.flatMap { entry($0.keys, $0.meaning, column: 16) }
        lines += ["", "Other keys:"]
        lines += KeyHelp.lines.flatMap { entry($0.keys, $0.meaning, column: 16) }
        lines += ["", "Keys while the mixer is open (the others work as without it):"]
        lines += KeyHelp.mixer.flatMap { entry($0.keys, $0.meaning, column: 16) }
        for group in SimulatorOption.Group.allCases {
            lines += ["", "\(group.rawValue):"]
            for option in SimulatorOption.allCases where option.group == group {
                lines += entry(title(option), option.help, column: 26)
            }
        }
        lines += [""]
        lines += paragraph(
            "An option and its value may be joined: --speed=60. Files that exist are overwritten. "
                + "While it runs, talk to the clock from another terminal: noiseclock status")
        lines += ["", "Examples:"]
        for example in examples {
            lines += ["  \(example.command)"] + paragraph(example.meaning, indent: 6)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The arguments after the program's name, and their effect.
    static let examples: [(command: String, meaning: String)] = [
        ("noiseclock-sim", "shows the clock as it is now, with sound"),
        (
            "noiseclock-sim --zone Asia/Tokyo --speed 60",
            "lets a minute of the clock's time pass in each second"
        ),
        (
            "noiseclock-sim --at 2026-03-29T00:59:50Z --zone Europe/Berlin",
            "shows the night on which 03:00 follows 01:59"
        ),
        (
            "noiseclock-sim --headless --speed max --for 8h --events events.jsonl",
            "writes what happens in a night, and takes a second"
        ),
        (
            "noiseclock-sim --headless --script keys.jsonl --for 30s --frames out.txt",
            "writes what the display shows while a script presses the keys"
        ),
        (
            "noiseclock-sim --nights stories.jsonl",
            "writes what rings in each of many nights, and when"
        ),
    ]

    static func title(_ option: SimulatorOption) -> String {
        let short = option == .help ? "-h, " : ""
        return short + option.rawValue + (option.placeholder.map { " \($0)" } ?? "")
    }

    /// A word on the left and its meaning in a column of its own, or below the word if that is long.
    private static func entry(_ left: String, _ meaning: String, column: Int) -> [String] {
        let lines = paragraph(meaning, indent: column)
        let head = "  " + left
        guard head.count + 2 <= column, let first = lines.first else { return [head] + lines }
        let padding = String(repeating: " ", count: column - head.count)
        let whole = head + padding + String(first.dropFirst(column))
        return [whole] + Array(lines.dropFirst())
    }

    /// Wraps the words into lines of at most `width` columns.
    private static func paragraph(_ text: String, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        return TerminalText.wrapped(text, to: width - indent).map { margin + $0 }
    }
}
