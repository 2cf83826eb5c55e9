import BoundedJSON
import ClockCore
import ClockTime

// Dates and hours in requests that silence alarms: a pause, free days, do not disturb.

extension DateRange {
    /// As requests have it.
    static let values = AllowedValues.fields([
        [
            AllowedField("first", FieldForm<CivilDate>.date.values, isRequired: true),
            AllowedField("last", FieldForm<CivilDate>.date.values, isRequired: true),
        ]
    ])

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

    /// The name of a day is optional.
    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            date: try reader.required("date", .date),
            name: try reader.optional("name", FreeDay.nameForm) ?? "")
    }

    private static var nameForm: FieldForm<String> { .text(FreeDays.names) }

    /// As requests have it.
    static let values = AllowedValues.fields([
        [
            AllowedField("date", FieldForm<CivilDate>.date.values, isRequired: true),
            AllowedField("name", nameForm.values),
        ]
    ])
}

extension QuietHours {
    var fields: [String: JSONValue] {
        ["from": .string(from.description), "to": .string(to.description)]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let from = try reader.required("from", .time)
        guard let hours = QuietHours(from: from, to: try reader.required("to", .time)) else {
            throw FieldError(reader.path("to"), "must be another time than from", kind: .conflict)
        }
        self = hours
    }
}
