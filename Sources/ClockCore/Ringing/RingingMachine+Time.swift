import ClockTime

// What time alone triggers, in order, and when.
extension RingingMachine {
    /// When the ring, or anything that leads to one, needs a step.
    func nextWake(_ context: Context) -> Deadline {
        let now = context.now.boot
        var deadline = Deadline(
            wall: nextLeadChange(context), boot: earlier(ring.nextWake, test?.until))
        deadline = deadline.earliest(
            Deadline(boot: earlier(ring.nextEdge(after: now), nap.pulse(at: now)?.nextEdge)))
        guard let next = nextDueEvent(context) else { return deadline }
        // A date falls due by the wall clock, even if that is set in the meantime.
        return deadline.earliest(
            Deadline(
                wall: nextDueDate(context).map { WallTime($0) },
                boot: next.kind == .dateFallsDue ? nil : next.time))
    }

    /// The next thing that time alone triggers. Its consequences within the same second come after it (law, 6.5).
    private func nextDueEvent(_ context: Context) -> DueEvent? {
        let countdown = context.countdown
        let again = earlier(
            alarms.nextSnoozeEnd,
            earlier(timers.nextRingAgain(countdown), nap.nextRingAgain(countdown)))
        let ends = earlier(timers.nextEnd(countdown), nap.nextEnd(countdown))
        let date = nextDueDate(context).map { context.now.bootTime(at: WallTime($0)) }
        let times: [(DueEvent.Kind, BootTime?)] = [
            (.dateFallsDue, date), (.countdownEnds, ends), (.ringFallsSilent, silenceTime(context)),
            (.ringsAgain, again),
        ]
        var first: DueEvent?
        for case (let kind, let time?) in times {
            let next = DueEvent(kind, at: time, context.now)
            if first.map({ next.comes(before: $0) }) ?? true { first = next }
        }
        return first
    }

    private func nextDueDate(_ context: Context) -> Instant? {
        context.trust == .unknown ? nil : alarms.book.firstDue
    }

    /// When the ring falls silent if nobody answers; nil if nothing that rings does so.
    private func silenceTime(_ context: Context) -> BootTime? {
        guard !ring.isHushed else { return nil }
        var length = alarms.ringLength
        if doesCountdownRing {
            for alert in countdownAlerts {
                let patience = alert.ring.patience ?? context.settings.countdownRings.patience
                length = max(length ?? .zero, patience.length)
            }
        }
        return length.flatMap(ring.silenceTime(after:))
    }

    /// Applies everything that time alone triggers to the rings, in order, each as of its own moment.
    mutating func advance(_ context: Context, _ outcome: inout Outcome) {
        // The loop ends: each round advances a date, ends a countdown or snooze, or silences a ring.
        while let next = nextDueEvent(context), next.time <= context.now.boot {
            let moment = context.now.takingUp(next.time)
            switch next.kind {
            case .dateFallsDue:
                alarms.judgeDueDates(alarmContext(context, at: moment), &outcome.alarms)
            case .countdownEnds: advanceCountdowns(at: moment, context, &outcome)
            case .ringFallsSilent: silence(at: moment, context, &outcome)
            case .ringsAgain:
                alarms.endSnoozes(alarmContext(context, at: moment), &outcome.alarms)
                advanceCountdowns(at: moment, context, &outcome)
            }
            settle(since: moment.boot, context, &outcome)
        }
        if let test, test.until <= context.now.boot { endTest(&outcome) }
        alarms.judgeDueDates(alarmContext(context), &outcome.alarms)
        alarms.noticeLeads(alarmContext(context), &outcome.alarms)
        alarms.noticeBedtimes(alarmContext(context), &outcome.alarms)
        settle(since: context.now.boot, context, &outcome)
        ring.advance(to: context.now.boot, &outcome.notes)
    }

    private mutating func silence(at moment: Moment, _ context: Context, _ outcome: inout Outcome) {
        let countdown = context.countdown(at: moment)
        alarms.silence(alarmContext(context, at: moment), &outcome.alarms)
        timers.silenceAlerting(countdown, &outcome.countdowns)
        nap.silenceAlerting(countdown, &outcome.countdowns)
    }

