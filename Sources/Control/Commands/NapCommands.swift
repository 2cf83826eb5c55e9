import BoundedJSON
import ClockCore
import English

/// Commands about the nap.
enum NapCommands {
    static let all = [
        CommandDescription(
            "nap.status", "Show the nap and its three times",
            "Shows the phase of the nap, what is left, and the three times of the next one.",
            examples: ["nap", "nap status --json"], isAlone: true
        ) { _ in .nap(.show) },
        operation(
            "start", .schedule, "Start a nap",
            "Starts a nap as the snooze bar does: release, then nap, then the ring at its end."),
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
            parameters: [release, nap, longest, pulse, noiseAfter],
            examples: ["nap set --nap 25m --max 40m", "nap set --pulse 60"],
            wantsChange: "What should change? Give options, such as --nap 25m."
        ) { given in
            var changes = given[pulse] ?? NapChanges()
            changes.release = given[release]
            changes.nap = given[nap]
            changes.max = given[longest]
            changes.noiseAfter = given[noiseAfter]
            return .nap(.set(changes))
        },
    ]

    /// Which nap is meant.
    private static let number = Parameter("nap", unsaid: Form<Int>.run)

    private static func operation(
        _ name: String, _ operation: Operation, _ summary: String, _ explanation: String
    ) -> CommandDescription {
        // A late stop must not hit another nap (law, 13).
        let isNamed = operation == .snooze || operation == .stop
        return CommandDescription(
            "nap.\(name)", summary, explanation, parameters: [number],
            check: { if isNamed { _ = try $0.required(number) } }
        ) { .nap(.operate(operation, number: $0[number])) }
    }

    private static let release = Parameter(
        "releaseSeconds", option: "release",
        Form<Duration>.length("1s-10m", in: NapSettings.releaseRange),
        "From letting go of the bar to the start of the nap")
    private static let nap = Parameter(
        "napSeconds", option: "nap", Form<Duration>.length("1m-3h", in: NapSettings.napRange),
        "How long the nap is")
    private static let longest = Parameter(
        "maxSeconds", option: "max", Form<Duration>.length("1m-4h", in: NapSettings.maxRange),
        "When it rings at the latest, counted from the first hold")

    private static let noiseAfter = Parameter(
        "noiseAfter", option: "noise-after", Form<Bool>.flag,
        "After a stop, go on with the noise that it interrupted")

    /// One word sets both whether there is a pulse and its rate.
    private static let pulse = Parameter(
        "pulse", option: "pulse",
        Form<NapChanges>(
            "on|off|40-120", allowed: "on, off, or 40 to 120 a minute",
            allowedInJSON: "true or false", completion: .words(["on", "off"]),
            word: { word, _ in
                var changes = NapChanges()
                changes.hasPulse = word.lowercased() != "off"
                if !["on", "off"].contains(word.lowercased()) {
                    guard let rate = WholeNumber.read(word), HeartRate.allowed.contains(rate) else {
                        return nil
                    }
                    changes.pulseRate = rate
                }
                return changes
            },
            read: { reader, name, _ in
                var changes = NapChanges()
                changes.hasPulse = try reader.optional(name, .bool)
                changes.pulseRate = try reader.optional(
                    "pulsePerMinute", .integer(in: HeartRate.allowed))
                return changes == NapChanges() ? nil : changes
            },
            write: { changes, name in
                var fields: [String: JSONValue] = [:]
                fields[name] = changes.hasPulse.map(JSONValue.bool)
                fields["pulsePerMinute"] = changes.pulseRate.map { .integer(Int64($0)) }
                return fields
            }), "A heartbeat while you hold the bar, and how fast")
}
