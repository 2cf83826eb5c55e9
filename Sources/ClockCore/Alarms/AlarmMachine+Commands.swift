package import ClockTime

// The alarm list: adding, changing and removing alarms.
extension AlarmMachine {
    mutating func add(
        _ schedule: Schedule, _ changes: AlarmChanges, _ context: Context,
        _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        var alarm = Alarm(
            id: AlarmID(book.nextNumber), schedule: schedule, createdAt: context.instant)
        try changes.apply(to: &alarm, context)
        try refuseDateWithoutInstant(alarm, context)
        guard book.hasRoom(for: alarm) else { throw .storeFull }
        return insert(alarm, context, &outcome)
    }

    /// Adds a copy of the alarm, without the original's past.
    mutating func duplicate(
        _ id: AlarmID, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard let original = book[id] else { throw .notFound(id) }
        let copy = original.copy(as: AlarmID(book.nextNumber), createdAt: context.instant)
        guard book.hasRoom(for: copy) else { throw .storeFull }
        return insert(copy, context, &outcome)
    }

    private mutating func insert(
        _ alarm: Alarm, _ context: Context, _ outcome: inout Outcome
    ) -> AlarmReport {
        _ = book.takeNextID()
        book.insert(alarm)
        arm(alarm.id, context)
        noteChange(of: alarm.id, .added, context, &outcome)
        return report(book[alarm.id] ?? alarm, context)
    }

    mutating func edit(
        _ id: AlarmID, _ changes: AlarmChanges, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard let old = book[id] else { throw .notFound(id) }
        guard !changes.isEmpty else {
            throw .invalid(field: "changes", .noChange)
        }
        if let revision = changes.revision, revision != old.revision {
            throw .changedMeanwhile(id, revision: old.revision)
        }
        var alarm = old
        try changes.apply(to: &alarm, context)
        let changed = AlarmSetting.changed(from: old, to: alarm)
        guard !changed.isEmpty else { return unchanged(alarm, context) }
        if changed.startOver { try refuseDateWithoutInstant(alarm, context) }
        guard book.hasRoom(for: alarm) || alarm.storedBytes <= old.storedBytes else {
            throw .storeFull
        }
        if changed.startOver {
            // A new time is a new intention: it switches a once alarm that has rung back on.
            alarm.isEnabled = true
            endMember(of: id, &outcome)
        }
        book.update(id) { $0 = alarm }
        if changed.startOver { arm(id, context) }
        noteChange(of: id, .edited, context, &outcome)
        return try report(id, context)
    }

    mutating func setEnabled(
        _ id: AlarmID, _ isEnabled: Bool, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard let alarm = book[id] else { throw .notFound(id) }
        if isEnabled { try refuseDateWithoutInstant(alarm, context) }
        // A ringing once alarm is already off, but can still be switched off.
        let isRinging = members.contains { $0.occurrence.alarm == id }
        guard alarm.isEnabled != isEnabled || (isRinging && !isEnabled) else {
            return unchanged(alarm, context)
        }
        // To switch an alarm on is no answer to its last ring, which may have switched it off (2.5).
        if !isEnabled { endMember(of: id, &outcome) }
        book.update(id) { $0.isEnabled = isEnabled }
        arm(id, context)
        noteChange(of: id, isEnabled ? .enabled : .disabled, context, &outcome)
        return try report(id, context)
    }

