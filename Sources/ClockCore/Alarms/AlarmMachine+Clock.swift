import ClockTime

// What happens to alarms when the clock changes: steps, zones and trust.
extension AlarmMachine {
    /// A larger correction reopens the dates that an unconfirmed clock had used up (law, 5.5).
    private static let provisionalTolerance = Duration.minutes(5)

    /// The wall clock stepped by `delta`; `context` is the time afterwards.
    mutating func clockStepped(
        by delta: Duration, _ cause: StepCause, _ context: Context, _ outcome: inout Outcome
    ) {
        // A backward step means nothing while the time is unknown; it is settled once the time is known.
        let isBackward = delta < .zero && context.trust != .unknown
        if isBackward {
            let undoesProvisional = .zero - delta > AlarmMachine.provisionalTolerance
            reopenDates(context, &outcome) { entry, isAhead in
                isAhead && (entry.reason == .missed || (entry.isProvisional && undoesProvisional))
            }
        }
        switch cause {
        case .synchronised, .outside:
            shiftProvisionalArming(by: delta)
            if isBackward { settle(at: context.instant) }
        case .user:
            passOver(context, &outcome)
            armAnew(context.instant, isProvisional: false)
            checked = context.instant
            judgedUntil = nil
        }
        book.rescheduleAll(after: checked, context.rules)
    }

    /// Reopens used-up dates that are due again. Dates that were only marked missed and lie ahead again never rang, so
    /// they are due (law, 3.2). The same holds for dates that an unconfirmed clock had used up too early (5.5). A
    /// reopened date returns its place in the count of dates to skip.
    ///
    /// - Parameter isUndone: receives whether the date lies ahead under the current rules, which may differ from the
    ///   rules under which it was used up (1.8).
    private mutating func reopenDates(
        _ context: Context, _ outcome: inout Outcome,
        where isUndone: (SpentDates.Entry, _ isAhead: Bool) -> Bool
    ) {
        // Iterates by place: most alarms have used up nothing, and copying each would cost more than all the rest.
        for place in book.alarms.indices where !book.alarms[place].spent.entries.isEmpty {
            let spender = book.alarms[place]
            var reopened: [SpentDates.Entry] = []
            book.update(spender.id) { alarm in
                reopened = alarm.spent.drop { entry in
                    isUndone(
                        entry,
                        spender.timing.isAhead(entry.date, of: context.instant, context.rules))
                }
                for entry in reopened where entry.reason == .skipped {
                    if entry.skip == .skipNext { alarm.skipNext += 1 }
                }
                if let date = alarm.switchedOffBy, reopened.contains(where: { $0.date == date }) {
                    alarm.isEnabled = true
                    alarm.switchedOffBy = nil
                }
            }
            for entry in reopened {
                let occurrence = OccurrenceID(alarm: spender.id, date: entry.date)
                notices.removeAll { $0.occurrence == occurrence }
                outcome.notes.append(.of(.alarm(occurrence), .reopened))
            }
        }
    }

    /// Alarms armed by an unconfirmed clock move with its correction (law, 5.4).
    private mutating func shiftProvisionalArming(by delta: Duration) {
        book.updateAll { alarm in
            if alarm.isArmedProvisionally {
                alarm.armedAt = (WallTime(alarm.armedAt) + delta).instant
            }
            if alarm.areSkipsProvisional {
                alarm.skipsAfter = alarm.skipsAfter.map { (WallTime($0) + delta).instant }
            }
        }
    }

    /// Settles alarms that an earlier boot armed by an unconfirmed clock. The offset between that clock and this boot's
    /// is unknown, so this boot's first correction does not apply to them. An alarm armed while the time was unknown
    /// counts from the first known time. An alarm armed by an estimate keeps it, because a wrong ring is cheaper than
    /// none.
    ///
    /// - Parameter lastTrusted: no estimate before it can be right; nil: no time was ever trusted.
    mutating func settleArming(
        ofBootThatKnewNoTime knewNoTime: Bool, lastTrusted: Instant?, _ context: Context
    ) {
        book.updateAll { alarm in
            if alarm.areSkipsProvisional {
                if knewNoTime { alarm.skipsAfter = context.instant }
                alarm.areSkipsProvisional = knewNoTime && context.trust != .trusted
            }
            guard alarm.isArmedProvisionally else { return }
            if knewNoTime || lastTrusted.map({ alarm.armedAt < $0 }) ?? false {
                alarm.armedAt = context.instant
                alarm.isArmedProvisionally = context.trust != .trusted
            } else {
                alarm.isArmedProvisionally = false
            }
        }
    }

