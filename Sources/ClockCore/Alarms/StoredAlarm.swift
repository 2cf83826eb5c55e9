import BoundedJSON
import ClockTime

/// An alarm in a stored record: in the current format, in an older clock's format, or unreadable.
///
/// An unreadable alarm must not make the others unreadable: it is reported, and kept unchanged.
enum StoredAlarm: Decodable {
    case present(Alarm)
    case old(OldAlarm)
    /// Nil if it is nested too deeply to be kept.
    case unreadable(JSONValue?)

    init(from decoder: any Decoder) throws {
        if let alarm = try? Alarm(from: decoder) {
            self = .present(alarm)
        } else if let alarm = try? OldAlarm(from: decoder) {
            self = .old(alarm)
        } else {
            self = .unreadable(try? JSONValue(from: decoder))
        }
    }
}

/// An unknown sound named by an old record.
package struct ReplacedSound: Hashable, Sendable {
    package var alarm: AlarmID
    package var name: String
}

/// The complete alarm of the phone apps (product, A10); such alarms rang every day. Other fields of such a record are
/// kept.
struct OldAlarm: Decodable {
    /// A number, or a UUID string, which is ignored.
    var number: Int?
    var time: TimeOfDay
    var isEnabled: Bool
    var soundName: String
    var label: String
    var unknown: UnknownFields

    private enum Key: String, CodingKey {
        case id, time, isEnabled, soundName, label
    }

    /// A field of the old format, or of the current one, in which the alarm will be written back.
    private struct KnownKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            guard Key(stringValue: stringValue) != nil || Alarm.Key(stringValue: stringValue) != nil
            else { return nil }
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        number = try? record.decode(Int.self, forKey: .id)
        let text = try record.decode(String.self, forKey: .time)
        guard let time = OldAlarm.time(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .time, in: record, debugDescription: "no time of day: \(text)")
        }
        self.time = time
        isEnabled = try record.decodeIfPresent(Bool.self, forKey: .isEnabled) ?? true
        soundName = try record.decodeIfPresent(String.self, forKey: .soundName) ?? "default"
        label = (try? record.decode(String.self, forKey: .label)) ?? ""
        if label.utf8.count > AlarmLimits.labelBytes { label = "" }
        unknown = try UnknownFields(in: decoder, besides: KnownKey.self)
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
        var alarm = Alarm(id: id, schedule: .daily(at: time), createdAt: now)
        alarm.isEnabled = isEnabled
        alarm.sound = sound ?? AlarmDefaults.sound
        alarm.label = label
        alarm.unknown = unknown
        return alarm
    }
}

extension PersistentState {
    /// Adds a record's alarms, whatever their format. Old ones count from the time of the record: anything earlier was
    /// another clock's business.
    ///
    /// - Parameter kept: alarms that the program that wrote the record could not read.
    mutating func take(_ stored: [StoredAlarm], kept: [StoredAlarm]) {
        var renumbered: [Alarm] = []
        for case .present(let alarm) in stored {
            if Numbering.ids.contains(alarm.id.number) {
                alarms.append(alarm)
            } else {
                renumbered.append(alarm)
            }
        }
        var known = Set(alarms.map(\.id.number))
        for case .present(let alarm) in kept {
            if Numbering.ids.contains(alarm.id.number), known.insert(alarm.id.number).inserted {
                alarms.append(alarm)
            } else {
                renumbered.append(alarm)
            }
        }
        var next = max(nextAlarmNumber, (known.max() ?? 0) + 1)
        for alarm in renumbered {
            alarms.append(alarm.copy(as: AlarmID(next), createdAt: alarm.createdAt))
            known.insert(next)
            next += 1
        }
        for case .old(let entry) in stored + kept {
            var number = next
            if let given = entry.number, Numbering.ids.contains(given),
                known.insert(given).inserted
            {
                number = given
            } else {
                known.insert(number)
            }
            next = max(next, number + 1)
            let alarm = entry.alarm(AlarmID(number), at: savedAt.wall.instant)
            alarms.append(alarm)
            if entry.sound == nil {
                replacedSounds.append(ReplacedSound(alarm: alarm.id, name: entry.soundName))
            }
        }
        nextAlarmNumber = max(nextAlarmNumber, next)
        for case .unreadable(let value) in kept { keep(value) }
        for case .unreadable(let value) in stored {
            keptAlarms.isAcknowledged = false
            unreadableAlarms += 1
            keep(value)
        }
    }

    private mutating func keep(_ value: JSONValue?) {
        if value.map({ keptAlarms.keep($0) }) != true { lostAlarms += 1 }
    }
}

extension PersistentState {
    /// The message about unreadable alarms; nil if there are none, or none that the user has not acknowledged.
    var alarmsProblem: String? {
        let kept =
            keptAlarms.count == 0 || keptAlarms.isAcknowledged
            ? nil
            : "\(keptAlarms.count) of the stored alarms can't be read. They don't ring, but are kept"
                + " for a newer version of the clock"
        let lost =
            lostAlarms == 0
            ? nil : "\(lostAlarms) of the stored alarms can't be read and are lost"
        let sentences = [kept, lost].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}
