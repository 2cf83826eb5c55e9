import BoundedJSON
import ClockCore
import ClockTime

/// What can be asked about the time, and about how the display shows it.
enum TimeCommands {
    static let all = [
        CommandDescription(
            "display.format", "show 12-hour or 24-hour time",
            "Chooses the form in which the display shows the time.",
            parameters: [hours], examples: ["display format 24"]
        ) { .settings(.setHourFormat(try $0.required(hours))) },
        CommandDescription(
            "time.status", "what time it is, and how far that is believed",
            """
            Shows the time, the zone and its offset from UTC, and whether and when the time was confirmed: by
            the network, by a clock with a cell, or by hand.
            """,
            examples: ["time", "time status --json"], isAlone: true
        ) { _ in .time(.show) },
        CommandDescription(
            "time.set", "set the clock by hand, where no network does",
            """
            Sets the clock by hand, and says which alarm rings next. Alarms that lie between the old and the new
            time do not ring. Refused while the network keeps the time right.

              TIME  2026-11-22T03:40 or 2026-11-22T03:40:00: what the clock is to show; of a time that comes
                    twice, the first; 2026-11-22T02:40:00Z, or with an offset such as +01:00: an instant;
                    none before the clock's program was made, and none after 2099
            """,
            parameters: [time],
            examples: ["time set 2026-11-22T03:40", "time set 2026-11-22T02:40:00Z"]
        ) { .time(.set(try $0.required(time))) },
        chooseZone,
    ]

    private static let chooseZone = CommandDescription(
        "time.zone", "choose the time zone that the clock stands in",
        """
        Chooses the time zone, at once and for good, and says which alarm rings next. Alarms ring by the new
        zone's clock from then on, those that are set for a zone of their own aside; what the new zone has
        behind it already does not ring.

          ZONE  a name like Europe/Berlin; the clock must have its rules (tzdata)
        """,
        parameters: [zone], examples: ["time zone Europe/Berlin"]
    ) { .time(.setZone(try $0.required(zone))) }

    /// To choose this zone.
    static func request(choosing zone: Zone) -> OutgoingRequest {
        var arguments = Arguments()
        arguments[TimeCommands.zone] = zone
        return OutgoingRequest(chooseZone, arguments, isChange: true)
    }

    private static let hours = Parameter(
        "hours", argument: "the format",
        Form<HourFormat>(
            "12|24", allowed: "12 or 24", json: .hourFormat, completion: .words(["12", "24"]),
            write: { .integer(Int64($0.rawValue)) }
        ) { Int($0).flatMap { HourFormat(rawValue: $0) } }, question: "which? Give 12 or 24")
    private static let time = Parameter(
        "time", argument: "the time",
        Form<GivenTime>(
            "TIME", allowed: GivenTime.allowed, json: .given, write: { .string($0.description) }
        ) { GivenTime($0) }, question: "which time? Give \(GivenTime.allowed)")
    private static let zone = Parameter(
        "zone", argument: "the zone", Form<Zone>.zone,
        question: "which zone? Give one like Europe/Berlin")
}

extension Form where Value == Zone {
    /// The rules are read where the name is, because the machine reads no files.
    static let zone = Form<Zone>(
        "ZONE", allowed: "the name of a time zone like \"Europe/Berlin\"",
        allowedInJSON: "the name of a time zone like \"Europe/Berlin\"",
        completion: .known(.zones),
        word: { word, zones in
            var zones = zones
            return try zones.zone(named: word)
        },
        read: { reader, name, zones in
            let form = FieldForm<String>(
                "the name of a time zone like \"Europe/Berlin\"", FieldForm<String>.text.read)
            guard let word = try reader.optional(name, form) else { return nil }
            var zones = zones
            do throws(TextFormError) {
                return try zones.zone(named: word)
            } catch {
                throw FieldError(reader.path(name), error.message)
            }
        },
        write: { zone, name in [name: .string(zone.name)] })
}
