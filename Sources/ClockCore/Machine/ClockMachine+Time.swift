package import ClockTime

// The wall clock: its steps, how far it is believed, and how a person sets it (law, 3 and 5; product, H1b).
//
// The machine sets no clock. It works out what is meant, says where the wall clock is to stand at which boot
// time (`Effect.setClock`), and goes on; the host may take its time. The step is seen whenever the next event
// comes, be it before the host's answer, and is the person's if it leads to where they wanted.
extension ClockMachine {
    /// A setting that the host was asked for and has not answered.
    struct AskedSetting: Hashable, Sendable {
        /// What the wall clock is to show at which boot time.
        var target: Moment
        /// The local time that was given comes twice: when it comes again.
        var secondPass: Instant?
    }

    /// A difference of the clocks that changes by more than this is a step, not slewing (law, 3).
    static let stepThreshold = Duration.milliseconds(500)
    /// How long an announced setting of the clock may be on its way: a thread may notice the step first,
    /// or last.
    static let announcementLife = Duration.seconds(1)
    /// A clock that is behind the newest record by no more is not wrong for that: a service that saves the time
    /// for the next boot does so each minute (law, 17), and the record may be younger.
    package static let recordTolerance = Duration.minutes(2)
    /// The last second that a clock is set to. Hardware clocks count two digits of the year.
    private static let latestSetting = Instant(seconds: 4_102_444_799)  // 2099-12-31T23:59:59Z

    // MARK: - Steps and trust

    mutating func announce(_ cause: StepCause) {
        switch cause {
        case .user: userStepUntil = now.boot + ClockMachine.announcementLife
        case .synchronised, .outside: break
        }
    }

    mutating func measureStep(from before: Moment, _ given: StepCause, _ step: inout Step) {
        guard let delta = ClockMachine.wallStep(from: before, to: now) else { return }
        let isAsked =
            askedSetting.map { ClockMachine.wallStep(from: $0.target, to: now) == nil } ?? false
        let isAnnounced = userStepUntil.map { now.boot <= $0 } ?? false
        let cause = isAsked || isAnnounced ? .user : given
        userStepUntil = nil
        step.notes.append(.clockStepped(by: delta, cause))
        if cause == .outside { distrust(&step) }
        alarms.clockStepped(by: delta, cause, context(), &step.alarms)
        step.recordsTime = true
        if isAsked { confirmTime(&step) }
        planRehearsal()
    }

    /// How far a clock that nobody confirmed is believed, by what it shows now (law, 5.1). A service may put the
    /// time back that was saved before a power cut, after this program has begun; and one that was behind
    /// what is recorded and has come to show as much is still wrong, but a late ring is better than none.
    var trustByFloor: ClockTrust { trust == .trusted || floor == nil ? trust : unconfirmedTrust }

    private var unconfirmedTrust: ClockTrust {
        guard let floor else { return .plausible }
        let recorded = lastTrusted.map { WallTime($0) - ClockMachine.recordTolerance } ?? floor
        return now.wall < max(floor, recorded) ? .unknown : .plausible
    }

    /// Somebody set the clock, and nobody says that it is right.
    private mutating func distrust(_ step: inout Step) {
        guard trust == .trusted else { return }
        confirmedAt = nil
        alarms.becameDistrusted()
        changeTrust(to: unconfirmedTrust, by: .outside, &step)
    }

    /// By how much the wall clock was stepped between two moments of one boot; nil for what slewing
    /// alone can do.
    package static func wallStep(from before: Moment, to now: Moment) -> Duration? {
        let delta = now.wallMinusBoot - before.wallMinusBoot
        let isStep = delta > stepThreshold || delta < .zero - stepThreshold
        return isStep ? delta : nil
    }

    /// - Parameter cause: who says that the clock may be believed.
    mutating func changeTrust(
        to newTrust: ClockTrust, by cause: StepCause, _ step: inout Step
    ) {
        guard newTrust != trust else { return }
        trust = newTrust
        step.notes.append(.trustChanged(newTrust))
        if newTrust == .trusted {
            // A person who sets the clock to what it shows already has set it all the same (law, 3.4).
            if cause == .user {
                alarms.clockStepped(by: .zero, .user, context(), &step.alarms)
            }
            alarms.becameTrusted(context(), &step.alarms)
            timers.becameTrusted(countdownContext, &step.countdowns)
            nap.becameTrusted(settings.nap, countdownContext, &step.countdowns)
            sleep.becameTrusted(countdownContext)
        }
    }

