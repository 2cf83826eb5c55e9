import ClockCore
import ClockTime

/// What can be asked about how late a ring may be, and how timers and naps ring.
enum RingRuleCommands {
    static let all = [
        CommandDescription(
            "ring.status", "how late a ring may be, and how timers and naps ring",
            """
            Shows how late alarms, timers and naps may still ring, for how long timers and naps ring, how often
            again, and how long their snooze is. Each alarm has the rest of its own: "alarm show".
            """,
            examples: ["ring", "ring status --json"], isAlone: true
        ) { _ in .settings(.ringRules) },
        CommandDescription(
            "ring.set", "set how late, how long and how often",
            """
            Sets what is named and keeps the rest. What is later than the grace was missed, and is told so.
            A ring or a snooze that has begun keeps its end.
            """,
            parameters: [grace, ring, snooze, rings],
            examples: ["ring set --grace 90m", "ring set --ring 5m --snooze 5m --rings 4"],
            wantsChange: "what is to change? Give options, such as --grace 90m"
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
        "how late alarms, timers and naps may still ring")
    private static let ring = Parameter(
        "ringSeconds", option: "ring",
        Form<Duration>.length("1m-60m", in: AlarmLimits.ringLength, example: "10m"),
        "how long timers and naps ring unanswered")
    private static let snooze = Parameter(
        "snoozeSeconds", option: "snooze",
        Form<Duration>.length("1m-60m", in: AlarmLimits.snoozeLength, example: "10m"),
        "how long a snooze of timers and naps lasts")
    private static let rings = Parameter(
        "rings", option: "rings", Form<Int>.count(in: AlarmLimits.automaticRings),
        "how often again after that")
}