    /// After a backward step, nothing was armed or judged later than now (law, 3.3).
    private mutating func settle(at now: Instant) {
        book.updateAll { alarm in
            alarm.armedAt = min(alarm.armedAt, now)
            alarm.skipsAfter = alarm.skipsAfter.map { min($0, now) }
        }
        checked = now
    }

    /// A user set the clock: the dates passed over neither ring nor count as used up (law, 3.4). A date that was to be
    /// skipped does count as skipped; otherwise the next date would be skipped instead.
    private mutating func passOver(_ context: Context, _ outcome: inout Outcome) {
        guard checked < context.instant else { return }
        for place in book.placesDue(through: context.instant) {
            let id = book.alarms[place].id
            var look = lookBack(of: id, after: checked, context)
            while let (alarm, next) = look.next(in: book, context) {
                leaveBehind(
                    next, of: id, alarm.timing,
                    alarm.timing.skipReason(of: next, context.rules), context, &outcome)
            }
        }
    }

    /// A user chose another zone: dates that were still ahead, but have passed in the new zone, are passed over (law,
    /// 4.1). Pinned alarms do not change.
    ///
    /// - Parameter old: the rules until now.
    private mutating func passOver(
        from old: DateRules, _ context: Context, _ outcome: inout Outcome
    ) {
        let now = context.instant
        let lead =
            context.rules.local.offsets(around: now).upperBound
            - old.local.offsets(around: now).lowerBound
        guard lead > 0 else { return }
        // Iterates by place and reads only the timing: copying each alarm would cost more than all the rest.
        for place in book.placesDue(through: now.advanced(bySeconds: Int64(lead))) {
            var from = max(checked, LookBack.begin(now))
            while true {
                let timing = book.alarms[place].timing
                guard timing.pinnedZone == nil,
                    let next = timing.nextUnspent(after: from, old),
                    !timing.isAhead(next.date, of: now, context.rules)
                else { break }
                from = next.instant
                // Its instant in the old zone may still be ahead; it passes now.
                let reason = timing.skipReason(of: next, old)
                leaveBehind(
                    Occurrence(date: next.date, instant: now, placement: .exact),
                    of: book.alarms[place].id, timing, reason, context, &outcome)
                // The alarm has only this date; when it rings next is a separate question.
                if reason == nil, timing.schedule.kind == .once { break }
            }
        }
    }

    /// - Parameter reason: why it would have been skipped; nil: it would have rung.
    private mutating func leaveBehind(
        _ date: Occurrence, of id: AlarmID, _ timing: AlarmTiming, _ reason: SkipReason?,
        _ context: Context, _ outcome: inout Outcome
    ) {
        if let reason {
            skip(date, of: id, reason, context, &outcome)
        } else if timing.isEnabled {
            outcome.notes.append(.of(.alarm(OccurrenceID(alarm: id, date: date.date)), .passedOver))
        }
    }

    /// Rearms alarms, as if each had just been set (law, 3.4 and 4.1).
    ///
    /// - Parameters:
    ///   - isProvisional: whether the clock used for arming may still be corrected.
    ///   - isConcerned: selects the alarms; a zone change does not affect pinned alarms.
    private mutating func armAnew(
        _ now: Instant, isProvisional: Bool, where isConcerned: (Alarm) -> Bool = { _ in true }
    ) {
        book.updateAll { alarm in
            guard isConcerned(alarm) else { return }
            alarm.armedAt = now
            alarm.isArmedProvisionally = isProvisional
            alarm.skipsAfter = alarm.skipsAfter.map { min($0, now) }
        }
    }

    /// New rules for the same zone apply like a synchronisation; another zone applies like a user's clock setting (law,
    /// 4.1 and 4.2). `context` has the new zone.
    ///
    /// - Parameter old: the rules before.
    mutating func zoneChanged(
        _ cause: StepCause, from old: DateRules, _ context: Context, _ outcome: inout Outcome
    ) {
        switch cause {
        case .synchronised, .outside: leap(from: old, context)
        case .user:
            passOver(from: old, context, &outcome)
            armAnew(context.instant, isProvisional: context.trust != .trusted) {
                $0.pinnedZone == nil
            }
            // If a date that was only marked missed is still ahead in the new zone, it never rang (3.2). This cannot
            // happen to a pinned alarm: its zone is unchanged.
            reopenDates(context, &outcome) { entry, isAhead in isAhead && entry.reason == .missed }
        }
        book.rescheduleAll(after: checked, context.rules)
    }

