import BoundedJSON
import ClockCore
import ClockTime
import Control

/// Answers questions about instants in order, one JSON object per line:
///
///     {"id": 0, "zone": "Europe/Berlin", "now": 1743278400, "armed_at": 1743278400, "kind": "weekly",
///      "hour": 2, "minute": 30, "weekdays": [7], "date": null, "count": 2}      (on one line)
///     {"id":0,"next":[1743296400,1743899400]}
///     {"error":"hour: 24 is not allowed; it must be a whole number from 0 to 23","id":1}
///
/// Instants are seconds since 1970 in UTC. `kind` is weekly, once or date; `weekdays` or `date` is ignored if
/// the kind does not use it. A null field counts as missing. `armed_at` defaults to `now`, and `count`
/// to `WhenQuestion.defaultCount`. `next` lists the instants strictly after `now`, fewer than `count` if
/// there are no more.
///
/// If a line cannot be answered, its output says why, and the batch continues. Each input line gives one output
/// line. The id is returned unchanged: a string, a 64-bit integer, or null if it is missing. Input arrives in
/// chunks of any size; a line longer than `WhenQuestion.longestLine` is discarded.
struct WhenBatch<Zones: ZoneReader> {
    private var zones: Zones
    private var lines = BatchLines(limit: WhenQuestion.longestLine)
    private let forms = QuestionForms()

    init(zones: Zones) {
        self.zones = zones
    }

    /// The answers to the lines that these bytes complete.
    mutating func answers(to bytes: ArraySlice<UInt8>) -> [UInt8] {
        var found: [[UInt8]?] = []
        lines.receive(bytes) { found.append($0) }
        return found.flatMap { answer(to: $0) }
    }

    /// The answer to a last line without a newline.
    mutating func finish() -> [UInt8] {
        var found: [[UInt8]?] = []
        lines.finish { found.append($0) }
        return found.flatMap { answer(to: $0) }
    }

    private mutating func answer(to line: [UInt8]?) -> [UInt8] {
        var id = JSONValue.null
        do {
            let next = try next(line, &id).map { JSONValue.integer($0.instant.seconds) }
            return JSONValue.object(["id": id, "next": .list(next)]).line()
        } catch {
            return JSONValue.object(["id": id, "error": .string(error.message)]).line()
        }
    }

    /// - Parameter id: set as soon as it is known, so that an error can include it.
    private mutating func next(
        _ line: [UInt8]?, _ id: inout JSONValue
    ) throws(TextFormError) -> [Occurrence] {
        var reader = try BatchObject.read(line, limit: WhenQuestion.longestLine, what: "question")
        let question: BatchQuestion
        do {
            id = try reader.optional("id", forms.id) ?? .null
            question = try BatchQuestion(reading: &reader, by: forms)
            try reader.finish()
        } catch {
            throw TextFormError(error.message)
        }
        let zone: Zone
        do {
            zone = try zones.zone(named: question.zone)
        } catch {
            throw TextFormError("zone: \(error.message)")
        }
        return question.schedule.next(
            question.count, after: question.now, armedAt: question.armedAt, in: zone)
    }
}

private struct BatchQuestion {
    var zone: String
    var now: Instant
    var armedAt: Instant
    var schedule: Schedule
    var count: Int

    init(reading reader: inout FieldReader, by forms: QuestionForms) throws(FieldError) {
        zone = try reader.required("zone", forms.zone)
        now = try reader.required("now", forms.instant)
        armedAt = try reader.optional("armed_at", forms.instant) ?? now
        let hour = try reader.required("hour", forms.hour)
        let minute = try reader.required("minute", forms.minute)
        guard let time = TimeOfDay(hour: hour, minute: minute) else {
            throw FieldError("minute", "\(hour):\(minute) is no time of day")
        }
        let kind = try reader.required("kind", forms.kind)
        switch kind {
        case .once: schedule = .once(at: time)
        case .date: schedule = .dated(try reader.required("date", forms.date), at: time)
        case .weekly:
            let days = try reader.required("weekdays", forms.weekdays)
            guard let weekly = Schedule(time: time, kind: .weekly(days)) else {
                throw reader.missing("weekdays", forms.weekdays.allowed)
            }
            schedule = weekly
        }
        // The sender may also fill in the fields of other kinds.
        _ = (reader.raw("weekdays"), reader.raw("date"))
        count = try reader.optional("count", forms.count) ?? WhenQuestion.defaultCount
    }
}

/// The forms of a question's fields. They are built once for all lines, because building their messages costs
/// more than answering.
private struct QuestionForms {
    enum Kind: String, CaseIterable {
        case weekly, once, date
    }

    let id = FieldForm<JSONValue>.batchID
    let zone = FieldForm<String>.text.described(
        "the name of a time zone, like \"Europe/Berlin\"")
    /// The years 1 to 9999, the range of dates.
    let instant = FieldForm<Int>.integer(in: -62_135_596_800...253_402_300_799)
        .described("whole seconds since 1970, from -62135596800 to 253402300799")
        .map(to: { Instant(seconds: Int64($0)) }, from: { Int($0.seconds) })
    let hour = FieldForm<Int>.integer(in: 0...23)
    let minute = FieldForm<Int>.integer(in: 0...59)
    let kind = FieldForm<Kind>.choice
    let weekdays = FieldForm<WeekdaySet>.weekdays
    let date = FieldForm<CivilDate>.date
    let count = FieldForm<Int>.integer(in: WhenQuestion.counts)
}
