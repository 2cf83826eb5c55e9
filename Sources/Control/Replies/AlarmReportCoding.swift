package import BoundedJSON
import ClockCore
import ClockTime

// An alarm in replies. The encoder and decoder are next to each other, so that mismatches are easy
// to spot. An older clock omits fields it does not know; they get a new alarm's defaults.

extension AlarmReport: JSONForm {
    package var json: JSONValue {
        var fields = alarm.fields
        fields["state"] = .string(state.rawValue)
        fields["next"] = JSONValue(encoding: next.map { ReportedOccurrence($0, nextCivil) })
        fields["untilNextSeconds"] = JSONValue(encoding: untilNext)
        fields["skips"] = JSONValue(encoding: skips)
        fields["furtherSkips"] = JSONValue(encoding: furtherSkips)
        fields["snoozedUntil"] = JSONValue(encoding: snoozedUntil)
        fields["snoozedUntilLocal"] = JSONValue(encoding: snoozedUntilCivil)
        fields["createdLocal"] = JSONValue(encoding: createdCivil)
        return .object(fields)
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        guard case .object(let fields) = json else {
            throw FieldError(path, "\(json.shown) is not allowed; it must be an object")
        }
        var reader = FieldReader(fields, path: path, isLenient: true)
        let alarm = try Alarm(reading: &reader)
        let next = try reader.decoded("next", as: ReportedOccurrence?.self)
        self.init(
            alarm: alarm, next: next?.occurrence, nextCivil: next?.local,
            untilNext: try reader.decoded("untilNextSeconds"),
            state: try reader.decoded("state"), skips: try reader.decoded("skips"),
            furtherSkips: try reader.decoded("furtherSkips"))
        snoozedUntil = try reader.decoded("snoozedUntil")
        snoozedUntilCivil = try reader.decoded("snoozedUntilLocal")
        createdCivil = try reader.decoded("createdLocal")
    }
}

/// When an alarm rings, and what the clock face shows then.
private struct ReportedOccurrence: Codable {
    var date: CivilDate
    var instant: Instant
    var local: CivilTime?
    var placement: Placement

    init(_ occurrence: Occurrence, _ local: CivilTime?) {
        date = occurrence.date
        instant = occurrence.instant
        self.local = local
        placement = occurrence.placement
    }

    var occurrence: Occurrence { Occurrence(date: date, instant: instant, placement: placement) }
}

extension Alarm: JSONForm {
    package var json: JSONValue { .object(fields) }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        guard case .object(let fields) = json else {
            throw FieldError(path, "\(json.shown) is not allowed; it must be an object")
        }
        var reader = FieldReader(fields, path: path, isLenient: true)
        try self.init(reading: &reader)
    }

    /// The fields that identify it, beside its settings.
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
            throw reader.missing("schedule.weekdays", "at least one weekday")
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
