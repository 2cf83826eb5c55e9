import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about the current ring.
enum RingCommands {
    static let all = whatever + alarms

    /// Anything that rings: alarms, timers, the nap, a test.
    private static let whatever = [
        CommandDescription(
            "stop", "Stop whatever rings: alarm, timer or nap",
            """
            Stops everything that rings now: alarms, timers and the nap. A snooze goes on; its
            alarm's number or label ends it: "noiseclock stop Work". With NAME, stops only the
            alarm or the timer of that name.
            """,
            parameters: [requiredRings], usage: "[NAME]", examples: ["stop", "stop --json"],
            completing: [.known(.alarms)]
        ) { .ring(.stop(try target($0))) },
        CommandDescription(
            "snooze", "Snooze whatever rings: alarm, timer or nap",
            """
            Silences everything that rings now: alarms, timers and the nap. Each rings again
            when its snooze is over, or after LENGTH, which counts for this snooze only. With
            ALARM, as "alarm snooze".
            """,
            parameters: [requiredRings, length], usage: "[ALARM] [LENGTH]",
            examples: ["snooze", "snooze 20m"], completing: [.known(.alarms)]
        ) { .ring(.snooze(try target($0), for: $0[length])) },
    ]

    private static let alarms = [
        CommandDescription(
            "alarm.snooze", "Snooze an alarm, or whatever rings",
            """
            Silences whatever rings; it rings again when its snooze is over, or after LENGTH,
            which counts for this snooze only. With ALARM, only that alarm. An alarm that begins
            to ring after you asked rings on.

              ALARM   its number or its label; "noiseclock alarm list" shows both
              LENGTH  1m to 60m, such as 20m
            """,
            parameters: [alarm, date, rings, length],
            examples: ["alarm snooze", "alarm snooze 3 20m", "alarm snooze 3 --date 2026-03-29"],
            words: readSnooze, relationInRequests: named
        ) { .ring(.snooze(try target($0), for: $0[length])) },
        CommandDescription(
            "alarm.stop", "Stop an alarm, or end its snooze",
            """
            Stops whatever rings. With ALARM, only that alarm, whether it rings or is snoozed.
            An alarm that begins to ring after you asked rings on.

              ALARM  its number or its label; "noiseclock alarm list" shows both
            """,
            parameters: [alarm, date, rings],
            examples: ["alarm stop", "alarm stop 3 --date 2026-03-29"],
            relationInRequests: named
        ) { .ring(.stop(try target($0))) },
        CommandDescription(
            "alarm.acknowledge", "Clear the notices of missed alarms",
            """
            Clears the notices of missed alarms, timers and naps, as any button does: the
            display shows the time alone again. It also clears the notice of alarms that could
            not be read, which no button clears.
            """
        ) { _ in .ring(.acknowledge) },
        CommandDescription(
            "alarm.hold-to-stop", "Choose if stop must be held for \(hold)",
            """
            With "on", the stop button stops a ring only if you hold it for \(hold), so that you
            cannot stop it in your sleep; a shorter press does nothing. "noiseclock stop" stops
            it as before.
            """,
            parameters: [holdToStop],
            examples: ["alarm hold-to-stop on", "alarm hold-to-stop off"]
        ) { .settings(.setHoldToStop(try $0.required(holdToStop))) },
    ]

    private static let hold = TimeText.length(Settings.holdToStopLength)
    private static let holdToStop = Parameter(
        "on", argument: "holding to stop", Form<Bool>.flag, question: "Which? Give on or off.")

    private static let alarm = Parameter(
        "alarm", argument: "the alarm", Form<AlarmID>.alarm, isSubject: true)
    private static let date = Parameter(
        "date", option: "date", Form<CivilDate>.date(.back),
        "Only the ring of this date, so that a late request hits no other")
    /// Of this snooze.
    private static let length = Parameter(
        "seconds", argument: "the length",
        Form<Duration>.length("1m-60m", in: AlarmLimits.snoozeLength, example: "20m"),
        placeholder: "LENGTH")

    /// Both may be missing. A number alone is an alarm.
    private static let readSnooze: CommandDescription.WordReading = { words, arguments in
        if let word = words.peek, !LengthWords.isNoName(word), let first = words.next() {
            try alarm.readWord(first, zones: words.zones, into: &arguments)
        }
        if let word = words.next() {
            try length.readWord(word, zones: words.zones, into: &arguments)
        }
    }

    private static let rings = Parameter("rings", requestOnly: Form<[RingName]>.rings)
    private static let requiredRings = Parameter(
        "rings", requestOnly: Form<[RingName]>.rings, isRequired: true)

    private static func target(_ given: Arguments) throws -> RingTarget {
        if let names = given[rings] { return .rings(names) }
        switch (given[alarm], given[date]) {
        case (nil, nil): return .current
        case (let alarm?, nil): return .alarm(alarm)
        case (let alarm?, let date?):
            return .occurrence(OccurrenceID(alarm: alarm, date: date))
        case (nil, _?): throw FieldError("date", "needs the alarm before it")
        }
    }

    /// A program must name the ring that it means, because its request may arrive late (law, 13).
    private static let named = ParameterRelation.exactlyOne([[rings], [alarm, date]])
}

extension Form where Value == [RingName] {
    fileprivate static let rings = Form<[RingName]>(
        "RING...", allowed: "the names of rings",
        values: .described(
            .elements(RingName.values, count: 1...Int.max),
            "a list of the rings that are meant, as status names them"),
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
