import Control

// The commands grouped by purpose. Commands with the same first word belong to the same purpose.
extension ClientHelp {
    struct Purpose: Sendable {
        let title: String
        /// First words of commands.
        let words: [String]
        /// Commands that the client handles without a clock, or before it asks one.
        var own: [OwnCommand] = []
    }

    static let purposes = [
        Purpose(title: "At a glance, and when it rings", words: ["status", "stop", "snooze"]),
        Purpose(title: "Alarms", words: ["alarm"]),
        Purpose(
            title: "Will it ring, and what rang?", words: ["health", "explain", "history"],
            own: [whenCommand]),
        Purpose(title: "Free days and quiet hours", words: ["free-days", "dnd"]),
        Purpose(title: "Timers and naps", words: ["timer", "nap", "ring"]),
        Purpose(title: "Going to bed", words: ["good-night", "breathing"]),
        Purpose(title: "Noise", words: ["noise", "mix"]),
        Purpose(title: "Sounds", words: ["sound"]),
        Purpose(
            title: "The display and the lamp",
            words: ["display", "style", "preset", "font", "lamp"]),
        Purpose(
            title: "Phones, browsers, scripts and Home Assistant",
            words: ["pair", "device", "address", "mqtt", "page"]),
        Purpose(
            title: "Undo, backup, and help with faults",
            words: ["undo", "backup", "restore", "diagnose"]),
        Purpose(
            title: "The clock itself", words: ["keys", "time", "world", "update"],
            own: [setupCommand, CompletionScript.command, ClientManual.command]),
    ]

    /// The rows of a purpose, in the order of its words.
    static func rows(of purpose: Purpose) -> [(String, String)] {
        purpose.words.flatMap(rows(ofGroup:)) + purpose.own.map(\.row)
    }

    /// The rows of a group's commands; for a single-word command, its own row.
    static func rows(ofGroup group: String) -> [(String, String)] {
        let listed = CommandBook.typed.filter { $0.words.first == group }
        var rows = listed.map { ($0.usage, $0.summary) }
        if group == freeDaysImport[0] { rows.append(importCommand.row) }
        return group == update ? rows + updateRows : rows
    }
}
