import ClockCore
import ClockTime

// The fields of each command, beside "id" and "command".
//
// | command                    | fields                                                          |
// | -------------------------- | --------------------------------------------------------------- |
// | status, alarm.list         | -                                                               |
// | history                    | alarm: number; date, with it; since; count: all may be missing   |
// | alarm.add                  | alarm: schedule and any of the changes                          |
// | alarm.edit                 | alarm: number; changes: any of them, one at least               |
// | alarm.remove, enable, disable | alarm: number                                                |
// | alarm.skip                 | alarm: number; count: 0 to 31                                   |
// | alarm.snooze, stop         | nothing: what rings; or alarm: number; or that and date         |
// | alarm.hold-to-stop         | on: true or false                                               |
// | noise.play                 | sound, volume: both may be missing                              |
// | noise.preview              | sound                                                           |
// | noise.stop                 | -                                                               |
// | noise.volume               | volume                                                          |
// | display.format             | hours: 12 or 24                                                 |
//
// The changes are schedule {time, kind, weekdays, date}, label, sound, volume, rampSeconds and
// snooze {allowed, seconds, limit}; what is missing stays as it is, and a limit of null is none.
extension Command {
    var fields: [String: JSONValue] {
        switch self {
        case .status, .listAlarms, .stopNoise: return [:]
        case .history(let query): return query.fields
        case .addAlarm(let schedule, let changes):
            var changes = changes
            changes.time = schedule.time
            changes.kind = schedule.kind
            return ["alarm": .object(changes.fields)]
        case .editAlarm(let id, let changes):
            return ["alarm": .alarm(id), "changes": .object(changes.fields)]
        case .removeAlarm(let id), .setAlarmEnabled(let id, _): return ["alarm": .alarm(id)]
        case .skipNext(let id, let count):
            return ["alarm": .alarm(id), "count": .integer(Int64(count))]
        case .snooze(let target), .stop(let target): return target.fields
        case .playNoise(let sound, let volume):
            var fields: [String: JSONValue] = [:]
            fields["sound"] = sound.map { .string($0.name) }
            fields["volume"] = volume.map(JSONValue.percent)
            return fields
        case .setNoiseVolume(let volume): return ["volume": .percent(volume)]
        case .previewNoise(let sound): return ["sound": .string(sound.name)]
        case .setHoldToStop(let isOn): return ["on": .bool(isOn)]
        case .setHourFormat(let format): return ["hours": .integer(Int64(format.rawValue))]
        }
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        switch try reader.required("command", .command) {
        case .status: self = .status
        case .history: self = .history(try HistoryQuery(reading: &reader))
        case .addAlarm:
            guard var alarm = try reader.object("alarm") else {
                throw reader.missing("alarm", "an object with the alarm's schedule")
            }
            self = try Command(adding: &alarm)
        case .listAlarms: self = .listAlarms
        case .editAlarm:
            let id = try reader.required("alarm", .alarm)
            guard var changes = try reader.object("changes") else {
                throw reader.missing("changes", "an object with what is to change")
            }
            self = .editAlarm(id, try AlarmChanges(reading: &changes))
            try changes.finish()
        case .removeAlarm: self = .removeAlarm(try reader.required("alarm", .alarm))
        case .enableAlarm: self = .setAlarmEnabled(try reader.required("alarm", .alarm), true)
        case .disableAlarm: self = .setAlarmEnabled(try reader.required("alarm", .alarm), false)
        case .skipNext:
            let id = try reader.required("alarm", .alarm)
            self = .skipNext(id, try reader.required("count", .integer(in: AlarmLimits.skipNext)))
        case .snooze: self = .snooze(try MemberTarget(reading: &reader))
        case .stop: self = .stop(try MemberTarget(reading: &reader))
        case .playNoise:
            let sound = try reader.optional("sound", .sound)
            self = .playNoise(sound, volume: try reader.optional("volume", .percent))
        case .stopNoise: self = .stopNoise
        case .setNoiseVolume: self = .setNoiseVolume(try reader.required("volume", .percent))
        case .previewNoise: self = .previewNoise(try reader.required("sound", .sound))
        case .setHoldToStop: self = .setHoldToStop(try reader.required("on", .bool))
        case .setHourFormat: self = .setHourFormat(try reader.required("hours", .hourFormat))
        }
    }

    /// A new alarm needs a time; without a kind it rings once (product, S1).
    private init(adding alarm: inout FieldReader) throws(FieldError) {
        var changes = try AlarmChanges(reading: &alarm)
        try alarm.finish()
        let allowed = "an object with the time at least"
        guard let time = changes.time else {
            throw changes.kind == nil
                ? alarm.missing("schedule", allowed) : alarm.missing("schedule.time", "a time")
        }
        guard let schedule = Schedule(time: time, kind: changes.kind ?? .once) else {
            throw alarm.missing("schedule.weekdays", "one weekday at least")
        }
        changes.time = nil
        changes.kind = nil
        self = .addAlarm(schedule, changes)
    }
}

