import ClockTime

// What happens to alarms when the clock itself changes: steps, zones, and how far it is believed.
extension AlarmMachine {
    /// A correction by more than this undoes what an unconfirmed clock had used up (law, 5.5).
    private static let provisionalTolerance = Duration.minutes(5)

    /// The wall clock was stepped by `delta`; `context` is the time after it.
    mutating func clockStepped(
        by delta: Duration, _ cause: StepCause, _ context: Context, _ outcome: inout Outcome
    ) {
        // A clock that knows no time says nothing by going back: what it means is settled once it does.
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

    /// Dates that only were marked missed and lie ahead again never sounded: they are due again
    /// (law, 3.2). So are those that an unconfirmed clock had used up too early (5.5), and a count of
    /// dates to skip that went with one is whole again.
    ///
    /// - Parameter isUndone: is asked with whether the date lies ahead by the rules that hold now, which need
    ///   not be those by which it was used up (1.8).
    private mutating func reopenDates(
        _ context: Context, _ outcome: inout Outcome,
        where isUndone: (SpentDates.Entry, _ isAhead: Bool) -> Bool
    ) {
        // By places: most have used up nothing, and copying each would cost more than all the rest.
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

    /// What was armed by an unconfirmed clock moves with its correction (law, 5.4).
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

    /// What an earlier boot armed by an unconfirmed clock: how that clock stood to this boot's nobody
    /// knows, so the first correction of this boot is not its. Armed by a clock that knew no time, an
    /// alarm means the first time that there is; armed by an estimate, that stands, because a wrong
    /// ring is cheaper than none.
    mutating func settleArming(
        ofBootThatKnewNoTime knewNoTime: Bool, lastKnown: Instant, _ context: Context
    ) {
        book.updateAll { alarm in
            if alarm.areSkipsProvisional {
                if knewNoTime { alarm.skipsAfter = context.instant }
                alarm.areSkipsProvisional = knewNoTime && context.trust != .trusted
            }
            guard alarm.isArmedProvisionally else { return }
            if knewNoTime || alarm.armedAt < lastKnown {
                alarm.armedAt = context.instant
                alarm.isArmedProvisionally = context.trust != .trusted
            } else {
                alarm.isArmedProvisionally = false
            }
        }
    }

    /// After a step back nothing was armed or judged later than now (law, 3.3).
    private mutating func settle(at now: Instant) {
        book.updateAll { alarm in
            alarm.armedAt = min(alarm.armedAt, now)
            alarm.skipsAfter = alarm.skipsAfter.map { min($0, now) }
        }
        checked = now
    }

    /// A person set the clock: what that passed over neither rings nor counts as used up (law, 3.4). A date
    /// that was to be skipped is, or the one after it would be.
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

    /// A person chose another zone: the dates that were still to come and that it has behind it are passed
    /// over (law, 4.1). Pinned alarms are left alone.
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
        // By places and by what decides about dates: a copy of each alarm would cost more than all the rest.
        for place in book.placesDue(through: now.advanced(bySeconds: Int64(lead))) {
            var from = max(checked, LookBack.begin(now))
            while true {
                let timing = book.alarms[place].timing
                guard timing.pinnedZone == nil,
                    let next = timing.nextUnspent(after: from, old),
                    !timing.isAhead(next.date, of: now, context.rules)
                else { break }
                from = next.instant
                // Its instant by the old zone may still be ahead; it passes now.
                let reason = timing.skipReason(of: next, old)
                leaveBehind(
                    Occurrence(date: next.date, instant: now, placement: .exact),
                    of: book.alarms[place].id, timing, reason, context, &outcome)
                // A date is all that it has: what it rings on next is another matter.
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

    /// Arms alarms anew, as if each had just been set (law, 3.4 and 4.1).
    ///
    /// - Parameters:
    ///   - isProvisional: whether the clock that this is armed by may have to be corrected.
    ///   - isConcerned: a zone's change leaves pinned alarms alone.
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

    /// New rules for the same zone apply as a synchronisation does, another zone as a person's setting
    /// of the clock (law, 4.1 and 4.2). `context` has the new zone.
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
            // Where the new zone has a date still ahead that only was marked missed, it never sounded (3.2).
            // Of a pinned alarm none can be: its zone is what it was.
            reopenDates(context, &outcome) { entry, isAhead in isAhead && entry.reason == .missed }
        }
        book.rescheduleAll(after: checked, context.rules)
    }

    /// By new rules the face may leap ahead, as by a step forward: what it leaps over is judged (law, 4.2 and
    /// 3.1), so judging begins by so much earlier, and an alarm stays armed at what the face showed then. That
    /// nothing rings twice the dates see to that are used up.
    mutating func leap(from old: DateRules, _ context: Context) {
        let new = context.rules
        func leap(_ before: Zone, _ after: Zone, at instant: Instant) -> Int64 {
            Int64(after.offset(at: instant).seconds - before.offset(at: instant).seconds)
        }
        // Asked of what was judged, not of now: a clock that knows no time may be decades behind it.
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

    /// What keeps alarms from ringing is not what it was.
    mutating func rulesChanged(_ context: Context) {
        book.rescheduleAll(after: checked, context.rules)
    }

    /// The clock is trusted from now on: verdicts that had waited are given, back to the last time
    /// that was known to be right (law, 5.6), and nothing is provisional any more. The parent saves what it
    /// trusts, and this with it.
    mutating func becameTrusted(_ context: Context, _ outcome: inout Outcome) {
        if let judgedUntil { checked = min(judgedUntil, context.instant) }
        judgedUntil = nil
        settleProvisional(context, &outcome)
        settleSnoozes(context, &outcome)
        book.rescheduleAll(after: checked, context.rules)
        judgeDueDates(context, &outcome)
    }

    /// The clock is not trusted any more: verdicts wait from now on, and once they can be given, judging begins
    /// where the clock was last right (law, 2.4 and 5.6).
    mutating func becameDistrusted() {
        judgedUntil = earlier(judgedUntil, checked)
    }

    /// Nothing is provisional once the clock is trusted. A date that lies ahead by more than the
    /// tolerance was spent by a clock that was wrong by at least as much, whether or not this boot saw
    /// the correction as a step back (law, 5.5).
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
    /// What is added to UTC, in seconds, at some time within two days of `now`: as far as a date's local time
    /// can be from it in any zone.
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
