import ClockCore
import ClockTime

// The reports inside replies. Each stands here in both directions, one above the other, so that they
// are seen to agree.

extension StatusReport {
    var fields: [String: JSONValue] {
        [
            "wall": .wall(wall), "zone": .string(zone), "local": .local(civil),
            "trust": .string(trust.rawValue), "style": .object(style.fields),
            "nextAlarm": nextAlarm.map { .object($0.fields) } ?? .null,
            "ringing": .list(ringing.map { .object($0.fields) }),
            "snoozed": .list(snoozed.map { .object($0.fields) }),
            "missed": .list(missed.map { .object($0.fields) }),
            "noise": .object(noise.fields), "holdToStop": .bool(holdToStop),
            "problems": .list(problems.map { .object($0.fields) }),
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        guard var style = try reader.object("style") else {
            throw reader.missing("style", "an object")
        }
        guard var noise = try reader.object("noise") else {
            throw reader.missing("noise", "an object")
        }
        var next: AlarmReport?
        if var alarm = try reader.object("nextAlarm") { next = try AlarmReport(reading: &alarm) }
        var missed: [MissedNotice] = []
        for var notice in try reader.objects("missed") {
            missed.append(try MissedNotice(reading: &notice))
        }
        var problems: [HealthReport] = []
        for var problem in try reader.objects("problems") {
            // A part that a newer clock has and this client does not know cannot be named here.
            guard let report = try HealthReport(reading: &problem) else { continue }
            problems.append(report)
        }
        self.init(
            wall: try reader.required("wall", .wall), zone: try reader.required("zone", .text),
            civil: try reader.optional("local", .local),
            trust: try reader.required("trust", .name(of: ["trusted", "plausible", "unknown"])),
            style: try ClockStyle(reading: &style), nextAlarm: next,
            ringing: try StatusReport.members("ringing", &reader),
            snoozed: try StatusReport.members("snoozed", &reader), missed: missed,
            noise: try NoiseReport(reading: &noise),
            // A clock that knows nothing of it stops on the press.
            holdToStop: try reader.optional("holdToStop", .bool) ?? false, problems: problems)
    }

    private static func members(
        _ name: String, _ reader: inout FieldReader
    ) throws(FieldError) -> [MemberReport] {
        var members: [MemberReport] = []
        for var member in try reader.objects(name) {
            members.append(try MemberReport(reading: &member))
        }
        return members
    }
}

extension AlarmReport {
    var fields: [String: JSONValue] {
        var schedule = alarm.schedule.kind.fields
        schedule["time"] = .string(alarm.schedule.time.description)
        let rule = alarm.snooze
        let snooze: [String: JSONValue] = [
            "allowed": .bool(rule.isAllowed), "seconds": .seconds(rule.length),
            "limit": rule.limit.map { .integer(Int64($0)) } ?? .null,
        ]
        return [
            "id": .alarm(alarm.id), "revision": .integer(Int64(alarm.revision)),
            "schedule": .object(schedule), "label": .string(alarm.label),
            "enabled": .bool(alarm.isEnabled), "sound": .string(alarm.sound.name),
            "volume": .percent(alarm.volume), "rampSeconds": .seconds(alarm.ramp),
            "snooze": .object(snooze), "ringSeconds": .seconds(alarm.ringLength),
            "automaticRings": .integer(Int64(alarm.automaticRings)),
            "createdAt": .instant(alarm.createdAt), "state": .string(state.rawValue),
            "next": next.map { .object($0.fields(local: nextCivil)) } ?? .null,
            "untilNextSeconds": untilNext.map(JSONValue.seconds) ?? .null,
            "skips": .list(skips.map { .string($0.description) }),
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        guard var schedule = try reader.object("schedule") else {
            throw reader.missing("schedule", "an object")
        }
        let time = try schedule.required("time", .time)
        guard let kind = try Schedule.Kind(reading: &schedule),
            let when = Schedule(time: time, kind: kind)
        else { throw schedule.missing("kind", "weekly, once or dated") }
        var alarm = Alarm(
            id: try reader.required("id", .alarm), schedule: when,
            createdAt: try reader.required("createdAt", .instant))
        alarm.revision = try reader.required("revision", .count)
        alarm.isEnabled = try reader.required("enabled", .bool)
        alarm.label = try reader.required("label", .text)
        alarm.sound = try reader.required("sound", .sound)
        alarm.volume = try reader.required("volume", .percent)
        alarm.ramp = try reader.required("rampSeconds", .reported)
        alarm.ringLength = try reader.required("ringSeconds", .reported)
        alarm.automaticRings = try reader.required("automaticRings", .count)
        guard var snooze = try reader.object("snooze") else {
            throw reader.missing("snooze", "an object")
        }
        alarm.snooze = SnoozeRule(
            isAllowed: try snooze.required("allowed", .bool),
            length: try snooze.required("seconds", .reported),
            limit: try snooze.optional("limit", .count))
        var next: Occurrence?
        var nextCivil: CivilTime?
        if var occurrence = try reader.object("next") {
            next = try Occurrence(reading: &occurrence)
            nextCivil = try occurrence.optional("local", .local)
        }
        self.init(
            alarm: alarm, next: next, nextCivil: nextCivil,
            untilNext: try reader.optional("untilNextSeconds", .reported),
            state: try reader.required(
                "state", .name(of: ["off", "scheduled", "countdown", "alert"])),
            // A clock that knows nothing of it skips nothing.
            skips: try reader.optional("skips", .dates) ?? [])
    }
}

extension Occurrence {
    fileprivate func fields(local: CivilTime?) -> [String: JSONValue] {
        [
            "date": .string(date.description), "instant": .instant(instant),
            "local": .local(local), "placement": .string(placement.rawValue),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            date: try reader.required("date", .date),
            instant: try reader.required("instant", .instant),
            placement: try reader.required(
                "placement", .name(of: ["exact", "movedByGap", "secondPass"])))
    }
}

extension MemberReport {
    fileprivate var fields: [String: JSONValue] {
        var fields = occurrence.fields
        fields["label"] = .string(label)
        fields["scheduled"] = .instant(scheduled)
        fields["snoozes"] = .integer(Int64(snoozes))
        fields["until"] = until.map(JSONValue.wall) ?? .null
        fields["untilLocal"] = .local(untilCivil)
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            occurrence: try OccurrenceID(reading: &reader),
            label: try reader.required("label", .text),
            scheduled: try reader.required("scheduled", .instant),
            snoozes: try reader.required("snoozes", .count),
            until: try reader.optional("until", .wall),
            untilCivil: try reader.optional("untilLocal", .local))
    }
}

extension MissedNotice {
    fileprivate var fields: [String: JSONValue] {
        var fields = occurrence.fields
        fields["scheduled"] = .instant(scheduled)
        fields["reason"] = .string(reason.rawValue)
        fields["count"] = .integer(Int64(count))
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            occurrence: try OccurrenceID(reading: &reader),
            scheduled: try reader.required("scheduled", .instant),
            reason: try reader.required("reason", .name(of: ["late", "unanswered"])),
            count: try reader.required("count", .count))
    }
}

