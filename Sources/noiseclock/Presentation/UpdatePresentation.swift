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
        guard let hindrance else { return "An update can start now.\n" }
        return
            "No update can start now. \(Sentences.sentence(Spelling.printable(hindrance.text)))\n"
    }

    static func updateReadiness(_ readiness: UpdateReadiness) -> String {
        // A newer clock may check nothing that this client knows.
        guard !readiness.checks.isEmpty else {
            return "The clock doesn't say whether it is ready.\n"
        }
        return readiness.checks.map { check in
            row(check.isGood ? "ok" : "no", words(check.subject), check.finding.text)
        }.joined()
    }

    private static func words(_ subject: UpdateReadiness.Subject) -> String {
        switch subject {
        case .armed: "Alarms"
        case .display: "Display"
        case .sound: "Sound"
        case .state: "Saved state"
        }
    }
}
