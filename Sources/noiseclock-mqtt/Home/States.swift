import BoundedJSON
import ClockCore
import ClockTime
import Control
import English

/// A message for the broker.
struct Publication: Hashable, Sendable {
    var topic: String
    var payload: String
    var isRetained = true
}

/// What the entities show.
struct States {
    let topics: Topics

    /// In the order in which it is published. States are retained: whoever subscribes has them at once.
    func all(_ view: ClockView, _ next: NextAlarm?, at now: BootTime) -> [Publication] {
        guard let status = view.status, let display = view.display else { return [] }
        var list: [Publication] = []
        func add(_ entity: Entity, _ payload: String) {
            list.append(Publication(topic: topics.state(entity.rawValue), payload: payload))
        }
        func attributes(_ entity: Entity, _ fields: [String: JSONValue]) {
            list.append(
                Publication(
                    topic: topics.attributes(entity.rawValue),
                    payload: JSONValue.object(fields).text))
        }
        add(.nextAlarm, next.map { States.text(.instant($0.instant)) } ?? States.unknown)
        attributes(.nextAlarm, next.map(States.fields) ?? [:])
        let rings = view.rings
        list.append(
            Publication(
                topic: topics.ringAvailability,
                payload: rings.isEmpty ? States.offline : States.online))
        add(.ringing, States.flag(!rings.isEmpty))
        attributes(.ringing, ["rings": .list(rings.map { .object($0.fields) })])
        add(.noise, States.flag(status.noise.isPlaying))
        add(.sound, view.chosen ?? States.unknown)
        add(.volume, "\(status.noise.volume.value)")
        add(.sleepTimer, "\(view.sleepMinutes(at: now))")
        add(.brightness, "\(Int(display.brightness.rounded()))")
        add(.automaticBrightness, States.flag(status.style.brightness == .automatic))
        if let lamp = view.lamp {
            add(.lamp, States.flag(lamp.light.value > 0))
            add(.lampLevel, "\(lamp.light.value)")
        }
        if let lux = display.lux { add(.light, States.lux(lux)) }
        let problems = (status.health?.checks ?? []).filter { $0.verdict == .bad }
        add(.problem, States.flag(!problems.isEmpty))
        attributes(
            .problem,
            ["problems": .list(problems.map { .string(Sentences.sentence($0.finding.text)) })])
        for report in view.alarms ?? [] {
            list.append(
                Publication(
                    topic: topics.state(Entity.alarm(report.alarm.id)),
                    payload: States.flag(report.alarm.isEnabled)))
        }
        return list
    }

    static let online = "online"
    static let offline = "offline"
    /// Home Assistant's word for a value that is not known.
    static let unknown = "None"
    static func flag(_ isOn: Bool) -> String { isOn ? "ON" : "OFF" }

    private static func text(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { unknown }
    }

    private static func fields(_ next: NextAlarm) -> [String: JSONValue] {
        [
            "alarm": .integer(Int64(next.id.number)), "label": .string(next.label),
            "local": .local(next.local),
        ]
    }

    /// As exact as a rule needs it: "0.4", "17".
    private static func lux(_ lux: Double) -> String {
        if lux >= 10 { return "\(Int(min(lux, 1_000_000).rounded()))" }
        let tenths = Int((lux * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