extension NoiseReport {
    var fields: [String: JSONValue] {
        [
            "playing": .bool(isPlaying), "sound": .string(sound.name), "volume": .percent(volume),
            "preview": preview.map { .string($0.name) } ?? .null,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            isPlaying: try reader.required("playing", .bool),
            sound: try reader.required("sound", .sound),
            volume: try reader.required("volume", .percent),
            preview: try reader.optional("preview", .sound))
    }
}

extension ClockStyle {
    private static let automatic = JSONValue.string("automatic")

    var fields: [String: JSONValue] {
        let brightness: JSONValue =
            switch brightness {
            case .automatic: ClockStyle.automatic
            case .fixed(let percent): .percent(percent)
            }
        return [
            "hours": .integer(Int64(hourFormat.rawValue)), "leadingZero": .bool(hasLeadingZero),
            "colon": .string(colon.rawValue), "brightness": brightness,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init()
        hourFormat = try reader.required("hours", .hourFormat)
        hasLeadingZero = try reader.required("leadingZero", .bool)
        colon = try reader.required("colon", .name(of: ColonStyle.allCases.map(\.rawValue)))
        let isAutomatic = reader.raw("brightness") == ClockStyle.automatic
        brightness =
            isAutomatic ? .automatic : .fixed(try reader.required("brightness", .percent))
    }
}

extension HealthReport {
    fileprivate var fields: [String: JSONValue] {
        [
            "part": .string(part.rawValue), "problem": problem.map(JSONValue.string) ?? .null,
        ]
    }

    fileprivate init?(reading reader: inout FieldReader) throws(FieldError) {
        guard let part = HealthPart(rawValue: try reader.required("part", .text)) else {
            return nil
        }
        self.init(part: part, problem: try reader.optional("problem", .text))
    }
}
