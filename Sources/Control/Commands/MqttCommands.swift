import BoundedJSON
import ClockCore
import ClockTime

/// Commands about MQTT, by which Home Assistant finds the clock.
enum MqttCommands {
    static let all = [
        CommandDescription(
            "mqtt.status", "Show whether the clock speaks MQTT",
            """
            Shows the broker, and whether the clock is connected to it. If it is not, it says
            why.
            """,
            kind: .query, access: .devices, examples: ["mqtt", "mqtt status --json"],
            isAlone: true
        ) { _ in .mqtt(.show) },
        CommandDescription(
            "mqtt.set", "Speak MQTT, with Home Assistant for example",
            """
            Connects the clock to a broker of MQTT, where Home Assistant finds it. Changes what
            you give and keeps the rest. For ten minutes after it, noiseclock-mqtt may join the
            paired devices; it does so by itself, once. A password goes into a file:
            /etc/noiseclock/mqtt-password. The manual page noiseclock-mqtt(8) explains that.
            """,
            parameters: .init(options),
            examples: [
                "mqtt set --broker homeassistant.local", "mqtt set --user clock --tls on",
            ]
        ) { .mqtt(.set($0.changes(of: options))) },
        CommandDescription(
            "mqtt.off", "Speak MQTT no more",
            """
            Ends the connection to the broker, and takes the permission of noiseclock-mqtt
            away. The clock keeps the settings: "noiseclock mqtt set" connects it again.
            """
        ) { _ in .mqtt(.off) },
        CommandDescription(
            "mqtt.join", "Become the device that speaks MQTT", access: .programs,
            parameters: [fingerprint], isOnlyInRequests: true
        ) { .mqtt(.join(fingerprint: try $0.required(fingerprint))) },
        CommandDescription(
            "mqtt.tell", "Tell the clock how its connection to the broker fares",
            access: .programs, parameters: [connected, problem], isOnlyInRequests: true
        ) {
            .mqtt(
                .tell(MqttNews(isConnected: try $0.required(connected), problem: $0[problem])))
        },
    ]

    private static let options: [RecordOption<MqttSettings>] = [
        RecordOption(
            "broker", "broker", Form<String>.broker.ofJSON(), "The broker's name or address"),
        RecordOption(
            \.port, "port", .count(in: MqttSettings.ports), none: "usual",
            "The broker's port; usual: 1883, with TLS 8883"),
        RecordOption(
            \.user, "user", .line("NAME", MqttSettings.users), none: "none",
            "The user that the broker knows; none: it asks for none"),
        RecordOption(\.usesTLS, "tls", .flag, "Whether the connection is encrypted"),
        RecordOption(
            \.prefix, "prefix", .topicPrefix,
            "Where Home Assistant looks for devices: homeassistant, unless you changed that there"),
    ]

    private static let fingerprint = Parameter(
        "fingerprint", requestOnly: Form<String>.fingerprint, isRequired: true)
    private static let connected = Parameter(
        "connected", requestOnly: Form<Bool>.flag, isRequired: true)
    private static let problem = Parameter(
        "problem", requestOnly: Form<String>.line("WORDS", MqttNews.problems))
}

extension Form where Value == String {
    fileprivate static let broker = form("HOST", .broker)
    fileprivate static let topicPrefix = form("WORD", .topicPrefix)

    /// A text that is the same as a word.
    private static func form(_ placeholder: String, _ json: FieldForm<String>) -> Form<String> {
        Form<String>(placeholder, allowed: json.allowed, json: json) { json.read(.string($0)) }
    }

    /// As `PairedDevice.fingerprint` has it.
    fileprivate static let fingerprint = Form<String>(
        "FINGERPRINT", allowed: "64 hexadecimal digits",
        json: .text("64 hexadecimal digits") { text in
            text.utf8.count == 64
                && text.utf8.allSatisfy { isDigit($0) || (0x61...0x66).contains($0) }
        }, word: { _ in nil })
}
