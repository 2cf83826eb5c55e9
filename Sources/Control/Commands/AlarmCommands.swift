import BoundedJSON
import ClockCore
import ClockTime

/// What can be asked about alarms. What of an alarm can be set stands in `AlarmFields`.
enum AlarmCommands {
    static let all = setting + kept + rings

    static let alarm = Parameter(
        "alarm", argument: "the alarm", Form<AlarmID>.alarm,
        question: "which alarm? Give its number, as \"noiseclock alarm list\" shows it")
    private static let optionalAlarm = Parameter(
        "alarm", argument: "the alarm", Form<AlarmID>.alarm)

    // MARK: - Setting

    private static let days = Completion.words(
        ["daily", "weekdays", "weekends", "mon-fri", "once"])
    private static let added = AlarmFields(within: "alarm", isNew: true)
    private static let edited = AlarmFields(within: "changes", isNew: false)

    private static let setting = [
        CommandDescription(
            "alarm.add", "set an alarm",
            """
            Sets an alarm and says when it will ring.

              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends: each week on these days;
                    2026-03-29: on this date; once, or nothing: the next time the clock shows TIME
            """,
            parameters: added.parameters, usage: "TIME [DAYS]",
            examples: [
                "alarm add 07:30 mon-fri --label Work --sound digital --volume 60",
                "alarm add 9am weekends --ramp 60s --snooze 5m --snooze-limit 3",
                "alarm add 6:00 2026-03-29 --label \"Early train\" --must-wake on --snooze off",
                "alarm add 7:00 weekdays --category work --sunrise 30m --free-days on",
            ],
            words: { words, arguments in
                try added.readSchedule(&words, &arguments)
                guard arguments[added.time] != nil else {
                    throw words.error("when? Give a time, such as 07:30, and days, such as mon-fri")
                }
            }, completing: [.nothing, days]
        ) { given in
            // Without days it rings once (product, S1).
            let time = try given.required(added.time)
            guard let schedule = Schedule(time: time, kind: given[added.kind] ?? .once) else {
                throw FieldError("alarm.schedule.weekdays", "one weekday at least is needed")
            }
            var changes = added.changes(given)
            changes.time = nil
            changes.kind = nil
            return .alarm(.add(schedule, changes))
        },
        CommandDescription(
            "alarm.list", "all alarms, and when each rings next",
            """
            Lists all alarms with their numbers, which the other alarm commands take, when each rings next,
            and the dates on which all are paused. The full names stand in "alarm show".
            """,
            examples: ["alarm list", "alarm list --json"]
        ) { _ in .alarm(.list) },
        CommandDescription(
            "alarm.show", "all about one alarm",
            """
            Shows all that the alarm with this number has: how it sounds, how it can be snoozed, what comes
            before it and what keeps it from ringing, its message, icon and tint.
            """,
            parameters: [alarm], examples: ["alarm show 3", "alarm show 3 --json"]
        ) { .alarm(.show(try $0.required(alarm))) },
        CommandDescription(
            "alarm.edit", "change an alarm; what is not named stays",
            """
            Changes what is named and keeps the rest: a time alone keeps the days, days alone keep the
            time. A ring or snooze of the alarm ends, and so do its skips ("alarm skip").

              ID    the alarm's number, as "noiseclock alarm list" shows it
              TIME  07:30, 7:30, 7:30pm or 7pm
              DAYS  mon-fri, mon,wed,fri, daily, weekdays, weekends, once, or a date
            """,
            parameters: [alarm as any DescribedParameter] + edited.parameters,
            usage: "ID [TIME] [DAYS]",
            examples: ["alarm edit 3 07:45", "alarm edit 3 mon-thu --label \"Long week\""],
            wantsChange: "what is to change? Give a time, days or options",
            words: { words, arguments in
                guard let word = words.next() else { throw words.error(alarm.question ?? "") }
                try alarm.readWord(word, zones: words.zones, into: &arguments)
                try edited.readSchedule(&words, &arguments)
            }, completing: [.known(.alarms), days, days],
            check: { given in
                guard edited.areGiven(in: given) else {
                    throw FieldError(
                        "changes", "is missing; it must be an object with what is to change")
                }
            }
        ) { .alarm(.edit(try $0.required(alarm), edited.changes($0))) },
    ]

