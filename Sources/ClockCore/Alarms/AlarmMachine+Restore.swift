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
        // A clock that knows no time cannot say that less was judged.
        checked = context.trust == .unknown ? lastKnown : min(lastKnown, context.instant)
        if saved.boot != boot {
            settleArming(
                ofBootThatKnewNoTime: saved.trust == .unknown, lastKnown: lastKnown, context)
        }
        if let delta = step(since: saved, boot: boot, context) {
            clockStepped(by: delta, .synchronised, context, &outcome)
        }
        if context.trust == .trusted {
            // Also after a step back: verdicts may have waited since then (5.6).
            checked = min(lastKnown, context.instant)
            settleProvisional(context, &outcome)
        } else {
            judgedUntil = lastKnown
        }
        for record in saved.members.suffix(AlarmMachine.memberCapacity) {
            restore(record, isSameBoot: saved.boot == boot, context, &outcome)
        }
        book.rescheduleAll(after: checked, context.rules)
        advance(context, &outcome)
    }

    /// By how much the wall clock was stepped while the program was away; nil where it was not, or
    /// nobody can tell.
    private func step(
        since saved: PersistentState, boot: BootID, _ context: Context
    ) -> Duration? {
        let before = Moment(wall: saved.savedAt.wall, boot: saved.savedAt.boot)
        if saved.boot == boot {
            return ClockMachine.wallStep(from: before, to: context.now)
        }
        // The clock stands before what was recorded: it went back while the power was off.
        guard context.trust == .trusted, context.now.wall < before.wall else { return nil }
        return context.now.wall - before.wall
    }

    private mutating func restore(
        _ record: PersistentState.MemberRecord, isSameBoot: Bool, _ context: Context,
        _ outcome: inout Outcome
    ) {
        guard let alarm = book[record.occurrence.alarm],
            !members.contains(where: { $0.occurrence.alarm == alarm.id })
        else { return }
        let now = context.now
        // In the same boot the boottime clock still runs; else only the wall time tells.
        let time = isSameBoot ? record.time.boot : now.boot + (record.time.wall - now.wall)
        var member = RingMember(
            occurrence: record.occurrence, scheduled: record.scheduled,
            state: .ringing(since: now.boot), snoozes: record.snoozes, silences: record.silences)
        let isTrusted = context.trust == .trusted
        if record.phase != .ringing, time > now.boot || !isTrusted {
            // Nobody waits longer than a snooze, whatever clock recorded its end (5.4, 9.2).
            let latest = min(time, now.boot + alarm.snooze.length)
            member.state = .snoozed(
                until: max(latest, now.boot),
                record.phase == .silenced ? .unanswered : .snoozeEnded)
            members.append(member)
        } else if now.boot - time <= context.grace || !isTrusted {
            members.append(member)
            outcome.voices.append(alarm.voice)
            outcome.notes.append(.alarmRangAgain(record.occurrence, .powerCut))
        } else {
            give(
                MissedNotice(
                    occurrence: record.occurrence, scheduled: record.scheduled, reason: .late,
                    count: 1), &outcome)
        }
    }
}
