import ClockTime

// Answers "will it ring?" before the user goes to sleep (product, H1).
extension ClockMachine {
    /// A confirmation of the time older than this is worth a notice. The kernel itself declares a clock unsynchronised
    /// some nine hours after the last update (law, 17).
    private static let oldConfirmation = Duration.hours(48)

    var healthSummary: HealthSummary {
        // No `filter` and `map`, whose closures would copy the machine.
        var checks: [HealthCheck] = []
        for subject in HealthCheck.Subject.allCases where has(subject) {
            checks.append(check(subject))
        }
        return HealthSummary(
            trust: trust, confirmedAgo: time.confirmedAgo(at: now.boot), checks: checks,
            rehearsal: rehearsal.result, isRehearsing: rehearsal.isRunning)
    }

    /// Whether the board has what the check is about: there is no line about a part that is not there.
    private func has(_ subject: HealthCheck.Subject) -> Bool {
        switch subject {
        case .outputs:
            !otherRungs.isEmpty || equipment.hasLight || health[.outputs] != nil
                || health[.fallbackSound] != nil || cardByNumber != nil
        case .display: equipment.hasDisplay
        case .keys: !equipment.keys.isEmpty
        case .battery:
            showing.battery.state != nil || health[.battery] != nil || health[.batteryCharge] != nil
        case .time, .zone, .sound, .alarmSounds, .storage, .program, .nextAlarm, .rehearsal: true
        }
    }

    private func check(_ subject: HealthCheck.Subject) -> HealthCheck {
        switch subject {
        case .time: timeCheck
        case .zone: known(subject, good: .zone(zone.name), .chooseZone)
        case .sound: soundCheck
        case .alarmSounds: alarmSoundsCheck
        case .outputs: outputsCheck
        case .display: displayCheck
        case .keys: known(subject, good: .noKeyStuck, .freeKey)
        case .storage: storageCheck
        case .battery: batteryCheck
        case .program:
            known(
                subject, good: .runsInOrder,
                health[.program] == nil ? .checkBoard : .endSafeMode)
        case .nextAlarm: nextAlarmCheck
        case .rehearsal: rehearsalCheck
        }
    }

    /// A check that consists of the known problems of its parts.
    private func known(
        _ subject: HealthCheck.Subject, good: Finding, _ advice: Advice
    ) -> HealthCheck {
        let parts = health.keys.filter { $0.subject == subject }
        guard !parts.isEmpty else { return HealthCheck(subject, .good, good) }
        // What decides comes first; the parts' order otherwise keeps the words the same.
        let ordered = HealthPart.allCases.filter(parts.contains)
        let decisive = ordered.filter { $0.weight == .decisive }
        let problems = (decisive + ordered.filter { $0.weight != .decisive })
            .compactMap { health[$0] }
        return HealthCheck(
            subject, decisive.isEmpty ? .notice : .bad, .inWords(problems), advice)
    }

    /// A storage fault comes first, because it needs other advice than data that is already lost.
    private var storageCheck: HealthCheck {
        let advice: Advice =
            if health[.storage] != nil || health[.history] != nil {
                .checkMemoryCard
            } else if health[.state] != nil || health[.alarms] != nil {
                .lookThroughSettings(areAlarmsLost: health[.alarms] != nil)
            } else {
                health[.space] != nil ? .freeSpace : .takeRight
            }
        return known(.storage, good: .settingsSaved, advice)
    }

    /// A user acknowledges the unreadable alarms. Returns how many notices this removed.
    mutating func acknowledgeKeptAlarms() -> Int {
        guard health[.alarms] != nil else { return 0 }
        health[.alarms] = nil
        keptAlarms.isAcknowledged = true
        return 1
    }

