import ClockTime

// An alarm's signs before its ring: a countdown, a rising sound, a rising light (product, A6a, A6b and A11b).
extension AlarmMachine {
    /// The alarms whose countdown or sunrise has begun.
    func approaching(_ context: Context) -> [AlarmBook.Approach] {
        guard context.trust != .unknown else { return [] }
        return book.approaching(at: context.instant, context.rules)
    }

    /// Reports each countdown and each sunrise once, when it begins.
    mutating func noticeLeads(_ context: Context, _ outcome: inout Outcome) {
        let now = context.now.wall
        var countdowns: Set<OccurrenceID> = []
        var sunrises: Set<OccurrenceID> = []
        for approach in approaching(context) {
            let alarm = approach.alarm
            let id = approach.id
            if alarm.preAlertLeft(before: approach.occurrence, at: now) != nil {
                countdowns.insert(id)
                if !countdownsBegun.contains(id) {
                    outcome.notes.append(
                        .of(.alarm(id), .preAlert(scheduled: approach.occurrence.instant)))
                }
            }
            if alarm.sunriseLevel(before: approach.occurrence, at: now) != nil {
                sunrises.insert(id)
                if !sunrisesBegun.contains(id) { outcome.notes.append(.of(.alarm(id), .sunrise)) }
            }
        }
        countdownsBegun = countdowns
        sunrisesBegun = sunrises
    }

    /// How late a bedtime may be told of: what came while the clock was off, or before it was set, is past.
    private static let latestBedtime = Duration.minutes(1)

    /// Leaves those whose bedtime has come. Those of the time before the first call are past.
    mutating func noticeBedtimes(_ context: Context, _ outcome: inout Outcome) {
        let now = context.instant
        // A small step back tells of none twice.
        if now < bedtimesTold, WallTime(bedtimesTold) - WallTime(now) < .hours(1) { return }
        defer { bedtimesTold = now }
        guard context.trust != .unknown else { return }
        let oldest = (context.now.wall - AlarmMachine.latestBedtime).instant
        outcome.bedtimes = book.bedtimes(after: max(bedtimesTold, oldest), through: now)
    }

    /// The alarm whose sound rises now: of several, that which rings first (law, 6.11).
    func rising(_ context: Context) -> AlarmBook.Approach? {
        next(context, isSilenced: false)
    }

    /// The alarm whose sound would rise now, if nobody had silenced it.
    func silenced(_ context: Context) -> AlarmBook.Approach? {
        next(context, isSilenced: true)
    }

    private func next(_ context: Context, isSilenced: Bool) -> AlarmBook.Approach? {
        approaching(context).filter { approach in
            approach.alarm.preAlertSound != nil
                && approach.alarm.preAlertLeft(before: approach.occurrence, at: context.now.wall)
                    != nil
                && (approach.alarm.silencedLead == approach.occurrence.date) == isSilenced
        }.min { $0.occurrence.instant < $1.occurrence.instant }
    }

    /// It is stored, so that a power cut brings nothing back.
    mutating func silenceLead(of date: OccurrenceID) {
        book.update(date.alarm) { $0.silencedLead = date.date }
    }

    // MARK: - Up before the ring

    /// The next ring of which the countdown has run since `start`: several alarms, if they ring at the same instant. A
    /// light that rises alone is no countdown: nothing says how long it lasts.
    func countedDown(since start: WallTime, _ context: Context) -> [AlarmBook.Approach] {
        let counted = approaching(context).filter { approach in
            approach.alarm.preAlertLeft(before: approach.occurrence, at: start) != nil
        }
        let next = counted.map(\.occurrence.instant).min()
        return counted.filter { $0.occurrence.instant == next }
    }

    /// Ends that ring before it comes, because whoever it was to wake is up (law, 6.10). Returns whether there was one.
    mutating func getUp(
        since start: WallTime, _ context: Context, _ outcome: inout Outcome
    ) -> Bool {
        let next = countedDown(since: start, context)
        for approach in next {
            let id = approach.alarm.id
            // It counts as used up now: a correction that moves the clock back past this moment undoes it (5.5).
            let date = Occurrence(
                date: approach.occurrence.date, instant: context.instant, placement: .exact)
            spend(date, of: id, .rung, context)
            book.reschedule(id, after: checked, context.rules)
            outcome.notes.append(.of(.alarm(OccurrenceID(alarm: id, date: date.date)), .gotUp))
        }
        return !next.isEmpty
    }
}

extension Alarm {
    /// Of a light or a sound that rises. For a sound, a step of `RisingIntent.range` is half a decibel, which nobody hears.
    private static let steps = 100

    /// How far its light has risen, 0...100; nil if no sunrise is in progress.
    func sunriseLevel(before next: Occurrence, at now: WallTime) -> Int? {
        level(of: sunrise, before: next, at: now)
    }

    /// How far the sound of its pre-alert has risen, 0...100; nil if no pre-alert is in progress.
    func preAlertLevel(before next: Occurrence, at now: WallTime) -> Int? {
        level(of: preAlert, before: next, at: now)
    }

    private func level(of lead: Duration, before next: Occurrence, at now: WallTime) -> Int? {
        guard lead > .zero else { return nil }
        let left = WallTime(next.instant) - now
        guard left > .zero, left <= lead else { return nil }
        let gone = (lead - left).wholeNanoseconds * Int64(Alarm.steps)
        return Int(gone / lead.wholeNanoseconds)
    }

    /// When its countdown begins, or its light or its sound begins to rise or rises by a step.
    func nextLeadChange(before next: Occurrence, at now: WallTime) -> WallTime? {
        earlier(
            nextChange(of: preAlert, inSteps: preAlertSound != nil, before: next, at: now),
            nextChange(of: sunrise, inSteps: true, before: next, at: now))
    }

    private func nextChange(
        of lead: Duration, inSteps: Bool, before next: Occurrence, at now: WallTime
    ) -> WallTime? {
        let begin = WallTime(next.instant) - lead
        guard lead > .zero, begin <= now else { return lead > .zero ? begin : nil }
        guard inSteps, let level = level(of: lead, before: next, at: now) else { return nil }
        return max(begin + lead / Alarm.steps * (level + 1), now + .nanoseconds(1))
    }
}
