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
            examples: ["ring", "ring status --json"], isAlone: true
        ) { _ in .settings(.ringRules) },
        CommandDescription(
            "ring.set", "Change how late, how long and how often",
            """
            Changes what you give and keeps the rest. What is later than the grace counts as
            missed. A ring or a snooze that has begun keeps its end.
            """,
            parameters: [grace, ring, snooze, rings],
            examples: ["ring set --grace 90m", "ring set --ring 5m --snooze 5m --rings 4"],
            wantsChange: "What should change? Give options, such as --grace 90m."
        ) { given in
            var changes = RingRuleChanges()
            changes.grace = given[grace]
            changes.ringLength = given[ring]
            changes.snoozeLength = given[snooze]
            changes.automaticRings = given[rings]
            return .settings(.setRingRules(changes))
        },
    ]

    private static let grace = Parameter(
        "graceSeconds", option: "grace",
        Form<Duration>.length("0m-180m", in: RingRules.graceRange),
        "How late alarms, timers and naps may still ring")
    private static let ring = Parameter(
        "ringSeconds", option: "ring",
        Form<Duration>.length("1m-60m", in: AlarmLimits.ringLength, example: "10m"),
        "How long timers and naps ring if nobody answers")
    private static let snooze = Parameter(
        "snoozeSeconds", option: "snooze",
        Form<Duration>.length("1m-60m", in: AlarmLimits.snoozeLength, example: "10m"),
        "How long a snooze of timers and naps lasts")
    private static let rings = Parameter(
        "rings", option: "rings", Form<Int>.count(in: AlarmLimits.automaticRings),
        "How often they ring again if nobody answers")
}
