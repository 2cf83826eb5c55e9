import BoundedJSON
package import ClockCore
import ClockTime

/// A reply as bytes.
///
/// | reply     | fields beside id and ok                                                      |
/// | --------- | ---------------------------------------------------------------------------- |
/// | status    | status                                                                       |
/// | time      | time                                                                         |
/// | timeSet   | timeSet: {time, nextAlarm, secondPass, hardwareClock, warning}               |
/// | zoneSet   | zoneSet: {time, nextAlarm}                                   |
/// | alarms    | alarms; pause: {first, last}, or null                                        |
/// | shownAlarm | alarm                                                                       |
/// | history   | history: the records, oldest first                                           |
/// | alarm     | alarm; skipsEnded: a number of dates |
/// | paused    | pause: {first, last}, or null                                 |
/// | category  | changed: alarms                                               |
/// | freeDays  | freeDays: a list of {date, name}                              |
/// | doNotDisturb | doNotDisturb                                               |
/// | timers    | timers                                                                       |
/// | timer     | timer                                                         |
/// | timerGone | timerGone: the timer's number                                 |
/// | nap       | nap                                                           |
/// | ringRules | ringRules: {graceSeconds, ringSeconds, snoozeSeconds, rings}  |
/// | health    | health                                                                       |
/// | rehearsing | rehearsing: true                                                            |
/// | rehearsalTime | rehearsal: a time, or null                                |
/// | updateCheck | update: {mayBegin, hindrance: {code, text}, or null}                       |
/// | updateReadiness | readiness: {ready, checks: a list of {subject, good, finding}}          |
/// | explanation | explanation: {alarm, reasons}                                              |
/// | testing   | testing: {alarm, seconds}                                                    |
/// | removed   | removed: the alarm's number                                   |
/// | snoozed   | snoozed: {until, local}                                                      |
/// | stopped   | stopped: true                                                                |
/// | acknowledged | acknowledged: the number of notices                        |
/// | style     | style                                                        |
/// | holdToStop | holdToStop: true or false                                    |
/// | of noise, mix and sounds | NoiseReplyCoding has them                                     |
/// | refused   | error: {code, message, field}                                                |
///
/// Instants are RFC 3339 in UTC; what stands beside them as "local" is what the face shows then,
/// because whoever reads may have no zone rules. What cannot be known is null.
package enum ReplyLine {
    /// The longest line that `decode` takes.
    package static let limit = LineLimits.reply

    /// The answer as a line with its newline.
    package static func encode(id: String, _ answer: Answer) -> [UInt8] {
        if case .refused(let error) = answer.reply { return encode(id: id, Refusal(error)) }
        var fields = answer.reply.fields
        answer.durability?.mark(&fields)
        fields["ok"] = .bool(true)
        return line(id, fields)
    }

    /// The answer to a line that is no request.
    package static func encode(_ error: RequestError) -> [UInt8] {
        encode(id: error.id, error.refusal)
    }

    package static func encode(id: String?, _ refusal: Refusal) -> [UInt8] {
        let error: [String: JSONValue] = [
            "code": .string(refusal.code), "message": .string(refusal.message),
            "field": refusal.field.map(JSONValue.string) ?? .null,
        ]
        return line(id, ["ok": .bool(false), "error": .object(error)])
    }

    private static func line(_ id: String?, _ fields: [String: JSONValue]) -> [UInt8] {
        var fields = fields
        fields["id"] = id.map(JSONValue.string) ?? .null
        return JSONValue.object(fields).line()
    }

    // MARK: - The client's side

    /// A line that the clock sent.
    package struct Received: Hashable, Sendable {
        /// Nil where the clock could not read the request's.
        package var id: String?
        package var outcome: Outcome
    }

    package enum Outcome: Hashable, Sendable {
        /// Its reply is never `.refused`.
        case answer(Answer)
        case refused(Refusal)
    }

    /// Reads one line. An alarm's own bookkeeping (dates used up, suppressors) does not travel: it is
    /// empty in what this returns.
    ///
    /// - Throws: what is wrong with it.
    package static func decode(_ line: some Collection<UInt8>) throws(ReplyError) -> Received {
        let value: JSONValue
        do {
            value = try JSONValue.parse(line, limit: limit)
        } catch {
            throw ReplyError(message: "the line " + error.explanation)
        }
        guard case .object(let fields) = value else {
            throw ReplyError(message: "\(value.summary) is no reply")
        }
        var reader = FieldReader(fields, isLenient: true)
        do {
            let id = try reader.optional("id", .id)
            if var error = try reader.object("error") {
                let refusal = Refusal(
                    code: try error.required("code", .text),
                    message: try error.required("message", .text),
                    field: try error.optional("field", .text))
                return Received(id: id, outcome: .refused(refusal))
            }
            let answer = Answer(try Reply(reading: &reader), try Durability(reading: &reader))
            return Received(id: id, outcome: .answer(answer))
        } catch {
            throw ReplyError(message: error.message)
        }
    }
}

