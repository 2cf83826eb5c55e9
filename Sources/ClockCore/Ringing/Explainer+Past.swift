import ClockTime

// Explains why a past ring was as it was, or why an expected ring did not happen (product, H1c). The sources are the
// history, the alarm itself if the history shows that it is unchanged, and the alarm's used-up dates. If these do not
// tell, the explanation says so.
extension Explainer {
    /// - Parameter alarm: nil: the last ring of any alarm.
    func explanation(ofLast alarm: AlarmID?) throws(CommandError) -> Explanation {
        if let last = history.lastOccurrence(of: alarm) { return try explanation(ofPast: last) }
        let candidates = ringing.alarms.book.alarms.filter { $0.id == alarm ?? $0.id }
        if let alarm, candidates.isEmpty { throw .notFound(alarm) }
        // Even without its history, the clock still knows the used-up dates.
        let used = candidates.compactMap { alarm in
            alarm.spent.entries.last.map { (alarm.id, $0) }
        }
        if let (id, entry) = used.max(by: { $0.1.instant < $1.1.instant }) {
            return try explanation(ofPast: OccurrenceID(alarm: id, date: entry.date))
        }
        return Explanation(
            alarm: alarm.flatMap { ringing.alarms.book[$0] }.map {
                ringing.alarms.report($0, alarmContext)
            },
            reasons: [.history(.noRing)])
    }

    func explanation(ofPast id: OccurrenceID) throws(CommandError) -> Explanation {
        let alarm = ringing.alarms.book[id.alarm]
        let story = OccurrenceStory(of: id, in: history)
        var reasons: [Explanation.Reason]
        if story.own.isEmpty {
            guard let alarm else { throw .notFound(id.alarm) }
            reasons = try whyNothing(story, of: alarm)
        } else {
            let (rule, isAsThen) = ruleThen(story, of: alarm)
            reasons = rule
            reasons += whatHappened(story, of: isAsThen ? alarm : nil)
            let isOpen = ringing.alarms.members.contains { $0.occurrence == id }
            if isOpen, let alarm { reasons += whatItDoes(alarm) }
        }
        return Explanation(
            alarm: alarm.map { ringing.alarms.report($0, alarmContext) }, occurrence: id,
            reasons: reasons)
    }

    // MARK: - From the history

    /// The alarm's rule, if it is known to be unchanged since then, and whether it is.
    private func ruleThen(
        _ story: OccurrenceStory, of alarm: Alarm?
    ) -> ([Explanation.Reason], isAsThen: Bool) {
        guard let alarm else {
            return (
                [.history(.deleted(ringing.name(of: story.id.alarm, among: history.removed)))],
                false
            )
        }
        guard let first = story.own.first else { return ([], false) }
        if let edit = story.edit(after: first) {
            return ([.history(.changed(edit.civil))], false)
        }
        if story.hasGaps(after: first) { return ([.history(.changeNotKnown)], false) }
        return (rule(of: alarm), true)
    }

    /// - Parameter alarm: nil if it may have changed since.
    private func whatHappened(_ story: OccurrenceStory, of alarm: Alarm?) -> [Explanation.Reason] {
        var reasons: [Explanation.Reason] = []
        var snoozes = Pauses(of: Explanation.Past.snoozed)
        var silences = Pauses(of: Explanation.Past.silenced)
        for record in story.own {
            switch record.event {
            case .alarm(_, .snoozed(let until)): snoozes.add(until, record)
            case .alarm(_, .silenced(let until)): silences.add(until, record)
            default: reasons += whatHappened(record, story, of: alarm)
            }
            guard case .alarm(_, let event) = record.event, event.name.isEnd else { continue }
            // Interruptions come before the end.
            let pauses = [snoozes.take(), silences.take()].compactMap { $0 }
            let place = reasons.lastIndex(where: \.saysHowItEnded)
            reasons.insert(contentsOf: pauses, at: place ?? reasons.endIndex)
        }
        reasons += [snoozes.take(), silences.take()].compactMap { $0 }
        return reasons + (story.own.first.map { timeQuality($0.trust, isPast: true) } ?? [])
    }

