import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about whether alarms will ring, and about past rings.
enum HealthCommands {
    static let all = health + updates + past

    private static let evening = Parameter(
        "time", argument: "the time", Form<TimeOfDay>.time.orNone("off"),
        question: "When? Give a time, such as 21:00, or off.")

    private static let health = [
        CommandDescription(
            "health.status", "Check whether the next alarm will ring",
            """
            Checks whether the next alarm will ring: time, zone, sound, outputs, display, keys,
            storage, battery, the next alarm and the last rehearsal. It says what is wrong and
            what to do. A note is about something that a ring does without. Exit status: 0 it
            will ring, with or without notes; 1 it may not ring, or nothing is set.
            """,
            kind: .query, examples: ["health", "health status --json"], isAlone: true
        ) { _ in .health(.show) },
        CommandDescription(
            "health.rehearse", "Test sound, display and storage silently",
            """
            Tries the sound output, the display and the storage the way a ring does, but
            silently. It takes a few seconds; then "noiseclock health" shows the result.
            """
        ) { _ in .health(.rehearse) },
        CommandDescription(
            "health.evening", "Choose when the clock tests itself each evening",
            """
            Sets the time at which the clock tests itself each evening. The alarm mark on the
            display shows the result: steady means all is well, blinking means something is
            wrong. "off" ends the evening's tests. The clock tests itself before each ring anyway.
            """,
            parameters: [evening], examples: ["health evening 21:30", "health evening off"]
        ) { given in
            .settings(.setRehearsal(try given.required(evening)))
        },
    ]

    private static let news = Parameter(
        "news", argument: "the news", Form<UpdateNews>.choice("NEWS"),
        question: "How does the update go? Give one of the words that the help lists.")
    private static let updates = [
        CommandDescription(
            "update.check", "Ask whether an update may begin now",
            """
            Says whether an update may begin now. None begins in the last hour before a ring, a
            sunrise or a pre-alert, while something rings or is snoozed, or during a nap.
            Exit status: 0 it may; 1 it may not, and why.
            """,
            kind: .query, examples: ["update check", "update check --json"]
        ) { _ in .update(.check) },
        CommandDescription(
            "update.ready", "Check the clock after an update",
            """
            Checks after an update whether the clock is armed, draws, sounds and has its state.
            It tries silently what was not tried since the start, or failed: ask again in some
            seconds. Exit status: 0 all is well; 1 something is not, or not yet.
            """,
            examples: ["update ready", "update ready --json"]
        ) { _ in .update(.readiness) },
        CommandDescription(
            "update.tell", "Say on the display how an update goes",
            """
            For the system's updater: the display says it for a minute, unless something rings
            or somebody uses the menu, and the history keeps how it ended. NEWS is one of
            \(UpdateNews.allCases.map(\.rawValue).joined(separator: ", ")).
            """,
            parameters: [news], examples: ["update tell installed"]
        ) { .update(.tell(try $0.required(news))) },
    ]

    // MARK: - Past rings

    private static let explained = Parameter("alarm", argument: "the alarm", Form<AlarmID>.alarm)
    private static let last = Parameter(
        "last", flag: "last", true, Form<Bool>.flag,
        "Explain the last ring, or what came instead")
    private static let explainedDate = Parameter(
        "date", option: "date", Form<CivilDate>.date(.back),
        "Explain this date; needs ALARM")

    private static let recorded = Parameter(
        "alarm", option: "alarm", Form<AlarmID>.pastAlarm,
        "Only this alarm")
    private static let recordedDate = Parameter(
        "date", option: "date", Form<CivilDate>.date(.back), "Only its ring of this date")
    private static let since = Parameter(
        "since", option: "since", Form<Instant>.instant,
        "Only what happened since then, such as 2026-03-27T00:00:00Z")
    private static let count = Parameter(
        "count", option: "count", Form<Int>.count(in: HistoryQuery.counts),
        "How many records, the newest (default: \(HistoryQuery.defaultCount))",
        default: .integer(Int64(HistoryQuery.defaultCount)))

    private static let past = [
        CommandDescription(
            "explain", "Explain why an alarm rings when it does",
            """
            Explains why the next alarm, or ALARM, will ring when it will: its rule, skipped
            dates, clock changes, and how far you can trust the time. With --last or --date it
            explains from the history why a past ring was late, skipped, missed or passed over,
            and says what it does not know.

              ALARM  its number or its label; "noiseclock alarm list" shows both
            """,
            kind: .query, parameters: [explained, last, explainedDate],
            examples: [
                "explain", "explain 3 --json", "explain --last", "explain 3 --date 2026-03-29",
            ], relation: .needs(explainedDate, explained, without: last)
        ) { given in
            let isLast = given[last] ?? false
            guard let date = given[explainedDate] else {
                return .health(.explain(isLast ? .last(given[explained]) : .next(given[explained])))
            }
            let alarm = try given.required(explained)
            return .health(.explain(.occurrence(OccurrenceID(alarm: alarm, date: date))))
        },
        CommandDescription(
            "history", "Show what rang, was snoozed, missed or skipped",
            """
            Shows what happened, oldest first: each ring and how it ended, and what happened to
            the clock. With --json, every record.

              ALARM  an alarm's number or label, also if it was removed
            """,
            kind: .query, access: .devices, parameters: [recorded, recordedDate, since, count],
            examples: ["history", "history --alarm Work --count 20", "history --json"],
            relation: .needs(recordedDate, recorded, without: nil)
        ) { given in
            .history(
                HistoryQuery(
                    alarm: given[recorded], date: given[recordedDate], since: given[since],
                    count: given[count] ?? HistoryQuery.defaultCount))
        },
    ]
}
