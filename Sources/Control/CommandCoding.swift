import BoundedJSON
import ClockCore
import ClockTime

// The fields of each command, beside "id", "key" and "command".
//
// | command                    | fields                                                          |
// | -------------------------- | --------------------------------------------------------------- |
// | status, alarm.list         | -                                                               |
// | history                    | alarm: number; date, with it; since; count: all may be missing   |
// | alarm.add                  | alarm: schedule and any of the changes                          |
// | alarm.edit                 | alarm: number; changes: any of them, one at least               |
// | alarm.show, remove, duplicate, test | alarm: number                                          |
// | alarm.enable, disable      | alarm: number, or category: all of that group                   |
// | alarm.skip                 | alarm: number; count: 0 to 31                                   |
// | alarm.pause                | dates: {first, last}, or null for none; or alarm: number        |
// | alarm.resume, schedule, cancel, repeat, add-minute | alarm: number                        |
// | alarm.countdown            | alarm: number; date of its ring                                 |
// | alarm.snooze, stop         | alarm: number; date of its ring; or rings: a list (RingNameCoding) |
// | alarm.acknowledge          | -                                                               |
// | alarm.hold-to-stop         | on: true or false                                               |
// | free-days.list, clear      | -                                                               |
// | free-days.set              | days: a list of {date, name}                                    |
// | dnd.status, off            | -                                                               |
// | dnd.on                     | until: a time of day or an instant; may be missing              |
// | dnd.hours                  | hours: {from, to}, or null for none                             |
// | dnd.noise                  | on: true or false                                               |
// | timer.list, nap.status     | -                                                               |
// | timer.add                  | seconds; name, start: may be missing; start is true without it  |
// | timer.start, pause, resume, add-minute, repeat, remove | timer: number; run: may be missing  |
// | timer.snooze, stop         | timer: number; run: which of its runs                           |
// | nap.start, pause, resume   | nap: number of the one that is meant; may be missing            |
// | nap.snooze, stop           | nap: number of the one that is meant                            |
// | nap.set                    | releaseSeconds, napSeconds, maxSeconds, pulse, pulsePerMinute   |
// | ring.status                | -                                                               |
// | ring.set                   | graceSeconds; of timers and naps ringSeconds, snoozeSeconds, rings |
// | health.status, rehearse    | -                                                               |
// | update.check, ready        | -                                                               |
// | health.evening             | time, or null for never                                         |
// | explain                    | alarm: number; date, with it; last: true; all may be missing     |
// | display.format             | hours: 12 or 24                                                 |
// | time.status                | -                                                               |
// | time.set                   | time: local without an offset, else an instant                  |
//
// What an alarm's changes are stands in AlarmChangesCoding; commands about noise, the mix and sounds stand in
// NoiseCommandCoding.
extension Command {
    var fields: [String: JSONValue] {
        switch self {
        case .status, .listAlarms, .listFreeDays, .showDoNotDisturb, .acknowledge: return [:]
        case .history(let query): return query.fields
        case .addAlarm(let schedule, let changes):
            var changes = changes
            changes.time = schedule.time
            changes.kind = schedule.kind
            return ["alarm": .object(changes.fields)]
        case .editAlarm(let id, let changes):
            return ["alarm": .alarm(id), "changes": .object(changes.fields)]
        case .removeAlarm(let id), .setAlarmEnabled(let id, _), .duplicateAlarm(let id),
            .testAlarm(let id), .showAlarm(let id), .operate(_, .alarm(let id, nil)):
            return ["alarm": .alarm(id)]
        case .operate(_, .alarm(let id, let date?)):
            return OccurrenceID(alarm: id, date: date).fields
        case .setCategoryEnabled(let name, _): return ["category": .string(name)]
        case .skipNext(let id, let count):
            return ["alarm": .alarm(id), "count": .integer(Int64(count))]
        case .pauseAlarms(let dates): return ["dates": dates.map { .object($0.fields) } ?? .null]
        case .operate(_, .timer(let id, let run)): return OperationTarget.fields(id, run: run)
        case .operate(_, .nap(let number)):
            return number.map { ["nap": .integer(Int64($0))] } ?? [:]
        case .listTimers, .nap, .ringRules, .health, .rehearse, .checkUpdate, .updateReadiness:
            return [:]
        case .setRingRules(let changes): return changes.fields
        case .addTimer(let length, let name, let starts):
            var fields: [String: JSONValue] = [
                "seconds": .seconds(length), "start": .bool(starts),
            ]
            fields["name"] = name.map(JSONValue.string)
            return fields
        case .setNap(let changes): return changes.fields
        case .setRehearsal(let time): return ["time": .optional(time?.description)]
        case .explain(let target): return target.fields
        case .snooze(let target), .stop(let target): return target.fields
        case .setFreeDays(let days):
            return days.isEmpty ? [:] : ["days": .list(days.map { .object($0.fields) })]
        case .setDoNotDisturb(let change): return change.fields
        case .noise, .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise,
            .setNoiseVolume, .previewNoise, .endPreview, .setFades, .setSleep:
            return noiseFields
        case .mix(let command): return command.fields
        case .sounds(let command): return command.fields
        case .setHoldToStop(let isOn): return ["on": .bool(isOn)]
        case .setHourFormat(let format): return ["hours": .integer(Int64(format.rawValue))]
        case .time: return [:]
        case .setTime(let given): return ["time": .string(given.description)]
        case .setZone(let zone): return ["zone": .string(zone.name)]
        }
    }

