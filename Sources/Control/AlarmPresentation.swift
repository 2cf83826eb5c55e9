import ClockCore
import ClockTime

// Alarms as text: one in a line, or many in a table.
extension Presentation {
    static func alarm(_ report: AlarmReport) -> String {
        let alarm = report.alarm
        var line = "Alarm \(alarm.id)  \(alarm.schedule.time) \(days(alarm.schedule.kind))"
        if !alarm.label.isEmpty { line += "  \(Spelling.printable(alarm.label))" }
        line += ", " + future(report, verb: "rings ") + "\n"
        let more = details(of: alarm)
        if !more.isEmpty { line += "With \(more).\n" }
        return line + (moved(report).map { $0 + "\n" } ?? "")
    }

    /// What it has that not every alarm has, in a few words; empty where there is nothing.
    private static func details(of alarm: Alarm) -> String {
        var words: [String] = []
        if let category = alarm.category { words.append(Spelling.printable(category)) }
        if let zone = alarm.pinnedZone { words.append("time of \(Spelling.printable(zone))") }
        if alarm.preAlert > .zero {
            words.append("pre-alert \(DurationText.format(alarm.preAlert))")
        }
        if alarm.sunrise > .zero { words.append("sunrise \(DurationText.format(alarm.sunrise))") }
        if let vibration = alarm.vibration { words.append("vibration \(vibration.name.rawValue)") }
        if alarm.isMustWake { words.append("must wake") }
        if alarm.observesFreeDays { words.append("not on free days") }
        if alarm.respectsDoNotDisturb { words.append("not while quiet") }
        return words.joined(separator: ", ")
    }

    /// "Mon 30 Mar 07:30, in 7 h 32 min", with `verb` before it; or why there is no such time.
    static func future(_ report: AlarmReport, verb: String = "") -> String {
        switch report.state {
        case .alert: return "ringing now"
        case .countdown where !countsDown(report): return "snoozed"
        case .countdown, .scheduled: break
        case .off: return "off"
        }
        guard let civil = report.nextCivil else {
            guard report.skips.isEmpty else { return "no ring ahead\(skips(report))" }
            return report.next == nil ? "on, no date ahead or the time is not known" : "on"
        }
        let verb = report.state == .countdown ? "counts down: " : verb
        let wait = report.untilNext.map { ", in \(interval($0))" } ?? ""
        let isFar = report.untilNext.map { $0 > yearShownBeyond } ?? false
        return "\(verb)\(date(civil.date, withYear: isFar)) \(clock(civil))\(wait)\(skips(report))"
    }

    /// Whether what counts down is the time before its ring, and not a snooze.
    private static func countsDown(_ report: AlarmReport) -> Bool {
        report.untilNext.map { $0 <= report.alarm.preAlert } ?? false
    }

    /// What it leaves out before that, and why.
    private static func skips(_ report: AlarmReport) -> String {
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
        return ", skips \(what)\(date(first.date, withYear: false)) (\(why))"
    }

    private static func reason(_ skip: SkippedDate) -> String {
        let name = skip.freeDay.map(Spelling.printable) ?? ""
        return name.isEmpty ? reason(skip.reason) : "\(reason(skip.reason)): \(name)"
    }

    private static func reason(_ reason: SkipReason) -> String {
        switch reason {
        case .skipNext: "skip next"
        case .paused: "paused"
        case .freeDay: "free day"
        case .doNotDisturb: "do not disturb"
        }
    }

    /// Beyond this a day and month could be mistaken for those of another year.
    private static let yearShownBeyond = Duration.seconds(300 * 86_400)

    /// What the law's 1.4 and 1.5 did to the next ring; nil where nothing.
    static func moved(_ report: AlarmReport) -> String? {
        guard report.state == .scheduled, let next = report.next else { return nil }
        let time = report.alarm.schedule.time
        switch next.placement {
        case .exact: return nil
        case .movedByGap:
            let jump = report.nextCivil.map { " to \(clock($0))" } ?? ""
            return "The clock skips \(time) on that date; the alarm rings as it jumps\(jump)."
        case .secondPass:
            return "The clock shows \(time) twice on that date; the alarm rings the second time."
        }
    }

    static func list(_ reports: [AlarmReport]) -> String {
        guard !reports.isEmpty else {
            return "There are no alarms. Set one: noiseclock alarm add 07:30 mon-fri\n"
        }
        var rows = [["ID", "TIME", "DAYS", "LABEL", "SOUND", "VOLUME", "NEXT", "WITH"]]
        for report in reports {
            let alarm = report.alarm
            rows.append([
                "\(alarm.id)", "\(alarm.schedule.time)", days(alarm.schedule.kind),
                Spelling.printable(alarm.label), Spelling.printable(alarm.sound.name),
                "\(alarm.volume.value) %", future(report), details(of: alarm),
            ])
        }
        if rows.dropFirst().allSatisfy({ $0.last?.isEmpty ?? true }) {
            rows = rows.map { $0.dropLast() }
        }
        let notes = reports.compactMap { report in
            moved(report).map { "Alarm \(report.alarm.id): \($0)\n" }
        }
        return table(rows, rightAligned: [0, 5]) + notes.joined()
    }

    /// The alarms of a group that were switched.
    static func switched(_ reports: [AlarmReport]) -> String {
        reports.isEmpty ? "No alarm was switched: their dates are over.\n" : list(reports)
    }

    private static func table(_ rows: [[String]], rightAligned: Set<Int>) -> String {
        let columns = rows.first?.indices ?? 0..<0
        let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for column in columns {
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                let cell = row[column]
                line += rightAligned.contains(column) ? space + cell : cell + space
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
