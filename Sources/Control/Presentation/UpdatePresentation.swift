package import ClockCore
import ClockTime

// What an update asks of the clock, for people and scripts.

extension UpdateHindrance {
    /// Without a full stop.
    package var text: String {
        switch self {
        case .ringing: "something rings; stop it first"
        case .snoozed: "something is snoozed and rings again; stop it first"
        case .napping: "somebody naps; the nap has to end first"
        case .timeUnknown:
            "the time is not known, so nobody knows how near the next alarm is; set it first: "
                + TimeReport.howToSet
        case .ringSoon(let barrier, let left):
            "\(barrier.text) in \(DurationText.format(left)); no update begins in the last hour before"
        case .told(_, let text): text
        }
    }
}

extension UpdateHindrance.Barrier {
    fileprivate var text: String {
        switch self {
        case .timer(let id): "timer \(id) rings"
        case .alarm(let id): "alarm \(id) rings"
        case .sunrise(let id): "the sunrise of alarm \(id) begins"
        case .countdown(let id): "the countdown of alarm \(id) begins"
        }
    }
}

extension Reply {
    /// Whether the client ends with the status of a refusal, though it was answered: a script asks so.
    package var isNo: Bool {
        switch self {
        case .updateCheck(let hindrance): hindrance != nil
        case .updateReadiness(let readiness): !readiness.isReady
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
