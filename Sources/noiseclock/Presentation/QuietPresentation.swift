import ClockCore
import ClockTime
import English

// Settings that keep alarms from ringing, as text.
extension Presentation {
    /// "Mon 20 Jul 2026 to Sun 2 Aug 2026".
    /// "Mon 20 Jul 2026 to Sun 2 Aug 2026", or one date.
    static func dates(_ range: DateRange) -> String {
        let first = TimeText.date(range.first, withYear: true)
        guard range.first < range.last else { return first }
        return "\(first) to \(TimeText.date(range.last, withYear: true))"
    }

    static func pause(_ range: DateRange?) -> String {
        guard let range else { return "Alarms aren't paused.\n" }
        return "No alarm rings \(range.first < range.last ? "from" : "on") \(dates(range)).\n"
    }

    static func freeDays(_ days: [FreeDay]) -> String {
        guard !days.isEmpty else {
            return
                "There are no free days. Set some: noiseclock free-days set 2026-12-25=Christmas\n"
        }
        return days.map { day in
            let name = day.name.isEmpty ? "" : "  \(Spelling.printable(day.name))"
            return TimeText.date(day.date, withYear: true) + name + "\n"
        }.joined()
    }

    static func doNotDisturb(_ report: DoNotDisturbReport) -> String {
        let setting = report.setting
        let byHand =
            switch setting.byHand {
            case .off: "off"
            case .on: "on"
            case .until:
                report.untilCivil.map { "on until \(TimeText.date($0.date)) \(TimeText.clock($0))" }
                    ?? "on for a while"
            }
        let hours = setting.quietHours.map { "\($0.from) to \($0.to)" } ?? "no quiet hours"
        return grouped([
            ("Quiet now", report.holds ? "yes" : "no"), ("By hand", byHand),
            ("Every day", hours),
            (
                "Noise",
                setting.allowsNoise ? "may play in quiet hours" : "doesn't play in quiet hours"
            ),
        ])
    }
}
