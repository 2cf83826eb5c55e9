import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about free days and do not disturb.
enum QuietCommands {
    static let all = freeDays + doNotDisturb

    // MARK: - Free days

    private static let days = Parameter(
        "days",
        requestOnly: Form<[FreeDay]>(
            "DATE[=NAME]...", allowed: "dates",
            values: .described(
                .elements(FreeDay.values, count: 0...Int.max),
                "a list of objects with date and name"),
            word: { word, _ in [try freeDay(word)] },
            read: { reader, name, _ in
                guard reader.raw(name) != nil else { return nil }
                var days: [FreeDay] = []
                for var day in try reader.objects(name) {
                    days.append(try FreeDay(reading: &day))
                    try day.finish()
                }
                return days
            },
            write: { days, name in [name: .list(days.map { .object($0.fields) })] }),
        isRequired: true)

    /// "2026-12-25", or "2026-12-25=Christmas".
    private static func freeDay(_ word: String) throws -> FreeDay {
        let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
        guard let first = parts.first, let date = CivilDate(first) else {
            if let first = parts.first, ScheduleWords.looksLikeDate(first) {
                throw TextFormError(ScheduleWords.noSuchDate(first))
            }
            throw TextFormError(
                "I don't know the day \(Spelling.quoted(word)). Give a date such as 2026-12-25, or "
                    + "2026-12-25=Christmas.")
        }
        let name = parts.count == 2 ? parts[1] : ""
        guard !name.unicodeScalars.contains(where: Spelling.isControl) else {
            throw TextFormError(
                "The name in \(Spelling.quoted(word)) has control characters. Leave them out.")
        }
        return FreeDay(date: date, name: name)
    }

    private static let set = CommandDescription(
        "free-days.set", "Replace all free days",
        """
        Names the days on which alarms with --free-days on do not ring. They replace all
        free days that the clock knew before; the answer names the days that this drops. To add
        or remove single days, use "free-days add" and "free-days remove".

          DATE  2026-12-25, today, tomorrow, or a weekday: the next fri;
                with a name: 2026-12-25=Christmas
        """,
        parameters: [days], usage: "DATE[=NAME]...",
        examples: ["free-days set 2026-12-25=Christmas 2026-12-26"], isReplacement: true,
        words: readDays, completing: [.date(.ahead)]
    ) { .quiet(.setFreeDays(try $0.required(days))) }

    private static let readDays: CommandDescription.WordReading = { words, arguments in
        var named: [FreeDay] = []
        while let word = words.next() { named.append(try freeDay(word)) }
        guard !named.isEmpty else {
            throw words.error("Which days? Give dates, such as 2026-12-25=Christmas.")
        }
        arguments[days] = named
    }

    private static let dates = Parameter(
        "dates",
        requestOnly: Form<[CivilDate]>(
            "DATE...", allowed: "dates", json: .dates,
            word: { word in CivilDate(word).map { [$0] } }),
        isRequired: true)

    private static let readDates: CommandDescription.WordReading = { words, arguments in
        var read: [CivilDate] = []
        while let word = words.next() { read.append(try words.date(word)) }
        guard !read.isEmpty else {
            throw words.error("Which days? Give dates, such as 2026-12-25.")
        }
        arguments[dates] = read
    }

    private static let freeDays = [
        CommandDescription(
            "free-days.list", "List the free days",
            "Lists the days on which alarms with --free-days on do not ring.",
            kind: .query, examples: ["free-days list", "free-days --json"], isAlone: true
        ) { _ in .quiet(.freeDays) },
        CommandDescription(
            "free-days.add", "Add free days to those that are there",
            """
            Adds days on which alarms with --free-days on do not ring. A day that is there
            already gets the new name.

              DATE  2026-12-25, today, tomorrow, or a weekday: the next fri;
                    with a name: 2026-12-25=Christmas
            """,
            parameters: [days], usage: "DATE[=NAME]...",
            examples: ["free-days add 2026-12-24=Off", "free-days add tomorrow"],
            words: readDays, completing: [.date(.ahead)]
        ) { .quiet(.addFreeDays(try $0.required(days))) },
        CommandDescription(
            "free-days.remove", "Remove single free days",
            """
            Removes days from the free days, so that all alarms ring on them. The others stay.

              DATE  2026-12-25, today, tomorrow, or a weekday: the next fri
            """,
            parameters: [dates], usage: "DATE...", examples: ["free-days remove 2026-12-24"],
            words: readDates, completing: [.date(.ahead)]
        ) { .quiet(.removeFreeDays(try $0.required(dates))) },
        set,
        CommandDescription(
            "free-days.clear", "Forget all free days",
            "Forgets all free days. Alarms ring on them as on any other day."
        ) { _ in .quiet(.setFreeDays([])) },
    ]

    /// A request that adds these days.
    static func request(naming days: [FreeDay]) -> OutgoingRequest {
        var arguments = Arguments()
        arguments[QuietCommands.days] = days
        return OutgoingRequest(set, arguments)
    }

    // MARK: - Do not disturb

