package import BoundedJSON
import ClockCore
import ClockTime

// An alarm in replies. The encoder and decoder are next to each other, so that mismatches are easy
// to spot. An older clock omits fields it does not know; they get a new alarm's defaults.

extension AlarmReport: JSONForm {
    package var json: JSONValue {
        var fields = alarm.replyFields
        fields["state"] = .string(state.rawValue)
        fields["next"] = JSONValue(encoding: next.map { ReportedOccurrence($0, nextCivil) })
        fields["untilNextSeconds"] = JSONValue(encoding: untilNext)
        fields["skips"] = JSONValue(encoding: skips)
        fields["furtherSkips"] = JSONValue(encoding: furtherSkips)
        fields["snoozedUntil"] = JSONValue(encoding: snoozedUntil)
        fields["snoozedUntilLocal"] = JSONValue(encoding: snoozedUntilCivil)
        fields["createdLocal"] = JSONValue(encoding: createdCivil)
        fields["soundName"] = soundName.map(JSONValue.string)
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
        soundName = try reader.decoded("soundName")
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
    package var json: JSONValue { .object(replyFields) }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        guard case .object(let fields) = json else {
            throw FieldError(path, "\(json.shown) is not allowed; it must be an object")
        }
        var reader = FieldReader(fields, path: path, isLenient: true)
        try self.init(reading: &reader)
    }

    /// The stored fields that replies have.
    private static let reported = Set(settings.map(\.name) + ["id", "revision", "enabled"])

    fileprivate var replyFields: [String: JSONValue] {
        var fields = reply.filter { Alarm.reported.contains($0.key) }
        fields["createdAt"] = .instant(createdAt)
        return fields
    }

    /// An older clock omits settings that it does not know; they get a new alarm's defaults.
    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        var fields: [String: JSONValue] = [:]
        for name in Alarm.reported { fields[name] = reader.raw(name) }
        let required = ["id", "revision", "enabled", "schedule"]
        for field in Alarm.fields where required.contains(field.name) {
            guard fields[field.name] == nil else { continue }
            throw reader.missing(field.name, field.values.description)
        }
        try self.init(reply: fields, at: reader.path)
        createdAt = try reader.required("createdAt", .instant)
        armedAt = createdAt
    }
}
