import ClockCore
import ClockTime
import English

// "Will it ring?" and its reasons, for people.

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
            var finding = Sentences.sentence(check.finding.text)
            if let advice = check.advice, check.verdict != .good {
                finding += " " + Sentences.sentence(advice.text)
            }
            text += row(mark, check.subject.inWords, finding)
        }
        if summary.isRehearsing {
            text += "A rehearsal is running. Ask again in a few seconds.\n"
        }
        return text
    }

    /// "ok    Sound          Sound came out at the last try."
    static func row(_ mark: String, _ subject: String, _ finding: String) -> String {
        let gap = String(repeating: " ", count: max(1, subjectWidth - subject.count))
        return "\(mark)  \(subject)\(gap)\(Spelling.printable(finding))\n"
    }

    /// Width of the columns before the finding.
    private static let subjectWidth = 15

    /// The answer in a sentence or two.
    static func heading(_ summary: HealthSummary) -> String {
        let text = summary.outlook.text
        guard summary.outlook == .nothingAhead else { return text }
        let why =
            summary.checks.first { $0.subject == .nextAlarm }
            .map { " " + Spelling.printable($0.finding.text) } ?? ""
        return text + why + (summary.worst == .bad ? " And something is wrong." : "")
    }
}

extension Presentation {
    static func explain(_ explanation: Explanation) -> String {
        let alarm = explanation.alarm?.alarm.name.begun
        let heading = explanation.occurrence.map { past in
            "\(alarm ?? "Alarm \(past.alarm)"), \(TimeText.date(past.date, withYear: true))"
        }
        guard alarm != nil || !explanation.reasons.isEmpty else {
            return "The clock gave no reason that this version of the client knows.\n"
        }
        return ((heading ?? alarm).map { $0 + "\n" } ?? "")
            + explanation.reasons.map { Spelling.printable($0.text) + "\n" }.joined()
    }
}
