import ClockTime

// How alarms are stored and how they come back (law, 9 and 10).
extension AlarmMachine {
    func write(to state: inout PersistentState, now: Moment) {
        state.alarms = book.alarms
        state.nextAlarmNumber = book.nextNumber
        state.notices = notices
        state.checked = judgedUntil ?? checked
        state.members = members.map { member in
            let (phase, time) = record(member.state)
            return PersistentState.MemberRecord(
                occurrence: member.occurrence, scheduled: member.scheduled, phase: phase,
                time: PersistentState.Stamp(time, now: now), snoozes: member.snoozes,
                silences: member.silences)
        }
    }

    private func record(
        _ state: RingMember.State
    ) -> (PersistentState.MemberRecord.Phase, BootTime) {
        switch state {
        case .ringing(let since): (.ringing, since)
        case .snoozed(let until, .unanswered): (.silenced, until)
        case .snoozed(let until, .snoozeEnded), .snoozed(let until, .powerCut): (.snoozed, until)
        }
    }

    /// Takes over what was stored. Nothing rings yet: that is `restart`'s business, once the program
    /// runs.
    init(restoring state: PersistentState) {
        self.init()
        book = AlarmBook(alarms: state.alarms, nextNumber: state.nextAlarmNumber)
        notices = Array(state.notices.suffix(MissedNotice.capacity))
        checked = state.checked
    }

    /// The first step after a start: brings back what rang or was snoozed, and judges the time in
    /// between, as far as the clock can be believed.
    mutating func restart(
        from saved: PersistentState, boot: BootID, _ context: Context, _ outcome: inout Outcome
    ) {
        let lastKnown = min(saved.lastTrusted ?? saved.checked, saved.checked)
        checked = min(lastKnown, context.instant)
        if context.trust == .trusted {
            // The clock stands before what was recorded: it went back while the power was off.
            if context.now.wall < saved.savedAt.wall, saved.boot != boot {
                let delta = context.now.wall - saved.savedAt.wall
                clockStepped(by: delta, .synchronised, context, &outcome)
            }
        } else {
            judgedUntil = lastKnown
        }
        for record in saved.members.suffix(AlarmMachine.memberCapacity) {
            restore(record, isSameBoot: saved.boot == boot, context, &outcome)
        }
        book.rescheduleAll(after: checked, zone: context.zone)
        advance(context, &outcome)
    }

    private mutating func restore(
        _ record: PersistentState.MemberRecord, isSameBoot: Bool, _ context: Context,
        _ outcome: inout Outcome
    ) {
        guard let alarm = book[record.occurrence.alarm] else { return }
        let now = context.now
        // In the same boot the boottime clock still runs; else only the wall time tells.
        let time = isSameBoot ? record.time.boot : now.boot + (record.time.wall - now.wall)
        var member = RingMember(
            occurrence: record.occurrence, scheduled: record.scheduled,
            state: .ringing(since: now.boot), snoozes: record.snoozes, silences: record.silences)
        let isTrusted = context.trust == .trusted
        if record.phase != .ringing, time > now.boot || !isTrusted {
            // By an unconfirmed clock nobody waits longer than a snooze (9.2).
            let latest = isTrusted || isSameBoot ? time : min(time, now.boot + alarm.snooze.length)
            member.state = .snoozed(
                until: max(latest, now.boot),
                record.phase == .silenced ? .unanswered : .snoozeEnded)
            members.append(member)
        } else if now.boot - time <= context.grace || !isTrusted {
            members.append(member)
            join(alarm, context)
            outcome.notes.append(.alarmRangAgain(record.occurrence, .powerCut))
        } else {
            give(
                MissedNotice(
                    occurrence: record.occurrence, scheduled: record.scheduled, reason: .late,
                    count: 1), &outcome)
        }
    }
}
