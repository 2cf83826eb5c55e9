import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about the time.
enum TimeCommands {
    static let all = [
        CommandDescription(
            "time.status", "Show the time and how far you can trust it",
            """
            Shows the time, the zone and its offset from UTC, and when the time was confirmed:
            by the network, by a clock with a battery, or by hand.
            """,
            kind: .query, examples: ["time", "time status --json"], isAlone: true
        ) { _ in .time(.show) },
        CommandDescription(
            "time.set", "Set the clock by hand",
            """
            Sets the clock by hand, if no network does, and says which alarm rings next. Alarms
            between the old and the new time do not ring. Refused while the network keeps the
            time right.

              TIME  2026-11-22 03:40, 2026-11-22T03:40 or 2026-11-22T03:40:00: what the clock
                    should show; if a time comes twice, the first; 03:40: that time of the date
                    that the clock has; 2026-11-22T02:40:00Z, or with an offset such as +01:00:
                    an instant; from the day this program was made to the end of 2099
            """,
            kind: .hostChange, parameters: [time], usage: "TIME",
            examples: ["time set 2026-11-22 03:40", "time set 2026-11-22T02:40:00Z"],
            words: readTime, completing: [.date(.near)]
        ) { .time(.set(try $0.required(time))) },
        chooseZone,
    ]

    private static let chooseZone = CommandDescription(
        "time.zone", "Choose the time zone of the clock",
        """
        Chooses the time zone and says which alarm rings next. From then on, alarms ring by
        the clock of the new zone, except those that have a zone of their own. What the new
        zone has behind it already does not ring.

          ZONE  a name such as Europe/Berlin, or a town such as Berlin
        """,
        parameters: [zone], examples: ["time zone Europe/Berlin"]
    ) { .time(.setZone(try $0.required(zone))) }

    /// A request that selects this zone.
    static func request(choosing zone: Zone) -> OutgoingRequest {
        var arguments = Arguments()
        arguments[TimeCommands.zone] = zone
        return OutgoingRequest(chooseZone, arguments)
    }

    private static let time = Parameter(
        "time", argument: "the time",
        Form<GivenTime>(
            "TIME", allowed: "a date and time such as 2026-11-22T03:40", json: .given
        ) { GivenTime($0) },
        question: "Which time? Give one such as 03:40, or a date and time such as 2026-11-22 03:40."
    )

    /// A date and a time may be two words, or one in quotes.
    private static let readTime: CommandDescription.WordReading = { words, arguments in
        var pieces: [String] = []
        while let word = words.next() { pieces += word.split(separator: " ").map(String.init) }
        guard let date = pieces.first else { throw words.error(time.question ?? "") }
        let clock = pieces.dropFirst().joined()
        let text = "\(date)T" + (ScheduleWords.time(clock)?.description ?? clock)
        guard let given = GivenTime(clock.isEmpty ? date : text) else {
            throw words.error(
                "The time", pieces.joined(separator: " "),
                "one such as 03:40, or a date and time such as 2026-11-22 03:40")
        }
        arguments[time] = given
    }

    private static let zone = Parameter(
        "zone", argument: "the zone", Form<Zone>.zone,
        question: "Which zone? Give one such as Europe/Berlin.")
}

extension Form where Value == Zone {
    /// Reads the zone's rules along with its name, because the machine reads no files.
    static let zone = Form<Zone>(
        "ZONE", allowed: "the name of a time zone like \"Europe/Berlin\"",
        values: .described(.text, "the name of a time zone like \"Europe/Berlin\""),
        completion: .known(.zones),
        word: { word, zones in
            var zones = zones
            return try zones.zone(named: word)
        },
        read: { reader, name, zones in
            let form = FieldForm<String>.text.described(
                "the name of a time zone like \"Europe/Berlin\"")
            guard let word = try reader.optional(name, form) else { return nil }
            var zones = zones
            do throws(TextFormError) {
                return try zones.zone(named: word)
            } catch {
                throw FieldError(reader.path(name), error.message, kind: .missingName)
            }
        },
        write: { zone, name in [name: .string(zone.name)] })
}
