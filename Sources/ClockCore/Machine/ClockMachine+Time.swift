import ClockTime

// What the wall clock's steps and trust mean for the other parts, and how a user sets it (law, 3 and 5; product, H1b).
//
// The machine sets no clock. It works out the requested time, says what the wall clock must show at which boot time
// (`Effect.setClock`), and goes on; the host may take its time. The next event reveals the step, perhaps before the
// host's answer. The step counts as the user's if it leads to the requested time.
extension ClockMachine {
    // MARK: - Steps and trust

    mutating func measureStep(from before: Moment, _ given: StepCause, _ step: inout Step) {
        guard let (delta, cause, isAsked) = time.measureStep(from: before, to: now, given) else {
            return
        }
        step.notes.append(.clockStepped(by: delta, cause))
        if cause == .outside { distrust(&step) } else if !isAsked { time.wasSetFromOutside() }
        ringing.alarms.clockStepped(by: delta, cause, alarmContext, &step.ringing.alarms)
        step.recordsTime = true
        if isAsked { confirmTime(&step) }
        planRehearsal()
    }

    /// Someone set the clock without confirming that it is right.
    private mutating func distrust(_ step: inout Step) {
        guard trust == .trusted else { return }
        time.forgetConfirmation()
        ringing.alarms.becameDistrusted()
        changeTrust(to: time.unconfirmedTrust(showing: now), by: .outside, &step)
    }

    /// - Parameter cause: who vouches for the clock.
    mutating func changeTrust(
        to newTrust: ClockTrust, by cause: StepCause, _ step: inout Step
    ) {
        guard time.change(to: newTrust) else { return }
        step.notes.append(.trustChanged(newTrust))
        if newTrust == .trusted {
            if cause == .synchronised { time.wasSetFromOutside() }
            // Setting the clock to the time that it already shows is still a setting (law, 3.4).
            if cause == .user {
                ringing.alarms.clockStepped(by: .zero, .user, alarmContext, &step.ringing.alarms)
            }
            ringing.alarms.becameTrusted(alarmContext, &step.ringing.alarms)
            ringing.timers.becameTrusted(countdownContext, &step.ringing.countdowns)
            ringing.nap.becameTrusted(settings.nap, countdownContext, &step.ringing.countdowns)
            playing.sleep.becameTrusted(countdownContext)
        }
    }

    /// A user has set the clock: from now on it is right (law, 5.1).
    mutating func confirmTime(_ step: inout Step) {
        changeTrust(to: .trusted, by: .user, &step)
        time.confirm(at: now.boot)
        planRehearsal()
    }

    // MARK: - Commands

    mutating func answer(
        _ command: TimeCommand, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.time(timeReport))
        case .set(let given):
            let target = try time.ask(for: given, in: zone, at: now.boot)
            step.clockSetting = (request, to: target)
            return .hosts
        case .setZone(let zone):
            // New rules of the same zone are no choice of a person (law, 4.2).
            let cause: StepCause = zone.name == ringing.rules.local.name ? .synchronised : .user
            if zone != ringing.rules.local { changeZone(to: zone, by: cause, &step) }
            let report = ZoneSetReport(time: timeReport, nextAlarm: nextAlarmReport)
            return .saved(.zoneSet(report))
        }
    }

    /// - Parameter cause: a user for another zone, the system for new rules of the same zone (law, 4).
    mutating func changeZone(to newZone: Zone, by cause: StepCause, _ step: inout Step) {
        // Everything due until now is judged by the old zone.
        if cause == .user { ringing.alarms.judgeDueDates(alarmContext, &step.ringing.alarms) }
        let old = ringing.rules
        ringing.rules.local = newZone
        step.notes.append(.zoneChanged(newZone.name))
        ringing.alarms.zoneChanged(cause, from: old, alarmContext, &step.ringing.alarms)
        step.recordsTime = true
        planRehearsal()
    }

    /// The host has answered; any step has already been measured.
    mutating func clockWasSet(
        _ outcome: ClockSetting, _ request: RequestID, _ step: inout Step
    ) {
        let isDone = if case .done = outcome { true } else { false }
        let secondPass = time.settingAnswered(isDone: isDone)
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
            confirmedAgo: time.confirmedAgo(at: now.boot))
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

// Further zones whose time the clock shows (product, O5).
extension ClockMachine {
    mutating func answer(_ command: WorldCommand) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list: return .now(.worldTimes(worldTimes))
        case .add(let zone, let label):
            try addWorldClock(zone, label: label ?? WorldClock.town(of: zone.name))
        case .remove(let name):
            guard let place = settings.worldClocks.firstIndex(where: { $0.answers(to: name) })
            else { throw .notFoundWorldClock(name) }
            settings.worldClocks.remove(at: place)
            ringing.prunePinnedZones(settings.worldClocks)
        }
        return .saved(.worldTimes(worldTimes))
    }

    /// One that is there already gets the new label.
    private mutating func addWorldClock(_ zone: Zone, label: String) throws(CommandError) {
        try LabelRule.check(label, field: "label", WorldClock.labels)
        if let place = settings.worldClocks.firstIndex(where: { $0.zone == zone.name }) {
            settings.worldClocks[place].label = label
        } else {
            guard settings.worldClocks.count < WorldClock.capacity else { throw .worldClocksFull }
            settings.worldClocks.append(WorldClock(zone: zone.name, label: label))
        }
        ringing.rules.pinned[zone.name] = zone
    }

    /// The times of all world clocks, in the order in which they were added.
    var worldTimes: [WorldTime] {
        settings.worldClocks.map { clock in
            guard let zone = ringing.rules.zone(named: clock.zone), trust != .unknown else {
                return WorldTime(clock)
            }
            return WorldTime(
                clock, civil: zone.civilTime(at: now.wall.instant),
                offset: zone.offset(at: now.wall.instant).seconds)
        }
    }
}