    private var soundCheck: HealthCheck {
        let verdict = soundVerdict
        guard equipment.canSound else {
            return HealthCheck(.sound, verdict, .noSoundOutput, .connectSound(until: standIn))
        }
        let problems = [HealthPart.sound, .volumeControl, .realTimePriority].compactMap {
            health[$0]
        }
        switch knowledge(of: 0) {
        case .good where problems.isEmpty: return HealthCheck(.sound, verdict, .soundCameOut)
        case .good:
            let advice: Advice =
                if health[.sound] != nil {
                    .connectChosen
                } else {
                    health[.volumeControl] == nil ? .grantPriority : .ringRaisesVolume
                }
            return HealthCheck(.sound, verdict, .inWords(problems), advice)
        case .untried where problems.isEmpty:
            return HealthCheck(.sound, verdict, .soundNotTried, .tryOutput)
        case .untried: return HealthCheck(.sound, verdict, .inWords(problems), .tryOutput)
        case .bad:
            return HealthCheck(
                .sound, verdict, problems.isEmpty ? .noSoundCameOut : .inWords(problems),
                .checkSoundCard(until: standIn))
        }
    }

    /// What can make a ring noticed beside the first sound output and the display, in the ladder's order.
    private var otherRungs: [RingRung] {
        ringing.ring.rungs.filter { rung in
            switch rung {
            case .output, .buzzer, .motor: true
            case .chosenSound, .builtInTone, .flashingDisplay, .otherCard: false
            }
        }
    }

    /// An older version still accepted such names. The card is still opened as before, so that the ring is heard.
    private var cardByNumber: String? {
        settings.soundOutput.names.first(where: SoundDeviceName.isByNumber)
    }

    /// While the first sound output works, the alarm rings without the others.
    private var outputsCheck: HealthCheck {
        let isSoundAlone = health[.outputs] == nil && health[.vibration] == nil
        let problems = known(
            .outputs, good: .noProblem(with: otherRungs, hasLight: equipment.hasLight),
            isSoundAlone && knowledge(of: 0) == .good ? .checkOtherOutput : .checkWires)
        guard problems.verdict == .good else { return problems }
        if let name = cardByNumber {
            return HealthCheck(.outputs, .notice, .cardByNumber(name), .chooseByID)
        }
        let untried = (0..<equipment.soundOutputs).filter {
            $0 > 0 && ringing.ring.sounded(on: $0) == nil
        }
        return untried.isEmpty
            ? problems : HealthCheck(.outputs, .notice, .outputsNotTried(untried), .tryOutputs)
    }

    private var displayCheck: HealthCheck {
        let check = known(.display, good: .displayAnswers, .checkDisplay)
        guard check.verdict == .good else { return check }
        return switch seen.displayAnswers {
        case true?: check
        case false?: HealthCheck(.display, .notice, .displaySilent, .checkDisplay)
        case nil: HealthCheck(.display, .good, .noDisplayProblem)
        }
    }

    /// A battery that no alarm depends on is not bad.
    private var batteryCheck: HealthCheck {
        let charge = showing.battery.state.map { Finding.battery($0) } ?? .batteryUnread
        return known(
            .battery, good: charge,
            health[.batteryCharge] == nil ? .checkWires : .chargeBattery)
    }

    // MARK: - Stalled outputs

    /// What rings and rehearsals revealed about a sound output that reports no fault itself.
    private func standstill(of part: HealthPart) -> String? {
        switch part {
        case .sound:
            guard let areMoving = ringing.ring.sounded(on: 0) else {
                // Since the start, nothing has shown that the last rehearsal's finding is fixed.
                return rehearsal.result?.problem(of: .sound(output: 0))
                    .map { "in the last rehearsal \($0)" }
            }
            return areMoving ? nil : "no sound came out at the last try"
        case .fallbackSound:
            let still = ringing.ring.stalledOutputs.filter { $0 > 0 }.map(RingRung.name(ofOutput:))
            return still.isEmpty
                ? nil
                : "no sound came out of \(still.joined(separator: ", ")) at the last try"
        case .display, .bus, .buttons, .keys, .outputs, .light, .storage, .state, .alarms,
            .history, .board, .catalogue, .zone, .realTimePriority, .volumeControl, .stateFolder,
            .program, .fonts, .space, .battery, .batteryCharge, .vibration:
            return nil
        }
    }

