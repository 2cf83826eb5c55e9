import ClockCore
import ClockTime
import Control

// "Will it ring?" and why, for people.

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
}

extension Presentation {
    static func explain(_ explanation: Explanation) -> String {
        let alarm = explanation.alarm.map { report -> String in
            let label = report.alarm.label
            return "Alarm \(report.alarm.id)"
                + (label.isEmpty ? "" : " \(Spelling.printable(label))")
        }
        let heading = explanation.occurrence.map { past in
            "\(alarm ?? "Alarm \(past.alarm)") of \(TimeText.date(past.date, withYear: true))"
        }
        guard alarm != nil || !explanation.reasons.isEmpty else {
            return "The clock gave no reason that this client knows.\n"
        }
        return ((heading ?? alarm).map { $0 + "\n" } ?? "")
            + explanation.reasons.map { Spelling.printable($0.text) + "\n" }.joined()
    }
}