    // MARK: - What is there

    private static let category = Parameter(
        "category", option: "category", Form<String>.text("NAME"), "all alarms of this group",
        placeholder: "NAME|none")
    private static let skips = Parameter(
        "count", argument: "the count",
        Form<Int>(
            "COUNT|off",
            allowed: "a number up to \(AlarmLimits.skipNext.upperBound), or off",
            json: .integer(in: AlarmLimits.skipNext), completion: .words(["off"]),
            write: { .integer(Int64($0)) }
        ) { word in
            if word.lowercased() == "off" { return 0 }
            return Int(word).flatMap { AlarmLimits.skipNext.contains($0) ? $0 : nil }
        })
    private static let dates = Parameter(
        "dates", unsaid: Form<AlarmChanges.Setting<DateRange>>.dates)

    private static let kept = [
        one(
            "remove", "delete an alarm",
            "Deletes the alarm with this number. If it rings, it falls silent.",
            make: AlarmCommand.remove),
        enabling(
            "enable", true, "switch an alarm, or a category of alarms, on",
            """
            Switches the alarm with this number on and says when it will ring; with --category all alarms
            of that group. A date that is over stays off.
            """),
        enabling(
            "disable", false, "switch it off, and keep it",
            """
            Switches the alarm with this number off, or with --category all alarms of that group. They
            stay in the list and can be switched on again. Their skips ("alarm skip") end.
            """),
        one(
            "duplicate", "duplicate an alarm",
            "Sets a second alarm like this one. It skips no dates.",
            make: AlarmCommand.duplicate),
        one(
            "test", "let an alarm ring now, as it will",
            """
            Lets the alarm with this number be heard, felt and seen for \(DurationText.format(AlarmTest.length)), as it will be. Stop ends it, and
            so does snooze. Refused while anything rings.
            """, make: AlarmCommand.test),
        CommandDescription(
            "alarm.skip", "leave out the next ring of a weekly alarm, or several",
            """
            Leaves out the next ring of a weekly alarm, or the next COUNT; after them it rings as before.
            "off" takes that back: what is not over yet rings again.
            """,
            parameters: [alarm, skips],
            examples: ["alarm skip 3", "alarm skip 3 5", "alarm skip 3 off"],
            words: { words, arguments in
                guard let word = words.next() else { throw words.error(alarm.question ?? "") }
                try alarm.readWord(word, zones: words.zones, into: &arguments)
                try skips.readWord(words.next() ?? "1", zones: words.zones, into: &arguments)
            }, check: { _ = try $0.required(skips) }
        ) { .alarm(.skipNext(try $0.required(alarm), $0[skips] ?? 1)) },
        CommandDescription(
            "alarm.pause", "let no alarm ring on some dates",
            """
            Lets no alarm ring from the date FIRST through the date LAST, both included; then they ring as
            before. "off" takes that back. One alarm alone cannot be paused: skip its next dates.

              FIRST, LAST  dates, such as 2026-07-20 2026-08-02
            """,
            parameters: [optionalAlarm, dates], usage: "FIRST LAST|off",
            examples: ["alarm pause 2026-07-20 2026-08-02", "alarm pause off"], words: readPause
        ) { given in
            // One alarm, too, although the clock refuses that, so that whoever asks is told why.
            if let alarm = given[optionalAlarm] { return .alarm(.operate(.pause, alarm)) }
            switch try given.required(dates) {
            case .cleared: return .alarm(.pauseAll(nil))
            case .set(let range): return .alarm(.pauseAll(range))
            }
        },
    ]

