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
        let next =
            alarms.nextAlarm(after: now.wall.instant, rules)?.alarm.id
            ?? alarms.members.first?.occurrence.alarm
        let isHeldBack = id == nil && next == nil
        guard let id = id ?? next ?? heldBack?.id else {
            return Explanation(
                alarm: nil,
                reasons: [.init(code: .noAlarm, text: "No alarm is set to ring.")] + timeQuality)
        }
        guard let alarm = alarms.book[id] else { throw .notFound(id) }
        let report = alarms.report(alarm, context())
        var reasons: [Explanation.Reason] = []
        if isHeldBack {
            let text = "No alarm will ring, as far as can be seen. This one would be the first."
            reasons.append(.init(code: .noAlarm, text: text))
        }
        reasons += whatItDoes(alarm)
        reasons += rule(of: alarm)
        if alarm.isEnabled, trust != .unknown {
            reasons += whatWasUsedUp(alarm, next: report.next)
            reasons += report.skips.map(skip)
            if let further = report.furtherSkips { reasons.append(skip(further)) }
            reasons.append(outcome(alarm, report))
            reasons += report.next.map { placement($0, alarm) } ?? []
        }
        return Explanation(alarm: report, reasons: reasons + timeQuality)
    }

    /// Where no alarm rings next: the one that would, but for what it is to leave out. Nil where none is set.
    var heldBack: Alarm? {
        guard trust != .unknown, alarms.nextAlarm(after: now.wall.instant, rules) == nil else {
            return nil
        }
        let dates = alarms.book.alarms.compactMap { alarm in
            alarm.isEnabled
                ? alarm.timing.nextUnspent(after: now.wall.instant, rules).map {
                    (alarm, $0.instant)
                }
                : nil
        }
        return dates.min { $0.1 < $1.1 }?.0
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
    private func whatWasUsedUp(
        _ alarm: Alarm, next: Occurrence?
    ) -> [Explanation.Reason] {
        let zone = rules.zone(of: alarm.timing)
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
        guard alarm.schedule.names(today), armed.date == today, next?.date != today,
            armed.secondOfDay >= alarm.schedule.time.minutesSinceMidnight * 60
        else { return [] }
        return [
            .init(
                code: .justSet,
                text: "\(countsFrom(alarm)); its time had come already, "
                    + "so that day does not count.")
        ]
    }

    /// Since when it counts its dates, and why: "It was set on 2025-01-14 at 08:00".
    func countsFrom(_ alarm: Alarm) -> String {
        let armed = rules.zone(of: alarm.timing).civilTime(at: alarm.armedAt).inWords
        guard alarm.armedAt != alarm.createdAt else { return "It was set on \(armed)" }
        // Which of them it was is not kept: setting the clock counts as setting all alarms.
        return "It counts from \(armed) on, when it was changed or switched on, "
            + "or the clock or its time zone was set"
    }

    private func skip(_ skipped: SkippedDate) -> Explanation.Reason {
        let text = "It will not ring on \(skipped.date): \(why(skipped))."
        return .init(code: .skipped, text: text)
    }

    func why(_ skipped: SkippedDate) -> String {
        let name = skipped.freeDay ?? ""
        return why(skipped.reason) + (name.isEmpty ? "" : " (\(name))")
    }

    private func why(_ reason: SkipReason) -> String {
        switch reason {
        case .skipNext: "you asked to skip it"
        case .paused: "all alarms are paused then"
        case .freeDay: "it is a free day"
        case .doNotDisturb: "do not disturb holds then, and this alarm respects it"
        }
    }

    private func skip(_ further: FurtherSkips) -> Explanation.Reason {
        let why = further.reasons.map(why).joined(separator: ", or ")
        let dates =
            further.count == 1 && further.isAll
            ? "\(further.last)"
            : "\(further.count) \(further.isAll ? "" : "or ")more dates, up to \(further.last)"
        let beyond = further.isAll ? "" : " and beyond"
        return .init(code: .skipped, text: "Nor on \(dates)\(beyond): \(why).")
    }

    private func outcome(_ alarm: Alarm, _ report: AlarmReport) -> Explanation.Reason {
        guard let civil = report.nextCivil else {
            return .init(code: .never, text: "So it will not ring, as far as can be seen.")
        }
        return .init(code: .next, text: "So it rings next on \(civil.inWords).")
    }

    private func placement(_ next: Occurrence, _ alarm: Alarm) -> [Explanation.Reason] {
        switch next.placement {
        case .exact:
            comesTwice(next, alarm)
                ? [
                    .init(
                        code: .firstPass,
                        text: "On \(next.date) the clock shows \(alarm.schedule.time) twice, as it "
                            + "is put back; it rings the first time alone.")
                ] : []
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

    /// Whether the clock shows the time of that date once more, after it.
    func comesTwice(_ occurrence: Occurrence, _ alarm: Alarm) -> Bool {
        Schedule.dated(occurrence.date, at: alarm.schedule.time).nextOccurrence(
            after: occurrence.instant, armedAt: occurrence.instant, in: rules.zone(of: alarm.timing)
        )
            != nil
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

extension Schedule {
    /// Whether the date is one of its own; a schedule without a date means any.
    func names(_ date: CivilDate) -> Bool {
        switch kind {
        case .weekly(let days): days.contains(date.weekday)
        case .dated(let day): day == date
        case .once: true
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
