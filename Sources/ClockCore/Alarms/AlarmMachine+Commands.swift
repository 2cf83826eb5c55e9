package import ClockTime

// The list of alarms: adding, changing and taking out.
extension AlarmMachine {
    mutating func add(
        _ schedule: Schedule, _ changes: AlarmChanges, _ context: Context,
        _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard book.alarms.count < AlarmLimits.count else { throw .storeFull }
        try refuseDateWithoutInstant(schedule, context)
        var alarm = Alarm(
            id: AlarmID(book.nextNumber), schedule: schedule, createdAt: context.instant)
        try changes.apply(to: &alarm, catalogue: context.catalogue)
        _ = book.takeNextID()
        book.insert(alarm)
        arm(alarm.id, .added, context, &outcome)
        return try report(alarm.id, context)
    }

    mutating func edit(
        _ id: AlarmID, _ changes: AlarmChanges, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard var alarm = book[id] else { throw .notFound(id) }
        guard !changes.isEmpty else {
            throw .invalid(field: "changes", "nothing to change was given")
        }
        try changes.apply(to: &alarm, catalogue: context.catalogue)
        if changes.changesSchedule { try refuseDateWithoutInstant(alarm.schedule, context) }
        // A new time is a new wish: a once alarm that has rung is on again.
        if changes.changesSchedule { alarm.isEnabled = true }
        book.update(id) { $0 = alarm }
        arm(id, .edited, context, &outcome)
        return try report(id, context)
    }

    mutating func setEnabled(
        _ id: AlarmID, _ isEnabled: Bool, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard let alarm = book[id] else { throw .notFound(id) }
        if isEnabled { try refuseDateWithoutInstant(alarm.schedule, context) }
        // An alarm that rings once is off already, and yet there is something to switch off.
        let isRinging = members.contains { $0.occurrence.alarm == id }
        guard alarm.isEnabled != isEnabled || (isRinging && !isEnabled) else {
            return try report(id, context)
        }
        book.update(id) { $0.isEnabled = isEnabled }
        arm(id, isEnabled ? .enabled : .disabled, context, &outcome)
        return try report(id, context)
    }

    /// Leaves out a weekly alarm's next dates (law, 7). Nothing is used up by that until their instants
    /// pass, so asking for none makes them due again.
    mutating func skipNext(
        _ id: AlarmID, _ count: Int, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard let alarm = book[id] else { throw .notFound(id) }
        guard AlarmLimits.skipNext.contains(count) else {
            throw .invalid(
                field: "count", "0 to \(AlarmLimits.skipNext.upperBound) dates are allowed")
        }
        switch alarm.schedule.kind {
        case .weekly: break
        case .once, .dated:
            throw .wrongState("alarm \(id) rings but once; switch it off instead")
        }
        guard alarm.isEnabled || count == 0 else {
            throw .wrongState("alarm \(id) is off: it has nothing to skip")
        }
        book.update(id) { alarm in
            alarm.revision += 1
            alarm.suppressors.skipNext = count
        }
        book.reschedule(id, after: checked, zone: context.zone)
        outcome.notes.append(.alarmEdited(id, .skips))
        outcome.mustSave = true
        return try report(id, context)
    }

    mutating func remove(
        _ id: AlarmID, _ outcome: inout Outcome
    ) throws(CommandError) {
        guard book[id] != nil else { throw .notFound(id) }
        endMember(of: id, &outcome)
        book.remove(id)
        notices.removeAll { $0.occurrence.alarm == id }
        outcome.notes.append(.alarmEdited(id, .removed))
        outcome.mustSave = true
    }

    /// An edit, or switching on or off, ends what the alarm was doing and begins anew (law, 6.7).
    private mutating func arm(
        _ id: AlarmID, _ edit: AlarmEdit, _ context: Context, _ outcome: inout Outcome
    ) {
        endMember(of: id, &outcome)
        book.update(id) { alarm in
            if edit != .added { alarm.revision += 1 }
            alarm.spent = SpentDates()
            alarm.suppressors = Suppressors()
            alarm.armedAt = context.instant
            alarm.isArmedProvisionally = context.trust != .trusted
            alarm.switchedOffBy = nil
        }
        book.reschedule(id, after: checked, zone: context.zone)
        outcome.notes.append(.alarmEdited(id, edit))
        outcome.mustSave = true
    }

    private mutating func endMember(of id: AlarmID, _ outcome: inout Outcome) {
        for member in members where member.occurrence.alarm == id {
            outcome.notes.append(.alarmStopped(member.occurrence, by: .edited))
        }
        close { $0.occurrence.alarm == id }
    }

    /// A date that is over, or that the zone leaves out, would never ring (law, 1.6): better said now.
    private func refuseDateWithoutInstant(
        _ schedule: Schedule, _ context: Context
    ) throws(CommandError) {
        guard case .dated(let date) = schedule.kind, context.trust != .unknown else { return }
        let next = schedule.nextOccurrence(
            after: context.instant, armedAt: context.instant, in: context.zone,
            isExcluded: { _ in false })
        guard next == nil else { return }
        throw .invalid(
            field: "date", "\(date) \(schedule.time) is over, or \(context.zone.name) leaves it out"
        )
    }

    // MARK: - Reports

    func report(_ id: AlarmID, _ context: Context) throws(CommandError) -> AlarmReport {
        guard let alarm = book[id] else { throw .notFound(id) }
        return report(alarm, context)
    }

    func report(_ alarm: Alarm, _ context: Context) -> AlarmReport {
        let next =
            context.trust == .unknown
            ? nil : alarm.nextRing(after: context.instant, zone: context.zone)
        return AlarmReport(
            alarm: alarm, next: next,
            nextCivil: next.map { context.zone.civilTime(at: $0.instant) },
            untilNext: next.map { WallTime($0.instant) - context.now.wall },
            state: state(of: alarm),
            skips: context.trust == .unknown
                ? [] : alarm.suppressedDates(after: context.instant, zone: context.zone))
    }

    private func state(of alarm: Alarm) -> AlarmState {
        guard let member = members.first(where: { $0.occurrence.alarm == alarm.id }) else {
            return alarm.isEnabled ? .scheduled : .off
        }
        return member.isRinging ? .alert : .countdown
    }

    func report(_ member: RingMember, _ context: Context) -> MemberReport {
        let until = member.snoozeEnd.map { context.now.wall + ($0 - context.now.boot) }
        return MemberReport(
            occurrence: member.occurrence, label: book[member.occurrence.alarm]?.label ?? "",
            scheduled: member.scheduled, snoozes: member.snoozes, until: until,
            untilCivil: until.flatMap(context.civil))
    }

    /// The alarm that rings first, skips aside; of equals the one with the lowest id.
    package func nextAlarm(after now: Instant, zone: Zone) -> (
        alarm: Alarm, occurrence: Occurrence
    )? {
        book.nextRing(after: now, zone: zone)
    }
}
