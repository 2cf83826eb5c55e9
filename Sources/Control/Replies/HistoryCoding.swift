import BoundedJSON
import ClockCore
import ClockTime

// Records of the history, and how they are asked for. Both directions of each stand together.
//
// | event                                    | fields beside sequence, at, local, zone, trust          |
// | ---------------------------------------- | ------------------------------------------------------- |
// | clock.booted                             | restored: whether there was a saved state               |
// | alarm.fired                              | alarm, date, scheduled, lateSeconds, joined             |
// | alarm.rangAgain, stopped, skipped        | alarm, date, reason                                     |
// | alarm.snoozed, silenced                  | alarm, date, until                                      |
// | alarm.missed                             | alarm, date, scheduled, reason, count                   |
// | alarm.passedOver, superseded, reopened   | alarm, date                                             |
// | alarm.edited                             | alarm, reason                                           |
// | ring.rungTaken                           | rung, output where that is one, reason                  |
// | clock.stepped                            | stepSeconds, reason                                     |
// | clock.trust, clock.zone                  | -                                                       |
// | storage.failed, storage.recovered        | part                                                    |
// | timer, nap                               | timer: number; reason                                   |
// | unknown                                  | kind: the number that a newer program gave it           |
//
// A record about an alarm has its label beside that, one about a timer its name, as far as they are still there.

extension HistoryReport {
    var value: JSONValue {
        .list(
            records.map { record in
                var fields = record.fields
                fields["zone"] = zoneNames[record.zone].map(JSONValue.string) ?? .null
                if let id = record.event.alarm { fields["label"] = .optional(alarmLabels[id]) }
                if let number = record.event.timer {
                    fields["name"] = .optional(timerNames[number])
                }
                return .object(fields)
            })
    }

    init(reading readers: [FieldReader]) throws(FieldError) {
        self.init(records: [], zoneNames: [:])
        for reader in readers {
            var reader = reader
            var record = try HistoryRecord(reading: &reader)
            if let name = try reader.optional("zone", .text) {
                record.zone = HistoryRecord.checksum(ofZone: name)
                zoneNames[record.zone] = name
            }
            if let id = record.event.alarm, let label = try reader.optional("label", .text) {
                alarmLabels[id] = label
            }
            if let number = record.event.timer, let name = try reader.optional("name", .text) {
                timerNames[number] = name
            }
            records.append(record)
        }
    }
}

extension HistoryRecord {
    fileprivate var fields: [String: JSONValue] {
        var fields = event.fields
        fields["sequence"] = .integer(Int64(clamping: sequence))
        fields["at"] = .instant(instant)
        fields["local"] = .local(civil)
        fields["offsetSeconds"] = .integer(Int64(zoneOffset))
        fields["trust"] = .string(trust.rawValue)
        fields["event"] = .string(event.name.rawValue)
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            sequence: UInt64(try reader.required("sequence", .count)),
            instant: try reader.required("at", .instant),
            trust: try reader.required("trust", .name(of: ["trusted", "plausible", "unknown"])),
            zoneOffset: try reader.required("offsetSeconds", .signed), zone: 0,
            event: try HistoryEvent(reading: &reader))
    }
}

/// The names of events in JSON: those of the event file where it has them too.
enum HistoryEventName: String, CaseIterable {
    case booted = "clock.booted"
    case fired = "alarm.fired"
    case rangAgain = "alarm.rangAgain"
    case snoozed = "alarm.snoozed"
    case silenced = "alarm.silenced"
    case stopped = "alarm.stopped"
    case missed = "alarm.missed"
    case skipped = "alarm.skipped"
    case passedOver = "alarm.passedOver"
    case superseded = "alarm.superseded"
    case reopened = "alarm.reopened"
    case edited = "alarm.edited"
    case rungTaken = "ring.rungTaken"
    case clockStepped = "clock.stepped"
    case trustChanged = "clock.trust"
    case zoneChanged = "clock.zone"
    case storageFailed = "storage.failed"
    case storageRecovered = "storage.recovered"
    case alarmsUnreadable = "alarm.unreadable"
    case timer, nap, unknown
}

