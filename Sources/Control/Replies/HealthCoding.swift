package import BoundedJSON
package import ClockCore
import ClockTime
import English

// Replies to "Will it ring?", its reasons, and whether an update may start. Each code comes with its words, because a
// client of another version lacks them. Decoding drops checks and reasons that only a newer clock knows.

extension HealthCheck.Subject: Codable {}
extension HealthCheck.Verdict: Codable {}
extension RehearsalPart.Kind: Codable {}
extension Explanation.Code: Codable {}
extension UpdateReadiness.Subject: Codable {}

private struct ReportedHealth: Codable {
    var willRing: Bool?
    var outlook: String?
    var trust: String
    var confirmedSecondsAgo: Duration?
    var checks: [ReportedCheck]
    var rehearsal: ReportedRehearsal?
    var rehearsing: Bool
}

private struct ReportedCheck: Codable, LeftOutIfNewer {
    var subject: HealthCheck.Subject
    var verdict: HealthCheck.Verdict
    var finding: String
    var advice: String?
}

private struct ReportedRehearsal: Codable {
    var at: Instant
    var problems: [ReportedProblem]
    var notices: [ReportedProblem]
}

private struct ReportedProblem: Codable, LeftOutIfNewer {
    var part: RehearsalPart.Kind
    var output: Int?
    var problem: String

    init(_ problem: RehearsalResult.Problem) {
        part = problem.part.kind
        output = problem.part.furtherOutput
        self.problem = problem.text
    }

    var reported: RehearsalResult.Problem {
        .init(part: RehearsalPart(part, output: output ?? 0), text: problem)
    }
}

extension HealthSummary: JSONForm {
    package var json: JSONValue {
        let checks = checks.map {
            ReportedCheck(
                subject: $0.subject, verdict: $0.verdict, finding: $0.finding.text,
                advice: $0.advice?.text)
        }
        let rehearsal = rehearsal.map {
            ReportedRehearsal(
                at: $0.at, problems: $0.problems.map { ReportedProblem($0) },
                notices: $0.notices.map { ReportedProblem($0) })
        }
        return JSONValue(
            encoding: ReportedHealth(
                willRing: outlook == .willRing || outlook == .willRingBut,
                outlook: outlook.rawValue, trust: trust.rawValue,
                confirmedSecondsAgo: confirmedAgo, checks: checks, rehearsal: rehearsal,
                rehearsing: isRehearsing))
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let reported = try ReportedHealth(decoding: json, at: path)
        self.init(
            trust: ClockTrust(rawValue: reported.trust) ?? .unknown,
            confirmedAgo: reported.confirmedSecondsAgo,
            checks: reported.checks.map {
                HealthCheck(
                    $0.subject, $0.verdict, .inWords([$0.finding]), $0.advice.map(Advice.inWords))
            },
            rehearsal: reported.rehearsal.map {
                RehearsalResult(
                    at: $0.at, problems: $0.problems.map(\.reported),
                    notices: $0.notices.map(\.reported))
            }, isRehearsing: reported.rehearsing)
    }
}

private struct ReportedExplanation: Codable {
    var alarm: AlarmReport?
    var occurrence: OccurrenceID?
    var reasons: [ReportedReason]
}

private struct ReportedReason: Codable, LeftOutIfNewer {
    var code: Explanation.Code
    var text: String
}

extension Explanation: JSONForm {
    package var json: JSONValue {
        let reasons = reasons.map { ReportedReason(code: $0.code, text: $0.text) }
        return JSONValue(
            encoding: ReportedExplanation(alarm: alarm, occurrence: occurrence, reasons: reasons))
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let reported = try ReportedExplanation(decoding: json, at: path)
        self.init(
            alarm: reported.alarm, occurrence: reported.occurrence,
            reasons: reported.reasons.map { .inWords($0.code, $0.text) })
    }
}

/// Whether an update may start.
struct ReportedUpdate: Codable {
    private struct Hindrance: Codable {
        var code: String
        var text: String
    }

    private var mayBegin: Bool
    private var hindrance: Hindrance?

    init(_ hindrance: UpdateHindrance?) {
        mayBegin = hindrance == nil
        self.hindrance = hindrance.map { Hindrance(code: $0.code.rawValue, text: $0.text) }
    }

    /// For a hindrance that only a newer clock knows, the text is what matters.
    var reported: UpdateHindrance? {
        guard !mayBegin else { return nil }
        let code = hindrance.flatMap { UpdateHindrance.Code(rawValue: $0.code) }
        return .inWords(code ?? .ringSoon, hindrance?.text ?? "The clock doesn't say why.")
    }
}

private struct ReportedReadiness: Codable {
    struct Check: Codable, LeftOutIfNewer {
        var subject: UpdateReadiness.Subject
        var good: Bool
        var finding: String
    }

    var ready: Bool?
    var checks: [Check]
}

extension UpdateReadiness: JSONForm {
    package var json: JSONValue {
        let checks = checks.map {
            ReportedReadiness.Check(subject: $0.subject, good: $0.isGood, finding: $0.finding.text)
        }
        return JSONValue(encoding: ReportedReadiness(ready: isReady, checks: checks))
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let reported = try ReportedReadiness(decoding: json, at: path)
        self.init(
            checks: reported.checks.map {
                Check($0.subject, isGood: $0.good, .inWords([$0.finding]))
            })
    }
}
