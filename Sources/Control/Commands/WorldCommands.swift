import ClockCore
import ClockTime

/// Commands about world clocks (product, O5).
enum WorldCommands {
    private static let zone = Parameter(
        "zone", argument: "the zone", Form<Zone>.zone,
        question: "Which zone? Give one such as Asia/Tokyo, or a town such as Tokyo.")
    private static let label = Parameter(
        "label", option: "label", Form<String>.line("LABEL", WorldClock.labels),
        "What to call it, instead of the town in the zone's name")
    private static let name = Parameter(
        "name", argument: "the world clock", Form<String>.name("NAME"),
        question: "Which world clock? \"noiseclock world list\" shows them.", isSubject: true)

    static let all = [
        CommandDescription(
            "world.list", "List the world clocks and their times",
            "Shows the time in each zone that you have added.",
            kind: .query, examples: ["world", "world list --json"], isAlone: true
        ) { _ in .world(.list) },
        CommandDescription(
            "world.add", "Add a world clock",
            """
            Shows the time of another zone: on the display's pages, which the snooze button
            shows one after the other, in a line below the time on displays that have one, and
            in "noiseclock status". A zone that is there already gets the new label.

              ZONE  a name such as Asia/Tokyo, or a town such as Tokyo
            """,
            parameters: [zone, label],
            examples: ["world add Asia/Tokyo", "world add America/New_York --label Grandma"]
        ) { .world(.add(try $0.required(zone), label: $0[label])) },
        CommandDescription(
            "world.remove", "Remove a world clock",
            """
            Removes a world clock.

              NAME  its label, its town or its zone; "noiseclock world list" shows the labels
            """,
            parameters: [name], examples: ["world remove Tokyo"]
        ) { .world(.remove(try $0.required(name))) },
    ]
}
