import BoundedJSON
import ClockCore
import ClockTime

/// Commands about timers.
enum TimerCommands {
    static let all = kept + running

    private static let timer = Parameter(
        "timer", argument: "the timer", Form<TimerID>.timer,
        question: "Which timer? Give its number or name; \"noiseclock timer list\" shows both.",
        isSubject: true)
    /// Which run of the timer is meant.

    private static let length = Parameter(
        "seconds", argument: "the length",
        Form<Duration>.length("1s-24h", in: TimerLimits.length, example: "90s, 5m or 1h30m"),
        placeholder: "LENGTH", question: "How long? Give a length, such as 5m or 1h30m.")
    private static let name = Parameter(
        "name", option: "name", Form<String>.line("NAME", AlarmLimits.label),
        "Name of the timer; with one it stays, to be started again")
    private static let starts = Parameter(
        "start", requestOnly: Form<Bool>.flag, default: .bool(true))

    /// The name follows the length, precedes it or is an option.
    private static let readAdded: CommandDescription.WordReading = { words, arguments in
        guard var word = words.next() else { throw words.error(length.question ?? "") }
        var second = words.next()
        if let other = second, !isLength(word), isLength(other) { (word, second) = (other, word) }
        try length.readWord(word, zones: words.zones, into: &arguments)
        guard let second else { return }
        guard words.options["name"] == nil else {
            throw words.error("The name is there twice. Give it once.")
        }
        try name.readWord(second, zones: words.zones, into: &arguments)
    }

    private static func isLength(_ word: String) -> Bool {
        (try? DurationText.parse(word.lowercased())) != nil
    }

    private static let kept = [
        CommandDescription(
            "timer.list", "List all timers and what is left of each",
            "Lists all timers with their numbers and names, and what is left of each.",
            kind: .query, examples: ["timer", "timer list --json"], isAlone: true
        ) { _ in .timer(.list) },
        CommandDescription(
            "timer.add", "Start a timer",
            """
            Counts down and rings like an alarm. A timer with a name stays when it is over, so
            that you can start it again; one without a name is gone.

              LENGTH  1s to 24h, such as 90s, 5m or 1h30m
              NAME    as --name
            """,
            parameters: [length, name, starts], usage: "LENGTH [NAME]",
            examples: ["timer add 5m", "timer add 12m30s Pizza"], words: readAdded
        ) { given in
            .timer(
                .add(
                    try given.required(length), name: given[name], starts: given[starts] ?? true))
        },
    ]

    private static let running = [
        operation(
            "start", .schedule, "Start a timer with a name again",
            "Starts a timer that has a name, with its full length."),
        operation(
            "pause", .pause, "Pause a timer",
            "The timer keeps what is left until you resume it."),
        operation(
            "resume", .resume, "Resume a timer",
            "The timer goes on with what is left."),
        operation(
            "add-minute", .add, "Add a minute to a timer",
            """
            Adds a minute to a timer that runs or is paused;
            one that rings counts down a minute.
            """),
        operation(
            "repeat", .repeat, "Start a ringing timer over",
            "A timer that rings starts over with its full length."),
        operation(
            "snooze", .snooze, "Snooze a ringing timer",
            """
            A timer that rings falls silent and rings again; "noiseclock ring" shows how long
            that takes.
            """
        ),
        operation(
            "stop", .stop, "Stop a timer, before its end or when it rings",
            "Ends the timer. With a name it stays, and you can start it again."),
        operation(
            "remove", .cancel, "Delete a timer",
            "Deletes the timer. If it rings, it falls silent."),
    ]

    private static let whichTimer =
        "\n\n  TIMER  its number or name; \"noiseclock timer list\" shows both"

    private static func operation(
        _ name: String, _ operation: Operation, _ summary: String, _ explanation: String
    ) -> CommandDescription {
        // A late stop must not hit another run (law, 13).
        let isNamed = operation == .snooze || operation == .stop
        let run = Parameter("run", requestOnly: Form<Int>.run, isRequired: isNamed)
        return CommandDescription(
            "timer.\(name)", summary, explanation + whichTimer, parameters: [timer, run],
            examples: ["timer \(name) 2"]
        ) { .timer(.operate(operation, try $0.required(timer), run: $0[run])) }
    }
}
