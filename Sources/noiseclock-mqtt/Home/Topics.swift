import ClockCore

/// The topics of one clock. They have its serial number and never a name, so nothing moves when somebody renames a thing.
///
///     noiseclock/SERIAL/ENTITY              what an entity shows; retained
///     noiseclock/SERIAL/ENTITY/set          what somebody wants of it
///     noiseclock/SERIAL/command/NAME        the body of a command, in JSON
///     noiseclock/SERIAL/result              the clock's answer to it
///     noiseclock/SERIAL/availability        online or offline; retained, and the broker's last will
///     PREFIX/device/noiseclock_SERIAL/config   the document by which Home Assistant finds all of them; retained
struct Topics: Hashable, Sendable {
    let serial: String
    let prefix: String

    var base: String { "noiseclock/\(serial)" }
    var device: String { "noiseclock_\(serial)" }
    var document: String { "\(prefix)/device/\(device)/config" }
    /// Home Assistant says here that it is back.
    var homeAssistant: String { "\(prefix)/status" }
    var availability: String { "\(base)/availability" }
    /// Of what works while something rings.
    var ringAvailability: String { "\(base)/ringing/availability" }
    var result: String { "\(base)/result" }

    func state(_ entity: String) -> String { "\(base)/\(entity)" }
    func attributes(_ entity: String) -> String { "\(base)/\(entity)/attributes" }
    func set(_ entity: String) -> String { "\(base)/\(entity)/set" }
    func command(_ name: String) -> String { "\(base)/command/\(name)" }

    var subscriptions: [String] {
        ["\(base)/+/set", "\(base)/command/+", homeAssistant, document]
    }

    /// What messages on a topic are about.
    enum Place: Hashable {
        case set(String), command(String)
        case homeAssistant, document
    }

    /// Nil: not one of ours.
    func place(of topic: String) -> Place? {
        if topic == homeAssistant { return .homeAssistant }
        if topic == document { return .document }
        guard topic.hasPrefix(base + "/") else { return nil }
        let levels = topic.dropFirst(base.count + 1).split(
            separator: "/", omittingEmptySubsequences: false)
        guard levels.count == 2 else { return nil }
        if levels[0] == "command" { return .command(String(levels[1])) }
        return levels[1] == "set" ? .set(String(levels[0])) : nil
    }
}

/// What Home Assistant shows, besides a switch for each alarm.
enum Entity: String, CaseIterable, Hashable, Sendable {
    case nextAlarm = "next_alarm"
    case ringing, ring, snooze, stop
    case noise, sound, volume
    case sleepTimer = "sleep_timer"
    case brightness
    case automaticBrightness = "automatic_brightness"
    case lamp
    /// Not shown by itself: the lamp's other topic.
    case lampLevel = "lamp_level"
    case light, problem

    /// The key of an alarm's switch.
    static func alarm(_ id: AlarmID) -> String { alarmPrefix + "\(id)" }
    static let alarmPrefix = "alarm_"

    /// The kind of entity in Home Assistant.
    var platform: String {
        switch self {
        case .nextAlarm, .light: "sensor"
        case .ringing, .problem: "binary_sensor"
        case .ring: "event"
        case .snooze, .stop: "button"
        case .noise, .automaticBrightness: "switch"
        case .sound: "select"
        case .volume, .sleepTimer, .brightness: "number"
        case .lamp, .lampLevel: "light"
        }
    }

    /// The platform of the entity with this key; nil if this program never makes such a key.
    static func platform(ofKey key: String) -> String? {
        if let entity = Entity(rawValue: key) { return entity.platform }
        guard key.hasPrefix(alarmPrefix), let number = Int(key.dropFirst(alarmPrefix.count)),
            number > 0, key == alarmPrefix + "\(number)"
        else { return nil }
        return "switch"
    }
}
