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
