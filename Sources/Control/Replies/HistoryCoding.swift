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
        let (name, details) = event.entry
        var fields = details.stored
        // In whole seconds, as records have it.
        if let until = details.until { fields["until"] = .instant(until.instant) }
        fields["sequence"] = .integer(Int64(clamping: sequence))
        fields["at"] = .instant(instant)
        fields["local"] = .local(civil)
        fields["offsetSeconds"] = .integer(Int64(zoneOffset))
        fields["trust"] = .string(trust.rawValue)
        fields["event"] = .string(name.rawValue)
        return fields
    }

    /// An event, or a word in it, that this client does not know decodes as unknown.
    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let name = EventName(rawValue: try reader.required("event", .text))
        let details = EventDetails(stored: reader.fields)
        self.init(
            sequence: UInt64(try reader.required("sequence", .count)),
            instant: try reader.required("at", .instant),
            trust: try reader.required("trust", .choice),
            zoneOffset: try reader.required("offsetSeconds", .signed), zone: 0,
            event: name.flatMap { HistoryEvent($0, details) } ?? .unknown(kind: 0))
    }
}

extension FieldForm where Value == Int {
    /// A zone's offset in seconds.
    fileprivate static var signed: FieldForm {
        integer(in: -1_000_000...1_000_000)
    }
}