extension HistoryEvent {
    /// The number of the timer that it is about.
    fileprivate var timer: Int? {
        if case .countdown(.timer(let number), _) = self { number } else { nil }
    }

    fileprivate var name: HistoryEventName {
        switch self {
        case .booted: .booted
        case .fired: .fired
        case .rangAgain: .rangAgain
        case .snoozed: .snoozed
        case .silenced: .silenced
        case .stopped: .stopped
        case .missed: .missed
        case .skipped: .skipped
        case .passedOver: .passedOver
        case .superseded: .superseded
        case .reopened: .reopened
        case .edited: .edited
        case .rungTaken: .rungTaken
        case .clockStepped: .clockStepped
        case .trustChanged: .trustChanged
        case .zoneChanged: .zoneChanged
        case .storageFailed: .storageFailed
        case .storageRecovered: .storageRecovered
        case .alarmsUnreadable: .alarmsUnreadable
        case .countdown(.timer, _): .timer
        case .countdown(.nap, _): .nap
        case .unknown: .unknown
        }
    }

    fileprivate var fields: [String: JSONValue] {
        var fields = occurrence?.fields ?? [:]
        switch self {
        case .booted(let hadSavedState): fields["restored"] = .bool(hadSavedState)
        case .fired(_, let scheduled, let lateness, let joined):
            fields["scheduled"] = .instant(scheduled)
            fields["lateSeconds"] = .seconds(lateness)
            fields["joined"] = .bool(joined)
        case .rangAgain(_, let cause): fields["reason"] = .string(cause.rawValue)
        case .snoozed(_, let until), .silenced(_, let until): fields["until"] = .instant(until)
        case .stopped(_, let cause): fields["reason"] = .string(cause.rawValue)
        case .missed(_, let scheduled, let reason, let count):
            fields["scheduled"] = .instant(scheduled)
            fields["reason"] = .string(reason.rawValue)
            fields["count"] = .integer(Int64(count))
        case .skipped(_, let reason): fields["reason"] = .string(reason.rawValue)
        case .passedOver, .superseded, .reopened, .trustChanged, .zoneChanged: break
        case .edited(let alarm, let edit):
            fields["alarm"] = .alarm(alarm)
            fields["reason"] = .string(edit.rawValue)
        case .rungTaken(let rung, let reason):
            fields["rung"] = .string(rung.kind.rawValue)
            if case .output(let output) = rung { fields["output"] = .integer(Int64(output)) }
            fields["reason"] = .string(reason.rawValue)
        case .clockStepped(let delta, let cause):
            fields["stepSeconds"] = .seconds(delta)
            fields["reason"] = .string(cause.rawValue)
        case .storageFailed(let part), .storageRecovered(let part):
            fields["part"] = .string(part.rawValue)
        case .alarmsUnreadable(let count): fields["count"] = .integer(Int64(count))
        case .countdown(let name, let event):
            if case .timer(let number) = name { fields["timer"] = .integer(Int64(number)) }
            fields["reason"] = .string(event.rawValue)
        case .unknown(let kind): fields["kind"] = .integer(Int64(kind))
        }
        return fields
    }

