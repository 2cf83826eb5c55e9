import ClockCore
import ClockTime
import Control

/// The clock's replies as text for people: what was done, and what that means. Times are those that
/// the clock's own face shows, in 24-hour form.
enum Presentation {
    /// The text of an answer, with a newline at its end.
    ///
    /// - Parameter width: columns that tables fit into; nil: they are as wide as what stands in them. Longer sentences
    ///   are broken elsewhere (`LineWrapping`).
    static func text(_ answer: Answer, width: Int? = nil) -> String {
        text(answer.reply, width: width) + (answer.durability.map(note) ?? "")
    }

    /// The text of a reply, with a newline at its end.
    static func text(_ reply: Reply, width: Int? = nil) -> String {
        switch reply {
        case .status(let report): status(report)
        case .time(let report): time(report)
        case .timeSet(let report): timeSet(report)
        case .zoneSet(let report): zoneSet(report)
        case .alarms(let reports, let pause): list(reports, pause: pause)
        case .shownAlarm(let report): shown(report)
        case .history(let report): history(report)
        case .alarm(let report): alarm(report) + consequences(of: report)
        case .removed(let id, let consequences):
            "Alarm \(id) is removed.\n" + (consequences.map(self.consequences) ?? "")
        case .paused(let dates): pause(dates)
        case .category(let reports): switched(reports)
        case .freeDays(let days): freeDays(days)
        case .doNotDisturb(let report):
            doNotDisturb(report)
        case .testing(let id, let length):
            "Alarm \(id) rings for \(DurationText.format(length)); stop ends it.\n"
        case .snoozed(_, let civil):
            civil.map { "Snoozed until \(TimeText.clock($0)).\n" } ?? "Snoozed.\n"
        case .stopped: "Stopped.\n"
        case .acknowledged(let count):
            (count == 0
                ? "Nothing was missed.\n"
                : "\(count) notice\(count == 1 ? "" : "s") taken away.\n")
        case .noise, .mixes, .favourite, .favouriteGone, .shared, .sounds, .sound, .soundGone,
            .fades, .outputs, .outputSettings:
            soundText(reply)
        case .style(let style):
            "The display shows \(style.hourFormat.rawValue)-hour time.\n"
        case .holdToStop(let isOn):
            "The stop button stops a ring \(isOn ? "when it is \(held)" : "at once").\n"
        case .timers(let reports): timers(reports)
        case .timer(let report): timer(report)
        case .timerGone(let id): "Timer \(id) is gone.\n"
        case .nap(let status): nap(status)
        case .ringRules(let rules): ringRules(rules)
        case .health(let summary): health(summary)
        case .rehearsing: "It rehearses; \"noiseclock health\" has the result in some seconds.\n"
        case .rehearsalTime(let time):
            (time.map { "It rehearses each evening at \($0).\n" } ?? "It does not rehearse.\n")
        case .updateCheck(let hindrance): updateCheck(hindrance)
        case .updateReadiness(let readiness): updateReadiness(readiness)
        case .explanation(let explanation): explain(explanation)
        case .refused(let error): text(Refusal(error))
        }
    }

    /// One line, for standard error.
    static func text(_ refusal: Refusal) -> String {
        "The clock refused: \(Spelling.printable(refusal.message)).\n"
    }

    private static var held: String {
        "held for \(DurationText.format(Settings.holdToStopLength))"
    }

    /// What to say where it is not saved; else nothing.
    static func note(_ durability: Durability) -> String {
        switch durability {
        case .saved: ""
        case .notSaved(let reason):
            "Not saved: \(Spelling.printable(reason)). It holds until the power goes.\n"
        }
    }

    // MARK: - Status

    private static func status(_ report: StatusReport) -> String {
        var rows = [("Time", time(report))]
        for member in report.ringing { rows.append(("Ringing", name(member))) }
        if let tested = report.tested {
            rows.append(("Ringing", "alarm \(tested) is tried out; stop it: noiseclock alarm stop"))
        }
        for member in report.snoozed { rows.append(("Snoozed", snoozed(member))) }
        for notice in report.missed { rows.append(("Missed", missed(notice))) }
        if let next = report.nextAlarm {
            rows.append(
                ("Next alarm", "\(next.alarm.id)\(label(next.alarm.label)), \(future(next))"))
            if let moved = moved(next) { rows.append(("", moved)) }
        } else if report.trust == .unknown {
            rows.append(("Next alarm", "not known without the time"))
        } else if let alarm = report.heldBack {
            let name = "\(alarm.alarm.id)\(label(alarm.alarm.label))"
            rows.append(("Next alarm", "none; alarm \(name) is set: \(future(alarm))"))
        } else {
            rows.append(("Next alarm", "none; set one: noiseclock alarm add 07:30 mon-fri"))
        }
        for timer in report.timers { rows.append(("Timers", row(timer))) }
        if let nap = report.nap { rows.append(("Nap", row(nap))) }
        rows.append(("Noise", noise(report.noise)))
        if let sleep = report.noise.sleep { rows.append(("Sleep", sleepText(sleep))) }
        if let pause = report.pause { rows.append(("Paused", "all alarms, \(dates(pause))")) }
        if report.isQuiet { rows.append(("Quiet", "do not disturb holds")) }
        if report.holdToStop { rows.append(("Stop button", "\(held) to stop a ring")) }
        rows.append(("Display", "\(report.style.hourFormat.rawValue)-hour time"))
        let problems = report.problems.compactMap { health in
            health.problem.map { "\(health.part.inWords): \(Spelling.printable($0))" }
        }
        for problem in problems.isEmpty ? ["none"] : problems { rows.append(("Problems", problem)) }
        return grouped(rows)
    }

    /// A heading stands once for the rows under it.
    static func grouped(_ rows: [(heading: String, text: String)]) -> String {
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
            return "not known (\(zone)); set it: \(TimeReport.howToSet)"
        }
        let text = "\(TimeText.moment(civil)), \(zone)"
        return report.trust == .trusted ? text : text + " (not confirmed by the network)"
    }

    private static func name(_ member: MemberReport) -> String {
        "alarm \(member.occurrence.alarm)\(label(member.label))"
    }

    private static func snoozed(_ member: MemberReport) -> String {
        let until = member.untilCivil.map { ", until \(TimeText.clock($0))" } ?? ""
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
        return "alarm \(occurrence.alarm) of \(TimeText.date(occurrence.date))\(more): \(reason)"
    }

    static func label(_ label: String) -> String {
        label.isEmpty ? "" : " (\(Spelling.printable(label)))"
    }
}
