import ClockCore
import ClockTime
import English

// The clock's answer on whether an update may start, for people and scripts, and whether it is a no.

extension Reply {
    /// Whether the client exits with the status of a refusal although the clock answered. Scripts rely on it.
    var isNo: Bool {
        switch self {
        case .updateCheck(let hindrance): hindrance != nil
        case .updateReadiness(let readiness): !readiness.isReady
        case .health(let summary):
            summary.outlook != .willRing && summary.outlook != .willRingBut
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
        // A newer clock may have only checks that this client does not know.
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
