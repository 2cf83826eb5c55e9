import ClockTime

// How alarms are saved and restored (law, 9 and 10).
extension AlarmMachine {
    /// The saved state, except `checked`. Time alone advances that, and everything that moves it back (the clock, the
    /// zone) causes a save anyway. An outdated record only means that more dates are judged again.
    struct Kept: Hashable, Sendable {
        /// The book's change counter.
        var book: Int
        var members: [RingMember]
        var notices: [MissedNotice]
    }

    var kept: Kept { Kept(book: book.changes, members: members, notices: notices) }

    func write(to state: inout PersistentState, now: Moment) {
        state.alarms = book.alarms
        state.nextAlarmNumber = book.nextNumber
        state.notices = notices
        state.checked = judgedUntil ?? checked
        state.members = members.map { member in
            let (phase, time) = record(member.state)
            var record = MemberRecord()
            record.occurrence = member.occurrence
            record.scheduled = member.scheduled
            record.phase = phase
            record.time = SavedStamp(time, now: now)
            record.snoozes = member.snoozes
            record.silences = member.silences
            record.confirmedEnd = member.confirmedEnd
            record.patience = member.patience
            record.snoozeSeconds = member.snoozeLength.inSeconds
            record.stopTask = member.stopTask
            return record
        }
    }

    private func record(
        _ state: RingMember.State
    ) -> (MemberRecord.Phase, BootTime) {
        switch state {
        case .ringing(let since): (.ringing, since)
        case .snoozed(let until, .unanswered): (.silenced, until)
        case .snoozed(let until, .snoozeEnded), .snoozed(let until, .powerCut): (.snoozed, until)
        }
    }

    /// Loads the saved state. Nothing rings yet: `restart` does that, once the program runs.
    init(restoring state: PersistentState) {
        self.init()
        book = AlarmBook(alarms: state.alarms, nextNumber: state.nextAlarmNumber)
        notices = Array(state.notices.suffix(MissedNotice.capacity))
        checked = state.checked
    }

    /// The first step after a start: restores what rang or was snoozed, and judges the time in between as far as the
    /// clock can be trusted.
    mutating func restart(
        from saved: PersistentState, boot: BootID, _ context: Context, _ outcome: inout Outcome
    ) {
        var lastKnown = min(saved.lastTrusted ?? saved.checked, saved.checked)
        // A clock without a known time is no evidence that less was judged.
        checked = context.trust == .unknown ? lastKnown : min(lastKnown, context.instant)
        if saved.boot != boot {
            settleArming(
                ofBootThatKnewNoTime: saved.trust == .unknown,
                lastTrusted: saved.lastTrusted.map { min($0, saved.checked) }, context)
        }
        if let old = rules(before: saved, context) {
            let before = checked
            leap(from: old, context)
            lastKnown = lastKnown.advanced(bySeconds: checked.seconds - before.seconds)
        }
        if let delta = step(since: saved, boot: boot, context) {
            clockStepped(by: delta, .synchronised, context, &outcome)
        }
        if context.trust == .trusted {
            // Also after a backward step: verdicts may have waited since then (5.6).
            checked = min(lastKnown, context.instant)
            settleProvisional(context, &outcome)
        } else {
            judgedUntil = lastKnown
        }
        book.rescheduleAll(after: checked, context.rules)
        let moment = SavedMoment(saved, boot: boot)
        for record in saved.members { restore(record, moment, context, &outcome) }
        let interrupted = ringing
        judgeDueDates(context, &outcome)
        // A restored ring does not ring again if a newly due date supersedes it (6.6).
        for member in interrupted
        where !outcome.notes.contains(.of(.alarm(member.occurrence), .superseded)) {
            guard let alarm = book[member.occurrence.alarm] else { continue }
            outcome.voices.append(alarm.voice)
            outcome.notes.append(.of(.alarm(member.occurrence), .rangAgain(.powerCut)))
        }
        endSnoozes(context, &outcome)
    }

    /// The rules in force before this start, as far as known; nil if they are unchanged. They differ if the current
    /// rules have another offset at the time of the record: tzdata was updated in the meantime (law, 4.2).
    private func rules(before saved: PersistentState, _ context: Context) -> DateRules? {
        let then = saved.savedAt.wall.instant
        func before(_ zone: Zone) -> Zone {
            let known = zone.offset(at: then).seconds
            let offset = saved.zoneOffsets[zone.name] ?? known
            return offset == known ? zone : .fixed(name: zone.name, offsetSeconds: offset)
        }
        var rules = context.rules
        rules.local = before(rules.local)
        rules.pinned = rules.pinned.mapValues(before)
        return rules == context.rules ? nil : rules
    }

