import ClockCore

/// The clock at a glance.
enum StatusCommands {
    static let all = [
        CommandDescription(
            "status", "time, next alarm, what rings or runs, noise, problems",
            """
            Shows the clock at a glance: the time and how far it can be believed, the next alarm, what
            rings or is snoozed, missed alarms, timers and the nap, the noise, and what is wrong.
            """,
            examples: ["status", "status --json"]
        ) { _ in .status }
    ]
}
