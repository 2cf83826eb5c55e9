import BoundedJSON
import ClockCore
import ClockTime

// Records of the history, and how to query them. The encoder and decoder of each are next to each other.
//
// | event                                    | fields beside sequence, at, local, zone, trust          |
// | ---------------------------------------- | ------------------------------------------------------- |
// | clock.booted                             | restored: whether there was a saved state               |
// | alarm.fired                              | alarm, date, scheduled, lateSeconds, joined             |
// | alarm.rangAgain, stopped, skipped        | alarm, date, reason                                     |
// | alarm.snoozed, silenced                  | alarm, date, until                                      |
// | alarm.missed                             | alarm, date, scheduled, reason, count                   |
// | alarm.gotUp, passedOver, superseded,     | alarm, date                                             |
// | reopened                                 |                                                         |
// | alarm.edited                             | alarm, reason                                           |
// | ring.rungTaken                           | rung, output if there is one, reason                    |
// | clock.stepped                            | stepSeconds, reason                                     |
// | clock.trust, clock.zone, battery.low     | -                                                       |
// | storage.failed, storage.recovered        | part                                                    |
// | timer.fired and so on                    | timer: number                                           |
// | nap.fired and so on                      | -                                                       |
// | unknown                                  | kind: the number that a newer program assigned          |
//
// A record about an alarm includes its label, and one of an edit its schedule; one about a timer its name and
// lengthSeconds. They tell what the thing is now or last was, and are null if it was removed long ago.

extension HistoryReport {
    var value: JSONValue {
        .list(
            records.map { record in
                var fields = record.fields
                fields["zone"] = zoneNames[record.zone].map(JSONValue.string) ?? .null
                if let id = record.event.alarm { fields["label"] = .optional(alarmLabels[id]) }
                if case .alarmEdited(let id, _) = record.event {
                    fields["schedule"] = schedules[id].map(FieldForm.schedule.write) ?? .null
                }
                if case .timer(let id, _) = record.event {
                    fields["name"] = .optional(timerNames[id])
                    fields["lengthSeconds"] = timerLengths[id].map(JSONValue.seconds) ?? .null
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
            if case .alarmEdited(let id, _) = record.event {
                if let schedule = try reader.optional("schedule", .schedule) {
                    schedules[id] = schedule
                }
            }
            if case .timer(let id, _) = record.event {
                if let name = try reader.optional("name", .text) { timerNames[id] = name }
                if let length = try reader.optional("lengthSeconds", .reported) {
                    timerLengths[id] = length
                }
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
            trust: try reader.required("trust", .choice),
            zoneOffset: try reader.required("offsetSeconds", .signed), zone: 0,
            event: try HistoryEvent(reading: &reader))
    }
}

extension HistoryEvent {
    fileprivate var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        switch self {
        case .booted(let hadSavedState): fields["restored"] = .bool(hadSavedState)
        case .alarm(let id, let turn): return id.fields.merging(turn.fields) { $1 }
        case .timer(let id, _): fields["timer"] = .integer(Int64(id.number))
        case .nap, .trustChanged, .zoneChanged, .batteryLow: break
        case .alarmEdited(let alarm, let edit):
            fields["alarm"] = .alarm(alarm)
            fields["reason"] = .string(edit.rawValue)
        case .rungTaken(let rung, let reason):
            fields["rung"] = .string(rung.kind.rawValue)
            if let output = rung.output { fields["output"] = .integer(Int64(output)) }
            fields["reason"] = .string(reason.rawValue)
        case .clockStepped(let delta, let cause):
            fields["stepSeconds"] = .seconds(delta)
            fields["reason"] = .string(cause.rawValue)
        case .storageFailed(let part), .storageRecovered(let part):
            fields["part"] = .string(part.rawValue)
        case .alarmsUnreadable(let count): fields["count"] = .integer(Int64(count))
        case .updateTold(let news): fields["reason"] = .string(news.rawValue)
        case .unknown(let kind): fields["kind"] = .integer(Int64(kind))
        }
        return fields
    }

    /// An event, or a word in it, that this client does not know decodes as unknown.
    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let name = EventName(rawValue: try reader.required("event", .text))
        self = try HistoryEvent.known(name ?? .other(.unknown), &reader) ?? .unknown(kind: 0)
    }

    private static func known(
        _ name: EventName, _ reader: inout FieldReader
    ) throws(FieldError) -> HistoryEvent? {
        switch name {
        case .of(.alarm, let word):
            let id = try OccurrenceID(reading: &reader)
            return try Turn.known(word, &reader).map { .alarm(id, $0) }
        case .of(.timer, let word):
            return .timer(TimerID(try reader.required("timer", .count)), word)
        case .of(.nap, let word): return .nap(word)
        case .other(.booted): return .booted(hadSavedState: try reader.required("restored", .bool))
        case .other(.alarmEdited):
            let id = try reader.required("alarm", .alarm)
            return try reader.word("reason").map { .alarmEdited(id, $0) }
        case .other(.rungTaken):
            let output = try reader.optional("output", .count)
            guard let kind = try reader.word("rung") as RingRung.Kind?,
                let reason = try reader.word("reason") as RungReason?
            else { return nil }
            return .rungTaken(RingRung(kind, output: output), reason)
        case .other(.clockStepped):
            let delta = try reader.required("stepSeconds", .reported)
            return try reader.word("reason").map { .clockStepped(by: delta, $0) }
        case .other(.trustChanged): return .trustChanged
        case .other(.zoneChanged): return .zoneChanged
        case .other(.storageFailed): return try reader.word("part").map(HistoryEvent.storageFailed)
        case .other(.storageRecovered):
            return try reader.word("part").map(HistoryEvent.storageRecovered)
        case .other(.alarmsUnreadable):
            return .alarmsUnreadable(try reader.required("count", .count))
        case .other(.batteryLow): return .batteryLow
        case .other(.updateTold):
            return try reader.word("reason").map(HistoryEvent.updateTold)
        case .other(.unknown):
            let kind = try reader.optional("kind", .integer(in: 0...Int(UInt16.max))) ?? 0
            return .unknown(kind: UInt16(clamping: kind))
        case .other, .sleepTimer: return nil
        }
    }
}

extension Turn {
    fileprivate var fields: [String: JSONValue] {
        switch self {
        case .fired(let scheduled, let lateness, let joined, _):
            [
                "scheduled": .instant(scheduled), "lateSeconds": .seconds(lateness),
                "joined": .bool(joined),
            ]
        case .rangAgain(let cause): ["reason": .string(cause.rawValue)]
        case .snoozed(let until), .silenced(let until): ["until": .instant(until.instant)]
        case .stopped(let cause): ["reason": .string(cause.rawValue)]
        case .missed(let scheduled, let reason, let count):
            [
                "scheduled": .instant(scheduled), "reason": .string(reason.rawValue),
                "count": .integer(Int64(count)),
            ]
        case .skipped(let reason): ["reason": .string(reason.rawValue)]
        case .gotUp, .passedOver, .superseded, .reopened, .scheduled, .started, .entered, .paused,
            .resumed, .extended, .preAlert, .sunrise, .cancelled:
            [:]
        }
    }

