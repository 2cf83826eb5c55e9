import BoundedJSON
import ClockCore
import ClockTime
import Control

/// The document by which Home Assistant (2024.11 or later) finds the clock and all that it has.
///
/// There is one for the whole device, and no template in it: each entity has topics of its own. A button's payload names
/// the rings that are meant (law, 13), so the document is published again when one begins. Leaving an entity out would not
/// remove it; an entry with its platform alone does.
struct Discovery {
    let topics: Topics

    /// - Parameter removed: the platforms of entities that are gone, by their keys.
    func document(_ view: ClockView, removed: [String: String]) -> JSONValue {
        var components: [String: JSONValue] = removed.mapValues { platform in
            .object(["platform": .string(platform)])
        }
        for entity in Entity.allCases {
            guard var fields = fields(of: entity, view) else { continue }
            fields["platform"] = .string(entity.platform)
            fields["unique_id"] = .string("\(topics.device)_\(entity.rawValue)")
            components[entity.rawValue] = .object(fields)
        }
        for alarm in view.alarms ?? [] {
            let key = Entity.alarm(alarm.alarm.id)
            components[key] = .object([
                "platform": "switch", "unique_id": .string("\(topics.device)_\(key)"),
                "name": .string(alarm.entityName), "icon": "mdi:alarm",
                "state_topic": .string(topics.state(key)),
                "command_topic": .string(topics.set(key)),
            ])
        }
        return .object([
            "device": .object(device(view)),
            "origin": .object([
                "name": "noiseclock-mqtt", "sw_version": .string(Product.version),
            ]),
            "availability": .list([.object(["topic": .string(topics.availability)])]),
            "components": .object(components),
        ])
    }

    private func device(_ view: ClockView) -> [String: JSONValue] {
        let host = view.address?.host
        let name = host.map { String($0.prefix { $0 != "." }) } ?? "NoiseClock"
        var fields: [String: JSONValue] = [
            "identifiers": .list([.string(topics.device)]), "name": .string(name),
            "manufacturer": "NoiseClock", "model": "NoiseClock",
            "serial_number": .string(topics.serial), "sw_version": .string(Product.version),
        ]
        if let address = view.address, let port = address.port,
            let host = address.figures.first ?? address.host
        {
            fields["configuration_url"] = .string(WebAddresses.link(host, port: port))
        }
        return fields
    }

    /// Nil: the clock has no such thing.
    private func fields(of entity: Entity, _ view: ClockView) -> [String: JSONValue]? {
        let key = entity.rawValue
        let state = JSONValue.string(topics.state(key))
        let set = JSONValue.string(topics.set(key))
        switch entity {
        case .nextAlarm:
            return [
                "name": "Next alarm", "device_class": "timestamp", "icon": "mdi:alarm",
                "state_topic": state, "json_attributes_topic": attributes(entity),
            ]
        case .ringing:
            return [
                "name": "Ringing", "icon": "mdi:bell-ring", "state_topic": state,
                "json_attributes_topic": attributes(entity),
            ]
        case .ring:
            return [
                "name": "Ring", "icon": "mdi:bell", "state_topic": state,
                "event_types": .list(RingEvents.Kind.allCases.map { .string($0.rawValue) }),
            ]
        case .snooze: return button("Snooze", "mdi:alarm-snooze", key, view)
        case .stop: return button("Stop", "mdi:alarm-off", key, view)
        case .noise:
            return [
                "name": "Noise", "icon": "mdi:waveform", "state_topic": state, "command_topic": set,
            ]
        case .sound:
            return [
                "name": "Sound", "icon": "mdi:music", "state_topic": state, "command_topic": set,
                "options": .list(view.choices.map(JSONValue.string)),
            ]
        case .volume: return percent("Volume", "mdi:volume-high", state, set)
        case .sleepTimer:
            return [
                "name": "Sleep timer", "icon": "mdi:timer-sand", "state_topic": state,
                "command_topic": set, "min": 0, "max": 1440, "step": 1, "mode": "box",
                "unit_of_measurement": "min",
            ]
        case .brightness: return percent("Brightness", "mdi:brightness-6", state, set)
        case .automaticBrightness:
            return [
                "name": "Automatic brightness", "icon": "mdi:brightness-auto",
                "state_topic": state, "command_topic": set, "entity_category": "config",
            ]
        case .lamp:
            guard view.lamp != nil else { return nil }
            return [
                "name": "Lamp", "state_topic": state, "command_topic": set,
                "brightness_state_topic": .string(topics.state(Entity.lampLevel.rawValue)),
                "brightness_command_topic": .string(topics.set(Entity.lampLevel.rawValue)),
                "brightness_scale": 100, "on_command_type": "brightness",
            ]
        case .lampLevel: return nil
        case .light:
            guard view.display?.lux != nil else { return nil }
            return [
                "name": "Light in the room", "device_class": "illuminance",
                "state_class": "measurement", "unit_of_measurement": "lx", "state_topic": state,
            ]
        case .problem:
            return [
                "name": "Problem", "device_class": "problem", "entity_category": "diagnostic",
                "state_topic": state, "json_attributes_topic": attributes(entity),
            ]
        }
    }

    private func attributes(_ entity: Entity) -> JSONValue {
        .string(topics.attributes(entity.rawValue))
    }

    private func percent(
        _ name: String, _ icon: String, _ state: JSONValue, _ set: JSONValue
    ) -> [String: JSONValue] {
        [
            "name": .string(name), "icon": .string(icon), "state_topic": state,
            "command_topic": set, "min": 0, "max": 100, "step": 1, "mode": "slider",
            "unit_of_measurement": "%",
        ]
    }

    /// Its payload is the body of the command with the same name.
    private func button(
        _ name: String, _ icon: String, _ command: String, _ view: ClockView
    ) -> [String: JSONValue] {
        let rings = view.rings.filter { command == Entity.stop.rawValue || !$0.isTest }
        let body = JSONValue.object(["rings": .list(rings.map { .object($0.fields) })])
        let available: [JSONValue] = [topics.availability, topics.ringAvailability].map {
            .object(["topic": .string($0)])
        }
        return [
            "name": .string(name), "icon": .string(icon),
            "command_topic": .string(topics.command(command)),
            "payload_press": .string(body.text), "availability": .list(available),
            "availability_mode": "all",
        ]
    }
}

extension RingName {
    /// A test of an alarm has no snooze.
    fileprivate var isTest: Bool { if case .test = self { true } else { false } }
}