    /// How often a ring was interrupted, and the end of the last interruption.
    private struct Pauses {
        private let reason: (Int, CivilTime) -> Explanation.Past
        private var count = 0
        private var until: CivilTime?

        init(of reason: @escaping (Int, CivilTime) -> Explanation.Past) { self.reason = reason }

        mutating func add(_ until: WallTime, _ record: HistoryRecord) {
            count += 1
            self.until = CivilTime(
                secondsAsUTC: until.instant.advanced(bySeconds: Int64(record.zoneOffset)).seconds)
        }

        mutating func take() -> Explanation.Reason? {
            guard let until else { return nil }
            defer { self = Pauses(of: reason) }
            return .was(reason(count, until))
        }
    }

    private func whatHappened(
        _ record: HistoryRecord, _ story: OccurrenceStory, of alarm: Alarm?
    ) -> [Explanation.Reason] {
        let time = record.civil
        switch record.event {
        case .alarm(_, .fired(let scheduled, let lateness, let joined, _)):
            let isLate = lateness >= Lateness.leastReported
            return [.was(.rang(time, lateness: isLate ? lateness : nil, joined: joined))]
                + (isLate ? whyLate(record, story, since: scheduled) : [])
                + placementThen(scheduled, record, story.id, of: alarm)
        case .alarm(_, .rangAgain(.powerCut)): return [.was(.rangAfterPowerCut(time))]
        case .alarm(_, .stopped(let cause)): return [.was(.stopped(time, by: cause))]
        case .alarm(_, .missed(let scheduled, let reason, let count)):
            return missed(reason, count, record, story, since: scheduled)
                + placementThen(scheduled, record, story.id, of: alarm)
        case .alarm(_, .skipped(let reason)): return [leftOut(story.id.date, reason)]
        case .alarm(_, .gotUp): return [.was(.gotUp(time))]
        case .alarm(_, .passedOver):
            return [.was(.passedOver)] + story.causesInStep(of: record).map(cause)
        case .alarm(_, .superseded): return [.was(.superseded(time))]
        case .alarm(_, .reopened): return [.was(.reopened(time))]
        case .rungTaken(let rung, let reason): return [.was(.rungTaken(rung, reason))]
        case .alarm, .timer, .nap, .booted, .alarmEdited, .clockStepped, .trustChanged,
            .zoneChanged, .storageFailed, .storageRecovered, .alarmsUnreadable, .batteryLow,
            .updateTold,
            .unknown:
            return []
        }
    }

    private func missed(
        _ reason: MissReason, _ count: Int, _ record: HistoryRecord, _ story: OccurrenceStory,
        since scheduled: Instant
    ) -> [Explanation.Reason] {
        switch reason {
        case .unanswered: [.was(.missedUnanswered)]
        case .late:
            [.was(.missedLate(grace: context.settings.grace, dates: count))]
                + whyLate(record, story, since: scheduled)
        }
    }

    private func whyLate(
        _ record: HistoryRecord, _ story: OccurrenceStory, since scheduled: Instant
    ) -> [Explanation.Reason] {
        let causes = story.causes(of: record, since: scheduled)
        return causes.isEmpty ? [.history(.latenessNotKnown)] : causes.map(cause)
    }

    private func cause(_ record: HistoryRecord) -> Explanation.Reason {
        let time = record.civil
        return switch record.event {
        case .booted: .late(.started(time))
        case .clockStepped(let delta, let cause): .late(.clockSet(time, by: delta, cause))
        case .zoneChanged: .late(.zoneChanged(name(ofZone: record), time))
        default: .late(.trustChanged(record.trust, time))
        }
    }

    private func name(ofZone record: HistoryRecord) -> String? {
        history.zoneNames.first { HistoryRecord.checksum(ofZone: $0) == record.zone }
    }

    private func leftOut(_ date: CivilDate, _ reason: SkipReason?) -> Explanation.Reason {
        let day = reason == .freeDay ? ringing.rules.freeDays[date] : nil
        return .was(.leftOut(date, reason, freeDay: day?.name))
    }

