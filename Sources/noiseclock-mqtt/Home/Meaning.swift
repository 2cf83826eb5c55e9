import BoundedJSON
import ClockCore
import ClockTime
import Control

/// A message from the broker. Anybody who may write to the broker can have sent it.
struct Message: Hashable, Sendable {
    var topic: String
    var payload: [UInt8]
    /// The broker kept it, so it may be hours old.
    var isRetained = false

    /// A wish for an entity is a word or a number; a command's body has the limit of a request.
    static let longestWish = 1024
    static let longestBody = LineLimits.request - 1024
    /// Nothing longer is taken from a broker: the own document with every alarm.
    static let longest = 256 * 1024
}

/// A command for the clock, and how its answer is marked.
struct WantedCommand: Hashable, Sendable {
    var name: String
    var fields: [String: JSONValue]
    /// Chosen by whoever sent it.
    var id: JSONValue = .null
}

/// What a message asks for.
///
/// | topic                | payload                       | command                                      |
/// | -------------------- | ----------------------------- | -------------------------------------------- |
/// | noise/set            | ON, OFF                       | noise.play, noise.stop                       |
/// | sound/set            | a name                        | noise.play, mix.load                         |
/// | volume/set           | 0 to 100                      | noise.volume                                 |
/// | sleep_timer/set      | minutes; 0: none              | noise.sleep                                  |
/// | brightness/set       | 0 to 100                      | style.set                                    |
/// | automatic_brightness/set | ON, OFF                   | style.set; OFF keeps what is shown           |
/// | lamp/set             | ON, OFF                       | lamp.on, lamp.off                            |
/// | lamp_level/set       | 0 to 100                      | lamp.on                                      |
/// | alarm_N/set          | ON, OFF                       | alarm.enable, alarm.disable                  |
/// | command/NAME         | the body of the command       | that one; `id` marks the answer              |
enum Meaning: Hashable {
    case command(WantedCommand)
    case wrong(name: String, why: String)
    case homeAssistantIsBack
    case document
    /// It is old, or about nothing of ours.
    case nothing

    init(_ message: Message, _ topics: Topics, _ view: ClockView) {
        guard let place = topics.place(of: message.topic) else {
            self = .nothing
            return
        }
        switch place {
        case .document: self = message.isRetained ? .document : .nothing
        case .homeAssistant:
            let isBack = message.payload.elementsEqual(States.online.utf8)
            self = isBack && !message.isRetained ? .homeAssistantIsBack : .nothing
        // What the broker kept was meant for another time.
        case .set, .command: self = message.isRetained ? .nothing : Meaning(place, message, view)
        }
    }

    private init(_ place: Topics.Place, _ message: Message, _ view: ClockView) {
        do throws(WrongWish) {
            switch place {
            case .command(let name):
                self = .command(try Meaning.command(name, message.payload))
            case .set(let key): self = .command(try Meaning.wish(key, message.payload, view))
            case .homeAssistant, .document: self = .nothing
            }
        } catch {
            self = .wrong(name: place.name, why: error.why)
        }
    }

    private struct WrongWish: Error {
        var why: String
    }

    private static func command(
        _ name: String, _ payload: [UInt8]
    ) throws(WrongWish) -> WantedCommand {
        guard CommandBook.fromNetwork.contains(where: { $0.name == name }) else {
            throw WrongWish(why: "there is no such command")
        }
        guard payload.count <= Message.longestBody else {
            throw WrongWish(why: "the body is longer than \(Message.longestBody) bytes")
        }
        guard payload.contains(where: { $0 > 0x20 }) else {
            return WantedCommand(name: name, fields: [:])
        }
        let value: JSONValue
        do {
            value = try JSONValue.parse(payload, limit: Message.longestBody, isOneLine: false)
        } catch {
            throw WrongWish(why: "the body " + error.explanation)
        }
        guard case .object(var fields) = value else {
            throw WrongWish(why: "\(value.summary) is no body of a command; a JSON object is")
        }
        let id = fields.removeValue(forKey: "id") ?? .null
        for own in ["command", "token"] where fields[own] != nil {
            throw WrongWish(why: "\"\(own)\" does not belong into the body")
        }
        return WantedCommand(name: name, fields: fields, id: id)
    }

