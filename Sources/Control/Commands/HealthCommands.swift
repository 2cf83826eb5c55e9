import BoundedJSON
import ClockCore
import ClockTime

/// What can be asked about whether it will ring, and about what rang.
enum HealthCommands {
    static let all = health + updates + past

    private static let evening = Parameter(
        "time", argument: "the time", Form<TimeOfDay>.time.orNone("off"),
        question: "when? Give a time, such as 21:00, or off")

    private static let health = [
        CommandDescription(
            "health.status", "will it ring? what was checked, and what to do",
            """
            Answers whether the next alarm will ring, as far as can be told: time, zone, sound, outputs,
            display, keys, storage, the next alarm and the last rehearsal.
            """,
            examples: ["health", "health status --json"], isAlone: true
        ) { _ in .health(.show) },
        CommandDescription(
            "health.rehearse", "try sound, display and storage now, unheard",
            """
            Tries the sound output, the display and the storage the way a ring does, unheard and unseen.
            It takes some seconds; "health" then has the result.
            """
        ) { _ in .health(.rehearse) },
        CommandDescription(
            "health.evening", "when that is done each evening",
            """
            Sets the time of the evening's rehearsal, whose result the alarm mark on the display shows:
            steady, all is well; blinking, something is wrong. "off": never.
            """,
            parameters: [evening], examples: ["health evening 21:30", "health evening off"]
        ) { given in
            switch try given.required(evening) {
            case .cleared: .settings(.setRehearsal(nil))
            case .set(let time): .settings(.setRehearsal(time))
            }
        },
    ]

    private static let updates = [
        CommandDescription(
            "update.check", "whether an update may begin now, and why not",
            """
            No update begins in the last hour before a ring, a sunrise or a pre-alert, nor while something
            rings, is snoozed, or somebody naps. Exit status: 0 an update may begin; 1 it may not, and why.
            """,
            examples: ["update check", "update check --json"]
        ) { _ in .update(.check) },
        CommandDescription(
            "update.ready", "whether the clock is armed, draws, sounds and has its state",
            """
            Asked after an update, before the program that was there before is given up. What was not tried
            since the start, or failed, is tried now, unheard: ask again in some seconds. Exit status: 0 all
            is well; 1 something is not, or not yet.
            """,
            examples: ["update ready", "update ready --json"]
        ) { _ in .update(.readiness) },
    ]

    // MARK: - Past rings

    private static let explained = Parameter("alarm", argument: "the alarm", Form<AlarmID>.alarm)
    private static let last = Parameter(
        "last", flag: "last", true, Form<Bool>.flag,
        "why the last ring was as it was, or what came instead")
    private static let explainedDate = Parameter(
        "date", option: "date", Form<CivilDate>.date(),
        "why it rang or did not on this date; with an ID")

    private static let recorded = Parameter(
        "alarm", option: "alarm", Form<AlarmID>.alarm,
        "only what came of the alarm with this number")
    private static let recordedDate = Parameter(
        "date", option: "date", Form<CivilDate>.date(), "only its ring of this date")
    private static let since = Parameter(
        "since", option: "since", Form<Instant>.instant,
        "only what came to pass since then, such as 2026-03-27T00:00:00Z")
    private static let count = Parameter(
        "count", option: "count", Form<Int>.count(in: HistoryQuery.counts),
        "how many records, the newest (default: \(HistoryQuery.defaultCount))")

    private static let past = [
        CommandDescription(
            "explain", "why a ring is when it is, or a past one was not",
            """
            Says why the alarm, or the one that rings next, will ring when it will: its rule, skipped dates
            and their reasons, clock changes, and how far the time can be believed. With --last or --date
            it says from the history why a past ring was as it was: late, skipped, missed or passed over,
            and why; and what is not known of it.
            """,
            parameters: [explained, last, explainedDate],
            examples: [
                "explain", "explain 3 --json", "explain --last", "explain 3 --date 2026-03-29",
            ]
        ) { given in
            let isLast = given[last] ?? false
            guard let date = given[explainedDate] else {
                return .health(.explain(isLast ? .last(given[explained]) : .next(given[explained])))
            }
            guard let alarm = given[explained] else {
                throw FieldError("date", "needs the alarm's number beside it")
            }
            guard !isLast else { throw FieldError("last", "does not go together with a date") }
            return .health(.explain(.occurrence(OccurrenceID(alarm: alarm, date: date))))
        },
        CommandDescription(
            "history", "what rang, was snoozed, missed or skipped, and why",
            """
            Tells what came to pass, oldest first: each ring with how it ended, and what happened to the
            clock. With --json, each record by itself.
            """,
            parameters: [recorded, recordedDate, since, count],
            examples: ["history", "history --alarm 3 --count 20", "history --json"]
        ) { given in
            guard given[recordedDate] == nil || given[recorded] != nil else {
                throw FieldError("date", "needs the alarm's number beside it")
            }
            return .history(
                HistoryQuery(
                    alarm: given[recorded], date: given[recordedDate], since: given[since],
                    count: given[count] ?? HistoryQuery.defaultCount))
        },
    ]
}