    private static let until = Parameter(
        "until", option: "until",
        Form<DoNotDisturbChange>(
            "TIME", allowed: "a time such as 07:00, or 2026-03-29T05:00:00Z",
            json: FieldForm(
                .described(
                    .either(.shaped(.timeOfDay), .shaped(.instant)),
                    "a time of day like \"07:00\", or an instant like \"2026-03-29T05:00:00Z\""),
                read: { value in
                    if let time = FieldForm<TimeOfDay>.time.read(value) { return .onUntil(time) }
                    return FieldForm<Instant>.instant.read(value).map { .byHand(.until($0)) }
                },
                write: { change in
                    switch change {
                    case .onUntil(let time): .string(time.description)
                    case .byHand(.until(let end)): .instant(end)
                    case .byHand(.on), .byHand(.off), .quietHours, .allowsNoise: .null
                    }
                })
        ) { word in
            if let time = ScheduleWords.time(word) { return .onUntil(time) }
            return (try? RFC3339.parse(word)).map { .byHand(.until($0.instant)) }
        }, "When it ends: the next 07:00, or an instant such as 2026-03-29T05:00:00Z")

    /// It takes options only, but people write "dnd on until 7:00".
    private static let readOn: CommandDescription.WordReading = { words, _ in
        guard let word = words.peek, words.options["until"] == nil else { return }
        let time = word.lowercased() == "until" ? words.peekSecond : word
        guard let time, ScheduleWords.time(time) != nil else { return }
        throw words.error(
            "\(Spelling.quoted(word)) doesn't go here. Did you mean dnd on --until \(time)?")
    }

    private static let hours = Parameter(
        "hours",
        requestOnly: Form<QuietHours?>(
            "FROM TO|off", allowed: "two times, or off",
            values: .orNull(FieldForm<QuietHours>.hours.values),
            word: { _, _ in nil },
            read: { reader, name, _ in
                if reader.raw(name) == .null { return .some(nil) }
                guard var hours = try reader.object(name) else { return nil }
                let read = try QuietHours(reading: &hours)
                try hours.finish()
                return .some(read)
            },
            write: { hours, name in [name: hours.map { .object($0.fields) } ?? .null] }),
        isRequired: true)

    private static let noise = Parameter(
        "on", argument: "noise in quiet hours", Form<Bool>.flag,
        question: "Which? Give on or off.")

    private static let doNotDisturb = [
        CommandDescription(
            "dnd.status", "Show whether the clock keeps quiet, and when",
            """
            Shows whether the clock keeps quiet now, and its quiet hours. While it keeps quiet,
            the display is dim and calls nobody. Alarms ring all the same, except those with
            --quiet on.
            """,
            kind: .query, examples: ["dnd", "dnd status --json"], isAlone: true
        ) { _ in .quiet(.doNotDisturb) },
        CommandDescription(
            "dnd.on", "Keep quiet from now on",
            "Keeps quiet until --until, or until \"noiseclock dnd off\".",
            parameters: [until], examples: ["dnd on", "dnd on --until 07:00"], words: readOn
        ) { .quiet(.setDoNotDisturb($0[until] ?? .byHand(.on))) },
        CommandDescription(
            "dnd.off", "Keep quiet in the quiet hours only",
            "Stops keeping quiet, except in the quiet hours."
        ) { _ in .quiet(.setDoNotDisturb(.byHand(.off))) },
        CommandDescription(
            "dnd.hours", "Choose when the clock keeps quiet each day",
            """
            Keeps quiet each day from FROM to TO; if TO is the earlier, over midnight. "off"
            ends the quiet hours.

              FROM, TO  07:30, 7:30, 7:30pm or 7pm; also as 22:00-07:00
            """,
            parameters: [hours], usage: "FROM TO|off",
            examples: ["dnd hours 22:00 07:00", "dnd hours 22:00-07:00", "dnd hours off"],
            words: readHours,
            completing: [.words(["off"])]
        ) { given in
            .quiet(.setDoNotDisturb(.quietHours(try given.required(hours))))
        },
        CommandDescription(
            "dnd.noise", "Choose if noise may play while it is quiet",
            "With \"off\", noise ends when do not disturb begins, and cannot start meanwhile.",
            parameters: [noise], examples: ["dnd noise off"]
        ) { .quiet(.setDoNotDisturb(.allowsNoise(try $0.required(noise)))) },
    ]

    /// Two times, or "off" for none.
    private static let readHours: CommandDescription.WordReading = { words, arguments in
        let question = "From when to when? Give two times, such as 22:00 07:00, or off."
        guard let first = words.next() else { throw words.error(question) }
        guard first.lowercased() != "off" else {
            arguments[hours] = .some(nil)
            return
        }
        let range = first.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        guard let second = range.count == 2 ? range[1] : words.next() else {
            throw words.error(question)
        }
        let from = try words.timeOfDay(range[0])
        guard let quiet = QuietHours(from: from, to: try words.timeOfDay(second)) else {
            throw words.error(
                "Quiet hours cannot end when they begin. For the whole day, use \"noiseclock dnd on\"."
            )
        }
        arguments[hours] = .some(quiet)
    }
}