    /// How a clock change affected the ring.
    private func placementThen(
        _ scheduled: Instant, _ record: HistoryRecord, _ id: OccurrenceID, of alarm: Alarm?
    ) -> [Explanation.Reason] {
        guard let alarm else { return [] }
        guard alarm.pinnedZone != nil || record.zone == HistoryRecord.checksum(ofZone: zone.name)
        else { return [.history(.zone(name(ofZone: record)))] }
        let zone = ringing.rules.zone(of: alarm.timing)
        let day = Schedule.dated(id.date, at: alarm.schedule.time)
        let before = scheduled.advanced(bySeconds: -1)
        guard let found = day.nextOccurrence(after: before, armedAt: before, in: zone),
            found.instant == scheduled
        else { return [.history(.otherRules)] }
        guard found.placement != .exact || comesTwice(found, alarm) else { return [] }
        return [.placed(found.placement, id.date, alarm.schedule.time, isPast: true)]
    }

    // MARK: - Beyond the history

    /// Why the history may have no record of a date.
    private func whyNothing(
        _ story: OccurrenceStory, of alarm: Alarm
    ) throws(CommandError) -> [Explanation.Reason] {
        let date = story.id.date
        let zone = ringing.rules.zone(of: alarm.timing)
        if trust != .unknown, date > zone.civilTime(at: now.wall.instant).date {
            throw .invalid(
                field: "date", .time(.dateToCome(date)))
        }
        if let entry = alarm.spent.entries.first(where: { $0.date == date }) {
            return used(entry, story)
        }
        let midnight = Instant(seconds: CivilTime(date: date, secondOfDay: 0).secondsAsUTC)
        // Start a second before the day, so that a ring at midnight counts as the day's own.
        let start = midnight.advanced(
            bySeconds: -Int64(zone.offset(at: midnight).seconds) - 1)
        // Before the very first record there was no alarm.
        guard let oldest = story.oldest, oldest.sequence == 1 || oldest.instant <= start else {
            return [.history(.begins(story.oldest?.civil, after: date))]
        }
        if let edit = story.edit(after: start) {
            return [.history(.changedOn(edit.civil, date))]
        }
        return rule(of: alarm) + whyNotDue(story, of: alarm, from: start, in: zone) + timeQuality
    }

    /// The date is used up, and nothing else is known about it.
    private func used(
        _ entry: SpentDates.Entry, _ story: OccurrenceStory
    ) -> [Explanation.Reason] {
        var reasons: [Explanation.Reason] = []
        switch entry.reason {
        case .rung: reasons.append(.was(.rangOn(entry.date)))
        case .skipped: reasons.append(leftOut(entry.date, entry.skip))
        case .missed:
            reasons.append(.was(.missedOn(entry.date)))
            if let verdict = story.verdictOnSeveral {
                return reasons + whyLate(verdict, story, since: entry.instant)
            }
        }
        return reasons + [.history(.usedUpAlone)]
    }

    private func whyNotDue(
        _ story: OccurrenceStory, of alarm: Alarm, from start: Instant, in zone: Zone
    ) -> [Explanation.Reason] {
        let date = story.id.date
        let day = Schedule.dated(date, at: alarm.schedule.time)
        guard alarm.schedule.names(date),
            let due = day.nextOccurrence(after: start, armedAt: start, in: zone)
        else { return [.history(.notDue(date))] }
        guard due.instant <= now.wall.instant else { return [.history(.notYet(date))] }
        if let off = story.switchedOff(before: due.instant) {
            return [.history(.offSince(off.civil))]
        }
        if let on = story.switchedOn(after: due.instant), on.event != .alarmEdited(alarm.id, .added)
        {
            return [.history(.onSince(on.civil))]
        }
        guard alarm.armedAt < due.instant else { return [countsFrom(alarm, after: date)] }
        let hasGaps = story.oldest.map(story.hasGaps) == true
        let time = zone.civilTime(at: due.instant)
        return [.history(.nothing(of: time, hasGaps: hasGaps))]
    }
}

extension Explanation.Reason {
    /// Whether the reason says how a ring ended.
    fileprivate var saysHowItEnded: Bool {
        switch self {
        case .was(.stopped), .was(.missedUnanswered), .was(.missedLate): true
        default: false
        }
    }
}
