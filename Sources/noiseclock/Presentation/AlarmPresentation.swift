import ClockCore
import ClockTime
import English

// Alarms as text: one on a line, or many in a table.
extension Presentation {
    /// "Alarm 3 (Work), 07:30 Mon–Fri, rings Mon 30 Mar 07:30, in 7 h 32 min."
    static func alarm(_ report: AlarmReport) -> String {
        let alarm = report.alarm
        let name = alarm.name.begun
        let rule = TimeText.schedule(alarm.schedule)
        let nothing = report.isUnchanged ? "Nothing changed. " : ""
        return "\(nothing)\(name), \(rule), \(future(report, verb: "rings ")).\n"
            + habits(of: alarm) + (moved(report).map { $0 + "\n" } ?? "") + skipsEnded(report)
    }

    /// A snooze that the change of a whole category ended.
    private static func snoozeEnded(_ report: AlarmReport) -> String {
        report.consequences?.endedSnooze == true
            ? "\(report.alarm.name.begun) was snoozed, and will not ring again.\n" : ""
    }

    /// Skips that a change cleared without the user asking for it (law, 6.7).
    private static func skipsEnded(_ report: AlarmReport) -> String {
        report.skipsEnded > 0 ? "\(report.alarm.name.begun) no longer skips any date.\n" : ""
    }

    /// "Mon 30 Mar 07:30, in 7 h 32 min", with `verb` before it; or why there is no next ring.
    ///
    /// - Parameter withYear: nil: with its year if the ring is far away.
    static func future(
        _ report: AlarmReport, verb: String = "", withYear: Bool? = nil
    ) -> String {
        switch report.state {
        case .alert: return "ringing now" + following(report, withYear)
        case .countdown where !countsDown(report):
            let until = report.snoozedUntilCivil.map { " until \(TimeText.clock($0))" } ?? ""
            return "snoozed\(until)" + following(report, withYear)
        case .countdown, .scheduled: break
        case .off: return "off"
        }
        guard let civil = report.nextCivil else {
            guard report.skips.isEmpty else {
                return "no date ahead\(skips(report, withYear ?? false))"
            }
            return report.next == nil ? "on, but no date is known" : "on"
        }
        let verb = report.state == .countdown ? "counts down: " : verb
        return verb + ring(at: civil, report, withYear)
    }

    /// The ring after the current one.
    private static func following(_ report: AlarmReport, _ withYear: Bool?) -> String {
        report.nextCivil.map { ", then \(ring(at: $0, report, withYear))" } ?? ""
    }

    private static func ring(
        at civil: CivilTime, _ report: AlarmReport, _ withYear: Bool?
    ) -> String {
        let wait = report.untilNext.map { ", in \(TimeText.interval($0))" } ?? ""
        let date = TimeText.date(civil.date, withYear: withYear ?? isFar(report))
        return "\(date) \(TimeText.clock(civil))\(wait)\(skips(report, withYear ?? false))"
    }

    /// Whether the countdown is to the ring, and not to the end of a snooze.
    private static func countsDown(_ report: AlarmReport) -> Bool {
        report.snoozedUntil == nil
            && (report.untilNext.map { $0 <= report.alarm.preAlert } ?? false)
    }

    /// The dates it skips before that, and why.
    private static func skips(_ report: AlarmReport, _ withYear: Bool) -> String {
        guard let first = report.skips.first else { return "" }
        let further = report.furtherSkips
        var reasons: [String] = []
        for word in report.skips.map(reason) + (further?.reasons ?? []).map(reason)
        where !reasons.contains(word) {
            reasons.append(word)
        }
        let count = report.skips.count + (further?.count ?? 0)
        let more = further.map { $0.isAll ? "" : " or more" } ?? ""
        let what = count == 1 ? "" : "\(count) dates\(more) from "
        let why = reasons.joined(separator: ", ")
        return ", skips \(what)\(TimeText.date(first.date, withYear: withYear)) (\(why))"
    }

