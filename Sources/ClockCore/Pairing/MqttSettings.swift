package import BoundedJSON
import ClockTime

/// With which broker the clock speaks MQTT. The password is never here: the program that speaks has it from a file.
package struct MqttSettings: DescribedRecord {
    package var isOn = false
    /// A name or an address; nil: none was ever given.
    package var broker: String?
    /// Nil: the usual one.
    package var port: Int?
    /// Nil: the broker asks for none.
    package var user: String?
    package var usesTLS = false
    /// What the topics begin with by which Home Assistant finds devices.
    package var prefix = "homeassistant"
    /// The paired device that the program is; nil: it has not joined since the last `mqtt set`.
    package var device: DeviceID?
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<MqttSettings>] = [
        RecordField("on", \.isOn, .bool), RecordField("broker", optional: \.broker, .broker),
        RecordField("port", optional: \.port, .port),
        RecordField("user", optional: \.user, .text(users)), RecordField("tls", \.usesTLS, .bool),
        RecordField("prefix", \.prefix, .topicPrefix),
        RecordField("device", optional: \.device, .device),
    ]

    /// What MQTT allows is more than any broker's file of users does.
    package static let users = TextLimits(1...64, bytes: 256, needsInk: true)
    package static let ports = 1...65_535

    /// The port that counts.
    package var usedPort: Int { port ?? (usesTLS ? 8883 : 1883) }
}

package typealias MqttChange = FieldChange<MqttSettings>

package enum MqttCommand: Hashable, Sendable {
    case show
    /// Switches it on, too.
    case set([MqttChange])
    case off
    /// The program that speaks MQTT becomes a device with this fingerprint of its token.
    case join(fingerprint: String)
    /// From that program.
    case tell(MqttNews)
}

/// How the program that speaks MQTT fares.
package struct MqttNews: Hashable, Sendable {
    package var isConnected: Bool
    /// Why the last connection failed or ended, in words; nil: it did not.
    package var problem: String?

    package static let problems = TextLimits(1...200, bytes: 800, needsInk: true)

    package init(isConnected: Bool, problem: String?) {
        self.isConnected = isConnected
        self.problem = problem
    }
}

package enum MqttState: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    /// The program may join now, and has not done so.
    case awaited
    /// It did not join in time, or a person removed its device.
    case closed
    /// It joined, and has told nothing for some minutes: it does not run.
    case silent
    case disconnected, connected
}

/// MQTT as reported to clients.
package struct MqttReport: Hashable, Sendable, Codable {
    package var state: MqttState
    /// Why there is no connection, or why the last one ended; nil: nothing went wrong.
    package var problem: String?
    package var broker: String?
    package var port: Int
    package var user: String?
    package var tls: Bool
    package var prefix: String

    package init(_ settings: MqttSettings, _ state: MqttState, problem: String?) {
        self.state = state
        self.problem = problem
        broker = settings.broker
        port = settings.usedPort
        user = settings.user
        tls = settings.usesTLS
        prefix = settings.prefix
    }
}

/// What the clock knows of the program that speaks MQTT, besides its settings. None of it is saved.
///
/// Theory of operation. The program is a paired device with a token of its own, which it drew itself. It gives the clock the
/// token's fingerprint, and no person reads a code for that. So whoever has the socket for the network could join, and the
/// door is open only for some minutes after a paired device or somebody at the clock has called `mqtt set`, and only for
/// the first who comes. `mqtt off` takes the device away, as `device remove` does; the program cannot come back by itself.
struct MqttDoor: Hashable, Sendable {
    /// Until when a program may join; nil: the door is closed.
    var openUntil: BootTime?
    private var told: MqttNews?
    private var toldUntil = BootTime(nanoseconds: 0)

    static let openLength = Duration.minutes(10)
    /// As long as the addresses of the page are kept.
    static let newsLife = WebAddresses.life

    func isOpen(at now: BootTime) -> Bool { openUntil.map { now < $0 } ?? false }

    /// Nil: the program has been silent for too long.
    func news(at now: BootTime) -> MqttNews? { now < toldUntil ? told : nil }

    mutating func take(_ news: MqttNews, at now: BootTime) {
        told = news
        toldUntil = now + MqttDoor.newsLife
    }

    mutating func close() { self = MqttDoor() }
}

extension FieldForm where Value == String {
    /// A name of the network or an address: nothing else reaches a resolver.
    package static var broker: FieldForm {
        text(
            TextShape("[0-9A-Za-z_.:-]{1,253}", example: "homeassistant.local"),
            "a name or an address such as \"homeassistant.local\""
        ) { text in
            let isPart: (UInt8) -> Bool = { MqttSettings.isWord($0) || $0 == 0x2E || $0 == 0x3A }
            return (1...253).contains(text.utf8.count) && text.utf8.allSatisfy(isPart) ? text : nil
        }
    }

    /// One level of a topic.
    package static var topicPrefix: FieldForm {
        text(
            TextShape("[0-9A-Za-z_-]{1,40}", example: "homeassistant"),
            "1 to 40 letters, digits, \"_\" or \"-\""
        ) { text in
            (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(MqttSettings.isWord)
                ? text : nil
        }
    }
}

extension FieldForm where Value == Int {
    package static var port: FieldForm { integer(in: MqttSettings.ports) }
}

extension MqttSettings {
    fileprivate static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
