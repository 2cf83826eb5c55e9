import BoundedJSON
import ClockCore
import ClockTime

// Rings by their names, which is how a stop or snooze from outside has to say what it means (law, 13).
//
// | ring                         | name            |
// | ---------------------------- | --------------- |
// | of an alarm                  | alarm and date  |
// | of a timer                   | timer and run   |
// | of the nap                   | nap: its number |
// | of an alarm that is tried    | test: the alarm |
//
// "alarm.stop" and "alarm.snooze" have one alarm's name as fields of their own, or a list "rings" of any.

extension RingTarget {
    var fields: [String: JSONValue] {
        switch self {
        // Not taken from outside; what they mean has to be asked for first (`Command.named`).
        case .current: return [:]
        case .alarm(let id): return ["alarm": .alarm(id)]
        case .rings(let names):
            if names.count == 1, case .alarm(let occurrence) = names[0] { return occurrence.fields }
            return ["rings": .list(names.map { .object($0.fields) })]
        }
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        guard reader.has("rings") else {
            guard reader.has("alarm") || reader.has("date") else {
                throw reader.missing(
                    "rings",
                    "a list of the rings that are meant, as status names them; or give alarm and date"
                )
            }
            self = .occurrence(try OccurrenceID(reading: &reader))
            return
        }
        var names: [RingName] = []
        for var name in try reader.objects("rings") {
            names.append(try RingName(reading: &name))
            try name.finish()
        }
        guard !names.isEmpty else { throw reader.missing("rings", "one ring at least") }
        self = .rings(names)
    }
}

extension RingName {
    var fields: [String: JSONValue] {
        switch self {
        case .alarm(let occurrence): occurrence.fields
        case .timer(let id, let run): OperationTarget.fields(id, run: run)
        case .nap(let number): ["nap": .integer(Int64(number))]
        case .test(let id): ["test": .alarm(id)]
        }
    }

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
    var fields: [String: JSONValue] {
        ["alarm": .alarm(alarm), "date": .string(date.description)]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            alarm: try reader.required("alarm", .alarm), date: try reader.required("date", .date))
    }
}

extension FieldForm where Value == Int {
    /// Which run of a timer, or which nap.
    static var run: FieldForm { .integer(in: 0...Int(Int32.max)) }
}
