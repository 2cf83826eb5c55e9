import BoundedJSON
import ClockCore
import ClockTime

/// What can be asked of the nap.
enum NapCommands {
    static let all = [
        CommandDescription(
            "nap.status", "the nap and what is left of it, and its three times",
            "Shows the nap's phase, what is left, and the three times that the next one will have.",
            examples: ["nap", "nap status --json"], isAlone: true
        ) { _ in .nap(.show) },
        operation(
            "start", .schedule, "begin a nap, as if the snooze bar were held and let go",
            "Begins a nap without the bar: release, then nap, and the ring at its end."),
        operation(
            "pause", .pause, "let the nap stand still",
            "The nap keeps what is left until it is resumed. Only while the nap itself runs."),
        operation("resume", .resume, "let it go on", "The nap goes on with what is left."),
        operation(
            "snooze", .snooze, "silence the end of the nap, for a while",
            "The nap's end is silent for a while and rings again; \"ring\" tells for how long."),
        operation(
            "stop", .stop, "end the nap, before its end or when it rings",
            "Ends the nap. Alarms are not touched."),
        CommandDescription(
            "nap.set", "how long release, nap and max are, and the pulse",
            "Sets what is named and keeps the rest. A nap that is on its way keeps the phase that it is in.",
            parameters: [release, nap, longest, pulse],
            examples: ["nap set --nap 25m --max 40m", "nap set --pulse 60"],
            wantsChange: "what is to change? Give options, such as --nap 25m"
        ) { given in
            var changes = given[pulse] ?? NapChanges()
            changes.release = given[release]
            changes.nap = given[nap]
            changes.max = given[longest]
            return .nap(.set(changes))
        },
    ]

    /// Which nap is meant.
    private static let number = Parameter("nap", unsaid: Form<Int>.run)

    private static func operation(
        _ name: String, _ operation: Operation, _ summary: String, _ explanation: String
    ) -> CommandDescription {
        // A stop that comes late must hit no other nap (law, 13).
        let isNamed = operation == .snooze || operation == .stop
        return CommandDescription(
            "nap.\(name)", summary, explanation, parameters: [number],
            check: { if isNamed { _ = try $0.required(number) } }
        ) { .nap(.operate(operation, number: $0[number])) }
    }

    private static let release = Parameter(
        "releaseSeconds", option: "release",
        Form<Duration>.length("1s-10m", in: NapSettings.releaseRange),
        "from letting go of the bar until the nap begins")
    private static let nap = Parameter(
        "napSeconds", option: "nap", Form<Duration>.length("1m-3h", in: NapSettings.napRange),
        "how long the nap is")
    private static let longest = Parameter(
        "maxSeconds", option: "max", Form<Duration>.length("1m-4h", in: NapSettings.maxRange),
        "when it rings at the latest, from the first hold on")

    /// One word says both whether there is a pulse and how fast it is.
    private static let pulse = Parameter(
        "pulse", option: "pulse",
        Form<NapChanges>(
            "on|off|40-120", allowed: "on, off, or 40 to 120 a minute",
            allowedInJSON: "true or false", completion: .words(["on", "off"]),
            word: { word, _ in
                var changes = NapChanges()
                changes.hasPulse = word.lowercased() != "off"
                if !["on", "off"].contains(word.lowercased()) {
                    guard let rate = Int(word), HeartRate.allowed.contains(rate) else { return nil }
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
            }), "a heartbeat while the bar is held, and how fast")
}
