package import ClockCore
package import ClockTime

/// The clock's replies as text for people: what was done, and what that means. Times are those that
/// the clock's own face shows, in 24-hour form.
package enum Presentation {
    /// The text of a reply, with a newline at its end.
    package static func text(_ reply: Reply) -> String {
        switch reply {
        case .status(let report): status(report)
        case .alarms(let reports): list(reports)
        case .history(let report): history(report)
        case .alarm(let report, let durability): alarm(report) + note(durability)
        case .removed(let id, let durability): "Alarm \(id) is removed.\n" + note(durability)
        case .snoozed(_, let civil):
            civil.map { "Snoozed until \(clock($0)).\n" } ?? "Snoozed.\n"
        case .stopped: "Stopped.\n"
        case .noise(let report): "Noise: \(noise(report)).\n"
        case .style(let style, let durability):
            "The display shows \(style.hourFormat.rawValue)-hour time.\n" + note(durability)
        case .holdToStop(let isOn, let durability):
            "The stop button stops a ring \(isOn ? "when it is \(held)" : "at once").\n"
                + note(durability)
        case .refused(let error): text(Refusal(error))
        }
    }

    /// One line, for standard error.
    package static func text(_ refusal: Refusal) -> String {
        "The clock refused: \(Spelling.printable(refusal.message)).\n"
    }

    private static var held: String {
        "held for \(DurationText.format(Settings.holdToStopLength))"
    }

    private static func note(_ durability: Durability) -> String {
        switch durability {
        case .saved: ""
        case .notSaved(let reason):
            "Not saved: \(Spelling.printable(reason)). It holds until the power goes.\n"
        }
    }

    // MARK: - Alarms

    private static func alarm(_ report: AlarmReport) -> String {
        let alarm = report.alarm
        var line = "Alarm \(alarm.id)  \(alarm.schedule.time) \(days(alarm.schedule.kind))"
        if !alarm.label.isEmpty { line += "  \(Spelling.printable(alarm.label))" }
        line += ", " + future(report, verb: "rings ") + "\n"
        return line + (moved(report).map { $0 + "\n" } ?? "")
    }

    /// "Mon 30 Mar 07:30, in 7 h 32 min", with `verb` before it; or why there is no such time.
    private static func future(_ report: AlarmReport, verb: String = "") -> String {
        switch report.state {
        case .alert: return "ringing now"
        case .countdown: return "snoozed"
        case .off: return "off"
        case .scheduled: break
        }
        guard let civil = report.nextCivil else {
            return report.next == nil ? "on, no date ahead or the time is not known" : "on"
        }
        let wait = report.untilNext.map { ", in \(interval($0))" } ?? ""
        let isFar = report.untilNext.map { $0 > yearShownBeyond } ?? false
        return "\(verb)\(date(civil.date, withYear: isFar)) \(clock(civil))\(wait)\(skips(report))"
    }

    /// What it leaves out before that, because somebody asked for it.
    private static func skips(_ report: AlarmReport) -> String {
        guard let first = report.skips.first else { return "" }
        let from = date(first, withYear: false)
        return report.skips.count == 1
            ? ", skips \(from)" : ", skips \(report.skips.count) dates from \(from)"
    }

    /// Beyond this a day and month could be mistaken for those of another year.
    private static let yearShownBeyond = Duration.seconds(300 * 86_400)

    /// What the law's 1.4 and 1.5 did to the next ring; nil where nothing.
    private static func moved(_ report: AlarmReport) -> String? {
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

    private static func list(_ reports: [AlarmReport]) -> String {
        guard !reports.isEmpty else {
            return "There are no alarms. Set one: noiseclock alarm add 07:30 mon-fri\n"
        }
        var rows = [["ID", "TIME", "DAYS", "LABEL", "SOUND", "VOLUME", "NEXT"]]
        for report in reports {
            let alarm = report.alarm
            rows.append([
                "\(alarm.id)", "\(alarm.schedule.time)", days(alarm.schedule.kind),
                Spelling.printable(alarm.label), Spelling.printable(alarm.sound.name),
                "\(alarm.volume.value) %",
                future(report),
            ])
        }
        let notes = reports.compactMap { report in
            moved(report).map { "Alarm \(report.alarm.id): \($0)\n" }
        }
        return table(rows, rightAligned: [0, 5]) + notes.joined()
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

    // MARK: - Status

    private static func status(_ report: StatusReport) -> String {
        var rows = [("Time", time(report))]
        for member in report.ringing { rows.append(("Ringing", name(member))) }
        for member in report.snoozed { rows.append(("Snoozed", snoozed(member))) }
        for notice in report.missed { rows.append(("Missed", missed(notice))) }
        if let next = report.nextAlarm {
            rows.append(
                ("Next alarm", "\(next.alarm.id)\(label(next.alarm.label)), \(future(next))"))
            if let moved = moved(next) { rows.append(("", moved)) }
        } else if report.trust == .unknown {
            rows.append(("Next alarm", "not known without the time"))
        } else {
            rows.append(("Next alarm", "none; set one: noiseclock alarm add 07:30 mon-fri"))
        }
        rows.append(("Noise", noise(report.noise)))
        if report.holdToStop { rows.append(("Stop button", "\(held) to stop a ring")) }
        rows.append(("Display", "\(report.style.hourFormat.rawValue)-hour time"))
        let problems = report.problems.compactMap { health in
            health.problem.map { "\(name(health.part)): \(Spelling.printable($0))" }
        }
        for problem in problems.isEmpty ? ["none"] : problems { rows.append(("Problems", problem)) }
        return grouped(rows)
    }

    /// A heading stands once for the rows under it.
    private static func grouped(_ rows: [(heading: String, text: String)]) -> String {
        let width = 12
        var last = ""
        return rows.map { heading, text in
            let shown = heading == last ? "" : heading
            last = heading
            return shown + String(repeating: " ", count: width - shown.count) + text + "\n"
        }.joined()
    }

    private static func time(_ report: StatusReport) -> String {
        let zone = Spelling.printable(report.zone)
        guard let civil = report.civil else {
            return "not known; the clock waits for the network's time (\(zone))"
        }
        let text = "\(civil.description.suffix(8)), \(date(civil.date, withYear: true)), \(zone)"
        return report.trust == .trusted ? text : text + " (not confirmed by the network)"
    }

    private static func name(_ member: MemberReport) -> String {
        "alarm \(member.occurrence.alarm)\(label(member.label))"
    }

    private static func snoozed(_ member: MemberReport) -> String {
        let until = member.untilCivil.map { ", until \(clock($0))" } ?? ""
        switch member.snoozes {
        case 0: return name(member) + until
        case 1: return name(member) + until + ", snoozed once"
        default: return name(member) + until + ", snoozed \(member.snoozes) times"
        }
    }

    private static func missed(_ notice: MissedNotice) -> String {
        let reason =
            switch notice.reason {
            case .late: "the clock was off or could not ring"
            case .unanswered: "nobody answered"
            }
        let more = notice.count > 1 ? ", the last of \(notice.count)" : ""
        let occurrence = notice.occurrence
        return "alarm \(occurrence.alarm) of \(date(occurrence.date))\(more): \(reason)"
    }

    private static func noise(_ report: NoiseReport) -> String {
        let sound = "\(Spelling.printable(report.sound.name)), volume \(report.volume.value) %"
        let state = report.isPlaying ? "playing \(sound)" : "off (\(sound))"
        guard let preview = report.preview else { return state }
        return "a preview of \(Spelling.printable(preview.name)), else \(state)"
    }

    private static func label(_ label: String) -> String {
        label.isEmpty ? "" : " (\(Spelling.printable(label)))"
    }

    private static func name(_ part: HealthPart) -> String {
        switch part {
        case .display: "display"
        case .bus: "bus"
        case .buttons: "buttons"
        case .keys: "keys"
        case .outputs: "outputs"
        case .sound: "sound"
        case .light: "light sensor"
        case .storage: "storage"
        case .state: "saved state"
        case .history: "history"
        case .board: "board file"
        case .zone: "time zone"
        case .realTimePriority: "real-time priority"
        }
    }

    // MARK: - Words for times

    /// "Mon–Fri", "Mon, Wed, Fri", "daily", "once", "on Sun 29 Mar 2026".
    package static func days(_ kind: Schedule.Kind) -> String {
        switch kind {
        case .once: return "once"
        case .dated(let day): return "on \(date(day, withYear: true))"
        case .weekly(.daily): return "daily"
        case .weekly(let set):
            var runs: [[Weekday]] = []
            for day in set.days {
                if let last = runs.last?.last, last.rawValue + 1 == day.rawValue {
                    runs[runs.count - 1].append(day)
                } else {
                    runs.append([day])
                }
            }
            // A range says more than a list from three days on.
            return runs.map { run in
                guard run.count >= 3, let first = run.first, let last = run.last else {
                    return run.map(name).joined(separator: ", ")
                }
                return "\(name(first))–\(name(last))"
            }.joined(separator: ", ")
        }
    }

    /// "7 h 32 min": in whole minutes, rounded down, as a countdown is read.
    package static func interval(_ duration: Duration) -> String {
        let minutes = max(0, duration.wholeNanoseconds) / 60_000_000_000
        let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60)
        if days > 0 { return hours > 0 ? "\(days) d \(hours) h" : "\(days) d" }
        if hours > 0 { return rest > 0 ? "\(hours) h \(rest) min" : "\(hours) h" }
        return minutes > 0 ? "\(minutes) min" : "less than a minute"
    }

    /// "Mon 30 Mar", or with its year.
    package static func date(_ date: CivilDate, withYear: Bool = false) -> String {
        let (year, month, day) = date.components
        let text = "\(name(date.weekday)) \(day) \(monthNames[month - 1])"
        return withYear ? "\(text) \(year)" : text
    }

    /// "07:30".
    static func clock(_ time: CivilTime) -> String {
        String(time.description.suffix(8).prefix(5))
    }

    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func name(_ day: Weekday) -> String {
        switch day {
        case .monday: "Mon"
        case .tuesday: "Tue"
        case .wednesday: "Wed"
        case .thursday: "Thu"
        case .friday: "Fri"
        case .saturday: "Sat"
        case .sunday: "Sun"
        }
    }
}
