package import BoundedJSON
package import ClockCore
import ClockTime

// Names of rings. A stop or snooze from outside must use them to say what it means (law, 13).
//
// | ring                         | name            |
// | ---------------------------- | --------------- |
// | of an alarm                  | alarm and date  |
// | of a timer                   | timer and run   |
// | of the nap                   | nap: its number |
// | of an alarm under test       | test: the alarm |
//
// "alarm.stop" and "alarm.snooze" take one alarm ring as fields, or a list "rings" of any kind.

extension RingName {
    package var fields: [String: JSONValue] {
        switch self {
        case .alarm(let occurrence): occurrence.fields
        case .timer(let id, let run):
            ["timer": .integer(Int64(id.number)), "run": .integer(Int64(run))]
        case .nap(let number): ["nap": .integer(Int64(number))]
        case .test(let id): ["test": .alarm(id)]
        }
    }

    /// As requests have it.
    static let values: AllowedValues = {
        let alarm = FieldForm<AlarmID>.alarm.values
        let run = FieldForm<Int>.run.values
        return .fields([
            [
                AllowedField("alarm", alarm, isRequired: true),
                AllowedField("date", FieldForm<CivilDate>.date.values, isRequired: true),
            ],
            [
                AllowedField("timer", FieldForm<TimerID>.timer.values, isRequired: true),
                AllowedField("run", run, isRequired: true),
            ],
            [AllowedField("nap", run, isRequired: true)],
            [AllowedField("test", alarm, isRequired: true)],
        ])
    }()

    init(reading reader: inout FieldReader) throws(FieldError) {
        if let timer = try reader.optional("timer", .timer) {
            self = .timer(timer, run: try reader.required("run", .run))
        } else if let number = try reader.optional("nap", .run) {
            self = .nap(number: number)
        } else if let id = try reader.optional("test", .alarm) {
            self = .test(id)
        } else {
            self = .alarm(try OccurrenceID(reading: &reader))
        }
    }
}

extension OccurrenceID {
    package var fields: [String: JSONValue] {
        ["alarm": .alarm(alarm), "date": .string(date.description)]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            alarm: try reader.required("alarm", .alarm), date: try reader.required("date", .date))
    }
}
