import BoundedJSON
import ClockCore
import English

/// Commands about the nap.
enum NapCommands {
    static let all = [
        CommandDescription(
            "nap.status", "Show the nap and its three times",
            "Shows the phase of the nap, what is left, and the three times of the next one.",
            kind: .query, examples: ["nap", "nap status --json"], isAlone: true
        ) { _ in .nap(.show) },
        start,
        operation(
            "pause", .pause, "Pause the nap",
            "The nap keeps what is left until you resume it. Only while the nap itself runs."),
        operation(
            "resume", .resume, "Resume the nap",
            "The nap goes on with what is left."),
        operation(
            "snooze", .snooze, "Snooze the end of the nap",
            "The nap falls silent and rings again; \"noiseclock ring\" shows how long that takes."),
        operation(
            "stop", .stop, "Stop the nap, before its end or when it rings",
            "Ends the nap. Alarms are not touched."),
        CommandDescription(
            "nap.set", "Change a nap's times, its pulse, and the noise after it",
            """
            Changes what you give and keeps the rest. A nap that has begun keeps the phase that
            it is in.
            """,
            parameters: .init(times) + [pulse] + .init(noise),
            examples: ["nap set --nap 25m --max 40m", "nap set --pulse 60"],
            wantsChange: "What should change? Give options, such as --nap 25m."
        ) { .nap(.set($0.changes(of: times + noise) + ($0[pulse] ?? []))) },
    ]

    private static let start = CommandDescription(
        "nap.start", "Start a nap",
        """
        Starts a nap as the snooze bar does: release, then nap, then the ring at its end. With
        LENGTH, the nap itself begins at once, and rings after that. The settings stay.

          LENGTH  1m to 3h, such as 20m
        """,
        parameters: [length, number], examples: ["nap start", "nap start 20m"]
    ) { given in
        if let length = given[length] { return .nap(.start(for: length)) }
        return .nap(.operate(.schedule, number: given[number]))
    }
    private static let length = Parameter(
        "seconds", argument: "the length",
        Form<Duration>.length("1m-3h", in: NapSettings.napRange, example: "20m"),
        placeholder: "LENGTH")
    /// Which nap is meant.
    private static let number = Parameter("nap", requestOnly: Form<Int>.run)

    private static func operation(
        _ name: String, _ operation: Operation, _ summary: String, _ explanation: String
    ) -> CommandDescription {
        // A late stop must not hit another nap (law, 13).
        let isNamed = operation == .snooze || operation == .stop
        let number = Parameter("nap", requestOnly: Form<Int>.run, isRequired: isNamed)
        return CommandDescription("nap.\(name)", summary, explanation, parameters: [number]) {
            .nap(.operate(operation, number: $0[number]))
        }
    }

    private static let times: [RecordOption<NapSettings>] = [
        RecordOption(
            \.release, "release", .length("1s-10m", in: NapSettings.releaseRange),
            "From letting go of the bar to the start of the nap"),
        RecordOption(
            \.nap, "nap", .length("1m-3h", in: NapSettings.napRange), "How long the nap is"),
        RecordOption(
            \.max, "max", .length("1m-4h", in: NapSettings.maxRange),
            "When it rings at the latest, counted from the first hold"),
    ]
    private static let noise: [RecordOption<NapSettings>] = [
        RecordOption(
            \.noiseAfter, "noise-after", .flag,
            "After a stop, go on with the noise that it interrupted")
    ]

    /// One word sets both whether there is a pulse and its rate.
    private static let pulse = Parameter(
        "pulse", option: "pulse",
        Form<[NapChange]>(
            "on|off|40-120", allowed: "on, off, or 40 to 120 a minute",
            allowedInJSON: "true or false", completion: .words(["on", "off"]),
            fields: { name in
                let rate = FieldForm<HeartRate>.heartRate.values
                return [[AllowedField(name, .bool), AllowedField("pulsePerMinute", rate)]]
            },
            word: { word, _ in
                switch word.lowercased() {
                case "on": return [.set(\.hasPulse, true)]
                case "off": return [.set(\.hasPulse, false)]
                default:
                    guard let rate = WholeNumber.read(word).flatMap({ HeartRate($0) }) else {
                        return nil
                    }
                    return [.set(\.hasPulse, true), .set(\.pulseRate, rate)]
                }
            },
            read: { reader, name, _ in
                let pulse = try reader.optional(name, .bool)
                let rate = try reader.optional("pulsePerMinute", .heartRate)
                let changes: [NapChange] =
                    (pulse.map { [.set(\.hasPulse, $0)] } ?? [])
                    + (rate.map { [.set(\.pulseRate, $0)] } ?? [])
                return changes.isEmpty ? nil : changes
            },
            write: { changes, _ in
                Dictionary(uniqueKeysWithValues: changes.map { ($0.name, $0.value) })
            }), "A heartbeat while you hold the bar, and how fast")
}
