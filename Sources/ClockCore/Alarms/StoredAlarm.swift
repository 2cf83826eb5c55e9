import BoundedJSON
import ClockTime

/// An alarm in a stored record: in the current format, in an older clock's format, or unreadable.
///
/// An unreadable alarm must not make the others unreadable: it is reported, and kept unchanged.
enum StoredAlarm {
    case present(Alarm)
    case old(OldAlarm)
    case unreadable(JSONValue)

    init(_ value: JSONValue) {
        if let alarm = StoredAlarm.alarm(value) {
            self = .present(alarm)
        } else if let alarm = OldAlarm(value) {
            self = .old(alarm)
        } else {
            self = .unreadable(value)
        }
    }

    /// Nil unless it is known when the alarm rings. With any other field unreadable it rings without that field.
    private static func alarm(_ value: JSONValue) -> Alarm? {
        guard case .object(let object) = value, var alarm = Alarm(usable: value),
            !alarm.unreadableFields.contains(where: { ["enabled", "zone"].contains($0[0]) })
        else { return nil }
        if object["armedAt"] == nil { alarm.armedAt = alarm.createdAt }
        return alarm
    }
}

/// An unknown sound named by an old record.
package struct ReplacedSound: Hashable, Sendable {
    package var alarm: AlarmID
    package var name: String
}

/// The complete alarm of the phone apps (product, A10); such alarms rang every day. Other fields of such a record are
/// kept.
struct OldAlarm {
    /// A number, or a UUID string, which is ignored.
    let number: Int?
    private let time: TimeOfDay
    private let isEnabled: Bool
    let soundName: String
    private let label: String
    /// The fields that neither this format nor the current one has.
    private let others: [String: JSONValue]

    /// Nil if it is no such alarm.
    init?(_ value: JSONValue) {
        guard case .object(var object) = value,
            case .string(let text)? = object.removeValue(forKey: "time"),
            let time = OldAlarm.time(text),
            let isEnabled = OldAlarm.value(&object, "isEnabled", .bool, else: true),
            let sound = OldAlarm.value(&object, "soundName", .text, else: "default")
        else { return nil }
        self.time = time
        self.isEnabled = isEnabled
        soundName = sound
        number = object["id"].flatMap(FieldForm<Int>.integer.read)
        let label = object["label"].flatMap(FieldForm<String>.text.read) ?? ""
        self.label = label.utf8.count > AlarmLimits.labelBytes ? "" : label
        for field in Alarm.fields { object[field.storedName] = nil }
        others = object
    }

    /// The default if the field is missing; nil if it is wrong.
    private static func value<Value>(
        _ object: inout [String: JSONValue], _ name: String, _ form: FieldForm<Value>,
        else standard: Value
    ) -> Value? {
        guard let value = object.removeValue(forKey: name), value != .null else { return standard }
        return form.read(value)
    }

    /// "07:30", "07:30:00", or either after a date and a "T".
    private static func time(_ text: String) -> TimeOfDay? {
        let clock = text.split(separator: "T").last ?? ""
        let parts = clock.split(separator: ":").prefix(2).map { $0.prefix(2) }
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]) else {
            return nil
        }
        return TimeOfDay(hour: hour, minute: minute)
    }

    /// The sound's current name; nil if it is unknown.
    var sound: SoundID? {
        var name = soundName.lowercased()
        for ending in [".caf", "-alarm"] where name.hasSuffix(ending) {
            name.removeLast(ending.count)
        }
        switch name {
        case "default": return AlarmDefaults.sound
        case "bell", "chimes", "ding", "glass", "silence", "digital", "classic", "beep", "siren",
            "buzzing":
            return SoundID(name)
        default: return nil
        }
    }

    func alarm(_ id: AlarmID, at now: Instant) -> Alarm {
        var alarm = Alarm(stored: others)
        alarm.id = id
        alarm.schedule = .daily(at: time)
        alarm.createdAt = now
        alarm.armedAt = now
        alarm.isEnabled = isEnabled
        alarm.sound = sound ?? AlarmDefaults.sound
        alarm.label = label
        return alarm
    }
}
