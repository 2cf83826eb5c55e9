import BoundedJSON
import ClockCore
import ClockTime
import Control
import ReplySamples
import Testing

@testable import noiseclock_mqtt

/// A bridge between a scripted clock and a scripted broker, in memory, on a time of its own.
struct Rig {
    static let token = String(repeating: "1", count: 32)
    static let topics = Topics(serial: "4711", prefix: "homeassistant")

    var bridge = Bridge(
        serial: "4711", token: Rig.token, fingerprint: String(repeating: "a", count: 64),
        idPrefix: "run")
    var now = BootTime(nanoseconds: 1_000_000_000_000)
    /// What it wanted since it was asked last.
    private(set) var effects: [Bridge.Effect] = []
    /// What the broker keeps.
    private(set) var retained: [String: String] = [:]
    /// What was published and is not kept.
    private(set) var passing: [Publication] = []
    var status: StatusReport
    var alarms: [AlarmReport]

    init() throws {
        status = try Samples.quietStatus()
        alarms = [try Samples.work(), try Samples.off()]
        handle(.tick)
    }

    mutating func take() -> [Bridge.Effect] {
        defer { effects = [] }
        return effects
    }

    mutating func handle(_ event: Bridge.Event) {
        let new = bridge.handle(event, at: now)
        effects += new
        for case .publish(let publication) in new {
            if publication.isRetained {
                retained[publication.topic] = publication.payload
            } else {
                passing.append(publication)
            }
        }
    }

    mutating func wait(_ duration: Duration) {
        let end = now + duration
        var steps = 0
        while now < end, steps < 10_000 {
            now = min(end, max(now + .milliseconds(1), bridge.nextWake(at: now)))
            handle(.tick)
            steps += 1
        }
        #expect(steps < 10_000, "it does not sleep")
    }

    // MARK: - The clock

    mutating func clock(_ reply: Reply, _ query: String) {
        let line = WatchedReply(Answer(reply), query: query).line(id: "run-1")
        handle(.watched(Array(line.dropLast())))
    }

    mutating func answer(_ reply: Reply) {
        handle(.answered(Array(ReplyLine.encode(id: "x", Answer(reply)).dropLast())))
    }

    mutating func refuse(code: String) {
        let line = ReplyLine.encode(id: "x", Refusal(code: code, message: "no"))
        handle(.answered(Array(line.dropLast())))
    }

    /// The names of the commands that the clock was asked since.
    mutating func asked() -> [String] { take().compactMap(Rig.command) }

    static func command(_ effect: Bridge.Effect) -> String? {
        let line: [UInt8]
        switch effect {
        case .ask(let asked): line = asked
        case .watch(let watched): line = watched
        default: return nil
        }
        guard case .object(let fields)? = try? JSONValue.parse(line, limit: 1 << 20),
            case .string(let name)? = fields["command"]
        else { return nil }
        return name
    }

    static func settings(_ change: (inout MqttSettings) -> Void = { _ in }) -> MqttReport {
        var settings = MqttSettings()
        settings.broker = "mqtt.local"
        settings.isOn = true
        change(&settings)
        return MqttReport(settings, .connected, problem: nil)
    }

    static func display(lux: Double?, brightness: Double = 40) -> DisplayReport {
        DisplayReport(
            shape: nil, mode: .normal, brightness: brightness, isNight: false, isAsleep: false,
            isTested: false, lux: lux)
    }

    /// All replies of the watched queries, and that about the display.
    mutating func tellEverything(_ settings: MqttReport = Rig.settings(), lux: Double? = 12.4) {
        clock(.mqtt(settings), "mqtt.status")
        clock(.status(status), "status")
        clock(.alarms(alarms, pauses: []), "alarm.list")
        let sounds = SoundList(
            noises: NoiseSamples.catalogue.noises, tones: [], categories: [])
        clock(.sounds(sounds), "sound.list")
        let favourite = FavouriteReport(name: "Storm", voices: [], seed: 7)
        clock(
            .mixes(MixList(present: status.noise, favourites: [favourite])), "mix.list")
        clock(
            .address(
                AddressReport(host: "noiseclock-4f2a.local", figures: ["192.168.1.7"], port: 80)),
            "address.show")
        clock(.history(HistoryReport(records: [], zoneNames: [:])), "history")
        answerDisplay(lux: lux)
    }

    mutating func answerDisplay(lux: Double?) {
        for _ in 0..<4 where asked().last == ClockView.asked {
            answer(.display(Rig.display(lux: lux)))
        }
    }

    // MARK: - The broker

    mutating func say(_ payload: String, on topic: String, isRetained: Bool = false) {
        handle(
            .message(Message(topic: topic, payload: Array(payload.utf8), isRetained: isRetained)))
    }

    /// Connected, with everything published.
    static func connected() throws -> Rig {
        var rig = try Rig()
        rig.clock(.mqtt(settings()), "mqtt.status")
        rig.handle(.connected)
        rig.tellEverything()
        // It tells the clock, and asks about the display.
        for _ in 0..<4 {
            switch rig.asked().last {
            case "mqtt.tell": rig.answer(.mqtt(settings()))
            case ClockView.asked: rig.answer(.display(display(lux: 12.4)))
            default: rig.answer(.stopped)
            }
        }
        _ = rig.take()
        return rig
    }

    var availability: String? { retained[Rig.topics.availability] }

    func state(_ entity: Entity) -> String? { retained[Rig.topics.state(entity.rawValue)] }

    /// What the last answer on the result's topic says.
    var result: [String: JSONValue] {
        let last = passing.last { $0.topic == Rig.topics.result }
        let value = last.flatMap { try? JSONValue.parse(Array($0.payload.utf8), limit: 1 << 20) }
        if case .object(let fields)? = value { return fields }
        return [:]
    }

    var components: [String: JSONValue] {
        let text = retained[Rig.topics.document] ?? ""
        let value = try? JSONValue.parse(Array(text.utf8), limit: 1 << 20)
        guard case .object(let fields)? = value, case .object(let parts)? = fields["components"]
        else { return [:] }
        return parts
    }
}
