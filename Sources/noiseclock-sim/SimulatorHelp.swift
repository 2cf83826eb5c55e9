/// The output of `--help`.
enum SimulatorHelp {
    /// Columns of the narrowest terminal still in common use.
    static let width = 80

    static var text: String {
        var lines = paragraph(
            "noiseclock-sim shows a NoiseClock, a bedside clock, in this terminal. It simulates the "
                + "chips; the rest is the program of the real clock.")
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
            "You can join an option and its value: --speed=60. Files that exist are overwritten. While "
                + "it runs, \"noiseclock status\" in another terminal shows the same clock.")
        lines += ["", "Examples:"]
        for example in examples {
            lines += ["  \(example.command)"] + paragraph(example.meaning, indent: 6)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The arguments after the program's name, and their effect.
    static let examples: [(command: String, meaning: String)] = [
        ("noiseclock-sim", "Show the clock as of now, with sound"),
        (
            "noiseclock-sim --zone Asia/Tokyo --speed 60",
            "Let a minute of the clock's time pass each second"
        ),
        (
            "noiseclock-sim --at 2026-03-29T00:59:50Z --zone Europe/Berlin",
            "Watch the night on which 03:00 follows 01:59"
        ),
        (
            "noiseclock-sim --headless --speed max --for 8h --events events.jsonl",
            "Write down the events of a night, within a second"
        ),
        (
            "noiseclock-sim --headless --script keys.jsonl --for 30s --frames out.txt",
            "Write what the display shows while a script presses the buttons"
        ),
        (
            "noiseclock-sim --nights stories.jsonl",
            "Write what rings in each of many nights, and when"
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