/// A line from the clock that is no reply.
package struct ReplyError: Error, Hashable, Sendable {
    package var message: String
}

extension Reply {
    fileprivate var fields: [String: JSONValue] {
        switch self {
        case .status(let report): ["status": .object(report.fields)]
        case .time(let report): ["time": .object(report.fields)]
        case .timeSet(let report): ["timeSet": .object(report.fields)]
        case .zoneSet(let report):
            ["zoneSet": .object(report.fields)]
        case .alarms(let reports, let pause):
            [
                "alarms": .list(reports.map { .object($0.fields) }),
                "pause": pause.map { .object($0.fields) } ?? .null,
            ]
        case .shownAlarm(let report): ["alarm": .object(report.fields)]
        case .history(let report): ["history": report.value]
        case .alarm(let report):
            [
                "alarm": .object(report.fields),
                "skipsEnded": .integer(Int64(report.skipsEnded)),
            ]
        case .removed(let id): ["removed": .alarm(id)]
        case .paused(let dates):
            ["pause": dates.map { .object($0.fields) } ?? .null]
        case .category(let reports):
            ["changed": .list(reports.map { .object($0.fields) })]
        case .freeDays(let days):
            ["freeDays": .list(days.map { .object($0.fields) })]
        case .doNotDisturb(let report):
            ["doNotDisturb": .object(report.fields)]
        case .testing(let id, let length):
            ["testing": .object(["alarm": .alarm(id), "seconds": .seconds(length)])]
        case .snoozed(let until, let civil):
            ["snoozed": .object(["until": .wall(until), "local": .local(civil)])]
        case .stopped: ["stopped": .bool(true)]
        case .acknowledged(let count):
            ["acknowledged": .integer(Int64(count))]
        case .style(let style): ["style": .object(style.fields)]
        case .holdToStop(let isOn):
            ["holdToStop": .bool(isOn)]
        case .timers(let reports): ["timers": .list(reports.map { .object($0.fields) })]
        case .timer(let report):
            ["timer": .object(report.fields)]
        case .timerGone(let id):
            ["timerGone": .integer(Int64(id.number))]
        case .nap(let status): ["nap": .object(status.fields)]
        case .ringRules(let rules):
            ["ringRules": .object(rules.fields)]
        case .health(let summary): ["health": .object(summary.fields)]
        case .rehearsing: ["rehearsing": .bool(true)]
        case .rehearsalTime(let time):
            ["rehearsal": .optional(time?.description)]
        case .updateCheck(let hindrance): ["update": .object(UpdateHindrance.fields(hindrance))]
        case .updateReadiness(let readiness): ["readiness": .object(readiness.fields)]
        case .explanation(let explanation): ["explanation": .object(explanation.fields)]
        case .noise, .mixes, .favourite, .favouriteGone, .shared, .sounds, .sound, .soundGone,
            .fades, .outputs, .outputSettings:
            soundFields
        case .refused: [:]
        }
    }

