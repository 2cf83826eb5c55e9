import ClockTime

/// Explains why the next alarm will ring when it will; `Explainer+Past` explains past rings.
struct Explainer {
    let ringing: RingingMachine
    let history: History
    let context: RingingMachine.Context

    var now: Moment { context.now }
    var trust: ClockTrust { context.trust }
    var zone: Zone { ringing.rules.local }
    var alarmContext: AlarmMachine.Context { ringing.alarmContext(context) }

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
            ringing.alarms.nextAlarm(after: now.wall.instant, ringing.rules)?.alarm.id
            ?? ringing.alarms.members.first?.occurrence.alarm
        let isHeldBack = id == nil && next == nil
        guard let id = id ?? next ?? ringing.heldBack(context)?.id else {
            return Explanation(alarm: nil, reasons: [.noAlarm(hasFirst: false)] + timeQuality)
        }
        guard let alarm = ringing.alarms.book[id] else { throw .notFound(id) }
        let report = ringing.alarms.report(alarm, alarmContext)
        var reasons: [Explanation.Reason] = []
        if isHeldBack { reasons.append(.noAlarm(hasFirst: true)) }
        reasons += whatItDoes(alarm)
        reasons += rule(of: alarm)
        if alarm.isEnabled, trust != .unknown {
            reasons += whatWasUsedUp(alarm, next: report.next)
            reasons += report.skips.map(Explanation.Reason.skipped)
            if let further = report.furtherSkips { reasons.append(.skippedFurther(further)) }
            reasons.append(report.nextCivil.map(Explanation.Reason.next) ?? .never)
            reasons += report.next.map { placement($0, alarm) } ?? []
        }
        return Explanation(alarm: report, reasons: reasons + timeQuality)
    }

    func whatItDoes(_ alarm: Alarm) -> [Explanation.Reason] {
        if let member = ringing.alarms.members.first(where: { $0.occurrence.alarm == alarm.id }) {
            let date = member.occurrence.date
            guard let end = member.snoozeEnd else { return [.ringing(date)] }
            let civil = zone.civilTime(at: now.wallTime(at: end).instant)
            return [.snoozed(until: civil)]
        }
        return alarm.isEnabled ? [] : [.off(after: alarm.switchedOffBy)]
    }

    func rule(of alarm: Alarm) -> [Explanation.Reason] {
        [.rule(alarm.schedule)]
            + (alarm.pinnedZone.map { [Explanation.Reason.pinnedZone($0)] } ?? [])
    }

    /// Reports that today's date is used up, or that its time had passed when the alarm was set.
    private func whatWasUsedUp(
        _ alarm: Alarm, next: Occurrence?
    ) -> [Explanation.Reason] {
        let zone = ringing.rules.zone(of: alarm.timing)
        let today = zone.civilTime(at: now.wall.instant).date
        if let entry = alarm.spent.entries.first(where: { $0.date == today }) {
            let story = OccurrenceStory(of: OccurrenceID(alarm: alarm.id, date: today), in: history)
            if let last = story.own.last, last.event.name == .of(.alarm, .gotUp) {
                return [.was(.gotUp(last.civil))]
            }
            return [.usedUp(today, entry.reason)]
        }
        let armed = zone.civilTime(at: alarm.armedAt)
        guard alarm.schedule.names(today), armed.date == today, next?.date != today,
            armed.secondOfDay >= alarm.schedule.time.minutesSinceMidnight * 60
        else { return [] }
        return [countsFrom(alarm, after: nil)]
    }

    /// From when the alarm counts its dates, and why.
    func countsFrom(_ alarm: Alarm, after date: CivilDate?) -> Explanation.Reason {
        .countsFrom(
            ringing.rules.zone(of: alarm.timing).civilTime(at: alarm.armedAt),
            isNew: alarm.armedAt == alarm.createdAt, after: date)
    }

    private func placement(_ next: Occurrence, _ alarm: Alarm) -> [Explanation.Reason] {
        guard next.placement != .exact || comesTwice(next, alarm) else { return [] }
        return [.placed(next.placement, next.date, alarm.schedule.time, isPast: false)]
    }

    /// Whether the clock shows the occurrence's local time again later on that date.
    func comesTwice(_ occurrence: Occurrence, _ alarm: Alarm) -> Bool {
        Schedule.dated(occurrence.date, at: alarm.schedule.time).nextOccurrence(
            after: occurrence.instant, armedAt: occurrence.instant,
            in: ringing.rules.zone(of: alarm.timing)
        )
            != nil
    }

    var timeQuality: [Explanation.Reason] { timeQuality(trust, isPast: false) }

    func timeQuality(_ trust: ClockTrust, isPast: Bool) -> [Explanation.Reason] {
        switch trust {
        case .trusted: []
        case .plausible: [.timeNotConfirmed(isPast: isPast)]
        case .unknown: [.timeNotKnown(isPast: isPast)]
        }
    }
}

extension Schedule {
    /// Whether the schedule includes this date; a schedule without a date includes any.
    func names(_ date: CivilDate) -> Bool {
        switch kind {
        case .weekly(let days): days.contains(date.weekday)
        case .dated(let day): day == date
        case .once: true
        }
    }
}