    private static func reason(_ skip: SkippedDate) -> String {
        let name = skip.freeDay.map(Spelling.printable) ?? ""
        return name.isEmpty ? reason(skip.reason) : "\(reason(skip.reason)): \(name)"
    }

    private static func reason(_ reason: SkipReason) -> String {
        switch reason {
        case .skipNext: "you asked"
        case .paused: "paused"
        case .freeDay: "free day"
        case .doNotDisturb: "do not disturb"
        }
    }

    /// Beyond this, a day and month could be mistaken for a date in another year.
    private static let yearShownBeyond = Duration.seconds(300 * 86_400)

    private static func isFar(_ report: AlarmReport) -> Bool {
        report.untilNext.map { $0 > yearShownBeyond } ?? false
    }

    /// How the law's 1.4 and 1.5 affect the next ring; nil if they do not.
    static func moved(_ report: AlarmReport) -> String? {
        guard report.state == .scheduled, let next = report.next else { return nil }
        let time = TimeText.time(report.alarm.schedule.time)
        switch next.placement {
        case .exact: return nil
        case .movedByGap:
            let jump = report.nextCivil.map { " to \(TimeText.clock($0))" } ?? ""
            return "The clocks skip \(time) on that date. The alarm rings as they jump\(jump)."
        case .secondPass:
            return "\(time) comes twice on that date. The alarm rings the second time."
        }
    }

    /// The maximum cells of a name in a table. A longer name is cut, because it would widen every row.
    private static let widestName = 24

    /// A row for each alarm, and below it anything unusual.
    ///
    /// - Parameter pauses: the dates on which no alarm rings.
    static func list(
        _ reports: [AlarmReport], pauses: [DateRange] = [], width: Int? = nil
    ) -> String {
        let paused = pauses.map(pause).joined()
        guard !reports.isEmpty else {
            return "No alarm is set. Set one: noiseclock alarm add 07:30 mon-fri\n" + paused
        }
        var table = TextTable(["ID", "TIME", "DAYS", "LABEL", "SOUND", "NEXT"], rightAligned: [0])
        // All dates of the table have the same form.
        let withYear = reports.contains { isFar($0) || isPast($0) }
        for report in reports {
            let alarm = report.alarm
            table.add(
                [
                    "\(alarm.id)", TimeText.time(alarm.schedule.time), days(of: alarm, withYear),
                    name(alarm.label), "\(name(sound(of: report))) \(alarm.volume.value) %",
                    future(report, withYear: withYear),
                ], note: traits(of: alarm))
        }
        let notes = reports.compactMap { report in
            moved(report).map { "\(report.alarm.name.begun): \($0)\n" }
        }
        return table.text(width: width) + notes.joined() + paused
    }

    private static func days(of alarm: Alarm, _ withYear: Bool) -> String {
        guard case .dated(let day) = alarm.schedule.kind else {
            return TimeText.days(alarm.schedule.kind)
        }
        return TimeText.date(day, withYear: withYear)
    }

    /// Whether it has a date that does not come, or not soon enough to be known.
    private static func isPast(_ report: AlarmReport) -> Bool {
        if case .dated = report.alarm.schedule.kind { report.untilNext == nil } else { false }
    }

    /// The sound's id, which commands take, but the name of the person's own sound.
    static func sound(of report: AlarmReport) -> String {
        report.soundName ?? report.alarm.sound.name
    }

    private static func name(_ text: String) -> String {
        TextTable.fitted(Spelling.printable(text), to: widestName)
    }

    /// The alarms of a group that were switched on or off.
    static func switched(_ reports: [AlarmReport], width: Int? = nil) -> String {
        guard !reports.isEmpty else {
            return "Nothing changed: the dates of these alarms are over.\n"
        }
        let nothing = reports.allSatisfy(\.isUnchanged) ? "Nothing changed.\n" : ""
        return nothing + list(reports, width: width) + reports.map(skipsEnded).joined()
            + reports.map(snoozeEnded).joined()
    }
}