    /// New rules can make local time leap ahead, as in a forward step. The dates in the leap must be judged (law, 4.2
    /// and 3.1), so judging starts that much earlier, and an alarm stays armed at the same local time as before. The
    /// used-up dates ensure that nothing rings twice.
    mutating func leap(from old: DateRules, _ context: Context) {
        let new = context.rules
        func leap(_ before: Zone, _ after: Zone, at instant: Instant) -> Int64 {
            Int64(after.offset(at: instant).seconds - before.offset(at: instant).seconds)
        }
        // Uses the judged instants, not now: a clock without a known time may be decades behind them.
        let moments = [checked, judgedUntil ?? checked]
        var pairs = [(before: old.local, after: new.local)]
        for (name, zone) in new.pinned {
            if let before = old.pinned[name] { pairs.append((before, zone)) }
        }
        let leaps = pairs.flatMap { pair in moments.map { leap(pair.before, pair.after, at: $0) } }
        let furthest = leaps.max() ?? 0
        guard furthest > 0 else { return }
        book.updateAll { alarm in
            let (before, after) = (old.zone(of: alarm.timing), new.zone(of: alarm.timing))
            func atSameFace(_ instant: Instant) -> Instant {
                instant.advanced(bySeconds: -max(0, leap(before, after, at: instant)))
            }
            alarm.armedAt = atSameFace(alarm.armedAt)
            alarm.skipsAfter = alarm.skipsAfter.map(atSameFace)
        }
        checked = checked.advanced(bySeconds: -furthest)
        judgedUntil = judgedUntil?.advanced(bySeconds: -furthest)
    }

    /// The rules that keep alarms from ringing have changed.
    mutating func rulesChanged(_ context: Context) {
        book.rescheduleAll(after: checked, context.rules)
    }

    /// The clock is now trusted: pending verdicts are given, back to the last time known to be right (law, 5.6), and
    /// nothing is provisional any more. The parent saves its trust together with this.
    mutating func becameTrusted(_ context: Context, _ outcome: inout Outcome) {
        if let judgedUntil { checked = min(judgedUntil, context.instant) }
        judgedUntil = nil
        settleProvisional(context, &outcome)
        settleSnoozes(context, &outcome)
        book.rescheduleAll(after: checked, context.rules)
        judgeDueDates(context, &outcome)
    }

    /// The clock is no longer trusted: verdicts are deferred. Once they can be given, judging resumes where the clock
    /// was last right (law, 2.4 and 5.6).
    mutating func becameDistrusted() {
        judgedUntil = earlier(judgedUntil, checked)
    }

    /// Once the clock is trusted, nothing is provisional. A date ahead by more than the tolerance was used up by a
    /// clock that was wrong by at least as much, whether or not this boot saw the correction as a backward step (law,
    /// 5.5).
    mutating func settleProvisional(_ context: Context, _ outcome: inout Outcome) {
        reopenDates(context, &outcome) { entry, isAhead in
            let lead = WallTime(entry.instant) - context.now.wall
            return isAhead && entry.reason == .missed
                || lead > AlarmMachine.provisionalTolerance && entry.isProvisional
        }
        book.updateAll { alarm in
            alarm.armedAt = min(alarm.armedAt, context.instant)
            alarm.isArmedProvisionally = false
            alarm.skipsAfter = alarm.skipsAfter.map { min($0, context.instant) }
            alarm.areSkipsProvisional = false
            alarm.spent.confirm()
        }
    }
}

extension Zone {
    /// The UTC offsets, in seconds, within two days of `now`. No local time is further from its instant in any zone.
    fileprivate func offsets(around now: Instant) -> ClosedRange<Int> {
        let days: Int64 = 2 * 86_400
        var instant = now.advanced(bySeconds: -days)
        var offsets = offset(at: instant).seconds...offset(at: instant).seconds
        while let change = nextTransition(after: instant), change <= now.advanced(bySeconds: days) {
            let offset = offset(at: change).seconds
            offsets = min(offsets.lowerBound, offset)...max(offsets.upperBound, offset)
            instant = change
        }
        return offsets
    }
}
