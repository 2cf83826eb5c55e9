import ClockTime

// Everything that keeps alarms from ringing, and the zones that they are pinned to (law, 1.2 and 7).
extension RingingMachine {
    /// The zone's local time; nil while the time is unknown.
    private func civil(_ context: Context) -> CivilTime? {
        context.trust == .unknown ? nil : rules.local.civilTime(at: context.instant)
    }

    // MARK: - Zones

    /// Stores the zone rules of a command before the alarm that needs them.
    mutating func keepRules(of choice: AlarmChanges.ZoneChoice?) {
        guard case .pinned(let zone) = choice else { return }
        rules.pinned[zone.name] = zone
    }

    /// Removes rules that nothing needs any more; they would pile up.
    mutating func prunePinnedZones(_ worldClocks: [WorldClock]) {
        guard !rules.pinned.isEmpty else { return }
        let used = Set(
            alarms.book.alarms.compactMap(\.pinnedZone) + worldClocks.map(\.zone))
        rules.pinned = rules.pinned.filter { used.contains($0.key) }
    }

    // MARK: - Pauses and free days

    /// The pauses of all alarms that are not over.
    func standingPauses(_ context: Context) -> [DateRange] {
        guard let today = civil(context)?.date else { return rules.pauses.ranges }
        return rules.pauses.ranges.filter { $0.last >= today }
    }

    mutating func pause(
        _ range: DateRange, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> PauseChange {
        guard range.first <= range.last else {
            throw .invalid(field: "last", .time(.rangeReversed(range)))
        }
        if context.trust != .unknown, let today = civil(context)?.date, range.last < today {
            throw .invalid(field: "last", .time(.rangeOver(range)))
        }
        if let known = rules.pauses.range(with: range.first), known.contains(range.last) {
            return .unchanged
        }
        var pauses = rules.pauses
        if context.trust == .trusted, let today = civil(context)?.date {
            // Two days later a date is over in every zone that an alarm can be pinned to, and has been judged.
            pauses.remove { $0.last.adding(days: 2) < today }
        }
        pauses.add(range)
        guard pauses.ranges.count <= Pauses.capacity else {
            throw .invalid(field: "dates", .tooMany(of: .pauses, most: Pauses.capacity))
        }
        rules.pauses = pauses
        alarms.rulesChanged(alarmContext(context))
        outcome.notes.append(.alarmsPaused(range))
        return .added(range)
    }

    mutating func endPause(
        on date: CivilDate?, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> PauseChange {
        if let date, !rules.pauses.contains(date) { throw .wrongState(.notPaused(date)) }
        let standing = standingPauses(context)
        let ended = rules.pauses.remove { range in date.map(range.contains) ?? true }
            .filter(standing.contains)
        guard !ended.isEmpty else { return .unchanged }
        alarms.rulesChanged(alarmContext(context))
        outcome.notes += ended.map { .pauseEnded($0) }
        return .ended(ended)
    }

    /// Replaces the free days. Whoever gives a new list may not know which days it lacks.
    mutating func setFreeDays(
        _ days: [FreeDay], _ context: Context
    ) throws(CommandError) -> Reply {
        let known = FreeDays(days)
        guard known.days.count <= FreeDays.capacity else {
            throw .invalid(
                field: "days",
                .tooMany(of: .dates, most: FreeDays.capacity))
        }
        if let long = days.first(where: { $0.name.utf8.count > FreeDays.nameBytes }) {
            throw .invalid(
                field: "days",
                .time(
                    .dayName(
                        of: long.date, bytes: long.name.utf8.count, most: FreeDays.nameBytes)))
        }
        let former = rules.freeDays
        let dropped = former.days.filter { day in
            !known.contains(day.date) && civil(context).map { day.date >= $0.date } ?? true
        }
        if known != former {
            rules.freeDays = known
            alarms.rulesChanged(alarmContext(context))
        }
        let change = FreeDaysChange(
            added: known.days.filter { former[$0.date] != $0 }, dropped: dropped)
        return .freeDays(known.days, change)
    }
}