    init(
        reading reader: inout FieldReader, zones: some ZoneReader
    ) throws(FieldError) {
        let name = try reader.required("command", .command)
        switch name {
        case .status: self = .status
        case .history: self = .history(try HistoryQuery(reading: &reader))
        case .addAlarm: self = try Command(adding: &reader, zones)
        case .listAlarms: self = .listAlarms
        case .showAlarm: self = .showAlarm(try reader.required("alarm", .alarm))
        case .editAlarm: self = try Command(editing: &reader, zones)
        case .removeAlarm: self = .removeAlarm(try reader.required("alarm", .alarm))
        case .enableAlarm: self = try Command(enabling: true, &reader)
        case .disableAlarm: self = try Command(enabling: false, &reader)
        case .duplicateAlarm: self = .duplicateAlarm(try reader.required("alarm", .alarm))
        case .testAlarm: self = .testAlarm(try reader.required("alarm", .alarm))
        case .skipNext:
            let id = try reader.required("alarm", .alarm)
            self = .skipNext(id, try reader.required("count", .integer(in: AlarmLimits.skipNext)))
        case .pause: self = try Command(pausing: &reader)
        case .resume: self = try Command(.resume, &reader)
        case .schedule: self = try Command(.schedule, &reader)
        case .cancel: self = try Command(.cancel, &reader)
        case .countdown:
            let ring = try OccurrenceID(reading: &reader)
            self = .operate(.countdown, .alarm(ring.alarm, date: ring.date))
        case .repeat: self = try Command(.repeat, &reader)
        case .addMinute: self = try Command(.add, &reader)
        case .listTimers, .addTimer, .startTimer, .pauseTimer, .resumeTimer, .addMinuteToTimer,
            .repeatTimer, .snoozeTimer, .stopTimer, .removeTimer, .showNap, .startNap, .pauseNap,
            .resumeNap, .snoozeNap, .stopNap, .setNap, .showRingRules, .setRingRules:
            self = try Command(name, countdowns: &reader)
        case .showHealth: self = .health
        case .rehearse: self = .rehearse
        case .checkUpdate: self = .checkUpdate
        case .updateReadiness: self = .updateReadiness
        case .setRehearsal: self = try Command(settingRehearsal: &reader)
        case .explain: self = .explain(try ExplainTarget(reading: &reader))
        case .snooze: self = .snooze(try RingTarget(reading: &reader))
        case .stop: self = .stop(try RingTarget(reading: &reader))
        case .acknowledge: self = .acknowledge
        case .listFreeDays: self = .listFreeDays
        case .setFreeDays: self = .setFreeDays(try FreeDay.list(in: &reader))
        case .clearFreeDays: self = .setFreeDays([])
        case .showDoNotDisturb: self = .showDoNotDisturb
        case .doNotDisturbOn: self = .setDoNotDisturb(try .on(reading: &reader))
        case .doNotDisturbOff: self = .setDoNotDisturb(.byHand(.off))
        case .setQuietHours: self = .setDoNotDisturb(try .quietHours(reading: &reader))
        case .setQuietNoise:
            self = .setDoNotDisturb(.allowsNoise(try reader.required("on", .bool)))
        case .showNoise, .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise,
            .setNoiseVolume, .previewNoise, .endPreview, .setFades, .setSleep:
            self = try Command(name, noise: &reader)
        case .listMix, .addToMix, .setInMix, .removeFromMix, .clearMix, .saveMix, .loadMix,
            .renameMix, .deleteMix, .shareMix:
            self = .mix(try MixCommand(name, &reader))
        case .listSounds, .searchSounds, .showSound, .renameSound, .deleteSound, .importSound,
            .listOutputs, .setOutputs:
            self = .sounds(try SoundCommand(name, &reader))
        case .setHoldToStop: self = .setHoldToStop(try reader.required("on", .bool))
        case .setHourFormat: self = .setHourFormat(try reader.required("hours", .hourFormat))
        case .showTime: self = .time
        case .setTime: self = .setTime(try reader.required("time", .given))
        case .setZone: self = .setZone(try Zone(reading: &reader, zones))
        }
    }