    /// Returns the report, with the stall added if the output reports itself well but has stalled.
    mutating func addingStandstill(_ report: HealthReport) -> HealthReport {
        guard report.problem == nil else { return report }
        let problem = standstill(of: report.part)
        standstillWatch.note(problem, of: report.part)
        // The device is back.
        if problem != nil { planRetrial() }
        return HealthReport(part: report.part, problem: problem)
    }

    /// Reports what rings and rehearsals found about outputs that report no fault themselves.
    mutating func noticeStandstill(_ step: inout Step) {
        if !step.beganInSilence, !isRinging, !ringing.ring.stalledOutputs.isEmpty { planRetrial() }
        for part in [HealthPart.sound, .fallbackSound] {
            guard standstillWatch.mayReport(part, beside: health[part]) else { continue }
            let problem = standstill(of: part)
            standstillWatch.note(problem, of: part)
            receive(HealthReport(part: part, problem: problem), &step)
        }
    }

    /// Warns of a low battery while an alarm is set; only then does anything depend on it.
    mutating func noticeBattery(hasAlarm: Bool, _ step: inout Step) {
        guard showing.battery.state != nil || showing.battery.isWarning else { return }
        guard showing.battery.advance(hasAlarm: hasAlarm) else { return }
        let problem = showing.battery.problem
        if problem != nil, showing.battery.hasWarned {
            // A restart, or a gauge that was silent for a while, is no new warning.
            health[.batteryCharge] = problem
            showing.announcements.wasNamed(.battery)
        } else {
            receive(HealthReport(part: .batteryCharge, problem: problem), &step)
        }
        if problem != nil { showing.battery.warned() }
    }

    private var timeCheck: HealthCheck {
        switch trust {
        case .trusted:
            let age = time.confirmedAgo(at: now.boot) ?? .zero
            return age > ClockMachine.oldConfirmation
                ? HealthCheck(.time, .notice, .timeConfirmed(ago: age), .checkNetwork)
                : HealthCheck(.time, .good, .timeRight)
        case .plausible: return HealthCheck(.time, .notice, .timeNotConfirmed, .setTime)
        case .unknown: return HealthCheck(.time, .bad, .timeNotKnown, .setTime)
        }
    }

    private var nextAlarmCheck: HealthCheck {
        guard trust != .unknown else { return HealthCheck(.nextAlarm, .notice, .noTimeForAlarms) }
        if let member = ringing.alarms.members.first,
            let alarm = ringing.alarms.book[member.occurrence.alarm]
        {
            return HealthCheck(
                .nextAlarm, .good,
                ringing.alarms.isRinging ? .rings(alarm.name) : .isSnoozed(alarm.name))
        }
        if let next = nextAlarm {
            let civil = zone.civilTime(at: next.occurrence.instant)
            let left = WallTime(next.occurrence.instant) - now.wall
            return HealthCheck(
                .nextAlarm, .good, .nextAlarm(next.alarm.name, at: civil, left: left))
        }
        if let countdown = nextCountdown {
            return HealthCheck(.nextAlarm, .good, countdown)
        }
        guard let heldBack = ringing.heldBack(ringingContext) else {
            return HealthCheck(.nextAlarm, .notice, .noAlarm)
        }
        let skipped = ringing.alarms.report(heldBack, alarmContext).skips.first
        return HealthCheck(.nextAlarm, .notice, .heldBack(heldBack.name, skipped), .explain)
    }

    /// The timer or nap that rings first; nil: none is on its way.
    private var nextCountdown: Finding? {
        for running in runningCountdowns {
            guard case .until(let end) = running.progress else { continue }
            switch running.subject {
            case .timer(let name): return .timerRings(name, left: end - now.boot)
            case .nap: return .napRings(left: end - now.boot)
            case .sleep, .alarm: break
            }
        }
        return nil
    }

