import ClockCore
import ClockTime
import Control

// What an update asks of the clock, for people and scripts; and whether an answer is a no.

extension Reply {
    /// Whether the client ends with the status of a refusal, though it was answered: a script asks so.
    var isNo: Bool {
        switch self {
        case .updateCheck(let hindrance): hindrance != nil
        case .updateReadiness(let readiness): !readiness.isReady
        case .health(let summary): summary.outlook != .willRing
        default: false
        }
    }
}

extension Presentation {
    static func updateCheck(_ hindrance: UpdateHindrance?) -> String {
        guard let hindrance else { return "An update may begin now.\n" }
        return "No update may begin now: \(Spelling.printable(hindrance.text)).\n"
    }

    static func updateReadiness(_ readiness: UpdateReadiness) -> String {
        // A newer clock may check nothing that this client knows.
        guard !readiness.checks.isEmpty else {
            return "The clock does not say whether it is ready.\n"
        }
        return readiness.checks.map { check in
            "\(check.isGood ? "ok" : "no")  \(check.subject.rawValue): "
                + "\(Spelling.printable(check.finding.text))\n"
        }.joined()
    }
}
