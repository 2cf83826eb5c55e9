import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about alarms. `AlarmFields` holds the settings of an alarm.
package enum AlarmCommands {
    static let all = setting + kept + rings

    static let alarm = Parameter(
        "alarm", argument: "the alarm", Form<AlarmID>.alarm,
        question:
            "Which alarm? Give its number or its label; \"noiseclock alarm list\" shows both.",
        isSubject: true)
    private static let optionalAlarm = Parameter(
        "alarm", argument: "the alarm", Form<AlarmID>.alarm, isSubject: true)

    // MARK: - Setting

    /// The words for days, beside a time.
    package static let days = Completion.date(
        .near, others: ["daily", "weekdays", "weekends", "mon-fri", "once"])
    private static let added = AlarmFields(within: "alarm", isNew: true)
    private static let edited = AlarmFields(within: "changes", isNew: false)
    /// Which state of the alarm is meant: another one is not edited.
    private static let revision = Parameter(
        CommandDescription.revision, requestOnly: Form<Int>.count(in: 1...Int(Int32.max)))

    private static let setting = [
        CommandDescription(
            "alarm.add", "Set an alarm",
            """
            Sets an alarm and says when it will ring.

              TIME  07:30, 7:30, 7:30pm, 7pm, noon or midnight
              DAYS  mon-fri, mon,wed,fri, Mondays, daily, weekdays or weekends: every week;
                    2026-03-29, 31 dec, today or tomorrow: on that date;
                    once, or nothing: the next time the clock shows TIME

            "in 20 minutes" or +20m in place of TIME and DAYS starts a timer.
            """,
            parameters: added.parameters, usage: "TIME [DAYS]",
            examples: [
                "alarm add 07:30 mon-fri --label Work --sound digital --volume 60",
                "alarm add 9am weekends --ramp 60s --snooze 5m --snooze-limit 3",
                "alarm add 6:00 2026-03-29 --label Train --must-wake on --snooze off",
                "alarm add 7:00 weekdays --category work --sunrise 30m",
            ],
            words: { words, arguments in
                try added.readSchedule(&words, &arguments)
                guard arguments[added.time] != nil else {
                    throw words.error(
                        "When? Give a time, such as 07:30, and days, such as mon-fri.")
                }
            }, completing: [days, days, days]
        ) { given in
            // An alarm without days rings once (product, S1).
            let time = try given.required(added.time)
            guard let schedule = Schedule(time: time, kind: given[added.kind] ?? .once) else {
                throw FieldError("alarm.schedule.weekdays", "needs at least one weekday")
            }
            var changes = added.changes(given)
            changes.time = nil
            changes.kind = nil
            return .alarm(.add(schedule, changes))
        },
        CommandDescription(
            "alarm.list", "List all alarms and when each rings next",
            """
            Lists all alarms with their numbers, when each rings next, and the dates on which
            all alarms are paused. "noiseclock alarm show ALARM" has the full names.
            """,
            kind: .query, examples: ["alarm", "alarm list --json"], isAlone: true
        ) { _ in .alarm(.list) },
        CommandDescription(
            "alarm.show", "Show all settings of an alarm",
            """
            Shows all settings of one alarm: how it sounds, how you can snooze it, what comes
            before it, what keeps it from ringing, its message, icon and tint.

              ALARM  its number or its label; "noiseclock alarm list" shows both
            """,
            kind: .query, parameters: [alarm], examples: ["alarm show 3", "alarm show 3 --json"]
        ) { .alarm(.show(try $0.required(alarm))) },
        CommandDescription(
            "alarm.edit", "Change an alarm; the rest stays as it is",
            """
            Changes what you give and keeps the rest: a time alone keeps the days, days alone
            keep the time. Another time, other days or another time zone end a ring or a snooze
            of the alarm, and its skips ("alarm skip"). Another volume is heard at once, also in
            a ring; the rest counts from the next ring or snooze on.

              ALARM  its number or its label; "noiseclock alarm list" shows both
              TIME   07:30, 7:30, 7:30pm or 7pm
              DAYS   mon-fri, mon,wed,fri, daily, weekdays, weekends, once, tomorrow, or a date
            """,
            parameters: [alarm as any DescribedParameter, revision] + edited.parameters,
            usage: "ALARM [TIME] [DAYS]",
            examples: ["alarm edit 3 07:45", "alarm edit 3 mon-thu --label \"Long week\""],
            wantsChange: "What should change? Give a time, days or options.",
            words: { words, arguments in
                guard let word = words.next() else { throw words.error(alarm.question ?? "") }
                try alarm.readWord(word, zones: words.zones, into: &arguments)
                try edited.readSchedule(&words, &arguments)
            }, completing: [.known(.alarms), days, days, days]
        ) { given in
            var changes = edited.changes(given)
            changes.revision = given[revision]
            return .alarm(.edit(try given.required(alarm), changes))
        },
    ]

    // MARK: - Listing and showing

    private static let category = Parameter(
        "category", option: "category", Form<String>.text("NAME"), "All alarms of this category",
        placeholder: "NAME|none")
    private static let skips = Parameter(
        "count", argument: "the count",
        Form<Int>(
            "COUNT|off",
            allowed: "a number up to \(AlarmLimits.skipNext.upperBound), or off",
            json: .integer(in: AlarmLimits.skipNext), completion: .words(["off"])
        ) { word in
            if word.lowercased() == "off" { return 0 }
            return WholeNumber.read(word).flatMap { AlarmLimits.skipNext.contains($0) ? $0 : nil }
        }, isRequired: true)
    private static let dates = Parameter(
        "dates", requestOnly: Form<DateRange?>.dates)
    /// A date of the pause to end.
    private static let ended = Parameter("date", requestOnly: Form<CivilDate>.date())

    private static let kept = [
        CommandDescription(
            "alarm.remove", "Delete an alarm, or several",
            """
            Deletes alarms: one, several, a range such as 1-3, or "all", which asks first on a
            terminal, and needs --yes elsewhere. An alarm that rings falls silent.

              ALARM  its number or its label; "noiseclock alarm list" shows both
            """,
            parameters: [alarm], usage: "ALARM...",
            examples: ["alarm remove 3"], asksFirst: true, completing: [.known(.alarms)]
        ) { .alarm(.remove(try $0.required(alarm))) },
        enabling(
            "enable", true, "Switch an alarm or a category on",
            """
            Switches the alarm on and says when it will ring; with --category, all alarms of
            that category. A date in the past stays off.

              ALARM  its number or its label; "noiseclock alarm list" shows both
            """),
        enabling(
            "disable", false, "Switch an alarm or a category off",
            """
            Switches the alarm off; with --category, all alarms of that category. They stay in
            the list, and you can switch them on again. Their skips ("alarm skip") end.

              ALARM  its number or its label; "noiseclock alarm list" shows both
            """),
        one(
            "duplicate", "Duplicate an alarm",
            "Sets a second alarm like this one. It skips no dates.",
            make: AlarmCommand.duplicate),
        one(
            "test", "Let an alarm ring now, to try it",
            """
            Rings, shakes and lights up as the alarm will, for \(TimeText.length(AlarmTest.length)). "noiseclock stop" ends
            it, and so does "noiseclock snooze". Refused while anything rings.
            """, make: AlarmCommand.test),
        CommandDescription(
            "alarm.skip", "Skip the next ring of a weekly alarm, or several",
            """
            Skips the next ring of a weekly alarm, or the next COUNT; after that it rings as
            before. "off" ends the skipping: what lies ahead rings again.

              ALARM  its number or its label; "noiseclock alarm list" shows both
            """,
            parameters: [alarm, skips], usage: "ALARM [COUNT|off]",
            examples: ["alarm skip 3", "alarm skip 3 5", "alarm skip 3 off"],
            words: { words, arguments in
                guard let word = words.next() else { throw words.error(alarm.question ?? "") }
                try alarm.readWord(word, zones: words.zones, into: &arguments)
                try skips.readWord(words.next() ?? "1", zones: words.zones, into: &arguments)
            }
        ) { .alarm(.skipNext(try $0.required(alarm), try $0.required(skips))) },
        CommandDescription(
            "alarm.pause", "Pause all alarms for a day, or for several",
            """
            Lets no alarm ring from the date FIRST through the date LAST, both included; after
            that all ring as before. Without LAST, it is FIRST alone. There can be several
            pauses; those that overlap or touch become one. Without dates, it lists them. "off"
            ends all pauses, "off DATE" the one that DATE belongs to. To leave out the next rings
            of one alarm alone, use "alarm skip".

              FIRST, LAST  2026-07-20, today, tomorrow, or a weekday: the next fri
            """,
            parameters: [optionalAlarm, dates, ended], usage: "[FIRST [LAST]|off [DATE]]",
            examples: [
                "alarm pause tomorrow", "alarm pause 2026-07-20 2026-08-02", "alarm pause",
                "alarm pause off 2026-07-20", "alarm pause off",
            ], words: readPause,
            completing: [.date(.ahead, others: ["off"]), .date(.near)],
            relation: .needsNull(ended, of: dates)
        ) { given in
            // The clock refuses to pause a single alarm. Send the request anyway, so that the user gets its reason.
            if let alarm = given[optionalAlarm] { return .alarm(.operate(.pause, alarm)) }
            switch given[dates] {
            case .some(nil): return .alarm(.endPause(on: given[ended]))
            case .some(let range?): return .alarm(.pauseAll(range))
            case nil: return .alarm(.pauses)
            }
        },
    ]

    private static let whichAlarm =
        "\n\n  ALARM  its number or its label; \"noiseclock alarm list\" shows both"

    private static func one(
        _ name: String, _ summary: String, _ explanation: String,
        make: @escaping @Sendable (AlarmID) -> AlarmCommand
    ) -> CommandDescription {
        CommandDescription(
            "alarm.\(name)", summary, explanation + whichAlarm, parameters: [alarm],
            examples: ["alarm \(name) 3"]
        ) { .alarm(make(try $0.required(alarm))) }
    }

    private static func enabling(
        _ name: String, _ isEnabled: Bool, _ summary: String, _ explanation: String
    ) -> CommandDescription {
        CommandDescription(
            "alarm.\(name)", summary, explanation, parameters: [optionalAlarm, category],
            examples: ["alarm \(name) 3", "alarm \(name) --category work"],
            relation: .exactlyOne([[optionalAlarm], [category]])
        ) { given in
            if let name = given[category] { return .alarm(.setCategoryEnabled(name, isEnabled)) }
            return .alarm(.setEnabled(try given.required(optionalAlarm), isEnabled))
        }
    }

    /// Dates apply to all alarms. A number names one alarm, which the clock refuses with a reason.
    private static let readPause: CommandDescription.WordReading = { words, arguments in
        guard let first = words.next() else { return }
        if first.lowercased() == "off" {
            arguments[dates] = .some(nil)
            if let word = words.next() { arguments[ended] = try words.date(word) }
        } else if WholeNumber.read(first) != nil {
            try alarm.readWord(first, zones: words.zones, into: &arguments)
        } else {
            guard CivilDate(first) != nil || ScheduleWords.looksLikeDate(first) else {
                throw words.error(
                    "The date can't be \(Spelling.quoted(first)). Give a date such as 2026-03-29, "
                        + "or a day such as tomorrow or fri. A pause is for all alarms; to leave "
                        + "out the next dates of one, use: noiseclock alarm skip")
            }
            let start = try words.date(first)
            // A weekday is the next one after FIRST.
            let word = words.next()
            let last = try word.map { try DayUse.first($0, from: start) ?? words.date($0) } ?? start
            guard start <= last else {
                throw words.error("\(last) is before \(start). Give the earlier date first.")
            }
            arguments[dates] = .some(DateRange(first: start, last: last))
        }
    }

    // MARK: - What an alarm does

    /// Which ring of the alarm is meant.
    private static let ring = Parameter(
        "date", requestOnly: Form<CivilDate>.date(), isRequired: true)

    private static let rings = [
        operation("resume", .resume, "Refused: one alarm alone has no pause"),
        operation("schedule", .schedule, "Switch on an alarm that is off"),
        operation("cancel", .cancel, "Switch an alarm off, even while it rings"),
        operation("repeat", .repeat, "Refused: an alarm has no length to start over"),
        operation("add-minute", .add, "Refused: an alarm has no length to add to"),
        CommandDescription(
            "alarm.countdown", "Snooze an alarm that rings", parameters: [alarm, ring],
            isOnlyInRequests: true
        ) { .alarm(.operate(.countdown, try $0.required(alarm), date: $0[ring])) },
    ]

    private static func operation(
        _ name: String, _ operation: Operation, _ summary: String
    ) -> CommandDescription {
        CommandDescription(
            "alarm.\(name)", summary, parameters: [alarm], isOnlyInRequests: true
        ) { .alarm(.operate(operation, try $0.required(alarm))) }
    }
}

extension Form where Value == DateRange? {
    fileprivate static let dates = Form<DateRange?>(
        "FIRST LAST|off", allowed: "two dates, or off",
        values: .described(
            .orNull(DateRange.values), "an object with first and last, or null to end a pause"),
        word: { _, _ in nil },
        read: { reader, name, _ in
            if reader.raw(name) == .null { return .some(nil) }
            guard var range = try reader.object(name) else { return nil }
            let dates = try DateRange(reading: &range)
            try range.finish()
            return .some(dates)
        },
        write: { dates, name in [name: dates.map { .object($0.fields) } ?? .null] })
}