    /// Skips a weekly alarm's next dates (law, 7). This uses up no date until its instant passes, so a later request
    /// for 0 makes the dates due again.
    mutating func skipNext(
        _ id: AlarmID, _ count: Int, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> AlarmReport {
        guard let alarm = book[id] else { throw .notFound(id) }
        guard AlarmLimits.skipNext.contains(count) else {
            throw .invalid(
                field: "count", .number(allowed: AlarmLimits.skipNext, of: .dates))
        }
        switch alarm.schedule.kind {
        case .weekly: break
        case .once, .dated:
            throw .wrongState(.alarm(alarm.name, .ringsOnce))
        }
        guard alarm.isEnabled || count == 0 else {
            throw .wrongState(.alarm(alarm.name, .offWithoutDates))
        }
        guard alarm.skipNext != count else { return unchanged(alarm, context) }
        book.update(id) { alarm in
            alarm.skip(
                count, after: context.instant, isProvisional: context.trust != .trusted)
        }
        noteChange(of: id, .skips, context, &outcome)
        return try report(id, context)
    }

    mutating func remove(
        _ id: AlarmID, _ outcome: inout Outcome
    ) throws(CommandError) {
        guard let alarm = book[id] else { throw .notFound(id) }
        endMember(of: id, &outcome)
        book.remove(id)
        outcome.removed.append(alarm)
        notices.removeAll { $0.occurrence.alarm == id }
        outcome.notes.append(.alarmEdited(id, .removed))
    }

    /// Starts afresh: the alarm's dates count from now, whatever happened to it before (law, 6.7).
    mutating func arm(_ id: AlarmID, _ context: Context) {
        book.update(id) { alarm in
            alarm.spent = SpentDates()
            alarm.skip(0, after: context.instant, isProvisional: false)
            alarm.armedAt = context.instant
            alarm.isArmedProvisionally = context.trust != .trusted
            alarm.switchedOffBy = nil
        }
    }

    mutating func noteChange(
        of id: AlarmID, _ edit: AlarmEdit, _ context: Context, _ outcome: inout Outcome
    ) {
        if edit != .added { book.update(id) { $0.revision &+= 1 } }
        book.reschedule(id, after: checked, context.rules)
        outcome.notes.append(.alarmEdited(id, edit))
    }

    private mutating func endMember(of id: AlarmID, _ outcome: inout Outcome) {
        stop(members.filter { $0.occurrence.alarm == id }, by: .edited, &outcome)
    }

    /// A date that is over, or that the zone skips, would never ring (law, 1.6). It is better to refuse it now.
    private func refuseDateWithoutInstant(
        _ alarm: Alarm, _ context: Context
    ) throws(CommandError) {
        let schedule = alarm.schedule
        guard case .dated(let date) = schedule.kind, context.trust != .unknown else { return }
        let zone = context.rules.zone(of: alarm.timing)
        let next = schedule.nextOccurrence(
            after: context.instant, armedAt: context.instant, in: zone)
        guard next == nil else { return }
        throw .invalid(
            field: "date", .time(.dateOver(date, schedule.time, zone: zone.name)))
    }

    // MARK: - Reports

    /// The answer to a change that sets what is already set.
    private func unchanged(_ alarm: Alarm, _ context: Context) -> AlarmReport {
        var report = report(alarm, context)
        report.isUnchanged = true
        return report
    }

    func report(_ id: AlarmID, _ context: Context) throws(CommandError) -> AlarmReport {
        guard let alarm = book[id] else { throw .notFound(id) }
        return report(alarm, context)
    }

    func report(_ alarm: Alarm, _ context: Context) -> AlarmReport {
        let next =
            context.trust == .unknown
            ? nil : alarm.timing.nextRing(after: context.instant, context.rules)
        var report = AlarmReport(
            alarm: alarm, next: next,
            nextCivil: next.map { context.rules.local.civilTime(at: $0.instant) },
            untilNext: next.map { WallTime($0.instant) - context.now.wall },
            state: state(of: alarm, next: next, context),
            skips: context.trust == .unknown
                ? [] : alarm.timing.skippedDates(after: context.instant, context.rules),
            furtherSkips: context.trust == .unknown
                ? nil : alarm.timing.furtherSkips(after: context.instant, context.rules))
        if let member = members.first(where: { $0.occurrence.alarm == alarm.id }) {
            let ongoing = self.report(member, context)
            report.snoozedUntil = ongoing.until
            report.snoozedUntilCivil = ongoing.untilCivil
        }
        if alarm.sound.name.hasPrefix(SoundID.ownPrefix) {
            report.soundName = context.catalogue[alarm.sound]?.name
        }
        return report
    }

    /// What an alarm is doing. `countdown` covers a snooze, and the countdown before a ring.
    func state(of alarm: Alarm, next: Occurrence?, _ context: Context) -> AlarmState {
        if let member = members.first(where: { $0.occurrence.alarm == alarm.id }) {
            return member.isRinging ? .alert : .countdown
        }
        guard alarm.isEnabled else { return .off }
        return alarm.preAlertLeft(before: next, at: context.now.wall) == nil
            ? .scheduled : .countdown
    }

    func report(_ member: RingMember, _ context: Context) -> MemberReport {
        let until = member.snoozeEnd.map(context.now.wallTime(at:))
        return MemberReport(
            occurrence: member.occurrence, label: book[member.occurrence.alarm]?.label ?? "",
            scheduled: member.scheduled, snoozes: member.snoozes, until: until,
            untilCivil: until.flatMap(context.civil))
    }
}

extension Alarm {
    /// How long until the ring that it counts down to; nil if it is not counting down.
    package func preAlertLeft(before next: Occurrence?, at now: WallTime) -> Duration? {
        guard preAlert > .zero, let next else { return nil }
        let left = WallTime(next.instant) - now
        return left <= preAlert ? left : nil
    }
}
