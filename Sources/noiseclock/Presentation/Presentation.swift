import ClockCore
import ClockTime
import Control
import English

/// The clock's replies as text for people: what was done, and what follows from it. Times are those that
/// the clock face shows, in its form (`TimeText.hours`).
enum Presentation {
    /// The text of an answer, ending in a newline.
    ///
    /// - Parameter width: columns for tables; nil makes them as wide as their content. `LineWrapping` wraps
    ///   longer sentences.
    /// - Parameter subjects: what a request to stop or snooze was about.
    static func text(_ answer: Answer, width: Int? = nil, about subjects: [String] = []) -> String {
        text(answer.reply, width: width, about: subjects)
            + answer.notices.map { Spelling.printable($0.text) + "\n" }.joined()
            + (answer.durability.map(note) ?? "")
    }

    /// The text of a reply, ending in a newline.
    static func text(_ reply: Reply, width: Int? = nil, about subjects: [String] = []) -> String {
        switch reply {
        case .status(let report): status(report)
        case .time(let report): time(report)
        case .timeSet(let report): timeSet(report)
        case .zoneSet(let report): zoneSet(report)
        case .alarms(let reports, let pauses): list(reports, pauses: pauses, width: width)
        case .shownAlarm(let report): shown(report)
        case .history(let report): history(report)
        case .alarm(let report): alarm(report) + consequences(of: report)
        case .removed(let id, let consequences, let alarm):
            removed(id, alarm) + (consequences.map(self.consequences) ?? "")
        case .paused(let pauses, let change): paused(pauses, change)
        case .category(let reports): switched(reports, width: width)
        case .freeDays(let days, let change): freeDays(days, change)
        case .doNotDisturb(let report):
            doNotDisturb(report)
        case .testing(let id, let length, let label):
            "\(AlarmName(id, label: label).begun) rings for \(TimeText.length(length)). "
                + "Stop it: noiseclock stop\n"
        case .snoozed(_, let civil): snoozed(subjects, until: civil)
        case .stopped: done("stopped", subjects)
        case .acknowledged(let count):
            (count == 0
                ? "There was nothing to acknowledge.\n"
                : "\(count) notice\(count == 1 ? "" : "s") cleared.\n")
        case .noise, .mixes, .favourite, .favouriteRemoved, .shared, .sounds, .sound, .soundRemoved,
            .fades, .outputs, .outputSettings:
            soundText(reply)
        case .style(let style): self.style(style)
        case .presets(let report): presets(report)
        case .fonts(let report): fonts(report, width: width)
        case .font(let font, let replaced, let ignored): imported(font, replaced, ignored)
        case .fontRemoved(let name, let wasChosen): deleted(font: name, wasChosen: wasChosen)
        case .display(let report): display(report)
        case .picture(let picture): self.picture(picture)
        case .holdToStop(let isOn):
            isOn
                ? "To stop a ring, hold the stop button for \(held).\n"
                : "The stop button stops a ring at once.\n"
        case .keyFeedback(let feedback): keyFeedback(feedback)
        case .page(let settings):
            settings.isWelcomed
                ? "The web page opens with the clock.\n"
                : "The web page opens with its first steps.\n"
        case .timers(let reports): timers(reports)
        case .timer(let report): timer(report)
        case .worldTimes(let times): worldTimes(times)
        case .timerRemoved(let id, let timer): removed(id, timer)
        case .nap(let status): nap(status)
        case .lamp(let report): lamp(report)
        case .goodNight(let report): goodNight(report)
        case .breathing(let report): breathing(report)
        case .ringRules(let rules): ringRules(rules)
        case .health(let summary): health(summary)
        case .rehearsing:
            "The rehearsal has started. See the result in a few seconds: noiseclock health\n"
        case .rehearsalTime(let time):
            (time.map { "The clock rehearses every day at \(TimeText.time($0)).\n" }
                ?? "The clock doesn't rehearse.\n")
        case .updateCheck(let hindrance): updateCheck(hindrance)
        case .updateReadiness(let readiness): updateReadiness(readiness)
        case .updateTold(let news): "The clock says: \(news.text)\n"
        case .explanation(let explanation): explain(explanation)
        case .pairing, .paired, .devices, .address, .mqtt: network(reply, width: width)
        case .backup, .restored, .diagnosis, .undone: whole(reply)
        case .refused(let error): text(Refusal(error))
        }
    }

    private static func keyFeedback(_ feedback: KeyFeedback) -> String {
        switch feedback {
        case .off: "The clock doesn't answer a press of a button.\n"
        case .chirp: "The clock answers a press of a button by a chirp.\n"
        case .vibration: "The clock answers a press of a button by a vibration.\n"
        }
    }

    /// One line, for standard error.
    static func text(_ refusal: Refusal) -> String {
        Sentences.sentence(Spelling.printable(refusal.message)) + "\n"
    }

    private static var held: String {
        TimeText.length(Settings.holdToStopLength)
    }

