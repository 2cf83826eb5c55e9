import ClockCore

/// Commands about how late a ring may start, and how timers and naps ring.
enum RingRuleCommands {
    static let all = [
        CommandDescription(
            "ring.status", "Show how late rings may be, and how timers ring",
            """
            Shows how late alarms, timers and naps may still ring, how long timers and naps
            ring, how often they ring again, and how long their snooze is. Each alarm has its
            own settings for the rest: "noiseclock alarm show ALARM".
            """,
            kind: .query, examples: ["ring", "ring status --json"], isAlone: true
        ) { _ in .settings(.ringRules) },
        CommandDescription(
            "ring.set", "Change how late, how long and how often",
            """
            Changes what you give and keeps the rest. What is later than the grace counts as
            missed. A ring or a snooze that has begun keeps its end.
            """,
            parameters: .init(options),
            examples: ["ring set --grace 90m", "ring set --ring 5m --snooze 5m --rings 4"],
            wantsChange: "What should change? Give options, such as --grace 90m."
        ) { .settings(.setRingRules($0.changes(of: options))) },
    ]

    private static let options: [RecordOption<RingRules>] = [
        RecordOption(
            \.grace, "grace", .length("0m-180m", in: AlarmLimits.grace),
            "How late alarms, timers and naps may still ring"),
        RecordOption(
            \.countdowns.ringLength, "ring",
            .length("1m-60m", in: AlarmLimits.ringLength, example: "10m"),
            "How long timers and naps ring if nobody answers"),
        RecordOption(
            \.countdowns.snoozeLength, "snooze",
            .length("1m-60m", in: AlarmLimits.snoozeLength, example: "10m"),
            "How long a snooze of timers and naps lasts"),
        RecordOption(
            \.countdowns.automaticRings, "rings", .count(in: AlarmLimits.automaticRings),
            "How often they ring again if nobody answers"),
    ]
}