    /// What the history says about an alarm; nil if this client does not know it.
    fileprivate static func known(
        _ word: Word, _ reader: inout FieldReader
    ) throws(FieldError) -> Turn? {
        switch word {
        case .fired:
            return .fired(
                scheduled: try reader.required("scheduled", .instant),
                lateness: try reader.required("lateSeconds", .reported),
                joined: try reader.required("joined", .bool))
        case .rangAgain: return try reader.word("reason").map { .rangAgain($0) }
        case .snoozed: return .snoozed(until: WallTime(try reader.required("until", .instant)))
        case .silenced: return .silenced(until: WallTime(try reader.required("until", .instant)))
        case .stopped: return try reader.word("reason").map { .stopped(by: $0) }
        case .missed:
            let scheduled = try reader.required("scheduled", .instant)
            let count = try reader.required("count", .count)
            return try reader.word("reason").map {
                .missed(scheduled: scheduled, $0, count: count)
            }
        case .skipped: return try reader.word("reason").map { .skipped($0) }
        case .gotUp: return .gotUp
        case .passedOver: return .passedOver
        case .superseded: return .superseded
        case .reopened: return .reopened
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .cancelled:
            return nil
        }
    }
}

extension FieldReader {
    /// An enum value by name; nil if only a newer clock knows it.
    fileprivate mutating func word<Value: RawRepresentable>(
        _ name: String
    ) throws(FieldError) -> Value? where Value.RawValue == String {
        Value(rawValue: try required(name, .text))
    }
}

extension FieldForm where Value == Int {
    /// A zone's offset in seconds.
    fileprivate static var signed: FieldForm {
        integer(in: -1_000_000...1_000_000)
    }
}