    /// What a rehearsal found is a verdict of the part's own check too; here it is only what was found then.
    private var rehearsalCheck: HealthCheck {
        guard let result = rehearsal.result else {
            return HealthCheck(.rehearsal, .notice, .noRehearsal, .rehearseNow)
        }
        let finding = Finding.rehearsed(result, at: zone.civilTime(at: result.at))
        return result.isGood && result.notices.isEmpty
            ? HealthCheck(.rehearsal, .good, finding)
            : HealthCheck(.rehearsal, .notice, finding, .rehearse)
    }

    mutating func receive(_ problem: OutputProblem?, of output: Int, _ step: inout Step) {
        outputProblems[output] = problem
        let places = outputProblems.keys.sorted().filter { ($0 == 0) == (output == 0) }
        let texts = places.compactMap { outputProblems[$0]?.text }
        let report = HealthReport(
            part: output == 0 ? .sound : .fallbackSound,
            problem: texts.isEmpty ? nil : texts.joined(separator: "; "))
        receive(addingStandstill(report), &step)
    }

    mutating func receive(_ report: HealthReport, _ step: inout Step) {
        guard health[report.part] != report.problem else { return }
        health[report.part] = report.problem
        step.notes.append(.healthChanged(report))
    }
}

// When rehearsals begin, what they try, and what their results mean for the other parts (product, H1a).
extension ClockMachine {
    mutating func advanceRehearsal(_ step: inout Step) {
        let isDue = rehearsal.advance(
            to: now, isRinging: isRinging, dailyAt: rehearsalTime, in: zone)
        if isDue { beginRehearsal(&step) }
    }

    /// When a rehearsal takes place each day; nil: none does.
    private var rehearsalTime: TimeOfDay? { trust == .unknown ? nil : settings.rehearsal }

    mutating func planRehearsal() {
        rehearsal.plan(dailyAt: rehearsalTime, in: zone, after: now.wall.instant)
    }

    /// Plans the rehearsal before the next ring at the end of each step, and begins it if it is due. It takes place even
    /// if the user switched the evening's off: that one answers before sleep, this one is the last chance to find a
    /// fault.
    ///
    /// - Parameter nextAlarm: when an alarm rings next, a snooze aside.
    mutating func rehearse(before nextAlarm: Instant?, _ step: inout Step) {
        if rehearsal.plan(before: nextRing(nextAlarm), isRinging: isRinging, at: now.boot) {
            beginRehearsal(&step)
        }
    }

    /// When an alarm, a timer or the nap rings next, a snooze aside; nil: nothing does.
    private func nextRing(_ nextAlarm: Instant?) -> BootTime? {
        let context = countdownContext
        let alarm = nextAlarm.map { [now] in now.bootTime(at: WallTime($0)) }
        return earlier(
            alarm, earlier(ringing.timers.nextEnd(context), ringing.nap.nextEnd(context)))
    }

    /// Outputs that stalled in a ring, or since, may work again, and nobody should see an outdated warning. No retrial
    /// runs if the user switched rehearsals off.
    mutating func planRetrial() {
        if settings.rehearsal != nil { rehearsal.planRetrial(at: now.boot) }
    }

    /// Reports the result once all parts have answered or time is up.
    mutating func concludeRehearsal(_ step: inout Step) {
        guard let (result, unanswered) = rehearsal.takeResult(at: now, keysDown: keysDown) else {
            return
        }
        for case .sound(let output) in unanswered {
            ringing.ring.triedSound(on: output, areMoving: false)
        }
        step.notes.append(.rehearsed(result))
    }

    /// The shortest press that counts as held down; a key in normal use is no fault.
    private static let heldKey = Duration.seconds(2)

    /// The keys that have been down since the rehearsal began, for longer than normal use takes.
    private var keysDown: [Button] {
        guard let began = rehearsal.began else { return [] }
        let since = min(began, now.boot - ClockMachine.heldKey)
        return keys.down(since: since)
    }

    mutating func beginRehearsal(_ step: inout Step) {
        var parts: Set<RehearsalPart> = [.storage]
        for output in 0..<equipment.soundOutputs { parts.insert(.sound(output: output)) }
        if equipment.hasDisplay { parts.insert(.display) }
        guard rehearsal.begin(parts, at: now.boot) else { return }
        step.startsRehearsal = true
    }
}