    private static func one(
        _ name: String, _ summary: String, _ explanation: String, isUnlisted: Bool = false,
        make: @escaping @Sendable (AlarmID) -> AlarmCommand
    ) -> CommandDescription {
        CommandDescription(
            "alarm.\(name)", summary, explanation, parameters: [alarm],
            examples: ["alarm \(name) 3"], isUnlisted: isUnlisted
        ) { .alarm(make(try $0.required(alarm))) }
    }

    private static func enabling(
        _ name: String, _ isEnabled: Bool, _ summary: String, _ explanation: String
    ) -> CommandDescription {
        CommandDescription(
            "alarm.\(name)", summary, explanation, parameters: [optionalAlarm, category],
            examples: ["alarm \(name) 3", "alarm \(name) --category work"]
        ) { given in
            switch (given[optionalAlarm], given[category]) {
            case (let id?, nil): return .alarm(.setEnabled(id, isEnabled))
            case (nil, let name?): return .alarm(.setCategoryEnabled(name, isEnabled))
            case (nil, nil):
                throw FieldError("alarm", "is missing; give an alarm's number, or give a category")
            case (_?, _?): throw FieldError("category", "goes only without an alarm")
            }
        }
    }

    /// Dates for all alarms. A number means one alarm, which the clock refuses with its reason.
    private static let readPause: CommandDescription.WordReading = { words, arguments in
        let question = "for which dates? Give the first and the last, or off"
        guard let first = words.next() else { throw words.error(question) }
        if first.lowercased() == "off" {
            arguments[dates] = AlarmChanges.Setting.cleared
        } else if Int(first) != nil {
            try alarm.readWord(first, zones: words.zones, into: &arguments)
        } else {
            let start = try words.date(first)
            guard let last = words.next() else { throw words.error(question) }
            let end = try words.date(last)
            guard start <= end else { throw words.error("\(end) is before \(start)") }
            arguments[dates] = .set(DateRange(first: start, last: end))
        }
    }

    // MARK: - What an alarm does

    /// Which of its rings is meant.
    private static let ring = Parameter("date", unsaid: Form<CivilDate>.date())

    private static let rings = [
        one(
            "resume", "refused: one alarm alone has no pause",
            "Refused for alarms (notPausable): no pause may swallow a ring.", isUnlisted: true
        ) { .operate(.resume, $0) },
        one(
            "schedule", "switch on an alarm that is off",
            "As \"alarm enable\", but refused where the alarm is on already."
        ) { .operate(.schedule, $0) },
        one(
            "cancel", "switch an alarm off, whatever it does just now",
            "As \"alarm disable\", but refused where the alarm is off already."
        ) { .operate(.cancel, $0) },
        CommandDescription(
            "alarm.countdown", "let a ringing alarm count down its snooze",
            "As \"alarm snooze ID\": it rings again after its snooze.",
            parameters: [alarm, ring], examples: ["alarm countdown 3"],
            check: { _ = try $0.required(ring) }
        ) { .alarm(.operate(.countdown, try $0.required(alarm), date: $0[ring])) },
        one(
            "repeat", "refused: an alarm has no length to start over",
            "Refused for alarms (wrongState), which ring at a time.", isUnlisted: true
        ) { .operate(.repeat, $0) },
        one(
            "add-minute", "refused: an alarm has no length to add to",
            "Refused for alarms (wrongState), which ring at a time.", isUnlisted: true
        ) { .operate(.add, $0) },
    ]
}

extension Form where Value == AlarmChanges.Setting<DateRange> {
    fileprivate static let dates = Form<AlarmChanges.Setting<DateRange>>(
        "FIRST LAST|off", allowed: "two dates, or off",
        allowedInJSON: "an object with first and last, or null for no pause",
        word: { _, _ in nil },
        read: { reader, name, _ in
            if reader.raw(name) == .null { return AlarmChanges.Setting.cleared }
            guard var range = try reader.object(name) else { return nil }
            let dates = try DateRange(reading: &range)
            try range.finish()
            return .set(dates)
        },
        write: { dates, name in
            switch dates {
            case .cleared: [name: .null]
            case .set(let range): [name: .object(range.fields)]
            }
        })
}
