import BoundedJSON
import ClockCore
import ClockTime

// An alarm as replies tell of it. Both directions stand one above the other, so that they are seen to
// agree. What a clock does not say is what a new alarm has: an older one knows nothing of it.

extension AlarmReport {
    var fields: [String: JSONValue] {
        var fields = alarm.fields
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
        let alarm = try Alarm(reading: &reader)
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
    /// What it is known by, beside its settings.
    fileprivate var fields: [String: JSONValue] {
        var fields = AlarmFields.fields(of: self)
        fields["id"] = .alarm(id)
        fields["revision"] = .integer(Int64(revision))
        fields["enabled"] = .bool(isEnabled)
        fields["createdAt"] = .instant(createdAt)
        return fields
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        let said = try AlarmFields.changes(reading: &reader)
        guard let schedule = Schedule(time: said.time, kind: said.kind) else {
            throw reader.missing("schedule.weekdays", "one weekday at least")
        }
        self.init(
            id: try reader.required("id", .alarm), schedule: schedule,
            createdAt: try reader.required("createdAt", .instant))
        revision = try reader.required("revision", .count)
        isEnabled = try reader.required("enabled", .bool)
        pinnedZone = try reader.optional("zone", .text)
        said.settings.write(to: &self)
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
