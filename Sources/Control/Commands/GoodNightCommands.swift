import ClockCore
import ClockTime

/// Good night (product, B7).
enum GoodNightCommands {
    static let all = [
        CommandDescription(
            "good-night.say", "Say good night: noise, a dark face, and when it rings",
            """
            Plays the favourite with a sleep timer, unless noise plays already, and puts the face to
            night until an alarm rings, the hours of the night end, or 12 hours are over. The lamp
            dims with the sleep timer, or goes out. Then the display shows when the next alarm
            rings, how long you can sleep, and whether it is armed. A key can do the same (see
            board/keys.md).
            """,
            examples: ["good-night"], isAlone: true
        ) { _ in .goodNight(.say) },
        CommandDescription(
            "good-night.status", "Show what a good night does",
            "Shows whether the face is put to night, when the next alarm rings, and the settings.",
            kind: .query, examples: ["good-night status", "good-night status --json"]
        ) { _ in .goodNight(.show) },
        CommandDescription(
            "good-night.set", "Change what a good night does",
            """
            Changes what you give and keeps the rest. With the double press, two quick taps on
            snooze say good night, on a clock without a key for it.
            """,
            parameters: .init(options),
            examples: ["good-night set --noise 45m", "good-night set --double-press on"],
            wantsChange: "What should change? Give options, such as --noise 45m."
        ) { .goodNight(.set($0.changes(of: options))) },
    ]

    private static let options: [RecordOption<GoodNightSettings>] = [
        RecordOption(
            \.noise, "noise", .length("0m-12h", in: GoodNightSettings.noiseRange, example: "45m"),
            "How long the favourite plays; 0m: not at all"),
        RecordOption(
            \.hasBreathing, "breathing", .flag, "Whether a light to breathe with begins, too"),
        RecordOption(
            \.hasDoublePress, "double-press", .flag,
            "Whether two quick taps on snooze say good night"),
    ]
}
