import ClockCore

/// Commands about all that a person chose, together.
enum BackupCommands {
    private static let ownFiles = Parameter(
        "ownFiles", flag: "own-files", true, Form<Bool>.flag,
        "With your own sounds and fonts, behind the text")

    static let all = [
        CommandDescription(
            "undo", "Take back the last change",
            """
            Puts back what somebody changed last: alarms, skips, pauses, free days, favourites, the
            mix, the style, presets and other settings, or everything that a restore replaced. The
            answer says what. Rings, timers, naps and what plays are no such changes. The clock
            knows one change, and forgets it with a restart. Nothing is put back if it has changed
            again since, as when an alarm has rung.
            """,
            examples: ["undo", "undo --dry-run"]
        ) { _ in .undo },
        CommandDescription(
            "backup", "Save everything that you chose in a file",
            """
            Writes alarms, named timers, favourites, the mix, the style and its presets, free days,
            pauses, world clocks and all other settings into FILE, as text. Without FILE it prints
            them. "noiseclock restore" takes them up again, on this clock or on another.

            With --own-files, FILE has your own sounds and fonts, too. It is no text then, and may
            have 500 MB.

            The file has your labels and names in it, so keep it to yourself. It has no tokens of
            paired devices, no passwords and no history.
            """,
            kind: .query, access: .devices, parameters: [ownFiles], usage: "[FILE]",
            examples: [
                "backup", "backup clock.json", "backup clock.backup --own-files",
                "backup --json",
            ],
            asksFirst: true,
            words: { line, _ in line.file = line.next() }, completing: [.file]
        ) { given in .backup(.make(ownFiles: given[ownFiles] ?? false)) },
        CommandDescription(
            "restore", "Take up a backup in place of what you chose",
            """
            Reads a file of "noiseclock backup". It is checked whole before anything changes: a
            damaged file, and one of a newer version, change nothing. What the file has then takes
            the place of your alarms, named timers, favourites and settings, all at once. On a
            terminal you see what would be taken, and are asked.

            Own sounds and fonts in the file come to those of this clock. It keeps its own where
            names are the same, and leaves out what it has no room for.

            Everything else stays: paired devices, the history, timers that run, the nap. Alarms
            count their dates from now on. An alarm whose only date is over is switched off. The
            answer says so, and which sounds and fonts this clock does not have. While something
            rings or is snoozed, nothing is taken up.
            """,
            usage: "FILE", examples: ["restore clock.json", "restore clock.json --dry-run"],
            asksFirst: true,
            words: { line, _ in
                guard let path = line.next() else { throw line.error("Which file? Give its path.") }
                line.file = path
            }, completing: [.file]
        ) { _ in .backup(.restore) },
        CommandDescription(
            "diagnose", "Save a report for somebody who looks for a fault",
            """
            Writes what the clock knows of itself into FILE, as text: its version, its board, what
            it has, what is wrong, alarms, settings and the last 300 events. Without FILE it prints
            them. Labels, messages and names that people chose are not in it, and no tokens,
            passwords or addresses.
            """,
            kind: .query, access: .devices, usage: "[FILE]",
            examples: ["diagnose", "diagnose report.json", "diagnose --json"], asksFirst: true,
            words: { line, _ in line.file = line.next() }, completing: [.file]
        ) { _ in .backup(.diagnose) },
    ]
}
