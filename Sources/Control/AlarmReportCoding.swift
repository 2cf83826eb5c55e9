import BoundedJSON
import ClockCore
import ClockTime

// An alarm as replies tell of it. Both directions stand one above the other, so that they are seen to
// agree. What a clock does not say is what a new alarm has: an older one knows nothing of it.

extension AlarmReport {
    var fields: [String: JSONValue] {
        var fields = alarm.words.merging(alarm.ring) { $1 }
        fields["state"] = .string(state.rawValue)
        fields["next"] = next.map { .object($0.fields(local: nextCivil)) } ?? .null
        fields["untilNextSeconds"] = untilNext.map(JSONValue.seconds) ?? .null
        fields["skips"] = .list(skips.map { .object($0.fields) })
        fields["furtherSkips"] = furtherSkips.map { .object($0.fields) } ?? .null
        fields["snoozedUntil"] = snoozedUntil.map(JSONValue.wall) ?? .null
        fields["snoozedUntilLocal"] = .local(snoozedUntilCivil)
        return fields
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        var alarm = try Alarm(reading: &reader)
        try alarm.readRing(&reader)
        var next: Occurrence?
        var nextCivil: CivilTime?
        if var occurrence = try reader.object("next") {
            next = try Occurrence(reading: &occurrence)
            nextCivil = try occurrence.optional("local", .local)
        }
        var skips: [SkippedDate] = []
        for var skip in try reader.objects("skips") {
            skips.append(try SkippedDate(reading: &skip))
        }
        var further: FurtherSkips?
        if var others = try reader.object("furtherSkips") {
            further = try FurtherSkips(reading: &others)
        }
        self.init(
            alarm: alarm, next: next, nextCivil: nextCivil,
            untilNext: try reader.optional("untilNextSeconds", .reported),
            state: try reader.required(
                "state", .name(of: ["off", "scheduled", "countdown", "alert"])),
            skips: skips, furtherSkips: further)
        snoozedUntil = try reader.optional("snoozedUntil", .wall)
        snoozedUntilCivil = try reader.optional("snoozedUntilLocal", .local)
    }

    static func list(
        _ name: String, in reader: inout FieldReader
    ) throws(FieldError) -> [AlarmReport] {
        var reports: [AlarmReport] = []
        for var alarm in try reader.objects(name) {
            reports.append(try AlarmReport(reading: &alarm))
        }
        return reports
    }
}

extension Alarm {
    /// Who and when it is.
    fileprivate var words: [String: JSONValue] {
        var when = schedule.kind.fields
        when["time"] = .string(schedule.time.description)
        return [
            "id": .alarm(id), "revision": .integer(Int64(revision)), "schedule": .object(when),
            "zone": .optional(pinnedZone), "enabled": .bool(isEnabled), "label": .string(label),
            "message": .string(message), "icon": .optional(icon), "category": .optional(category),
            "tint": .optional(tint?.description), "createdAt": .instant(createdAt),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        guard var schedule = try reader.object("schedule") else {
            throw reader.missing("schedule", "an object")
        }
        let time = try schedule.required("time", .time)
        guard let kind = try Schedule.Kind(reading: &schedule),
            let when = Schedule(time: time, kind: kind)
        else { throw schedule.missing("kind", "weekly, once or dated") }
        self.init(
            id: try reader.required("id", .alarm), schedule: when,
            createdAt: try reader.required("createdAt", .instant))
        revision = try reader.required("revision", .count)
        isEnabled = try reader.required("enabled", .bool)
        pinnedZone = try reader.optional("zone", .text)
        label = try reader.required("label", .text)
        message = try reader.optional("message", .text) ?? message
        icon = try reader.optional("icon", .text)
        category = try reader.optional("category", .text)
        tint = try reader.optional("tint", .tint)
    }

    /// How it rings.
    fileprivate var ring: [String: JSONValue] {
        let snooze: [String: JSONValue] = [
            "allowed": .bool(snooze.isAllowed), "seconds": .seconds(snooze.length),
            "limit": snooze.limit.map { .integer(Int64($0)) } ?? .null,
        ]
        return [
            "sound": .string(sound.name), "volume": .percent(volume),
            "rampSeconds": .seconds(ramp), "snooze": .object(snooze),
            "vibration": vibration.map { .object($0.fields) } ?? .null,
            "mustWake": .bool(isMustWake), "preAlertSeconds": .seconds(preAlert),
            "sunriseSeconds": .seconds(sunrise), "observesFreeDays": .bool(observesFreeDays),
            "respectsDoNotDisturb": .bool(respectsDoNotDisturb),
            "ringSeconds": .seconds(ringLength),
            "automaticRings": .integer(Int64(automaticRings)),
        ]
    }

    fileprivate mutating func readRing(_ reader: inout FieldReader) throws(FieldError) {
        sound = try reader.required("sound", .sound)
        volume = try reader.required("volume", .percent)
        ramp = try reader.required("rampSeconds", .reported)
        ringLength = try reader.required("ringSeconds", .reported)
        automaticRings = try reader.required("automaticRings", .count)
        guard var snooze = try reader.object("snooze") else {
            throw reader.missing("snooze", "an object")
        }
        self.snooze = SnoozeRule(
            isAllowed: try snooze.required("allowed", .bool),
            length: try snooze.required("seconds", .reported),
            limit: try snooze.optional("limit", .count))
        if var pattern = try reader.object("vibration") {
            vibration = try VibrationPattern(reading: &pattern)
        }
        isMustWake = try reader.optional("mustWake", .bool) ?? isMustWake
        preAlert = try reader.optional("preAlertSeconds", .reported) ?? preAlert
        sunrise = try reader.optional("sunriseSeconds", .reported) ?? sunrise
        observesFreeDays = try reader.optional("observesFreeDays", .bool) ?? observesFreeDays
        respectsDoNotDisturb =
            try reader.optional("respectsDoNotDisturb", .bool) ?? respectsDoNotDisturb
    }
}

extension SkippedDate {
    fileprivate var fields: [String: JSONValue] {
        [
            "date": .string(date.description), "reason": .string(reason.rawValue),
            "freeDay": .optional(freeDay),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            date: try reader.required("date", .date),
            reason: try reader.required(
                "reason", .name(of: SkipReason.allCases.map(\.rawValue))),
            freeDay: try reader.optional("freeDay", .text))
    }
}

extension FurtherSkips {
    fileprivate var fields: [String: JSONValue] {
        [
            "count": .integer(Int64(count)), "last": .string(last.description),
            "reasons": .list(reasons.map { .string($0.rawValue) }), "all": .bool(isAll),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        // A reason that a newer clock has cannot be named here; the dates count all the same.
        let words = try reader.required("reasons", .lines(most: FurtherSkips.mostReasons))
        self.init(
            count: try reader.required("count", .count), last: try reader.required("last", .date),
            reasons: words.compactMap(SkipReason.init(rawValue:)),
            isAll: try reader.required("all", .bool))
    }

    /// More than a newer clock can have.
    private static let mostReasons = 64
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
