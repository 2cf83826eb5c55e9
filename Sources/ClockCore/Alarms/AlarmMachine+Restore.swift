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
                silences: member.silences, confirmedEnd: member.confirmedEnd)
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
        if let old = rules(before: saved, context) { leap(from: old, context) }
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
        book.rescheduleAll(after: checked, context.rules)
        for record in saved.members {
            let time = time(of: record, in: saved, boot: boot, context)
            restore(record, time, context, &outcome)
        }
        let interrupted = ringing
        judgeDueDates(context, &outcome)
        // A ring that what falls due takes the place of is not heard again (6.6).
        for member in interrupted
        where !outcome.notes.contains(.alarmSuperseded(member.occurrence)) {
            guard let alarm = book[member.occurrence.alarm] else { continue }
            outcome.voices.append(alarm.voice)
            outcome.notes.append(.alarmRangAgain(member.occurrence, .powerCut))
        }
        advance(context, &outcome)
    }

    /// The rules by which the last start went, as far as is known, where those of now have another offset for
    /// the moment of the record: tzdata was brought up to date meanwhile (law, 4.2).
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

    /// When a member's ring began or its snooze ends, on this boot's clock, and whether a clock that was
    /// right says so. Nil where it was recorded in another boot by a clock that knew no time.
    private func time(
        of record: PersistentState.MemberRecord, in saved: PersistentState, boot: BootID,
        _ context: Context
    ) -> (boot: BootTime, confirmed: WallTime?)? {
        let now = context.now
        // In the same boot the boottime clock still runs; else only the wall time tells.
        if saved.boot == boot { return (record.time.boot, record.confirmedEnd) }
        let confirmed =
            record.confirmedEnd ?? (saved.trust == .trusted ? record.time.wall : nil)
        guard confirmed != nil || saved.trust != .unknown else { return nil }
        let wall = confirmed ?? record.time.wall
        return (now.boot + (wall - now.wall), confirmed)
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

    /// Brings a member back; one that rings is not heard yet.
    private mutating func restore(
        _ record: PersistentState.MemberRecord, _ time: (boot: BootTime, confirmed: WallTime?)?,
        _ context: Context, _ outcome: inout Outcome
    ) {
        guard let alarm = book[record.occurrence.alarm],
            !members.contains(where: { $0.occurrence.alarm == alarm.id })
        else { return }
        let now = context.now
        var member = RingMember(
            occurrence: record.occurrence, scheduled: record.scheduled,
            state: .ringing(since: now.boot), snoozes: record.snoozes, silences: record.silences)
        // Without a time that can be believed nothing is too late: a wrong ring is cheaper than none.
        let isTrusted = context.trust == .trusted && time != nil
        // Nobody waits longer than a snooze, whatever clock recorded its end (5.4, 9.2).
        let longest = now.boot + alarm.snooze.length
        let end = min(time?.boot ?? longest, longest)
        if isTrusted, let time, now.boot - time.boot > context.grace {
            giveLate(member, &outcome)
        } else if record.phase != .ringing, end > now.boot || !isTrusted {
            member.state = .snoozed(
                until: max(end, now.boot), record.phase == .silenced ? .unanswered : .snoozeEnded)
            member.confirmedEnd = isTrusted ? nil : time?.confirmed
            members.append(member)
        } else {
            members.append(member)
        }
    }

    /// The time is known to be right: it decides about snoozes whose end was (law, 9.2 and 5.6).
    mutating func settleSnoozes(_ context: Context, _ outcome: inout Outcome) {
        let now = context.now
        for member in members {
            guard case .snoozed(_, let cause) = member.state, let wall = member.confirmedEnd
            else { continue }
            if now.wall - wall > context.grace {
                close { $0.occurrence == member.occurrence }
                giveLate(member, &outcome)
                continue
            }
            let length = book[member.occurrence.alarm]?.snooze.length ?? .zero
            let rest = min(max(.zero, wall - now.wall), length)
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