extension MemberTarget {
    fileprivate var fields: [String: JSONValue] {
        switch self {
        case .current: [:]
        case .alarm(let id): ["alarm": .alarm(id)]
        case .occurrence(let occurrence): occurrence.fields
        }
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let alarm = try reader.optional("alarm", .alarm)
        let date = try reader.optional("date", .date)
        switch (alarm, date) {
        case (nil, nil): self = .current
        case (let alarm?, nil): self = .alarm(alarm)
        case (let alarm?, let date?): self = .occurrence(OccurrenceID(alarm: alarm, date: date))
        case (nil, _?): throw reader.missing("alarm", "the alarm that the date belongs to")
        }
    }
}

extension OccurrenceID {
    var fields: [String: JSONValue] {
        ["alarm": .alarm(alarm), "date": .string(date.description)]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            alarm: try reader.required("alarm", .alarm), date: try reader.required("date", .date))
    }
}

extension AlarmChanges {
    fileprivate var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        var schedule: [String: JSONValue] = kind?.fields ?? [:]
        schedule["time"] = time.map { .string($0.description) }
        if !schedule.isEmpty { fields["schedule"] = .object(schedule) }
        fields["label"] = label.map(JSONValue.string)
        fields["sound"] = sound.map { .string($0.name) }
        fields["volume"] = volume.map(JSONValue.percent)
        fields["rampSeconds"] = ramp.map(JSONValue.seconds)
        var snooze: [String: JSONValue] = [:]
        snooze["allowed"] = snoozeAllowed.map(JSONValue.bool)
        snooze["seconds"] = snoozeLength.map(JSONValue.seconds)
        switch snoozeLimit {
        case .unlimited: snooze["limit"] = .null
        case .times(let count): snooze["limit"] = .integer(Int64(count))
        case nil: break
        }
        if !snooze.isEmpty { fields["snooze"] = .object(snooze) }
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init()
        if var schedule = try reader.object("schedule") {
            time = try schedule.optional("time", .time)
            kind = try Schedule.Kind(reading: &schedule)
            try schedule.finish()
        }
        label = try reader.optional("label", .text)
        sound = try reader.optional("sound", .sound)
        volume = try reader.optional("volume", .percent)
        ramp = try reader.optional("rampSeconds", .seconds(in: AlarmLimits.ramp))
        guard var snooze = try reader.object("snooze") else { return }
        snoozeAllowed = try snooze.optional("allowed", .bool)
        snoozeLength = try snooze.optional("seconds", .seconds(in: AlarmLimits.snoozeLength))
        snoozeLimit = try snooze.optional("limit", .snoozeLimit)
        try snooze.finish()
    }
}

extension Schedule.Kind {
    /// As `Schedule` itself is stored, less the time.
    var fields: [String: JSONValue] {
        switch self {
        case .weekly(let days):
            let numbers = days.days.map { JSONValue.integer(Int64($0.rawValue)) }
            return ["kind": .string("weekly"), "weekdays": .list(numbers)]
        case .once: return ["kind": .string("once")]
        case .dated(let date):
            return ["kind": .string("dated"), "date": .string(date.description)]
        }
    }

    /// Nil where no kind is given.
    init?(reading reader: inout FieldReader) throws(FieldError) {
        let kind = try reader.optional("kind", .kind)
        let weekdays = try reader.optional("weekdays", .weekdays)
        let date = try reader.optional("date", .date)
        if weekdays != nil, kind != .weekly {
            throw FieldError(reader.path("weekdays"), "goes only with the kind \"weekly\"")
        }
        if date != nil, kind != .dated {
            throw FieldError(reader.path("date"), "goes only with the kind \"dated\"")
        }
        switch kind {
        case nil: return nil
        case .once: self = .once
        case .weekly: self = .weekly(try reader.required("weekdays", .weekdays))
        case .dated: self = .dated(try reader.required("date", .date))
        }
    }

    enum Name: String, CaseIterable {
        case weekly, once, dated
    }
}

extension FieldForm where Value == CommandName {
    fileprivate static var command: FieldForm {
        FieldForm("one of \(CommandName.list)") { value in
            if case .string(let name) = value { CommandName(rawValue: name) } else { nil }
        }
    }
}

extension FieldForm where Value == Schedule.Kind.Name {
    fileprivate static var kind: FieldForm {
        .name(of: Schedule.Kind.Name.allCases.map(\.rawValue))
    }
}

extension FieldForm where Value == HourFormat {
    static var hourFormat: FieldForm {
        FieldForm("12 or 24") { value in
            guard case .integer(let hours) = value else { return nil }
            return Int(exactly: hours).flatMap { HourFormat(rawValue: $0) }
        }
    }
}

extension FieldForm where Value == AlarmChanges.SnoozeLimit {
    fileprivate static var snoozeLimit: FieldForm {
        let range = AlarmLimits.snoozeLimit
        let count = FieldForm<Int>.integer(in: range)
        return FieldForm("\(count.allowed), or null for no limit") { value in
            value == .null ? .unlimited : count.read(value).map { .times($0) }
        }
    }
}

extension JSONValue {
    static func alarm(_ id: AlarmID) -> JSONValue { .integer(Int64(id.number)) }
    static func percent(_ percent: Percent) -> JSONValue { .integer(Int64(percent.value)) }
}
