import ClockCore

/// Commands about the lamp (product, B8).
enum LampCommands {
    static let all = [
        CommandDescription(
            "lamp.status", "Show the lamp's light and what it does by itself",
            "Shows how bright the lamp is, who wants that, and its settings.",
            kind: .query, examples: ["lamp", "lamp status --json"], isAlone: true
        ) { _ in .lamp(.show) },
        CommandDescription(
            "lamp.on", "Switch the lamp on",
            """
            Switches the lamp on, as bright as it was last. With LEVEL, it is that bright, and
            the clock remembers it. 0 switches it off. A ring, a nap's pulse and a brighter
            sunrise come before it.

              LEVEL  0 to 100 %
            """,
            parameters: [level], examples: ["lamp on", "lamp on 30"]
        ) { .lamp(.on($0[level])) },
        CommandDescription(
            "lamp.off", "Switch the lamp off",
            "Switches the lamp off, and with it the night light until the next night.",
            examples: ["lamp off"]
        ) { _ in .lamp(.off) },
        CommandDescription(
            "lamp.set", "Change the lamp's brightness, its night light and its dusk",
            """
            Changes what you give and keeps the rest. The night light shines by itself in the
            hours of the night, which the style's option --night sets. With the dusk, a lamp that
            is on dims with the sleep timer and goes out at its end.
            """,
            parameters: .init(options),
            examples: ["lamp set --night-light 5", "lamp set --level 40 --dusk off"],
            wantsChange: "What should change? Give options, such as --night-light 5."
        ) { .lamp(.set($0.changes(of: options))) },
    ]

    private static let level = Parameter("level", argument: "the level", Form<Percent>.percent)

    private static let options: [RecordOption<LampSettings>] = [
        RecordOption(\.level, "level", .percent, "How bright it is when it is switched on"),
        RecordOption(
            \.nightLight, "night-light", .percent, "Its light in the hours of the night; 0: none"),
        RecordOption(\.hasDusk, "dusk", .flag, "Whether it dims with the sleep timer"),
    ]
}