    /// By how much the wall clock stepped while the program was not running; nil if it did not, or if that is
    /// unknowable.
    private func step(
        since saved: PersistentState, boot: BootID, _ context: Context
    ) -> Duration? {
        let before = Moment(wall: saved.savedAt.wall, boot: saved.savedAt.boot)
        if saved.boot == boot {
            return TimeKeeper.wallStep(from: before, to: context.now)
        }
        // The clock is behind the record: it went back while the power was off.
        guard context.trust == .trusted, context.now.wall < before.wall else { return nil }
        return context.now.wall - before.wall
    }

    /// Restores a member; a ringing one makes no sound yet.
    private mutating func restore(
        _ record: MemberRecord, _ saved: SavedMoment, _ context: Context,
        _ outcome: inout Outcome
    ) {
        guard let alarm = book[record.occurrence.alarm],
            !members.contains(where: { $0.occurrence.alarm == alarm.id })
        else { return }
        let now = context.now
        var member = RingMember(
            occurrence: record.occurrence, scheduled: record.scheduled,
            state: .ringing(since: now.boot), patience: record.patience ?? alarm.patience,
            stopTask: record.stopTask, snoozeLength: record.snoozeLength ?? alarm.snooze.length,
            snoozes: record.snoozes, silences: record.silences)
        let time = record.time(in: saved, context)
        // Without a trusted time, nothing is too late: a wrong ring is cheaper than none.
        if context.trust == .trusted, time.isBelieved,
            !(now.boot - time.boot).isWithin(grace: context.grace)
        {
            return giveLate(member, &outcome)
        }
        // Nobody waits longer than a snooze, whichever clock recorded its end (5.4, 9.2).
        let end = min(time.boot, now.boot + member.snoozeLength)
        if record.phase != .ringing, end > now.boot || context.trust != .trusted {
            member.state = .snoozed(
                until: max(end, now.boot), record.phase == .silenced ? .unanswered : .snoozeEnded)
            member.confirmedEnd = context.trust == .trusted ? nil : time.confirmed
        }
        members.append(member)
    }

    /// The time is now known to be right. It settles the snoozes whose end was recorded by a correct clock (law, 9.2
    /// and 5.6).
    mutating func settleSnoozes(_ context: Context, _ outcome: inout Outcome) {
        let now = context.now
        for member in members {
            guard case .snoozed(_, let cause) = member.state, let wall = member.confirmedEnd
            else { continue }
            guard (now.wall - wall).isWithin(grace: context.grace) else {
                close { $0.occurrence == member.occurrence }
                giveLate(member, &outcome)
                continue
            }
            let rest = min(max(.zero, wall - now.wall), member.snoozeLength)
            update(member.occurrence) {
                $0.state = .snoozed(until: now.boot + rest, cause)
                $0.confirmedEnd = nil
            }
        }
    }

    private mutating func giveLate(_ member: RingMember, _ outcome: inout Outcome) {
        give(
            MissedNotice(
                occurrence: member.occurrence, scheduled: member.scheduled, reason: .late,
                count: 1), &outcome)
    }
}

extension MemberRecord {
    fileprivate var snoozeLength: Duration? {
        guard let snoozeSeconds, snoozeSeconds.isFinite else { return nil }
        let longest = AlarmLimits.snoozeLength.upperBound
        return .milliseconds(Int(min(max(0, snoozeSeconds), longest.inSeconds) * 1_000))
    }

    /// When its ring began or its snooze ends, on this boot's clock.
    fileprivate func time(
        in saved: SavedMoment, _ context: AlarmMachine.Context
    ) -> (boot: BootTime, isBelieved: Bool, confirmed: WallTime?) {
        let now = context.now
        // Within one boot the boottime clock keeps running. Otherwise only the wall time helps, if it was right.
        if saved.isSameBoot { return (time.boot, true, confirmedEnd) }
        if let wall = confirmedEnd ?? (saved.trust == .trusted ? time.wall : nil) {
            return (now.bootTime(at: wall), true, wall)
        }
        let rest = saved.rest(until: time, now: now, context.trust)
        return (now.boot + rest, false, nil)
    }
}