    /// A person has set it: from now on it is right (law, 5.1).
    mutating func confirmTime(_ step: inout Step) {
        changeTrust(to: .trusted, by: .user, &step)
        confirmedAt = now.boot
        planRehearsal()
    }

    // MARK: - Commands

    mutating func answer(
        _ command: TimeCommand, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.time(timeReport))
        case .set(let given):
            guard askedSetting == nil else {
                throw .wrongState("the clock is just being set. Try again in some seconds")
            }
            let asked = try setting(to: given)
            askedSetting = asked
            step.clockSetting = (request, to: asked.target)
            return .hosts
        case .setZone(let zone):
            if zone != rules.local { changeZone(to: zone, by: .user, &step) }
            let report = ZoneSetReport(time: timeReport, nextAlarm: nextAlarmReport)
            return .saved(.zoneSet(report))
        }
    }

    /// - Parameter cause: a person for another zone, else the system for new rules of the same (law, 4).
    mutating func changeZone(to newZone: Zone, by cause: StepCause, _ step: inout Step) {
        // What was due until now was so by the zone until now.
        if cause == .user { alarms.judgeDueDates(context(), &step.alarms) }
        let old = rules
        rules.local = newZone
        step.notes.append(.zoneChanged(newZone.name))
        alarms.zoneChanged(cause, from: old, context(), &step.alarms)
        step.recordsTime = true
        planRehearsal()
    }

    /// The host has answered; the step, if there was one, is measured already.
    mutating func clockWasSet(
        _ outcome: ClockSetting, _ request: RequestID, _ step: inout Step
    ) {
        let secondPass = askedSetting?.secondPass
        askedSetting = nil
        switch outcome {
        case .done(let hardwareClock):
            step.reply(
                to: request,
                with: .timeSet(
                    TimeSetReport(
                        time: timeReport, nextAlarm: nextAlarmReport, secondPass: secondPass,
                        hardwareClock: hardwareClock)))
        case .refused(let error): step.reply(to: request, with: .refused(error))
        }
    }

    private var timeReport: TimeReport {
        TimeReport(
            wall: now.wall, zone: zone.name, civil: civil,
            offset: zone.offset(at: now.wall.instant).seconds, trust: trust,
            confirmedAgo: confirmedAt.map { now.boot - $0 })
    }

    /// What rings first; nil while nothing is set or the time is not known.
    var nextAlarmReport: AlarmReport? {
        let next = trust == .unknown ? nil : alarms.nextAlarm(after: now.wall.instant, rules)
        return next.map { alarms.report($0.alarm, context()) }
    }

    private func setting(to given: GivenTime) throws(CommandError) -> AskedSetting {
        let (wall, secondPass) = try meaning(of: given)
        // Not the whole of the law's floor: what was recorded may have been set wrong, and a person must be
        // able to set it back.
        let latest = ClockMachine.latestSetting
        let earliest = min(madeAt ?? Instant(seconds: 0), latest)
        guard earliest <= wall.instant, wall.instant <= latest else {
            let allowed = [earliest, latest].map { "\(CivilTime(secondsAsUTC: $0.seconds))Z" }
            throw .invalid(
                field: "time",
                "\(given) is not allowed; it must lie from \(allowed.joined(separator: " to "))")
        }
        return AskedSetting(
            target: Moment(wall: wall, boot: now.boot), secondPass: secondPass)
    }

    /// A local time that comes twice means the first; one that does not come is refused, as nobody can know
    /// which other was meant.
    private func meaning(
        of given: GivenTime
    ) throws(CommandError) -> (wall: WallTime, secondPass: Instant?) {
        switch given {
        case .instant(let wall): return (wall, nil)
        case .local(let civil):
            switch zone.instants(showing: civil) {
            case .exact(let first, let second): return (WallTime(first), second)
            case .gap(let jump):
                let before = zone.civilTime(at: jump.advanced(bySeconds: -1))
                throw .invalid(
                    field: "time",
                    "\(civil) does not exist in \(zone.name): the clock goes on from \(before) to "
                        + "\(zone.civilTime(at: jump)); give one of these, or a time beyond them")
            case .skippedDate:
                throw .invalid(
                    field: "time", "the day \(civil.date) does not exist in \(zone.name)")
            }
        }
    }
}

extension StepCause {
    /// Who it is, for people.
    package var setter: String {
        switch self {
        case .synchronised: "The network's time"
        case .user: "Somebody"
        case .outside: "Another program"
        }
    }
}
