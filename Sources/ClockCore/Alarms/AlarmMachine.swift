package import ClockTime

/// The alarms' state machine: falling due, ringing, snoozing, stopping, being missed.
///
/// Theory of operation. An alarm is the user's setting; a `RingMember` is one of its occurrences that
/// rings or is snoozed. These are all transitions of an occurrence:
///
/// | member  | due               | due, too late ¹   | its time is over ² | snooze  | stop    | edit ³  | power cut | cut, too long ¹ |
/// | ------- | ----------------- | ----------------- | ------------------ | ------- | ------- | ------- | --------- | --------------- |
/// | none    | fired             | missed            | -                  | -       | -       | -       | -         | missed          |
/// | ringing | superseded, fired | superseded, fired | silenced           | snoozed | stopped | stopped | again     | missed          |
/// | snoozed | superseded, fired | superseded, fired | again              | -       | stopped | stopped | -         | missed          |
///
/// ¹ by more than the grace (2.2, 9.1); a clock that rings or snoozes is awake and meets the next date in time.
/// ² a ring's N: silent for S, M times, then missed (6.5); a snooze's S.
/// ³ of its time, days, date or zone, switched off, or removed; `AlarmSetting` has what other changes do (6.7).
///
/// A key that stops is final 0.3 s later (6.9). Stop that is held in a date's countdown ends it before it rings (6.10).
/// An alarm with a task is stopped by that alone (6.12).
///
/// "Due" is one rule for clock-change gaps, steps and late boots: judge the dates whose instant lies in
/// (checked, now], then set `checked` to `now` (law, 2.1). The end of a snooze starts another ring.
/// Whatever is due at the same time joins the current ring (6.1). Dates follow the wall clock; everything
/// else follows boot time. This machine does not decide what is heard: whatever begins to ring leaves a
/// voice, and the parent adds it to the single ring (`RingMachine`).
///
/// This file holds the state, due dates and ringing. `AlarmMachine+Answers` holds the answers to a ring,
/// `AlarmMachine+Commands` the alarm list, `AlarmMachine+Clock` steps, zones and trust, and
/// `AlarmMachine+Restore` saving and restoring.
package struct AlarmMachine: Hashable, Sendable {
    package internal(set) var book = AlarmBook()
    /// What rings or is snoozed, at most one per alarm.
    package internal(set) var members: [RingMember] = []
    package internal(set) var notices: [MissedNotice] = []
    /// Dates up to this instant have been judged.
    package internal(set) var checked = Instant(seconds: 0)
    /// Where judging must resume once the clock is trusted: "missed" verdicts wait until then (law, 2.4 and 5.6). Nil
    /// while it is trusted.
    var judgedUntil: Instant?
    /// Occurrences whose countdown or sunrise has been reported.
    var countdownsBegun: Set<OccurrenceID> = []
    var sunrisesBegun: Set<OccurrenceID> = []
    /// Bedtimes up to this instant have been told of.
    var bedtimesTold = Instant(seconds: 0)

    package init() {}

    /// What a step needs besides its event.
    struct Context {
        var now: Moment
        /// How long ago that was: the delay of a late wake-up.
        var delay: Duration
        let sharedRules: OnHeap<DateRules>
        var trust: ClockTrust
        var grace: Duration
        let sharedCatalogue: OnHeap<SoundCatalogue>
        /// Whether the board can make a silent alarm felt.
        var hasMotor: Bool
        /// Something other than an alarm rings.
        var othersRing: Bool

        // Lent, not copied, because they are large.
        var rules: DateRules { _read { yield sharedRules.wrappedValue } }
        var catalogue: SoundCatalogue { _read { yield sharedCatalogue.wrappedValue } }

        var instant: Instant { now.wall.instant }

        /// How late an occurrence due at `instant` is.
        func lateness(of instant: Instant) -> Duration { now.wall - WallTime(instant) + delay }

        /// The local time at `time`; nil while the time is unknown.
        func civil(_ time: WallTime) -> CivilTime? {
            trust == .unknown ? nil : rules.local.civilTime(at: time.instant)
        }
    }

    /// What a step leaves for the parent to turn into effects.
    struct Outcome {
        var notes: [Note] = []
        /// What began to ring.
        var voices: [RingVoice] = []
        /// What a person removed.
        var removed: [Alarm] = []
        /// Of these the bedtime has come (law, 6.13).
        var bedtimes: [Alarm] = []
        /// An alarm was stopped after which noise does not come back (product, N9).
        var endsNoise = false
    }

    // MARK: - Queries between events

    /// When the first snoozed member rings again.
    var nextSnoozeEnd: BootTime? { members.compactMap(\.snoozeEnd).min() }

    /// The alarm that rings first, skipped dates aside; on a tie, the one with the lowest id.
    package func nextAlarm(after now: Instant, _ rules: DateRules) -> AlarmBook.Approach? {
        book.nextRing(after: now, rules)
    }

    /// The same without the alarm, which is large.
    func nextOccurrence(after now: Instant, _ rules: DateRules) -> Occurrence? {
        book.nextOccurrence(after: now, rules)?.occurrence
    }

    var isRinging: Bool { members.contains(where: \.isRinging) }
    var hasSnoozed: Bool { members.contains { !$0.isRinging } }
    package var ringing: [RingMember] { members.filter(\.isRinging) }
    package var snoozed: [RingMember] { members.filter { !$0.isRinging } }

    /// Whether one of the ringing alarms had a sunrise.
    var ringsWithLight: Bool {
        ringing.contains { (book[$0.occurrence.alarm]?.sunrise ?? .zero) > .zero }
    }

    /// The longest N of the ringing alarms; nil if none rings (law, 6.5).
    var ringLength: Duration? {
        ringing.map(\.patience.length).max()
    }

    // MARK: - Falling due

    /// Judges the dates that have fallen due.
    mutating func judgeDueDates(_ context: Context, _ outcome: inout Outcome) {
        guard context.trust != .unknown, context.instant > checked else { return }
        let from = checked
        checked = context.instant
        // Every round moves one alarm past `now`, so there are as many rounds as due alarms.
        while let id = book.firstDue(through: context.instant) {
            judge(id, after: from, context, &outcome)
            book.reschedule(id, after: checked, context.rules)
        }
    }

    private mutating func judge(
        _ id: AlarmID, after checked: Instant, _ context: Context, _ outcome: inout Outcome
    ) {
        var missed: (latest: Occurrence, count: Int)?
        var look = lookBack(of: id, after: checked, context)
        while let (alarm, due) = look.next(in: book, context) {
            if let reason = alarm.timing.skipReason(of: due, context.rules) {
                skip(due, of: id, reason, context, &outcome)
            } else if !alarm.isEnabled {
                break
            } else if context.lateness(of: due.instant).isWithin(grace: context.grace) {
                fire(due, of: alarm, context, &outcome)
            } else if members.contains(where: {
                $0.occurrence == OccurrenceID(alarm: id, date: due.date)
            }) {
                // A wrong clock made it ring early, and it is not over yet: it was not missed.
                spend(due, of: id, .rung, context)
            } else if context.trust == .trusted {
                spend(due, of: id, .missed, context)
                missed = (due, (missed?.count ?? 0) + 1)
            } else {
                // The verdict is deferred, so judging must come back here (law, 2.4).
                judgedUntil = earlier(judgedUntil, checked)
            }
        }
        if let missed {
            let occurrence = OccurrenceID(alarm: id, date: missed.latest.date)
            give(
                MissedNotice(
                    occurrence: occurrence, scheduled: missed.latest.instant, reason: .late,
                    count: missed.count), &outcome)
        }
    }

    mutating func skip(
        _ due: Occurrence, of id: AlarmID, _ reason: SkipReason, _ context: Context,
        _ outcome: inout Outcome
    ) {
        spend(due, of: id, .skipped, skip: reason, context)
        book.update(id) { alarm in
            if reason == .skipNext { alarm.skipNext -= 1 }
        }
        outcome.notes.append(.of(.alarm(OccurrenceID(alarm: id, date: due.date)), .skipped(reason)))
    }

    /// Marks a date as used up, and switches off its once or dated alarm. This happens when the alarm rings or is
    /// missed, not when it is stopped (law, 2.5). A skipped once alarm waits for its next free date (7).
    mutating func spend(
        _ due: Occurrence, of id: AlarmID, _ reason: SpentDates.Reason,
        skip: SkipReason? = nil, _ context: Context
    ) {
        book.update(id) { alarm in
            alarm.spent.insert(
                SpentDates.Entry(
                    date: due.date, instant: due.instant, reason: reason, skip: skip,
                    isProvisional: context.trust != .trusted))
            switch (alarm.schedule.kind, reason) {
            case (.weekly, _): break
            case (.once, .skipped):
                alarm.timing.moveOn(over: due)
                alarm.armedAt = max(alarm.armedAt, LookBack.begin(context.instant))
            case (.once, .rung), (.once, .missed), (.dated, _):
                // A suppressed date can be used up while the user has the alarm off; then it stays off.
                guard alarm.isEnabled else { break }
                alarm.isEnabled = false
                alarm.switchedOffBy = due.date
            }
        }
    }

    mutating func give(_ notice: MissedNotice, _ outcome: inout Outcome) {
        notices.removeAll { $0.occurrence == notice.occurrence }
        notices.append(notice)
        if notices.count > MissedNotice.capacity { notices.removeFirst() }
        outcome.notes.append(
            .of(
                .alarm(notice.occurrence),
                .missed(scheduled: notice.scheduled, notice.reason, count: notice.count)))
    }

    // MARK: - Ringing

    private mutating func fire(
        _ due: Occurrence, of alarm: Alarm, _ context: Context, _ outcome: inout Outcome
    ) {
        spend(due, of: alarm.id, .rung, context)
        // The alarm's earlier occurrence is over, answered or not (law, 6.6).
        if let earlier = members.firstIndex(where: { $0.occurrence.alarm == alarm.id }) {
            outcome.notes.append(.of(.alarm(members[earlier].occurrence), .superseded))
            members.remove(at: earlier)
        }
        let id = OccurrenceID(alarm: alarm.id, date: due.date)
        outcome.notes.append(
            .of(
                .alarm(id),
                .fired(
                    scheduled: due.instant, lateness: context.lateness(of: due.instant),
                    joined: context.othersRing || members.contains(where: \.isRinging))))
        members.append(
            RingMember(
                occurrence: id, scheduled: due.instant, state: .ringing(since: context.now.boot),
                patience: alarm.patience, stopTask: alarm.stopWith))
        outcome.voices.append(alarm.voice)
    }

    mutating func close(where isClosed: (RingMember) -> Bool) {
        members.removeAll(where: isClosed)
    }

    /// Rings again what was snoozed or silenced until now.
    mutating func endSnoozes(_ context: Context, _ outcome: inout Outcome) {
        for place in members.indices {
            guard case .snoozed(let until, let cause) = members[place].state,
                until <= context.now.boot, let alarm = book[members[place].occurrence.alarm]
            else { continue }
            members[place].state = .ringing(since: context.now.boot)
            members[place].patience = alarm.patience
            members[place].stopTask = alarm.stopWith
            members[place].confirmedEnd = nil
            outcome.notes.append(.of(.alarm(members[place].occurrence), .rangAgain(cause)))
            outcome.voices.append(alarm.voice)
        }
    }

    /// Nobody answered for N: silent for the snooze length, up to M times; then missed (law, 6.5).
    mutating func silence(_ context: Context, _ outcome: inout Outcome) {
        for member in ringing {
            if let length = book[member.occurrence.alarm]?.snooze.length,
                member.silences < member.patience.automaticRings
            {
                update(member.occurrence) {
                    $0.silences &+= 1
                    $0.rest(for: length, from: context.now.boot, .unanswered)
                }
                outcome.notes.append(
                    .of(
                        .alarm(member.occurrence), .silenced(until: context.now.wall + length)))
            } else {
                close { $0.occurrence == member.occurrence }
                give(
                    MissedNotice(
                        occurrence: member.occurrence, scheduled: member.scheduled,
                        reason: .unanswered, count: 1), &outcome)
            }
        }
    }

    mutating func update(_ occurrence: OccurrenceID, _ change: (inout RingMember) -> Void) {
        guard let place = members.firstIndex(where: { $0.occurrence == occurrence }) else { return }
        change(&members[place])
    }
}
