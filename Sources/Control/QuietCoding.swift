import BoundedJSON
import ClockCore
import ClockTime

// What keeps alarms from ringing, in JSON: a pause, free days, do not disturb. Requests and replies say
// it in the same form.

extension DateRange {
    var fields: [String: JSONValue] {
        ["first": .string(first.description), "last": .string(last.description)]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            first: try reader.required("first", .date), last: try reader.required("last", .date))
    }
}

extension FreeDay {
    var fields: [String: JSONValue] {
        ["date": .string(date.description), "name": .string(name)]
    }

    /// A day need not have a name.
    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            date: try reader.required("date", .date),
            name: try reader.optional("name", .line) ?? "")
    }

    /// All that the field `days` lists.
    static func list(in reader: inout FieldReader) throws(FieldError) -> [FreeDay] {
        guard reader.raw("days") != nil else {
            throw reader.missing("days", "a list of objects with date and name")
        }
        var days: [FreeDay] = []
        for var day in try reader.objects("days") {
            days.append(try FreeDay(reading: &day))
            try day.finish()
        }
        return days
    }
}

extension QuietHours {
    var fields: [String: JSONValue] {
        ["from": .string(from.description), "to": .string(to.description)]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let from = try reader.required("from", .time)
        guard let hours = QuietHours(from: from, to: try reader.required("to", .time)) else {
            throw FieldError(reader.path("to"), "must be another time than from")
        }
        self = hours
    }

    /// What the field `hours` says; nil for no hours.
    fileprivate static func read(_ reader: inout FieldReader) throws(FieldError) -> QuietHours? {
        if reader.raw("hours") == .null { return nil }
        guard var hours = try reader.object("hours") else {
            throw reader.missing("hours", "an object with from and to, or null for none")
        }
        let read = try QuietHours(reading: &hours)
        try hours.finish()
        return read
    }
}

extension DoNotDisturbChange {
    var fields: [String: JSONValue] {
        switch self {
        case .byHand(.off), .byHand(.on): [:]
        case .byHand(.until(let end)): ["until": .instant(end)]
        case .onUntil(let time): ["until": .string(time.description)]
        case .quietHours(let hours): ["hours": hours.map { .object($0.fields) } ?? .null]
        case .allowsNoise(let allows): ["on": .bool(allows)]
        }
    }

    static func on(reading reader: inout FieldReader) throws(FieldError) -> DoNotDisturbChange {
        guard let end = reader.raw("until") else { return .byHand(.on) }
        if let time = FieldForm<TimeOfDay>.time.read(end) { return .onUntil(time) }
        if let instant = FieldForm<Instant>.instant.read(end) { return .byHand(.until(instant)) }
        throw FieldError(
            reader.path("until"),
            "\(end.summary) is not allowed; it must be a time of day like \"07:00\","
                + " or an instant like \"2026-03-29T05:00:00Z\"")
    }

    static func quietHours(
        reading reader: inout FieldReader
    ) throws(FieldError) -> DoNotDisturbChange {
        .quietHours(try QuietHours.read(&reader))
    }
}

extension DoNotDisturbReport {
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "holds": .bool(holds), "allowsNoise": .bool(setting.allowsNoise),
            "hours": setting.quietHours.map { .object($0.fields) } ?? .null,
            "on": .bool(setting.byHand != .off), "until": .null, "untilLocal": .local(untilCivil),
        ]
        if case .until(let end) = setting.byHand { fields["until"] = .instant(end) }
        return fields
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        var setting = DoNotDisturb()
        setting.allowsNoise = try reader.required("allowsNoise", .bool)
        if var hours = try reader.object("hours") {
            setting.quietHours = try QuietHours(reading: &hours)
        }
        if let end = try reader.optional("until", .instant) {
            setting.byHand = .until(end)
        } else if try reader.required("on", .bool) {
            setting.byHand = .on
        }
        self.init(
            setting: setting, holds: try reader.required("holds", .bool),
            untilCivil: try reader.optional("untilLocal", .local))
    }
}
