import ClockCore

/// The clock at a glance.
enum StatusCommands {
    static let all = [
        CommandDescription(
            "status", "Show the time, next alarm, what rings or plays",
            """
            Shows the clock at a glance: the time and how far you can trust it, the next
            alarm, what rings or is snoozed, missed alarms, timers, the nap, the noise, and
            what is wrong. "noiseclock" without a command shows the same.
            """,
            kind: .query, examples: ["status", "status --json"]
        ) { _ in .status }
    ]
}
