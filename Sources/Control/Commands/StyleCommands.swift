import ClockCore

/// Commands about how the clock looks, and its presets.
enum StyleCommands {
    static let all = style + presets

    private static let style = [
        CommandDescription(
            "style.status", "Show how the clock looks",
            """
            Shows all settings of the style. What this display cannot show, such as a colour on a
            display of one colour, stays stored.
            """,
            kind: .query, examples: ["style", "style status --json"], isAlone: true
        ) { _ in .style(.show) },
        CommandDescription(
            "style.set", "Change how the clock looks",
            "Changes what you give and keeps the rest. The display shows it at once.",
            parameters: .init(StyleFields.all),
            examples: [
                "style set --hours 12 --seconds on", "style set --color amber --weight bold",
                "style set --night 22:00-07:00 --night-red on",
            ],
            wantsChange: "What should change? Give options, such as --seconds on."
        ) { .style(.set($0.changes(of: StyleFields.all))) },
        CommandDescription(
            "style.reset", "Make the clock look as when it was new",
            "Sets all settings of the style to their defaults. Saved presets stay.",
            examples: ["style reset"]
        ) { _ in .style(.reset) },
    ]

    // MARK: - Presets

    private static let name = Parameter(
        "name", argument: "the preset", Form<String>.name("NAME", completion: .known(.presets)),
        question: "Which preset? \"noiseclock preset list\" shows them.", isSubject: true)
    private static let newName = Parameter(
        "name", argument: "the preset", Form<String>.line("NAME", StylePreset.names),
        question: "What should it be called? Give a name.")

    private static let presets = [
        CommandDescription(
            "preset.list", "List the presets of the style",
            "Lists the built-in presets and yours.",
            kind: .query, examples: ["preset", "preset list --json"], isAlone: true
        ) { _ in .preset(.list) },
        CommandDescription(
            "preset.load", "Change the style to a preset",
            """
            Changes the style to that of the preset. A built-in one changes the colours only;
            one of yours changes everything.
            """,
            parameters: [name], examples: ["preset load Night", "preset load \"Red night\""]
        ) { .preset(.load(try $0.required(name))) },
        CommandDescription(
            "preset.save", "Save the style as a preset",
            "Saves the current style under NAME. It replaces a preset that has this name already.",
            parameters: [newName], examples: ["preset save Cabin"]
        ) { .preset(.save(try $0.required(newName))) },
        CommandDescription(
            "preset.remove", "Delete a saved preset",
            "Deletes one of your presets. The style stays as it is.",
            parameters: [name], examples: ["preset remove Cabin"]
        ) { .preset(.delete(try $0.required(name))) },
    ]
}
