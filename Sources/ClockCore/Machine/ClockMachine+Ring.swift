package import ClockTime

// The one ring: who rings, what they bring to it, and what people say to it. Whatever rings knows itself
// whether it does; the ring is settled after every step, so that it is there exactly while something does.
extension ClockMachine {
    /// Whether anything rings.
    package var isRinging: Bool { !alarms.ringing.isEmpty || othersRing }

    /// Whether something that is no alarm rings.
    var othersRing: Bool { test != nil || doesCountdownRing }

    /// Whether a timer or the nap rings.
    private var doesCountdownRing: Bool { timers.isAlerting || nap.isAlerting }

    /// Timers and the nap, as far as they ring.
    var countdownAlerts: [CountdownAlert] {
        timers.alerting + (nap.alerting.map { [$0] } ?? [])
    }

    func context() -> AlarmMachine.Context { context(at: now) }

    /// - Parameter moment: what counts as now: the present, or a moment of which a wake-up was late.
    func context(at moment: Moment) -> AlarmMachine.Context {
        AlarmMachine.Context(
            now: moment, delay: now.boot - moment.boot, rules: rules, trust: trust,
            grace: settings.grace, catalogue: catalogue, equipment: equipment,
            othersRing: othersRing)
    }

    /// When the ring, or what leads to one, needs a step.
    var nextRingWake: Deadline {
        var deadline = Deadline(wall: nextLeadChange, boot: earlier(ring.nextWake, test?.until))
        deadline = deadline.earliest(
            Deadline(
                boot: earlier(ring.nextEdge(after: now.boot), nap.pulse(at: now.boot)?.nextEdge)))
        guard let next = nextHappening else { return deadline }
        // A date falls due by the wall clock, wherever that is set meanwhile.
        return deadline.earliest(
            Deadline(
                wall: nextDueDate.map { WallTime($0) },
                boot: next.kind == .dateFallsDue ? nil : next.time))
    }

    /// What time alone brings next; what it brings after that in the same second has to wait for it (law, 6.5).
    private var nextHappening: Happening? {
        let context = countdownContext
        let again = earlier(
            alarms.nextSnoozeEnd,
            earlier(timers.nextRingAgain(context), nap.nextRingAgain(context)))
        let ends = earlier(timers.nextEnd(context), nap.nextEnd(context))
        let date = nextDueDate.map { now.boot + (WallTime($0) - now.wall) }
        let times: [(Happening.Kind, BootTime?)] = [
            (.dateFallsDue, date), (.countdownEnds, ends), (.ringFallsSilent, silenceTime),
            (.ringsAgain, again),
        ]
        var first: Happening?
        for case (let kind, let time?) in times {
            let next = Happening(kind, at: time, now)
            if first.map({ next.comes(before: $0) }) ?? true { first = next }
        }
        return first
    }

    private var nextDueDate: Instant? { trust == .unknown ? nil : alarms.book.firstDue }

    /// When the ring falls silent if nobody answers; nil where nothing rings that does.
    private var silenceTime: BootTime? {
        var length = alarms.ringLength
        if doesCountdownRing {
            length = max(length ?? .zero, settings.countdownRings.ringLength)
        }
        return length.flatMap(ring.silenceTime(after:))
    }

    /// Does what time alone brings to what rings, one thing after the other, each as of its own moment.
    mutating func advanceRing(_ step: inout Step) {
        // Each round moves a date on, ends a countdown or a snooze, or silences what rings.
        while let next = nextHappening, next.time <= now.boot {
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

    /// Lets join what began to ring, and ends the ring with the last that did.
    ///
    /// - Parameter since: when it began to, from which N counts.
    mutating func settleRing(since: BootTime, _ step: inout Step) {
        let voices = step.alarms.voices + step.countdowns.voices
        step.alarms.voices = []
        step.countdowns.voices = []
        for voice in voices { ring.join(voice, since: since, at: now.boot, &step.notes) }
        if !isRinging { ring.end() }
    }

    // MARK: - What people say to it

    /// Ends all that rings; with nothing ringing, what is snoozed.
    mutating func stopRing(by cause: StopCause, _ step: inout Step) throws(CommandError) {
        let isAlarm = !alarms.ringing.isEmpty || !othersRing
        if isAlarm { try alarms.stop(.current, by: cause, &step.alarms) }
        timers.stopAlerting(by: cause, &step.countdowns)
        nap.stopAlerting(by: cause, &step.countdowns)
        if test != nil { endTest(&step) }
    }

    /// Postpones all that rings, or refuses and changes nothing. A test is not postponed: it ends.
    ///
    /// - Returns: when the first of them comes back; nil where only a test rang.
    mutating func snoozeRing(_ step: inout Step) throws(CommandError) -> WallTime? {
        var until: WallTime?
        // Alarms first: one of them may refuse, and then nothing is to change.
        if !alarms.ringing.isEmpty || !othersRing {
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

    /// How long a snooze of all that rings would be; nil where it is not offered.
    var offeredSnooze: Duration? {
        guard !alarms.ringing.isEmpty else {
            return countdownAlerts.isEmpty ? nil : settings.countdownRings.snoozeLength
        }
        return alarms.offeredSnooze.map {
            countdownAlerts.isEmpty ? $0 : min($0, settings.countdownRings.snoozeLength)
        }
    }

    // MARK: - Trying an alarm

    mutating func tryAlarm(_ id: AlarmID, _ step: inout Step) throws(CommandError) -> Duration {
        guard let alarm = alarms.book[id] else { throw .notFound(id) }
        guard !isRinging else { throw .wrongState("something is ringing. Stop it first") }
        test = AlarmTest(alarm: id, until: now.boot + AlarmTest.length)
        step.alarms.voices.append(alarm.voice)
        step.notes.append(.alarmTested(id))
        return AlarmTest.length
    }

    /// Ends it where it is of this alarm, and says whether it was.
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

    /// How bright the lamp pulses for whoever drifts off, in per cent.
    private static let pulseLight = 10

    /// What the board's outputs should do now.
    var outputLevels: OutputLevels {
        var levels = ring.levels(at: now.boot)
        // The pulse of a held nap bar is felt where there is a motor, else seen.
        let pulse = nap.pulse(at: now.boot)?.isOn ?? false
        if equipment.hasMotor, pulse { levels.motor = true }
        guard equipment.hasLight else { return levels }
        if !equipment.hasMotor, pulse { levels.light = Percent(clamping: ClockMachine.pulseLight) }
        guard !pulse else { return levels }
        let isAsked = alarms.ringing.contains { member in
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

    /// The alarms whose countdown or sunrise has begun. Asked several times a step, so without a context,
    /// which copies all rules.
    var approaching: [AlarmBook.Approach] {
        trust == .unknown ? [] : alarms.book.approaching(at: now.wall.instant, rules)
    }

    /// How far the light has risen, 0...100, by the brightest of the alarms to come; nil: none rises.
    var sunriseLevel: Int? {
        approaching.compactMap { approach in
            approach.alarm.sunriseLevel(before: approach.occurrence, at: now.wall)
        }.max()
    }

    /// When a countdown or a sunrise begins, or its light rises by one of its hundred steps.
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

/// An alarm that somebody hears, feels and sees to know how it will be (product, A3).
package struct AlarmTest: Hashable, Sendable {
    package let alarm: AlarmID
    package let until: BootTime

    /// Long enough for the longest ramp to be heard through.
    package static let length = Duration.seconds(60)
}
