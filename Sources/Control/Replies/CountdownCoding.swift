import BoundedJSON
import ClockCore
import ClockTime

// Timers and the nap in JSON. Lengths are in seconds, with fractions; what is left is not rounded.

extension NapChanges {
    var fields: [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        fields["releaseSeconds"] = release.map(JSONValue.seconds)
        fields["napSeconds"] = nap.map(JSONValue.seconds)
        fields["maxSeconds"] = max.map(JSONValue.seconds)
        fields["pulse"] = hasPulse.map(JSONValue.bool)
        fields["pulsePerMinute"] = pulseRate.map { .integer(Int64($0)) }
        return fields
    }
}

extension TimerReport {
    var fields: [String: JSONValue] {
        [
            "id": .integer(Int64(id.number)), "name": .optional(name), "seconds": .seconds(length),
            "run": .integer(Int64(run)), "state": .string(state.rawValue),
            "leftSeconds": left.map(JSONValue.seconds) ?? .null,
            "left": .optional(left.map(form.text(left:))), "form": .string(form.rawValue),
            "presentation": presentation.map { .object($0.fields) } ?? .null,
            "snoozes": .integer(Int64(snoozes)), "silences": .integer(Int64(silences)),
        ]
    }

    static func list(
        _ name: String, in reader: inout FieldReader
    ) throws(FieldError) -> [TimerReport] {
        var reports: [TimerReport] = []
        for var timer in try reader.objects(name) {
            reports.append(try TimerReport(reading: &timer))
        }
        return reports
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let states = TimerState.allCases.map(\.rawValue)
        let state: TimerState = try reader.required("state", .name(of: states))
        var presentation: CountdownPresentation?
        if var fields = try reader.object("presentation") {
            presentation = try CountdownPresentation(reading: &fields)
        }
        self.init(
            id: try reader.required("id", .timer), name: try reader.optional("name", .text),
            length: try reader.required("seconds", .reported),
            run: try reader.required("run", .count),
            state: state,
            left: try reader.optional("leftSeconds", .reported),
            form: try CountdownForm(reading: &reader), presentation: presentation,
            snoozes: try reader.required("snoozes", .count),
            silences: try reader.required("silences", .count))
    }
}

extension CountdownForm {
    init(reading reader: inout FieldReader) throws(FieldError) {
        let names = CountdownForm.allCases.map(\.rawValue)
        self = try reader.required("form", .name(of: names))
    }
}

extension CountdownPresentation {
    var fields: [String: JSONValue] {
        [
            "totalCountdownDuration": .seconds(totalCountdownDuration),
            "previouslyElapsedDuration": .seconds(previouslyElapsedDuration),
            "startDate": startDate.map(JSONValue.wall) ?? .null,
            "fireDate": fireDate.map(JSONValue.wall) ?? .null,
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            totalCountdownDuration: try reader.required("totalCountdownDuration", .reported),
            previouslyElapsedDuration: try reader.required(
                "previouslyElapsedDuration", .reported),
            startDate: try reader.optional("startDate", .wall),
            fireDate: try reader.optional("fireDate", .wall))
    }
}

extension NapStatus {
    var fields: [String: JSONValue] {
        var changes = NapChanges()
        changes.release = settings.release
        changes.nap = settings.nap
        changes.max = settings.max
        changes.hasPulse = settings.hasPulse
        changes.pulseRate = settings.pulseRate.perMinute
        return [
            "number": .integer(Int64(nap.number)), "phase": .string(nap.phase.rawValue),
            "cause": .optional(nap.cause?.rawValue),
            "leftSeconds": nap.left.map(JSONValue.seconds) ?? .null,
            "maxLeftSeconds": nap.maxLeft.map(JSONValue.seconds) ?? .null,
            "left": .optional(nap.left.map(nap.form.text(left:))),
            "form": .string(nap.form.rawValue), "until": nap.until.map(JSONValue.wall) ?? .null,
            "snoozes": .integer(Int64(nap.snoozes)), "silences": .integer(Int64(nap.silences)),
            "settings": .object(changes.fields),
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let phase: NapPhase = try reader.required(
            "phase", .name(of: NapPhase.allCases.map(\.rawValue)))
        let cause: NapCause? = try reader.optional(
            "cause", .name(of: NapCause.allCases.map(\.rawValue)))
        let report = NapReport(
            number: try reader.required("number", .count),
            phase: phase,
            cause: cause,
            left: try reader.optional("leftSeconds", .reported),
            maxLeft: try reader.optional("maxLeftSeconds", .reported),
            form: try CountdownForm(reading: &reader),
            until: try reader.optional("until", .wall),
            snoozes: try reader.required("snoozes", .count),
            silences: try reader.required("silences", .count))
        var settings = NapSettings()
        if var fields = try reader.object("settings") {
            settings.release = try fields.required("releaseSeconds", .reported)
            settings.nap = try fields.required("napSeconds", .reported)
            settings.max = try fields.required("maxSeconds", .reported)
            settings.hasPulse = try fields.required("pulse", .bool)
            settings.pulseRate = HeartRate(
                clamping: try fields.required("pulsePerMinute", .count))
        }
        self.init(nap: report, settings: settings)
    }
}

extension FieldForm where Value == TimerID {
    static var timer: FieldForm {
        FieldForm("a timer's number, 1 or more") { value in
            guard case .integer(let number) = value, number >= 1 else { return nil }
            return Int(exactly: number).map { TimerID($0) }
        }
    }
}
