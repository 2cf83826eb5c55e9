import ClockCore
import ClockTime
import English

// The current time, and the result of setting it.

extension Presentation {
    static func time(_ report: TimeReport) -> String {
        let zone = Spelling.printable(report.zone)
        let offset = "UTC" + OffsetText.format(report.offset)
        return grouped([
            (
                "Time",
                report.civil.map(TimeText.moment) ?? "unknown. Set it: \(TimeReport.howToSet)"
            ),
            ("Zone", report.civil == nil ? zone : "\(zone), \(offset)"),
            ("Confirmed", confirmation(report)),
        ])
    }

    private static func confirmation(_ report: TimeReport) -> String {
        switch report.trust {
        case .trusted: report.confirmedAgo.map { "\(TimeText.interval($0)) ago" } ?? "yes"
        case .plausible: "no, but alarms ring by it. Set it: \(TimeReport.howToSet)"
        case .unknown: "no, and no alarm rings until it is set"
        }
    }

    // MARK: - World clocks

    static func worldTimes(_ times: [WorldTime]) -> String {
        guard !times.isEmpty else {
            return "There are no world clocks. Add one: noiseclock world add Tokyo\n"
        }
        return times.map { row($0) + "\n" }.joined()
    }

    /// "Tokyo: Fri 27 Mar, 14:05 (UTC+09:00)"
    static func row(_ there: WorldTime) -> String {
        let label = Spelling.printable(there.label)
        guard let civil = there.civil, let offset = there.offset else {
            return "\(label): unknown"
        }
        return "\(label): \(TimeText.moment(civil)) (UTC\(OffsetText.format(offset)))"
    }

    // MARK: - Setting

    static func timeSet(_ report: TimeSetReport) -> String {
        var text = shown(report.time)
        if let second = report.secondPass {
            text +=
                "That time comes twice, and this is the first. For the second: noiseclock time set "
                + "\(CivilTime(secondsAsUTC: second.seconds))Z\n"
        }
        text += nextAlarm(report.nextAlarm)
        switch report.hardwareClock {
        case .absent, .set: break
        case .failed(let reason):
            text +=
                "The hardware clock wasn't set: \(Spelling.printable(reason)). "
                + "The clock forgets the time when the power goes.\n"
        }
        return text
    }

    static func zoneSet(_ report: ZoneSetReport) -> String {
        let zone = Spelling.printable(report.time.zone)
        let now = report.time.civil.map { "It is \(TimeText.moment($0))" } ?? "The time is unknown"
        return "Zone set to \(zone). \(now).\n" + nextAlarm(report.nextAlarm)
    }

    private static func shown(_ time: TimeReport) -> String {
        let zone = Spelling.printable(time.zone)
        guard let civil = time.civil else { return "The time is unknown.\n" }
        return "Time set to \(TimeText.moment(civil)), \(zone).\n"
    }

    private static func nextAlarm(_ next: AlarmReport?) -> String {
        guard let next else { return "No alarm is set.\n" }
        let label = label(next.alarm.label)
        return "The next alarm is \(next.alarm.id)\(label), \(future(next)).\n"
    }
}
