import BoundedJSON
import ClockCore
import ClockTime

/// What can be asked of what rings.
enum RingCommands {
    static let all = [
        CommandDescription(
            "alarm.snooze", "silence what rings, for a while",
            """
            Silences what rings; it rings again when its snooze is over. With ID, only that alarm.
            What begins to ring only after this was asked for rings on.
            """,
            parameters: [alarm, date, rings],
            examples: ["alarm snooze", "alarm snooze 3 --date 2026-03-29"], check: checkNames
        ) { .ring(.snooze(try target($0))) },
        CommandDescription(
            "alarm.stop", "end what rings; with its number, a snooze too",
            """
            Ends what rings. With ID, only that alarm, whether it rings or is snoozed.
            What begins to ring only after this was asked for rings on.
            """,
            parameters: [alarm, date, rings],
            examples: ["alarm stop", "alarm stop 3 --date 2026-03-29"], check: checkNames
        ) { .ring(.stop(try target($0))) },
        CommandDescription(
            "alarm.acknowledge", "take away the notices of missed rings",
            """
            Says that the notices of missed alarms, timers and naps were seen, as any press of a button does:
            the display shows the time alone again. So does that of alarms that could not be read,
            which no button takes away.
            """
        ) { _ in .ring(.acknowledge) },
        CommandDescription(
            "alarm.hold-to-stop", "whether stop must be held for \(hold) to stop a ring",
            """
            With "on", the clock's stop button stops a ring only when it is held for \(hold), so that nobody
            stops it in their sleep; a shorter press does nothing. "alarm stop" stops it as before.
            """,
            parameters: [holdToStop],
            examples: ["alarm hold-to-stop on", "alarm hold-to-stop off"]
        ) { .settings(.setHoldToStop(try $0.required(holdToStop))) },
    ]

    private static let hold = DurationText.format(Settings.holdToStopLength)
    private static let holdToStop = Parameter(
        "on", argument: "holding to stop", Form<Bool>.flag, question: "which? Give on or off")

    private static let alarm = Parameter("alarm", argument: "the alarm", Form<AlarmID>.alarm)
    private static let date = Parameter(
        "date", option: "date", Form<CivilDate>.date(),
        "only the ring of this date, so that a late word hits no other")
    private static let rings = Parameter("rings", unsaid: Form<[RingName]>.rings)

    private static func target(_ given: Arguments) throws -> RingTarget {
        if let names = given[rings] { return .rings(names) }
        switch (given[alarm], given[date]) {
        case (nil, nil): return .current
        case (let alarm?, nil): return .alarm(alarm)
        case (let alarm?, let date?):
            return .occurrence(OccurrenceID(alarm: alarm, date: date))
        case (nil, _?): throw FieldError("date", "needs the alarm's number before it")
        }
    }

    /// A program says by its name which ring it means, because its word may come late (law, 13).
    @Sendable private static func checkNames(_ given: Arguments) throws {
        guard given[rings] == nil else {
            guard given[alarm] == nil, given[date] == nil else {
                throw FieldError("rings", "goes only without alarm and date")
            }
            return
        }
        guard given[alarm] != nil || given[date] != nil else { throw rings.missing }
        _ = try given.required(alarm)
        _ = try given.required(date)
    }
}

extension Form where Value == [RingName] {
    fileprivate static let rings = Form<[RingName]>(
        "RING...", allowed: "the names of rings",
        allowedInJSON:
            "a list of the rings that are meant, as status names them; or give alarm and date",
        word: { _, _ in nil },
        read: { reader, name, _ in
            guard reader.has(name) else { return nil }
            var names: [RingName] = []
            for var ring in try reader.objects(name) {
                names.append(try RingName(reading: &ring))
                try ring.finish()
            }
            guard !names.isEmpty else { throw reader.missing(name, "one ring at least") }
            return names
        },
        write: { names, name in [name: .list(names.map { .object($0.fields) })] })
}