    /// Reads the reply that the fields name.
    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        if var status = try reader.object("status") {
            self = .status(try StatusReport(reading: &status))
        } else if reader.raw("alarms") != nil {
            let reports = try AlarmReport.list("alarms", in: &reader)
            var pause: DateRange?
            if var dates = try reader.object("pause") { pause = try DateRange(reading: &dates) }
            self = .alarms(reports, pause: pause)
        } else if reader.raw("history") != nil {
            self = .history(try HistoryReport(reading: try reader.objects("history")))
        } else if var alarm = try reader.object("alarm") {
            var report = try AlarmReport(reading: &alarm)
            guard reader.has("skipsEnded") else {
                self = .shownAlarm(report)
                return
            }
            report.skipsEnded = try reader.optional("skipsEnded", .count) ?? 0
            self = .alarm(report)
        } else if let id = try reader.optional("removed", .alarm) {
            self = .removed(id)
        } else if var time = try reader.object("time") {
            self = .time(try TimeReport(reading: &time))
        } else if var set = try reader.object("timeSet") {
            self = .timeSet(try TimeSetReport(reading: &set))
        } else if var set = try reader.object("zoneSet") {
            self = .zoneSet(
                try ZoneSetReport(reading: &set))
        } else if let reply = try Reply(readingQuiet: &reader) {
            self = reply
        } else if let reply = try Reply(readingCountdowns: &reader) {
            self = reply
        } else if let reply = try Reply(readingHealth: &reader) {
            self = reply
        } else if let reply = try Reply(readingSounds: &reader) {
            self = reply
        } else if var snoozed = try reader.object("snoozed") {
            self = .snoozed(
                until: try snoozed.required("until", .wall),
                civil: try snoozed.optional("local", .local))
        } else if try reader.optional("stopped", .bool) == true {
            self = .stopped
        } else if let count = try reader.optional("acknowledged", .count) {
            self = .acknowledged(count)
        } else if var style = try reader.object("style") {
            self = .style(try ClockStyle(reading: &style))
        } else if let isOn = try reader.optional("holdToStop", .bool) {
            self = .holdToStop(isOn)
        } else {
            throw FieldError("reply", "holds nothing that this client knows")
        }
    }

    /// A reply about timers or the nap; nil for others.
    private init?(readingCountdowns reader: inout FieldReader) throws(FieldError) {
        if reader.raw("timers") != nil {
            self = .timers(try TimerReport.list("timers", in: &reader))
        } else if var timer = try reader.object("timer") {
            self = .timer(try TimerReport(reading: &timer))
        } else if let id = try reader.optional("timerGone", .timer) {
            self = .timerGone(id)
        } else if var nap = try reader.object("nap") {
            self = .nap(try NapStatus(reading: &nap))
        } else if var rules = try reader.object("ringRules") {
            self = .ringRules(try RingRules(reading: &rules))
        } else {
            return nil
        }
    }

    /// A reply about whether it will ring, and why; nil for others.
    private init?(readingHealth reader: inout FieldReader) throws(FieldError) {
        if var health = try reader.object("health") {
            self = .health(try HealthSummary(reading: &health))
        } else if try reader.optional("rehearsing", .bool) == true {
            self = .rehearsing
        } else if var update = try reader.object("update") {
            self = .updateCheck(try UpdateHindrance.read(&update))
        } else if var readiness = try reader.object("readiness") {
            self = .updateReadiness(try UpdateReadiness(reading: &readiness))
        } else if var explanation = try reader.object("explanation") {
            self = .explanation(try Explanation(reading: &explanation))
        } else if reader.has("rehearsal") {
            let time = try reader.optional("rehearsal", .time)
            self = .rehearsalTime(time)
        } else {
            return nil
        }
    }

    /// A reply about what keeps alarms from ringing, about a group or a test; nil for others.
    private init?(readingQuiet reader: inout FieldReader) throws(FieldError) {
        if reader.raw("changed") != nil {
            let changed = try AlarmReport.list("changed", in: &reader)
            self = .category(changed)
        } else if reader.raw("freeDays") != nil {
            var days: [FreeDay] = []
            for var day in try reader.objects("freeDays") {
                days.append(try FreeDay(reading: &day))
            }
            self = .freeDays(days)
        } else if var report = try reader.object("doNotDisturb") {
            self = .doNotDisturb(
                try DoNotDisturbReport(reading: &report))
        } else if var test = try reader.object("testing") {
            self = .testing(
                try test.required("alarm", .alarm), try test.required("seconds", .reported))
        } else if reader.has("pause") {
            var pause: DateRange?
            if var dates = try reader.object("pause") { pause = try DateRange(reading: &dates) }
            self = .paused(pause)
        } else {
            return nil
        }
    }
}

extension Durability {
    /// What a warning begins with (law, 9.4).
    private static let armedNotSaved = "armed, not saved: "

    func mark(_ fields: inout [String: JSONValue]) {
        switch self {
        case .saved: fields["saved"] = .bool(true)
        case .notSaved(let reason):
            fields["saved"] = .bool(false)
            fields["warning"] = .string(Durability.armedNotSaved + reason)
        }
    }

    init?(reading reader: inout FieldReader) throws(FieldError) {
        guard let isSaved = try reader.optional("saved", .bool) else { return nil }
        guard !isSaved else {
            self = .saved
            return
        }
        let warning = try reader.optional("warning", .text) ?? ""
        let prefix = Durability.armedNotSaved
        self = .notSaved(
            warning.hasPrefix(prefix) ? String(warning.dropFirst(prefix.count)) : warning)
    }
}
