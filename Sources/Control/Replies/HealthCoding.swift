import BoundedJSON
import ClockCore
import ClockTime

// "Will it ring?" and why, in JSON.

extension HealthSummary {
    var fields: [String: JSONValue] {
        [
            "willRing": .bool(outlook == .willRing), "outlook": .string(outlook.rawValue),
            "trust": .string(trust.rawValue),
            "confirmedSecondsAgo": confirmedAgo.map(JSONValue.seconds) ?? .null,
            "checks": .list(checks.map { .object($0.fields) }),
            "rehearsal": rehearsal.map { .object($0.fields) } ?? .null,
            "rehearsing": .bool(isRehearsing),
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        var checks: [HealthCheck] = []
        for var check in try reader.objects("checks") {
            // A newer clock may check more than this client knows.
            if let known = try HealthCheck(reading: &check) { checks.append(known) }
        }
        var rehearsal: RehearsalResult?
        if var result = try reader.object("rehearsal") {
            rehearsal = try RehearsalResult(reading: &result)
        }
        let trust = try reader.required("trust", .text)
        self.init(
            trust: ClockTrust(rawValue: trust) ?? .unknown,
            confirmedAgo: try reader.optional("confirmedSecondsAgo", .reported), checks: checks,
            rehearsal: rehearsal, isRehearsing: try reader.required("rehearsing", .bool))
    }
}

extension HealthCheck {
    fileprivate var fields: [String: JSONValue] {
        [
            "subject": .string(subject.rawValue), "verdict": .string(verdict.rawValue),
            "finding": .string(finding.text), "advice": .optional(advice?.text),
        ]
    }

    fileprivate init?(reading reader: inout FieldReader) throws(FieldError) {
        guard let subject = Subject(rawValue: try reader.required("subject", .text)),
            let verdict = Verdict(rawValue: try reader.required("verdict", .text))
        else { return nil }
        self.init(
            subject, verdict, .told([try reader.required("finding", .text)]),
            try reader.optional("advice", .text).map(Advice.told))
    }
}

extension RehearsalResult {
    fileprivate var fields: [String: JSONValue] {
        [
            "at": .instant(at), "problems": .list(problems.map { .object($0.fields) }),
            "notices": .list(notices.map { .object($0.fields) }),
        ]
    }

    fileprivate init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            at: try reader.required("at", .instant),
            problems: try Problem.list("problems", in: &reader),
            notices: try Problem.list("notices", in: &reader))
    }
}

extension RehearsalResult.Problem {
    fileprivate var fields: [String: JSONValue] {
        [
            "part": .string(part.kind.rawValue),
            "output": part.furtherOutput.map { .integer(Int64($0)) } ?? .null,
            "problem": .string(text),
        ]
    }

    /// Without those of parts that a newer clock tries and this client does not know.
    fileprivate static func list(
        _ name: String, in reader: inout FieldReader
    ) throws(FieldError) -> [RehearsalResult.Problem] {
        var problems: [RehearsalResult.Problem] = []
        for var problem in try reader.objects(name) {
            guard let kind = RehearsalPart.Kind(rawValue: try problem.required("part", .text))
            else { continue }
            let part = RehearsalPart(kind, output: try problem.optional("output", .count) ?? 0)
            problems.append(
                RehearsalResult.Problem(part: part, text: try problem.required("problem", .text)))
        }
        return problems
    }
}

extension Explanation {
    var fields: [String: JSONValue] {
        [
            "alarm": JSONValue(encoding: alarm),
            "occurrence": occurrence.map { .object($0.fields) } ?? .null,
            "reasons": .list(
                reasons.map {
                    .object(["code": .string($0.code.rawValue), "text": .string($0.text)])
                }
            ),
        ]
    }

    init(reading reader: inout FieldReader) throws(FieldError) {
        let report = try reader.decoded("alarm", as: AlarmReport?.self)
        var occurrence: OccurrenceID?
        if var past = try reader.object("occurrence") {
            occurrence = try OccurrenceID(reading: &past)
        }
        var reasons: [Reason] = []
        for var reason in try reader.objects("reasons") {
            guard let code = Code(rawValue: try reason.required("code", .text)) else { continue }
            reasons.append(.told(code, try reason.required("text", .text)))
        }
        self.init(alarm: report, occurrence: occurrence, reasons: reasons)
    }
}

// MARK: - As text

extension Presentation {
    static func health(_ summary: HealthSummary) -> String {
        var text = heading(summary) + "\n"
        for check in summary.checks {
            let mark =
                switch check.verdict {
                case .good: "ok  "
                case .notice: "note"
                case .bad: "BAD "
                }
            text += "\(mark)  \(words(check.subject)): \(Spelling.printable(check.finding.text))\n"
            if let advice = check.advice, check.verdict != .good {
                text += "      \(Spelling.printable(advice.text))\n"
            }
        }
        if summary.isRehearsing { text += "A rehearsal is on; ask again in some seconds.\n" }
        return text
    }

    private static func heading(_ summary: HealthSummary) -> String {
        switch summary.outlook {
        case .willRing: return "It will ring, as far as can be told."
        case .doubtful: return "It may not ring!"
        case .nothingAhead:
            let why = summary.checks.first { $0.subject == .nextAlarm }
                .map { ": " + Spelling.printable($0.finding.text) }
            return "Nothing will ring\(why ?? "")."
                + (summary.hasBadCheck ? " And something is wrong:" : "")
        }
    }

    private static func words(_ subject: HealthCheck.Subject) -> String {
        switch subject {
        case .time: "time"
        case .zone: "zone"
        case .sound: "sound"
        case .alarmSounds: "alarm sounds"
        case .outputs: "other outputs"
        case .display: "display"
        case .keys: "keys"
        case .storage: "storage"
        case .program: "program"
        case .nextAlarm: "next alarm"
        case .rehearsal: "rehearsal"
        }
    }

    static func explain(_ explanation: Explanation) -> String {
        let alarm = explanation.alarm.map { report -> String in
            let label = report.alarm.label
            return "Alarm \(report.alarm.id)"
                + (label.isEmpty ? "" : " \(Spelling.printable(label))")
        }
        let heading = explanation.occurrence.map { past in
            "\(alarm ?? "Alarm \(past.alarm)") of \(date(past.date, withYear: true))"
        }
        guard alarm != nil || !explanation.reasons.isEmpty else {
            return "The clock gave no reason that this client knows.\n"
        }
        return ((heading ?? alarm).map { $0 + "\n" } ?? "")
            + explanation.reasons.map { Spelling.printable($0.text) + "\n" }.joined()
    }
}
