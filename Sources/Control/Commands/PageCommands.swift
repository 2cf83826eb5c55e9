import ClockCore

/// Commands about what the web page keeps in the clock.
enum PageCommands {
    static let all = [
        CommandDescription(
            "page.status", "Show with what the web page opens",
            "Shows whether somebody saw the first steps of the web page.",
            kind: .query, examples: ["page", "page status --json"], isAlone: true
        ) { _ in .settings(.page) },
        CommandDescription(
            "page.set", "Show the web page's first steps again, or no more",
            "With \"--welcomed off\", every browser that opens the page shows the first steps.",
            parameters: .init(options), examples: ["page set --welcomed off"],
            wantsChange: "What should change? Give --welcomed on or --welcomed off."
        ) { .settings(.setPage($0.changes(of: options))) },
    ]

    private static let options: [RecordOption<PageSettings>] = [
        RecordOption(
            \.isWelcomed, "welcomed", .flag, "Somebody saw the first steps, or skipped them")
    ]
}
