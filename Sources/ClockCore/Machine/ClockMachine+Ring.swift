package import ClockTime

// The single ring: who rings, what they contribute, and how users answer. Each part knows whether it rings. The machine
// settles the ring after every step, so that the ring exists exactly while something rings.
extension ClockMachine {
    /// Whether anything rings.
    package var isRinging: Bool { alarms.isRinging || othersRing }

    /// Whether anything other than an alarm rings.
    var othersRing: Bool { test != nil || doesCountdownRing }

    /// Whether a timer or the nap rings.
    private var doesCountdownRing: Bool { timers.isAlerting || nap.isAlerting }

    /// The timers and the nap that ring.
    var countdownAlerts: [CountdownAlert] {
        timers.alerting + (nap.alerting.map { [$0] } ?? [])
    }

    func context() -> AlarmMachine.Context { context(at: now) }

    /// - Parameter moment: the moment to treat as now: the present, or an earlier one after a late wake-up.
    func context(at moment: Moment) -> AlarmMachine.Context {
        AlarmMachine.Context(
            now: moment, delay: now.boot - moment.boot, rules: $rules, trust: trust,
            grace: settings.grace, catalogue: playing.$catalogue, equipment: equipment,
            othersRing: othersRing)
    }

    /// When the ring, or anything that leads to one, needs a step.
    var nextRingWake: Deadline {
        var deadline = Deadline(wall: nextLeadChange, boot: earlier(ring.nextWake, test?.until))
        deadline = deadline.earliest(
            Deadline(
                boot: earlier(ring.nextEdge(after: now.boot), nap.pulse(at: now.boot)?.nextEdge)))
        guard let next = nextDueEvent else { return deadline }
        // A date falls due by the wall clock, even if that is set in the meantime.
        return deadline.earliest(
            Deadline(
                wall: nextDueDate.map { WallTime($0) },
                boot: next.kind == .dateFallsDue ? nil : next.time))
    }

    /// The next thing that time alone triggers. Its consequences within the same second come after it (law, 6.5).
    private var nextDueEvent: DueEvent? {
        let context = countdownContext
        let again = earlier(
            alarms.nextSnoozeEnd,
            earlier(timers.nextRingAgain(context), nap.nextRingAgain(context)))
        let ends = earlier(timers.nextEnd(context), nap.nextEnd(context))
        let date = nextDueDate.map { now.boot + (WallTime($0) - now.wall) }
        let times: [(DueEvent.Kind, BootTime?)] = [
            (.dateFallsDue, date), (.countdownEnds, ends), (.ringFallsSilent, silenceTime),
            (.ringsAgain, again),
        ]
        var first: DueEvent?
        for case (let kind, let time?) in times {
            let next = DueEvent(kind, at: time, now)
            if first.map({ next.comes(before: $0) }) ?? true { first = next }
        }
        return first
    }

    private var nextDueDate: Instant? { trust == .unknown ? nil : alarms.book.firstDue }

    /// When the ring falls silent if nobody answers; nil if nothing that rings does so.
    private var silenceTime: BootTime? {
        guard !ring.isHushed else { return nil }
        var length = alarms.ringLength
        if doesCountdownRing {
            for alert in countdownAlerts {
                let patience = alert.ring.patience ?? settings.countdownRings.patience
                length = max(length ?? .zero, patience.length)
            }
        }
        return length.flatMap(ring.silenceTime(after:))
    }

    /// Applies everything that time alone triggers to the rings, in order, each as of its own moment.
    mutating func advanceRing(_ step: inout Step) {
        // The loop ends: each round advances a date, ends a countdown or snooze, or silences a ring.
        while let next = nextDueEvent, next.time <= now.boot {
            let moment = now.takingUp(next.time)
            switch next.kind {
            case .dateFallsDue: alarms.judgeDueDates(context(at: moment), &step.alarms)
            case .countdownEnds: advanceCountdowns(at: moment, &step)
            case .ringFallsSilent: silence(at: moment, &step)
            case .ringsAgain:
                alarms.endSnoozes(context(at: moment), &step.alarms)
                advanceCountdowns(at: moment, &step)
            }
            settleRing(since: moment.boot, &step)
        }
        if let test, test.until <= now.boot { endTest(&step) }
        alarms.judgeDueDates(context(), &step.alarms)
        alarms.noticeLeads(context(), &step.alarms)
        settleRing(since: now.boot, &step)
        ring.advance(to: now.boot, &step.notes)
    }

    private mutating func silence(at moment: Moment, _ step: inout Step) {
        let context = countdownContext(at: moment)
        alarms.silence(self.context(at: moment), &step.alarms)
        timers.silenceAlerting(context, &step.countdowns)
        nap.silenceAlerting(context, &step.countdowns)
    }

    /// Lets everything that began to ring join, and ends the ring after its last member.
    ///
    /// - Parameter since: when it began to ring; N counts from here.
    mutating func settleRing(since: BootTime, _ step: inout Step) {
        let voices = step.alarms.voices + step.countdowns.voices
        step.alarms.voices = []
        step.countdowns.voices = []
        for voice in voices { ring.join(voice, since: since, at: now.boot, &step.notes) }
        if let loudestVolume { return ring.follow(loudestVolume) }
        guard ring.session != nil else { return }
        ring.end()
        // What was held in the ring meant the ring: it does not end the snooze, too (law, 6.3).
        keys.spendAll(at: now.boot)
    }

