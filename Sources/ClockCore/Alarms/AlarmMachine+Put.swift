import ClockTime

// Alarms as a backup has them, or as they were before a change (product, X6). They are put where nothing rings or is
// snoozed.
//
// No ring may get lost, and none may come twice. An alarm that rings at the same times as the one that is there keeps
// what that one knows of its dates: which are used up, and since when they count. Every other one counts its dates from
// now, as if somebody had just set it.
extension AlarmMachine {
    /// Makes the list have these alarms, and no others.
    ///
    /// - Parameters:
    ///   - nextNumber: the lowest number for an alarm that is added later.
    ///   - madeAt: when the alarms were like that; nil if nobody knows.
    /// - Returns: those that are switched off, because their only date is over.
    mutating func replaceAll(
        with alarms: [Alarm], nextNumber: Int, madeAt: Instant?, _ context: Context,
        _ outcome: inout Outcome
    ) -> [AlarmID] {
        let wanted = Set(alarms.map(\.id))
        for alarm in book.alarms where !wanted.contains(alarm.id) {
            try? remove(alarm.id, &outcome)
        }
        var over: [AlarmID] = []
        for alarm in alarms {
            var alarm = alarm
            if alarm.isEnabled, isOver(alarm, context) {
                alarm.isEnabled = false
                over.append(alarm.id)
            }
            let skips = skipsLeft(of: alarm, since: alarm.skipsAfter ?? madeAt, context)
            put(alarm, skips: skips, context, &outcome)
        }
        book.skipNumbers(below: nextNumber)
        return over
    }

    /// Makes an alarm as it was; nil: there was none. Its dates count from now, but for those that it had used up.
    mutating func putBack(
        _ id: AlarmID, as former: Alarm?, _ context: Context, _ outcome: inout Outcome
    ) {
        guard let former else {
            try? remove(id, &outcome)
            return
        }
        let skips = skipsLeft(of: former, since: former.skipsAfter, context)
        put(former, skips: skips, context, &outcome)
    }

    private mutating func put(
        _ given: Alarm, skips: Int, _ context: Context, _ outcome: inout Outcome
    ) {
        let present = book[given.id]
        var alarm = given
        let isSame = present.map { ringsAlike($0, given) } ?? false
        if let present, isSame {
            alarm.timing = present.timing
            alarm.observesFreeDays = given.observesFreeDays
            alarm.respectsDoNotDisturb = given.respectsDoNotDisturb
            (alarm.isArmedProvisionally, alarm.switchedOffBy, alarm.silencedLead) = (
                present.isArmedProvisionally, present.switchedOffBy, present.silencedLead
            )
            (alarm.skipsAfter, alarm.areSkipsProvisional) = (
                present.skipsAfter, present.areSkipsProvisional
            )
            (alarm.revision, alarm.foreign) = (present.revision, present.foreign)
            if alarm == present, skips == present.skipNext { return }
        }
        if present == nil { book.insert(alarm) } else { book.update(alarm.id) { $0 = alarm } }
        if !isSame {
            arm(alarm.id, context)
            // A backup has none of them.
            book.update(alarm.id) { $0.spent = given.spent }
        }
        if book[alarm.id]?.skipNext != skips {
            book.update(alarm.id) {
                $0.skip(skips, after: context.instant, isProvisional: context.trust != .trusted)
            }
        }
        if let present {
            book.update(alarm.id) { $0.revision = max($0.revision, present.revision) }
            notices.removeAll { !isSame && $0.occurrence.alarm == alarm.id }
        }
        noteChange(of: alarm.id, present == nil ? .added : .edited, context, &outcome)
    }

    /// Whether both are the same alarm, with the same dates.
    private func ringsAlike(_ one: Alarm, _ other: Alarm) -> Bool {
        one.createdAt == other.createdAt && one.isEnabled == other.isEnabled
            && one.schedule == other.schedule && one.pinnedZone == other.pinnedZone
    }

    /// Whether its only date lies behind.
    private func isOver(_ alarm: Alarm, _ context: Context) -> Bool {
        guard case .dated = alarm.schedule.kind, context.trust != .unknown else { return false }
        return alarm.schedule.nextOccurrence(
            after: context.instant, armedAt: context.instant,
            in: context.rules.zone(of: alarm.timing)) == nil
    }

    /// How many of the dates that were to be skipped are still ahead. In doubt none, and the alarm rings.
    private func skipsLeft(
        of alarm: Alarm, since asked: Instant?, _ context: Context
    ) -> Int {
        guard alarm.skipNext > 0, alarm.isEnabled, context.trust != .unknown, let asked,
            asked <= context.instant
        else { return 0 }
        var timing = alarm.timing
        timing.armedAt = asked
        var (left, from) = (alarm.skipNext, asked)
        while left > 0, let due = timing.nextUnspent(after: from, context.rules),
            due.instant <= context.instant
        {
            (left, from) = (left - 1, due.instant)
        }
        return left
    }
}
