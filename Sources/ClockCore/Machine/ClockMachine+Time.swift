package import ClockTime

// The wall clock: its steps, its trust, and how a user sets it (law, 3 and 5; product, H1b).
//
// The machine sets no clock. It works out the requested time, says what the wall clock must show at which boot time
// (`Effect.setClock`), and goes on; the host may take its time. The next event reveals the step, perhaps before the
// host's answer. The step counts as the user's if it leads to the requested time.
extension ClockMachine {
    /// A requested setting that the host has not answered yet.
    struct AskedSetting: Hashable, Sendable {
        /// What the wall clock must show at which boot time.
        var target: Moment
        /// If the given local time occurs twice: its second occurrence.
        var secondPass: Instant?
    }

    /// If the difference between the clocks changes by more than this, that is a step, not slewing (law, 3).
    static let stepThreshold = Duration.milliseconds(500)
    /// How long an announced clock setting may be pending: a thread may notice the step before or after it.
    static let announcementLife = Duration.seconds(1)
    /// A clock behind the newest record by at most this is not wrong. A service saves the time for the next boot every
    /// minute (law, 17), and the record may be newer.
    package static let recordTolerance = Duration.minutes(2)
    /// The latest time that the clock can be set to. Hardware clocks count two digits of the year.
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

    /// How far to trust an unconfirmed clock, judged by what it shows now (law, 5.1). After this program starts, a
    /// service may restore the time that was saved before a power cut. A clock that was behind the records and has
    /// since passed them is still wrong, but a late ring is better than none.
    var trustByFloor: ClockTrust { trust == .trusted || floor == nil ? trust : unconfirmedTrust }

    private var unconfirmedTrust: ClockTrust {
        guard let floor else { return .plausible }
        let recorded = lastTrusted.map { WallTime($0) - ClockMachine.recordTolerance } ?? floor
        return now.wall < max(floor, recorded) ? .unknown : .plausible
    }

    /// Someone set the clock without confirming that it is right.
    private mutating func distrust(_ step: inout Step) {
        guard trust == .trusted else { return }
        confirmedAt = nil
        alarms.becameDistrusted()
        changeTrust(to: unconfirmedTrust, by: .outside, &step)
    }

    /// By how much the wall clock stepped between two moments of one boot; nil if slewing alone explains the
    /// difference.
    package static func wallStep(from before: Moment, to now: Moment) -> Duration? {
        let delta = now.wallMinusBoot - before.wallMinusBoot
        let isStep = delta > stepThreshold || delta < .zero - stepThreshold
        return isStep ? delta : nil
    }

    /// - Parameter cause: who vouches for the clock.
    mutating func changeTrust(
        to newTrust: ClockTrust, by cause: StepCause, _ step: inout Step
    ) {
        guard newTrust != trust else { return }
        trust = newTrust
        step.notes.append(.trustChanged(newTrust))
        if newTrust == .trusted {
            // Setting the clock to the time that it already shows is still a setting (law, 3.4).
            if cause == .user {
                alarms.clockStepped(by: .zero, .user, context(), &step.alarms)
            }
            alarms.becameTrusted(context(), &step.alarms)
            timers.becameTrusted(countdownContext, &step.countdowns)
            nap.becameTrusted(settings.nap, countdownContext, &step.countdowns)
            sleep.becameTrusted(countdownContext)
        }
    }

    /// A user has set the clock: from now on it is right (law, 5.1).
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
                throw .wrongState(.timeBeingSet)
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

    /// - Parameter cause: a user for another zone, the system for new rules of the same zone (law, 4).
    mutating func changeZone(to newZone: Zone, by cause: StepCause, _ step: inout Step) {
        // Everything due until now is judged by the old zone.
        if cause == .user { alarms.judgeDueDates(context(), &step.alarms) }
        let old = rules
        rules.local = newZone
        step.notes.append(.zoneChanged(newZone.name))
        alarms.zoneChanged(cause, from: old, context(), &step.alarms)
        step.recordsTime = true
        planRehearsal()
    }

    /// The host has answered; any step has already been measured.
    mutating func clockWasSet(
        _ outcome: ClockSetting, _ request: RequestID, _ step: inout Step
    ) {
        let secondPass = askedSetting?.secondPass
        askedSetting = nil
        guard request != .menu else { return menuSetClock(outcome, &step) }
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

    /// The next alarm to ring; nil if none is set or the time is unknown.
    var nextAlarmReport: AlarmReport? {
        let next = trust == .unknown ? nil : alarms.nextAlarm(after: now.wall.instant, rules)
        return next.map { alarms.report($0.alarm, context()) }
    }

    private func setting(to given: GivenTime) throws(CommandError) -> AskedSetting {
        let (wall, secondPass) = try meaning(of: given)
        // Do not use the law's whole floor: the recorded time may have been set wrong, and a user must be able to set
        // it back.
        let latest = ClockMachine.latestSetting
        let earliest = min(madeAt ?? Instant(seconds: 0), latest)
        guard earliest <= wall.instant, wall.instant <= latest else {
            throw .invalid(field: "time", .time(.notAllowed(given, allowed: earliest...latest)))
        }
        return AskedSetting(
            target: Moment(wall: wall, boot: now.boot), secondPass: secondPass)
    }

    private func meaning(
        of given: GivenTime
    ) throws(CommandError) -> (wall: WallTime, secondPass: Instant?) {
        switch given {
        case .instant(let wall): (wall, nil)
        case .local(let civil): try ClockMachine.meaning(of: civil, in: zone)
        }
    }

    /// An ambiguous local time means its first occurrence. A skipped local time is refused, because nobody can know
    /// which time was meant.
    static func meaning(
        of civil: CivilTime, in zone: Zone
    ) throws(CommandError) -> (wall: WallTime, secondPass: Instant?) {
        switch zone.instants(showing: civil) {
        case .exact(let first, let second): return (WallTime(first), second)
        case .gap(let jump):
            let offset = zone.offset(at: jump.advanced(bySeconds: -1)).seconds
            throw .invalid(
                field: "time",
                .time(
                    .skipped(
                        civil, zone: zone.name,
                        from: CivilTime(secondsAsUTC: jump.seconds + Int64(offset)),
                        to: zone.civilTime(at: jump))))
        case .skippedDate:
            throw .invalid(field: "time", .time(.daySkipped(civil.date, zone: zone.name)))
        }
    }
}

extension StepCause {
    /// The cause's name, for people.
    package var setter: String {
        switch self {
        case .synchronised: "The network's time"
        case .user: "Somebody"
        case .outside: "Another program"
        }
    }
}
