import ClockCore
import ClockTime
import English

// Settings that keep alarms from ringing, as text.
extension Presentation {
    /// "Mon 20 Jul 2026 to Sun 2 Aug 2026", or one date.
    static func dates(_ range: DateRange) -> String {
        let first = TimeText.date(range.first, withYear: true)
        guard range.first < range.last else { return first }
        return "\(first) to \(TimeText.date(range.last, withYear: true))"
    }

    static func pause(_ range: DateRange) -> String { "No alarm rings \(during(range)).\n" }

    private static func during(_ range: DateRange) -> String {
        "\(range.first < range.last ? "from" : "on") \(dates(range))"
    }

    /// All pauses, after what a command changed about them.
    static func paused(_ pauses: [DateRange], _ change: PauseChange?) -> String {
        let done =
            switch change {
            case nil, .added: ""
            case .unchanged: "Nothing changed.\n"
            case .ended(let ranges):
                ranges.map { "Alarms ring again \(during($0)).\n" }.joined()
            }
        return done + (pauses.isEmpty ? "Alarms aren't paused.\n" : pauses.map(pause).joined())
    }

    static func freeDays(_ days: [FreeDay], _ change: FreeDaysChange? = nil) -> String {
        let list =
            days.isEmpty
            ? "There are no free days. Set some: noiseclock free-days set 2026-12-25=Christmas\n"
            : days.map { text($0) + "\n" }.joined()
        guard let change else { return list }
        guard !change.added.isEmpty || !change.dropped.isEmpty else {
            return "Nothing changed.\n" + list
        }
        return list + dropped(change)
    }

    private static func text(_ day: FreeDay) -> String {
        let name = day.name.isEmpty ? "" : "  \(Spelling.printable(day.name))"
        return TimeText.date(day.date, withYear: true) + name
    }

    /// A list that replaces another one may lack days that somebody counts on.
    static func dropped(_ change: FreeDaysChange?) -> String {
        guard let days = change?.dropped, !days.isEmpty else { return "" }
        let named = days.prefix(mostDropped).map { "  \(text($0))\n" }.joined()
        let more = days.count - mostDropped
        return "No longer free:\n" + named + (more > 0 ? "  and \(more) more\n" : "")
    }

    /// How many of them are named: a new list can replace years of school holidays.
    private static let mostDropped = 20

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
        let hours =
            setting.quietHours.map { "\(TimeText.time($0.from)) to \(TimeText.time($0.to))" }
            ?? "no quiet hours"
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