    /// An event, or a word in it, that this client does not know reads as unknown.
    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let name = HistoryEventName(rawValue: try reader.required("event", .text))
        self = try HistoryEvent.known(name ?? .unknown, &reader) ?? .unknown(kind: 0)
    }

    private static func known(
        _ name: HistoryEventName, _ reader: inout FieldReader
    ) throws(FieldError) -> HistoryEvent? {
        switch name {
        case .booted: return .booted(hadSavedState: try reader.required("restored", .bool))
        case .edited:
            let id = try reader.required("alarm", .alarm)
            return try reader.word("reason").map { .edited(id, $0) }
        case .rungTaken:
            let output = try reader.optional("output", .count) ?? 0
            guard let kind = try reader.word("rung") as RingRung.Kind?,
                let reason = try reader.word("reason") as RungReason?
            else { return nil }
            return .rungTaken(RingRung(kind, output: output), reason)
        case .clockStepped:
            let delta = try reader.required("stepSeconds", .reported)
            return try reader.word("reason").map { .clockStepped(by: delta, $0) }
        case .trustChanged: return .trustChanged
        case .zoneChanged: return .zoneChanged
        case .storageFailed: return try reader.word("part").map(HistoryEvent.storageFailed)
        case .storageRecovered: return try reader.word("part").map(HistoryEvent.storageRecovered)
        case .alarmsUnreadable: return .alarmsUnreadable(try reader.required("count", .count))
        case .timer:
            let number = try reader.required("timer", .count)
            return try reader.word("reason").map { .countdown(.timer(number), $0) }
        case .nap: return try reader.word("reason").map { .countdown(.nap, $0) }
        case .unknown:
            let kind = try reader.optional("kind", .integer(in: 0...Int(UInt16.max))) ?? 0
            return .unknown(kind: UInt16(clamping: kind))
        case .fired, .rangAgain, .snoozed, .silenced, .stopped, .missed, .skipped, .passedOver,
            .superseded, .reopened:
            return try known(name, of: try OccurrenceID(reading: &reader), &reader)
        }
    }

    private static func known(
        _ name: HistoryEventName, of id: OccurrenceID, _ reader: inout FieldReader
    ) throws(FieldError) -> HistoryEvent? {
        switch name {
        case .fired:
            return .fired(
                id, scheduled: try reader.required("scheduled", .instant),
                lateness: try reader.required("lateSeconds", .reported),
                joined: try reader.required("joined", .bool))
        case .rangAgain: return try reader.word("reason").map { .rangAgain(id, $0) }
        case .snoozed: return .snoozed(id, until: try reader.required("until", .instant))
        case .silenced: return .silenced(id, until: try reader.required("until", .instant))
        case .stopped: return try reader.word("reason").map { .stopped(id, by: $0) }
        case .missed:
            let scheduled = try reader.required("scheduled", .instant)
            let count = try reader.required("count", .count)
            return try reader.word("reason").map {
                .missed(id, scheduled: scheduled, $0, count: count)
            }
        case .skipped: return try reader.word("reason").map { .skipped(id, $0) }
        case .passedOver: return .passedOver(id)
        case .superseded: return .superseded(id)
        case .reopened: return .reopened(id)
        case .booted, .edited, .rungTaken, .clockStepped, .trustChanged, .zoneChanged,
            .storageFailed, .storageRecovered, .alarmsUnreadable, .timer, .nap, .unknown:
            return nil
        }
    }
}

extension RingRung {
    fileprivate enum Kind: String {
        case sound, tone, output, buzzer, motor, display, card
    }

    fileprivate var kind: Kind {
        switch self {
        case .chosenSound: .sound
        case .builtInTone: .tone
        case .output: .output
        case .buzzer: .buzzer
        case .motor: .motor
        case .flashingDisplay: .display
        case .otherCard: .card
        }
    }

    fileprivate init(_ kind: Kind, output: Int) {
        switch kind {
        case .sound: self = .chosenSound
        case .tone: self = .builtInTone
        case .output: self = .output(output)
        case .buzzer: self = .buzzer
        case .motor: self = .motor
        case .display: self = .flashingDisplay
        case .card: self = .otherCard
        }
    }
}

extension FieldReader {
    /// A word of an enum; nil for one that a newer clock knows.
    fileprivate mutating func word<Value: RawRepresentable>(
        _ name: String
    ) throws(FieldError) -> Value? where Value.RawValue == String {
        Value(rawValue: try required(name, .text))
    }
}

extension FieldForm where Value == Int {
    /// Seconds that a zone adds.
    fileprivate static var signed: FieldForm {
        integer(in: -1_000_000...1_000_000)
    }
}