    /// A warning if the change is not saved, or is no change at all; otherwise empty.
    static func note(_ durability: Durability) -> String {
        switch durability {
        case .saved: ""
        case .dryRun: "This was a dry run: nothing is changed.\n"
        case .notSaved(let reason):
            "Not saved: \(Spelling.printable(reason)). The change lasts only until the power goes.\n"
        }
    }

    // MARK: - Status

    private static func status(_ report: StatusReport) -> String {
        var rows = [("Time", time(report))]
        for member in report.ringing { rows.append(("Ringing", name(member))) }
        if let tested = report.testedAlarm {
            rows.append(("Ringing", "\(tested.text), as a test. Stop it: noiseclock stop"))
        }
        for member in report.snoozed { rows.append(("Snoozed", snoozed(member))) }
        for missed in report.missed { rows.append(("Missed", text(missed))) }
        if let next = report.nextAlarm {
            rows.append(
                ("Next alarm", "\(next.alarm.id)\(label(next.alarm.label)), \(future(next))"))
            if let moved = moved(next) { rows.append(("", moved)) }
        } else if report.trust == .unknown {
            rows.append(("Next alarm", "unknown until the clock knows the time"))
        } else if !report.ringing.isEmpty || !report.snoozed.isEmpty {
            // The lines above name it; nothing comes after it.
            rows.append(("Next alarm", "none after that"))
        } else if let alarm = report.heldBack {
            let name = alarm.alarm.name.begun
            rows.append(("Next alarm", "none. \(name) is on: \(future(alarm))"))
        } else {
            rows.append(("Next alarm", "none. Set one: noiseclock alarm add 07:30 mon-fri"))
        }
        for timer in report.timers { rows.append(("Timers", row(timer))) }
        if let nap = report.nap { rows.append(("Nap", row(nap))) }
        rows.append(("Noise", noise(report.noise)))
        if let sleep = report.noise.sleep { rows.append(("Sleep", sleepText(sleep))) }
        for pause in report.pauses ?? [] { rows.append(("Paused", "all alarms, \(dates(pause))")) }
        if report.isQuiet { rows.append(("Quiet", "do not disturb is on")) }
        if report.holdToStop { rows.append(("To stop", "hold the stop button for \(held)")) }
        for there in report.worldTimes ?? [] { rows.append(("World", row(there))) }
        if let battery = report.battery { rows.append(("Battery", text(battery))) }
        rows.append(("Display", "\(report.style.hourFormat.rawValue)-hour time"))
        rows += health(of: report)
        return grouped(rows)
    }

    /// The answer to "will it ring?", and what is not as it should be. From a clock that does not say, its problems.
    private static func health(of report: StatusReport) -> [(String, String)] {
        let lines =
            report.health.map { summary in
                [heading(summary)]
                    + summary.concerns.map { "\($0.subject.inWords): \($0.finding.text)" }
            }
            ?? report.problems.compactMap { health in
                health.problem.map { "\(health.part.inWords): \($0)" }
            }
        return lines.map { ("Health", Spelling.printable($0)) }
    }

    /// A heading appears once, for all rows below it.
    static func grouped(_ rows: [(heading: String, text: String)]) -> String {
        let width = 12
        var last = ""
        return rows.map { heading, text in
            let shown = heading == last ? "" : heading
            last = heading
            return shown + String(repeating: " ", count: width - shown.count) + text + "\n"
        }.joined()
    }

    private static func text(_ battery: BatteryState) -> String {
        let flow: String? =
            switch battery.flow {
            case .charging: "charging"
            case .discharging: "in use"
            case .full: "full"
            case .unknown: nil
            }
        let mains = battery.isOnMains.map { $0 ? "on the mains" : "off the mains" }
        let parts = ["\(battery.charge.value) %", flow, mains].compactMap { $0 }
        return parts.joined(separator: ", ")
    }

    private static func time(_ report: StatusReport) -> String {
        let zone = Spelling.printable(report.zone)
        guard let civil = report.civil else {
            return "unknown (\(zone)). Set it: \(TimeReport.howToSet)"
        }
        let text = "\(TimeText.moment(civil)), \(zone)"
        return report.trust == .trusted ? text : text + " (not confirmed)"
    }

    private static func name(_ member: MemberReport) -> String {
        AlarmName(member.occurrence.alarm, label: member.label).text
    }

    private static func snoozed(_ member: MemberReport) -> String {
        let until = member.untilCivil.map { ", until \(TimeText.clock($0))" } ?? ""
        switch member.snoozes {
        case 0: return name(member) + until
        case 1: return name(member) + until + ", snoozed once"
        default: return name(member) + until + ", snoozed \(member.snoozes) times"
        }
    }

    private static func text(_ report: MissedReport) -> String {
        let notice = report.notice
        let reason =
            switch notice.reason {
            case .late: "the clock was off or couldn't ring"
            case .unanswered: "nobody answered"
            }
        let more = notice.count > 1 ? ", the last of \(notice.count)" : ""
        let name = AlarmName(notice.occurrence.alarm, label: report.label).text
        return "\(name) on \(TimeText.date(notice.occurrence.date))\(more): \(reason)"
    }

    static func label(_ label: String) -> String {
        label.isEmpty ? "" : " (\(Spelling.printable(label)))"
    }
}
