import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about the devices that may change the clock from the network (product, X4).
enum PairingCommands {
    static let all = [
        CommandDescription(
            "pair", "Show a code that pairs a phone, a browser or a script",
            """
            The clock shows six digits for two minutes; type them where you want to pair. Five
            wrong guesses end a code. While nobody uses the codes, the network gets the next one
            only after a while: 30 seconds, then twice as long each time, up to an hour. On the
            clock itself, or with both of its buttons held for three seconds, you get one at
            once.
            """,
            kind: .hostChange, access: .everyone
        ) { _ in .pairing(.begin(isPresent: false)) },
        CommandDescription(
            "pair.confirm", "Get a token for the code that the clock shows",
            kind: .hostChange, access: .everyone, parameters: [code, name],
            isOnlyInRequests: true
        ) { .pairing(.confirm(code: try $0.required(code), name: try $0.required(name))) },
        CommandDescription(
            "device.list", "List the devices that may change the clock from the network",
            "Lists the paired devices with their numbers and when each was used last.",
            kind: .query, examples: ["device", "device list --json"], isAlone: true
        ) { _ in .pairing(.devices) },
        CommandDescription(
            "device.remove", "Take a device's permission away",
            """
            The device can't change the clock any more, and what it follows ends.

              DEVICE  its number or its name; "noiseclock device list" shows both
            """,
            parameters: [device], examples: ["device remove 2"]
        ) { .pairing(.remove(try $0.required(device))) },
        CommandDescription(
            "device.reading", "Choose who may read the clock from the network",
            """
            With "everyone", whoever reaches the clock reads what it shows to anybody beside it.
            Labels, messages and other words of yours, and the history, are for paired devices
            alone. With "paired", everything is.
            """,
            parameters: [reading], examples: ["device reading paired", "device reading everyone"]
        ) { .pairing(.setReading(try $0.required(reading))) },
        CommandDescription(
            "address.show", "Show where browsers find the clock",
            """
            Shows the clock's name and its addresses in the network, as links for a browser. Some
            phones don't know the name; the address in figures works on all of them. The menu's
            item for pairing shows both, too.
            """,
            kind: .query, examples: ["address", "address show --json"], isAlone: true
        ) { _ in .pairing(.address) },
        CommandDescription(
            "address.tell", "Tell the clock where browsers find it", access: .programs,
            parameters: [figures, port], isOnlyInRequests: true
        ) {
            .pairing(
                .tell(WebAddresses(figures: try $0.required(figures), port: try $0.required(port))))
        },
    ]

    private static let figures = Parameter(
        "figures",
        requestOnly: Form<[String]>(
            "ADDRESS...", allowed: "addresses",
            json: FieldForm<String>.address.list(
                "a list of up to \(WebAddresses.capacity) addresses",
                count: 0...WebAddresses.capacity),
            word: { _ in nil }),
        isRequired: true)
    private static let port = Parameter(
        "port", requestOnly: Form<Int>.count(in: 1...65_535), isRequired: true)

    private static let code = Parameter("code", requestOnly: Form<String>.code, isRequired: true)
    private static let name = Parameter(
        "name", requestOnly: Form<String>.line("NAME", PairedDevice.names), isRequired: true)
    private static let device = Parameter(
        "device", argument: "the device", Form<DeviceID>.device,
        question:
            "Which device? Give its number or its name; \"noiseclock device list\" shows both.",
        isSubject: true)
    private static let reading = Parameter(
        "reading", argument: "who may read", Form<ReadingRule>.choice(),
        question: "Who? Give everyone or paired.")
}

extension Form where Value == DeviceID {
    fileprivate static let device = Form<DeviceID>(
        "DEVICE", allowed: "its number, as \"noiseclock device list\" shows it", json: .device,
        completion: .known(.pairedDevices)
    ) { word in
        WholeNumber.read(word).flatMap { $0 >= 1 ? DeviceID($0) : nil }
    }
}

extension FieldForm where Value == String {
    /// As inet_ntop(3) writes it: no other sign can reach the display or a link.
    fileprivate static let address = text(
        "an address of IPv4 or IPv6 such as \"192.168.1.7\""
    ) { text in
        (2...45).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
                    || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
            }
    }
}

extension Form where Value == String {
    fileprivate static let code = Form<String>(
        "CODE", allowed: "six digits",
        json: .text(PairingSecrets.codes, "six digits like \"482913\"") { text in
            text.utf8.count == PairingSecrets.codeLength && text.utf8.allSatisfy(isDigit)
                ? text : nil
        }
    ) { $0 }
}

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
