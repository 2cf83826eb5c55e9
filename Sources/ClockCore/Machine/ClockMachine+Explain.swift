import ClockTime

// Why the next alarm will ring when it will.
extension ClockMachine {
    func explanation(of target: ExplainTarget) throws(CommandError) -> Explanation {
        switch target {
        case .next(let id): try explanation(ofNext: id)
        case .last(let id): try explanation(ofLast: id)
        case .occurrence(let id): try explanation(ofPast: id)
        }
    }

    /// - Parameter id: nil: the next alarm that rings.
    private func explanation(ofNext id: AlarmID?) throws(CommandError) -> Explanation {
        let next = alarms.nextAlarm(after: now.wall.instant, rules)
        guard let id = id ?? next?.alarm.id else {
            return Explanation(
                alarm: nil,
                reasons: [.init(code: .noAlarm, text: "No alarm is set to ring.")] + timeQuality)
        }
        guard let alarm = alarms.book[id] else { throw .notFound(id) }
        let report = alarms.report(alarm, context())
        var reasons = whatItDoes(alarm)
        reasons += rule(of: alarm)
        if alarm.isEnabled, trust != .unknown {
            reasons += whatWasUsedUp(alarm)
            reasons += report.skips.map(skip)
            reasons.append(outcome(alarm, report))
            reasons += report.next.map { placement($0, alarm) } ?? []
        }
        return Explanation(alarm: report, reasons: reasons + timeQuality)
    }

    func whatItDoes(_ alarm: Alarm) -> [Explanation.Reason] {
        if let member = alarms.members.first(where: { $0.occurrence.alarm == alarm.id }) {
            let date = member.occurrence.date
            guard let end = member.snoozeEnd else {
                return [.init(code: .ringing, text: "It rings now, for \(date).")]
            }
            let civil = zone.civilTime(at: (now.wall + (end - now.boot)).instant)
            return [
                .init(
                    code: .snoozed,
                    text: "It is snoozed, and rings again on \(civil.inWords).")
            ]
        }
        guard !alarm.isEnabled else { return [] }
        let why = alarm.switchedOffBy.map { ": it was for \($0) alone" } ?? ""
        return [.init(code: .off, text: "It is switched off\(why).")]
    }

    func rule(of alarm: Alarm) -> [Explanation.Reason] {
        let time = alarm.schedule.time
        let text: String =
            switch alarm.schedule.kind {
            case .weekly(.daily): "It rings each day at \(time)."
            case .weekly(let days):
                "It rings at \(time) on "
                    + days.days.map { "\($0)".capitalizedFirst }.joined(separator: ", ") + "."
            case .once: "It rings once, the next time the clock shows \(time)."
            case .dated(let date): "It rings once, on \(date) at \(time)."
            }
        guard let zone = alarm.pinnedZone else { return [.init(code: .rule, text: text)] }
        let place = "It goes by the time in \(zone), wherever the clock stands."
        return [.init(code: .rule, text: text), .init(code: .zone, text: place)]
    }

    /// Today's date, where it is used up, and a time that had passed when the alarm was set.
    private func whatWasUsedUp(_ alarm: Alarm) -> [Explanation.Reason] {
        let zone = rules.zone(of: alarm)
        let today = zone.civilTime(at: now.wall.instant).date
        if let entry = alarm.spent.entries.first(where: { $0.date == today }) {
            let what: String =
                switch entry.reason {
                case .rung: "has rung"
                case .skipped: "was skipped"
                case .missed: "was missed"
                }
            return [.init(code: .usedUp, text: "The ring of today, \(today), \(what).")]
        }
        let armed = zone.civilTime(at: alarm.armedAt)
        guard armed.date == today,
            armed.secondOfDay >= alarm.schedule.time.minutesSinceMidnight * 60
        else { return [] }
        return [
            .init(
                code: .justSet,
                text: "It was set on \(armed.inWords), when its time had come already, "
                    + "so that day does not count.")
        ]
    }

    private func skip(_ skipped: SkippedDate) -> Explanation.Reason {
        let why: String =
            switch skipped.reason {
            case .skipNext: "you asked to skip it"
            case .paused: "all alarms are paused then"
            case .freeDay:
                rules.freeDays[skipped.date].map { "it is a free day (\($0.name))" }
                    ?? "it is a free day"
            case .doNotDisturb: "do not disturb holds then, and this alarm respects it"
            }
        return .init(code: .skipped, text: "It will not ring on \(skipped.date): \(why).")
    }

    private func outcome(_ alarm: Alarm, _ report: AlarmReport) -> Explanation.Reason {
        guard let civil = report.nextCivil else {
            return .init(code: .never, text: "So it will not ring, as far as can be seen.")
        }
        return .init(code: .next, text: "So it rings next on \(civil.inWords).")
    }

    private func placement(_ next: Occurrence, _ alarm: Alarm) -> [Explanation.Reason] {
        switch next.placement {
        case .exact: []
        case .movedByGap:
            [
                .init(
                    code: .clockChange,
                    text: "On \(next.date) the clock is put forward and never shows "
                        + "\(alarm.schedule.time); it rings when the clock jumps.")
            ]
        case .secondPass:
            [
                .init(
                    code: .secondPass,
                    text: "On \(next.date) the clock shows \(alarm.schedule.time) twice, as it "
                        + "is put back; the first time had passed when the alarm was set.")
            ]
        }
    }

    var timeQuality: [Explanation.Reason] {
        switch trust {
        case .trusted: []
        case .plausible:
            [
                .init(
                    code: .timeQuality,
                    text: "The clock's time is not confirmed; alarms ring by it.")
            ]
        case .unknown:
            [
                .init(
                    code: .timeQuality,
                    text: "The clock does not know the time; no alarm rings until it does. "
                        + "Set it: \(TimeReport.howToSet).")
            ]
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