    /// Lets everything that began to ring join, and ends the ring after its last member.
    ///
    /// - Parameter since: when it began to ring; N counts from here.
    mutating func settle(since: BootTime, _ context: Context, _ outcome: inout Outcome) {
        let voices = outcome.alarms.voices + outcome.countdowns.voices
        outcome.alarms.voices = []
        outcome.countdowns.voices = []
        for voice in voices { ring.join(voice, since: since, at: context.now.boot, &outcome.notes) }
        if let loudestVolume { return ring.follow(loudestVolume) }
        guard ring.session != nil else { return }
        ring.end()
        outcome.ringEnded = true
    }

    /// The volume of the loudest that rings, as it is set now (law, 6.1 and 6.7); nil if nothing rings.
    private var loudestVolume: Percent? {
        guard isRinging else { return nil }
        let ids = alarms.ringing.map(\.occurrence.alarm) + (test.map { [$0.alarm] } ?? [])
        var volumes = ids.map { alarms.book[$0]?.volume ?? AlarmDefaults.volume }
        if doesCountdownRing { volumes.append(CountdownRings.voice.volume) }
        return volumes.max()
    }

    mutating func advanceCountdowns(
        at moment: Moment, _ context: Context, _ outcome: inout Outcome
    ) {
        let countdown = context.countdown(at: moment)
        timers.advance(countdown, &outcome.countdowns)
        nap.advance(context.settings.nap, countdown, &outcome.countdowns)
    }

    // MARK: - The next alarm

    /// The next alarm to ring; nil if none is set or the time is unknown.
    func nextAlarm(_ context: Context) -> AlarmBook.Approach? {
        context.trust == .unknown ? nil : alarms.nextAlarm(after: context.instant, rules)
    }

    /// When that rings; nil: none does.
    func nextAlarmInstant(_ context: Context) -> Instant? {
        context.trust == .unknown
            ? nil : alarms.nextOccurrence(after: context.instant, rules)?.instant
    }

    /// If no alarm rings next: the alarm that would ring first if it skipped no dates. Nil if none is set.
    func heldBack(_ context: Context) -> Alarm? {
        guard context.trust != .unknown, nextAlarmInstant(context) == nil else { return nil }
        let dates = alarms.book.alarms.filter(\.isEnabled).compactMap { alarm in
            alarm.timing.nextUnspent(after: context.instant, rules).map { (alarm, $0.instant) }
        }
        return dates.min { $0.1 < $1.1 }?.0
    }

    // MARK: - Before a ring

    /// The alarms whose countdown or sunrise has begun.
    func approaching(_ context: Context) -> [AlarmBook.Approach] {
        context.trust == .unknown ? [] : alarms.book.approaching(at: context.instant, rules)
    }

    /// How far the light has risen, 0...100: the brightest of the upcoming alarms; nil: none is rising.
    func sunriseLevel(_ context: Context) -> Int? {
        approaching(context).compactMap { approach in
            approach.alarm.sunriseLevel(before: approach.occurrence, at: context.now.wall)
        }.max()
    }

    /// What rises before a ring; nil: nothing does, or something rings already (law, 6.11).
    func risingIntent(_ context: Context) -> RisingIntent? {
        guard !isRinging, let next = alarms.rising(alarmContext(context)),
            let sound = next.alarm.preAlertSound,
            let level = next.alarm.preAlertLevel(before: next.occurrence, at: context.now.wall)
        else { return nil }
        return RisingIntent(sound: sound, volume: next.alarm.volume, level: level)
    }

    /// Silences what rises before a ring, whose ring comes all the same. Returns whose it is; nil: nothing rises.
    mutating func silenceRising(_ context: Context) -> Alarm? {
        guard !isRinging, let next = alarms.rising(alarmContext(context)) else { return nil }
        alarms.silenceLead(of: next.id)
        return next.alarm
    }

    /// The next alarm whose pre-alert somebody has silenced, until it rings.
    func silencedAlarm(_ context: Context) -> Alarm? {
        isRinging ? nil : alarms.silenced(alarmContext(context))?.alarm
    }

    /// When a countdown or sunrise begins, or light or sound rises by one of its hundred steps.
    private func nextLeadChange(_ context: Context) -> WallTime? {
        guard context.trust != .unknown else { return nil }
        var next = earlier(
            alarms.book.nextLead(after: context.instant),
            alarms.book.nextBedtime(after: context.instant)
        ).map { WallTime($0) }
        for approach in approaching(context) {
            next = earlier(
                next,
                approach.alarm.nextLeadChange(before: approach.occurrence, at: context.now.wall))
        }
        return next
    }
}