    /// The volume of the loudest that rings, as it is set now (law, 6.1 and 6.7); nil if nothing rings.
    private var loudestVolume: Percent? {
        guard isRinging else { return nil }
        let ids = alarms.ringing.map(\.occurrence.alarm) + (test.map { [$0.alarm] } ?? [])
        var volumes = ids.map { alarms.book[$0]?.volume ?? AlarmDefaults.volume }
        if doesCountdownRing { volumes.append(CountdownRings.voice.volume) }
        return volumes.max()
    }

    // MARK: - Answers to a ring

    /// Stops everything that rings; if nothing rings, ends what is snoozed.
    mutating func stopRing(by cause: StopCause, _ step: inout Step) throws(CommandError) {
        let isAlarm = alarms.isRinging || !othersRing
        if isAlarm { try alarms.stop(.current, by: cause, &step.alarms) }
        timers.stopAlerting(by: cause, &step.countdowns)
        nap.stopAlerting(by: cause, &step.countdowns)
        if test != nil { endTest(&step) }
    }

    /// Snoozes everything that rings, or refuses and changes nothing. A test is not snoozed: it ends.
    ///
    /// - Returns: when the first one rings again; nil if only a test rang.
    mutating func snoozeRing(_ step: inout Step) throws(CommandError) -> WallTime? {
        var until: WallTime?
        // Alarms first: one of them may refuse, and then nothing may change.
        if alarms.isRinging || !othersRing {
            until = try alarms.snooze(.current, context(), &step.alarms)
        }
        if doesCountdownRing {
            timers.snoozeAlerting(countdownContext, &step.countdowns)
            nap.snoozeAlerting(countdownContext, &step.countdowns)
            until = earlier(until, now.wall + settings.countdownRings.snoozeLength)
        }
        if test != nil { endTest(&step) }
        return until
    }

    /// How long a snooze of everything that rings would last; nil if snooze is not offered.
    var offeredSnooze: Duration? {
        guard alarms.isRinging else {
            return countdownAlerts.isEmpty ? nil : settings.countdownRings.snoozeLength
        }
        return alarms.offeredSnooze.map {
            countdownAlerts.isEmpty ? $0 : min($0, settings.countdownRings.snoozeLength)
        }
    }

    // MARK: - Testing an alarm

    mutating func tryAlarm(_ id: AlarmID, _ step: inout Step) throws(CommandError) -> Duration {
        guard let alarm = alarms.book[id] else { throw .notFound(id) }
        guard !isRinging else { throw .wrongState(.somethingRings) }
        test = AlarmTest(alarm: id, until: now.boot + AlarmTest.length)
        step.alarms.voices.append(alarm.voice)
        step.notes.append(.alarmTested(id))
        return AlarmTest.length
    }

    /// Ends the test if it is of this alarm, and returns whether it was.
    mutating func endTest(of id: AlarmID, _ step: inout Step) -> Bool {
        guard test?.alarm == id else { return false }
        endTest(&step)
        return true
    }

    private mutating func endTest(_ step: inout Step) {
        guard let test else { return }
        self.test = nil
        step.notes.append(.alarmTestEnded(test.alarm))
    }

    // MARK: - Motor, buzzer, lamp

    /// The lamp's pulse brightness for the nap, in per cent; dim, for a user who is falling asleep.
    private static let pulseLight = 10

    /// What the board's outputs do now.
    var outputLevels: OutputLevels {
        var levels = ring.levels(at: now.boot)
        // The held nap bar pulses the motor if there is one, else the lamp.
        let pulse = nap.pulse(at: now.boot)?.isOn ?? false
        if equipment.hasMotor, pulse { levels.motor = true }
        if !isRinging, pressFeedback.isPulsing(at: now.boot) { levels.motor = true }
        guard equipment.hasLight else { return levels }
        if !equipment.hasMotor, pulse { levels.light = Percent(clamping: ClockMachine.pulseLight) }
        guard !pulse else { return levels }
        let isAsked =
            !ring.isHushed
            && alarms.ringing.contains { member in
                (alarms.book[member.occurrence.alarm]?.sunrise ?? .zero) > .zero
            }
        if ring.isFlashing {
            levels.light = Percent(clamping: Blink.quick.isLit(at: now.wall) ? 100 : 0)
        } else {
            levels.light = Percent(clamping: isAsked ? 100 : sunriseLevel ?? 0)
        }
        return levels
    }

    // MARK: - Before a ring

    /// The alarms whose countdown or sunrise has begun. Called several times a step, so it avoids a context, which
    /// copies all rules.
    var approaching: [AlarmBook.Approach] {
        trust == .unknown ? [] : alarms.book.approaching(at: now.wall.instant, rules)
    }

    /// How far the light has risen, 0...100: the brightest of the upcoming alarms; nil: none is rising.
    var sunriseLevel: Int? {
        approaching.compactMap { approach in
            approach.alarm.sunriseLevel(before: approach.occurrence, at: now.wall)
        }.max()
    }

    /// When a countdown or sunrise begins, or the light rises by one of its hundred steps.
    private var nextLeadChange: WallTime? {
        guard trust != .unknown else { return nil }
        var next = alarms.book.nextLead(after: now.wall.instant).map { WallTime($0) }
        for approach in approaching {
            next = earlier(
                next, approach.alarm.nextLeadChange(before: approach.occurrence, at: now.wall))
        }
        return next
    }
}

/// A test of an alarm: the user hears, feels and sees how it will ring (product, A3).
package struct AlarmTest: Hashable, Sendable {
    package let alarm: AlarmID
    package let until: BootTime

    /// Long enough to hear the longest ramp to its end.
    package static let length = Duration.seconds(60)
}
