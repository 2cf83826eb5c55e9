package import BoundedJSON

/// What of a stored field a backup has.
///
/// Each field of the state has its decision here, and a test fails if one has none. A backup has what a person chose. It
/// has nothing that opens the clock to somebody (paired devices), nothing that this machine alone knows (its times, its
/// rehearsals, its history), and nothing that is in progress (rings, snoozes, naps, what plays).
package indirect enum Carriage: Sendable {
    case taken
    case left
    /// Some fields of a record.
    case fields([String: Carriage])
    /// Some fields of each record of a list.
    case elements([String: Carriage])

    /// What a backup has of a value; nil: nothing. What has no decision stays.
    package func carried(_ value: JSONValue) -> JSONValue? {
        switch (self, value) {
        case (.taken, _): value
        case (.left, _): nil
        case (.fields(let fields), .object(let object)):
            .object(Carriage.carried(object, fields))
        case (.elements(let fields), .list(let values)):
            .list(values.compactMap { Carriage.fields(fields).carried($0) })
        case (.fields, _), (.elements, _): nil
        }
    }

    package static func carried(
        _ object: [String: JSONValue], _ fields: [String: Carriage]
    ) -> [String: JSONValue] {
        var carried: [String: JSONValue] = [:]
        for (name, value) in object { carried[name] = fields[name]?.carried(value) }
        return carried
    }

    /// The paths of fields that have no decision: another version of the clock knows them.
    static func unknown(
        in object: [String: JSONValue], _ fields: [String: Carriage], at path: String = ""
    ) -> [String] {
        object.keys.sorted().flatMap { name -> [String] in
            let inner = path.isEmpty ? name : "\(path).\(name)"
            switch (fields[name], object[name]) {
            case (nil, _): return [inner]
            case (.fields(let known), .object(let value)):
                return unknown(in: value, known, at: inner)
            case (.elements(let known), .list(let values)):
                return values.enumerated().flatMap { place, value -> [String] in
                    guard case .object(let element) = value else { return [] }
                    return unknown(in: element, known, at: "\(inner)[\(place)]")
                }
            default: return []
            }
        }
    }
}

extension PersistentState {
    package static let carriage: [String: Carriage] = [
        "schema": .taken, "boot": .left, "savedAt": .left, "trust": .left, "lastTrusted": .left,
        "isDateGuessed": .left, "zone": .taken, "zoneOffsets": .left,
        "settings": .fields(Settings.carriage), "nextAlarmNumber": .taken, "pauses": .taken,
        "freeDays": .taken, "rehearsal": .left, "hasWarnedOfBattery": .left, "nightUntil": .left,
        "members": .left, "countdowns": .fields(CountdownsRecord.carriage), "notices": .left,
        "checked": .left, "noise": .fields(NoiseState.carriage), "zoneNames": .left,
        "removed": .left, "nextHistorySequence": .left,
        // Beside the fields.
        "alarms": .elements(Alarm.carriage),
        // Nobody here can tell what is in them.
        "keptAlarms": .left, "areKeptAlarmsAcknowledged": .left,
    ]
}

extension Settings {
    package static let carriage: [String: Carriage] = [
        "style": .taken, "presets": .taken, "displayMode": .taken, "worldClocks": .taken,
        "noise": .taken, "soundOutput": .taken, "holdToStop": .taken, "keyFeedback": .taken,
        "graceSeconds": .taken, "doNotDisturb": .taken, "nap": .taken, "countdownRings": .taken,
        "rehearsal": .taken, "pairing": .fields(PairingSettings.carriage), "page": .taken,
        "lamp": .taken, "goodNight": .taken, "mqtt": .fields(MqttSettings.carriage),
    ]
}

extension MqttSettings {
    /// It stays off until somebody switches it on: its program has to pair with this clock.
    package static let carriage: [String: Carriage] = [
        "on": .left, "broker": .taken, "port": .taken, "user": .taken, "tls": .taken,
        "prefix": .taken, "device": .left,
    ]
}

extension PairingSettings {
    /// Devices stay paired with the clock that gave them their tokens.
    package static let carriage: [String: Carriage] = [
        "devices": .left, "nextNumber": .left, "reading": .taken,
    ]
}

extension CountdownsRecord {
    package static let carriage: [String: Carriage] = [
        "timers": .elements(TimerRecord.carriage), "nextTimerNumber": .taken,
        "timerNotices": .left, "nap": .left, "sleep": .left,
    ]
}

extension TimerRecord {
    package static let carriage: [String: Carriage] = [
        "id": .taken, "name": .taken, "length": .taken, "run": .taken, "state": .taken,
        "running": .left, "paused": .left, "since": .left, "ring": .left, "again": .left,
    ]
}

extension NoiseState {
    package static let carriage: [String: Carriage] = [
        "isPlaying": .left, "volume": .taken, "mix": .taken, "sound": .taken, "seed": .taken,
        "memory": .taken, "favourites": .taken, "favourite": .taken,
    ]
}

extension Alarm {
    /// All settings go along. Of the rest, the clock that takes up the alarm counts its dates from then on.
    package static let carriage: [String: Carriage] = {
        var fields: [String: Carriage] = [
            "id": .taken, "revision": .taken, "enabled": .taken, "createdAt": .taken,
            "armedAt": .left, "armedProvisionally": .left, "spent": .left, "skipNext": .taken,
            "skipsAfter": .taken, "skipsProvisional": .left, "switchedOffBy": .left,
            "silencedLead": .left,
        ]
        for setting in settings { fields[setting.name] = .taken }
        return fields
    }()
}
