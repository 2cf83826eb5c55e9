import ClockCore

/// Commands about the light to breathe with (product, B8).
enum BreathingCommands {
    static let all = [
        CommandDescription(
            "breathing.status", "Show whether a light breathes with you",
            "Shows how long the light still breathes, and where it is.",
            kind: .query, examples: ["breathing", "breathing status --json"], isAlone: true
        ) { _ in .breathing(.show) },
        CommandDescription(
            "breathing.start", "Breathe with a light for ten minutes",
            """
            The lamp, or on a clock without one the display, gets brighter while you breathe in
            and darker while you breathe out: six times a minute, slowing to four, and darker and
            darker. After ten minutes it is over. A tap on stop and a ring end it.
            """,
            examples: ["breathing start"]
        ) { _ in .breathing(.start) },
        CommandDescription(
            "breathing.stop", "End the light to breathe with",
            "Lamp and display are as before.", examples: ["breathing stop"]
        ) { _ in .breathing(.stop) },
    ]
}