    private static func wish(
        _ key: String, _ payload: [UInt8], _ view: ClockView
    ) throws(WrongWish) -> WantedCommand {
        guard payload.count <= Message.longestWish, let text = String(validating: payload) else {
            throw WrongWish(why: "the payload is no short text")
        }
        if Entity.platform(ofKey: key) == "switch", key.hasPrefix(Entity.alarmPrefix) {
            let number = Int64(key.dropFirst(Entity.alarmPrefix.count)) ?? 0
            let name = try flag(text) ? "alarm.enable" : "alarm.disable"
            return WantedCommand(name: name, fields: ["alarm": .integer(number)])
        }
        switch Entity(rawValue: key) {
        case .noise:
            return WantedCommand(name: try flag(text) ? "noise.play" : "noise.stop", fields: [:])
        case .sound: return try sound(text, view)
        case .volume:
            return WantedCommand(
                name: "noise.volume", fields: ["volume": try number(text, in: 0...100)])
        case .sleepTimer:
            let minutes = try whole(text, in: 0...1440)
            return WantedCommand(
                name: "noise.sleep",
                fields: minutes == 0
                    ? ["action": "off"] : ["seconds": .integer(Int64(minutes) * 60)])
        case .brightness:
            return WantedCommand(
                name: "style.set", fields: ["brightness": try number(text, in: 0...100)])
        case .automaticBrightness:
            let shown = Int64(view.display?.brightness.rounded() ?? 40)
            return WantedCommand(
                name: "style.set",
                fields: ["brightness": try flag(text) ? "automatic" : .integer(shown)])
        case .lamp:
            return WantedCommand(name: try flag(text) ? "lamp.on" : "lamp.off", fields: [:])
        case .lampLevel:
            return WantedCommand(name: "lamp.on", fields: ["level": try number(text, in: 0...100)])
        case .nextAlarm, .ringing, .ring, .snooze, .stop, .light, .problem, nil:
            throw WrongWish(why: "nothing of this name can be set")
        }
    }

    private static func sound(_ name: String, _ view: ClockView) throws(WrongWish) -> WantedCommand
    {
        if let sound = view.sounds?.first(where: { $0.name == name }) {
            return WantedCommand(name: "noise.play", fields: ["sound": .string(sound.id.name)])
        }
        guard view.favourites?.contains(name) ?? false else {
            throw WrongWish(why: "there is no such sound")
        }
        return WantedCommand(name: "mix.load", fields: ["mix": .string(name)])
    }

    private static func flag(_ text: String) throws(WrongWish) -> Bool {
        switch text {
        case "ON": true
        case "OFF": false
        default: throw WrongWish(why: "it must be ON or OFF")
        }
    }

    private static func number(
        _ text: String, in range: ClosedRange<Int>
    ) throws(WrongWish) -> JSONValue {
        .integer(Int64(try whole(text, in: range)))
    }

    /// Home Assistant sends a slider's number as "40" or as "40.0".
    private static func whole(_ text: String, in range: ClosedRange<Int>) throws(WrongWish) -> Int {
        guard let number = Double(text), number.isFinite, number == number.rounded(),
            range.contains(Int(clamping: Int64(max(-1e9, min(1e9, number)))))
        else {
            throw WrongWish(
                why: "it must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return Int(number)
    }
}

extension Topics.Place {
    /// As an answer names it.
    fileprivate var name: String {
        switch self {
        case .set(let key): key
        case .command(let name): name
        case .homeAssistant, .document: ""
        }
    }
}

extension String {
    /// Nil if it is no UTF-8.
    fileprivate init?(validating bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