    /// A new alarm needs a time; without a kind it rings once (product, S1).
    private init(
        adding reader: inout FieldReader, _ zones: some ZoneReader
    ) throws(FieldError) {
        guard var alarm = try reader.object("alarm") else {
            throw reader.missing("alarm", "an object with the alarm's schedule")
        }
        var changes = try AlarmChanges(reading: &alarm, zones: zones)
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

    private init(
        editing reader: inout FieldReader, _ zones: some ZoneReader
    ) throws(FieldError) {
        let id = try reader.required("alarm", .alarm)
        guard var changes = try reader.object("changes") else {
            throw reader.missing("changes", "an object with what is to change")
        }
        self = .editAlarm(id, try AlarmChanges(reading: &changes, zones: zones))
        try changes.finish()
    }

    private init(enabling isEnabled: Bool, _ reader: inout FieldReader) throws(FieldError) {
        let category = try reader.optional("category", .text)
        let alarm = try reader.optional("alarm", .alarm)
        switch (alarm, category) {
        case (let id?, nil): self = .setAlarmEnabled(id, isEnabled)
        case (nil, let name?): self = .setCategoryEnabled(name, isEnabled)
        case (nil, nil): throw reader.missing("alarm", "an alarm's number; or give a category")
        case (_?, _?):
            throw FieldError(reader.path("category"), "goes only without an alarm")
        }
    }

    private init(_ operation: Operation, _ reader: inout FieldReader) throws(FieldError) {
        self = .operate(operation, .alarm(try reader.required("alarm", .alarm)))
    }

    /// All alarms for some dates. One alarm too, although the clock refuses that, so that whoever asks
    /// is told why.
    private init(pausing reader: inout FieldReader) throws(FieldError) {
        if let id = try reader.optional("alarm", .alarm) {
            self = .operate(.pause, .alarm(id))
        } else if reader.raw("dates") == .null {
            self = .pauseAlarms(nil)
        } else if var dates = try reader.object("dates") {
            self = .pauseAlarms(try DateRange(reading: &dates))
            try dates.finish()
        } else {
            throw reader.missing("dates", "an object with first and last, or null for no pause")
        }
    }
}

extension FieldForm where Value == CommandName {
    fileprivate static var command: FieldForm {
        FieldForm("one of \(CommandName.list)") { value in
            if case .string(let name) = value { CommandName(rawValue: name) } else { nil }
        }
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

extension JSONValue {
    static func alarm(_ id: AlarmID) -> JSONValue { .integer(Int64(id.number)) }
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    static func percent(_ percent: Percent) -> JSONValue { .integer(Int64(percent.value)) }
}
