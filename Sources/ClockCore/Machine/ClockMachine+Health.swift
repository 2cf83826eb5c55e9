import ClockTime

// Answers "will it ring?" before the user goes to sleep (product, H1).
extension ClockMachine {
    /// A confirmation of the time older than this is worth a notice. The kernel itself declares a clock unsynchronised
    /// some nine hours after the last update (law, 17).
    private static let oldConfirmation = Duration.hours(48)

    var healthSummary: HealthSummary {
        HealthSummary(
            trust: trust, confirmedAgo: time.confirmedAgo(at: now.boot),
            checks: HealthCheck.Subject.allCases.map(check), rehearsal: rehearsal.result,
            isRehearsing: rehearsal.isRunning)
    }

    /// The state of the face's single mark.
    func mark(hasNextAlarm: Bool) -> AlarmMark {
        guard hasNextAlarm else { return .noAlarm }
        if hasDoubts { return .doubtful }
        return rehearsal.result == nil ? .armed : .verified
    }

    /// Whether something may keep a ring from being noticed.
    private var hasDoubts: Bool {
        !decisiveProblems.isEmpty || rehearsal.result.map { !$0.isGood } ?? false
    }

    /// Whether the mark shows doubt; cheaper than computing the mark while all is well.
    var isMarkDoubtful: Bool { hasDoubts && nextAlarm != nil }

    /// The known problems that may keep a ring from being noticed, or its setting from being saved.
    var decisiveProblems: [HealthPart] {
        health.keys.filter { part in
            switch part {
            case .display, .bus, .buttons, .outputs, .sound, .storage, .state, .alarms, .board,
                .zone, .volumeControl, .program, .vibration:
                true
            case .keys: isAnsweringKeyStuck
            case .light, .fallbackSound, .history, .realTimePriority, .catalogue, .stateFolder,
                .fonts, .battery, .batteryCharge:
                false
            }
        }
    }

    private func check(_ subject: HealthCheck.Subject) -> HealthCheck {
        switch subject {
        case .time: timeCheck
        case .zone: known(subject, [.zone], good: .zone(zone.name), .chooseZone)
        case .sound: soundCheck
        case .alarmSounds: alarmSoundsCheck
        case .outputs: outputsCheck
        case .display: known(subject, [.display, .bus], good: .displayAnswers, .checkDisplay)
        case .keys: keysCheck
        case .storage: storageCheck
        case .program: known(subject, [.program], good: .runsInOrder, .endSafeMode)
        case .nextAlarm: nextAlarmCheck
        case .rehearsal: rehearsalCheck
        }
    }

    private func known(
        _ subject: HealthCheck.Subject, _ parts: [HealthPart], good: Finding, _ advice: Advice
    ) -> HealthCheck {
        let problems = parts.compactMap { health[$0] }
        return problems.isEmpty
            ? HealthCheck(subject, .good, good)
            : HealthCheck(subject, .bad, .inWords(problems), advice)
    }

    /// A storage fault comes first, because it needs other advice than data that is already lost.
    private var storageCheck: HealthCheck {
        let areAlarmsLost = health[.alarms] != nil
        if health[.storage] == nil, health[.state] == nil, !areAlarmsLost,
            let problem = health[.stateFolder]
        {
            return HealthCheck(.storage, .notice, .inWords([problem]), .takeRight)
        }
        return known(
            .storage, [.storage, .state, .alarms, .stateFolder], good: .settingsSaved,
            health[.storage] != nil
                ? .checkMemoryCard : .lookThroughSettings(areAlarmsLost: areAlarmsLost))
    }

    /// A user acknowledges the unreadable alarms. Returns how many notices this removed.
    mutating func acknowledgeKeptAlarms() -> Int {
        guard health[.alarms] != nil else { return 0 }
        health[.alarms] = nil
        keptAlarms.isAcknowledged = true
        return 1
    }

    private var soundCheck: HealthCheck {
        guard equipment.canSound else {
            return HealthCheck(.sound, .notice, .noSoundOutput, .otherOutputsWake)
        }
        guard health[.sound] == nil, health[.volumeControl] == nil, ring.sounded(on: 0) == nil
        else {
            return known(.sound, [.sound, .volumeControl], good: .soundCameOut, .checkSoundCard)
        }
        return HealthCheck(.sound, .notice, .soundNotTried, .tryOutput)
    }

    /// A ring uses a further sound output when the first one is silent. While the first one works, the alarm rings
    /// without the others.
    private var outputsCheck: HealthCheck {
        let parts: [HealthPart] = [.outputs, .vibration, .fallbackSound, .board]
        let problems = parts.filter { health[$0] != nil }
        if problems == [.fallbackSound], health[.sound] == nil, let problem = health[.fallbackSound]
        {
            return HealthCheck(.outputs, .notice, .inWords([problem]), .checkOtherOutput)
        }
        // An older version still accepted such names. The card is still opened as before, so that the ring is heard.
        if problems.isEmpty,
            let name = settings.soundOutput.names.first(where: SoundDeviceName.isByNumber)
        {
            return HealthCheck(.outputs, .notice, .cardByNumber(name), .chooseByID)
        }
        let untried = (0..<equipment.soundOutputs).filter { $0 > 0 && ring.sounded(on: $0) == nil }
        if problems.isEmpty, !untried.isEmpty {
            return HealthCheck(.outputs, .notice, .outputsNotTried(untried), .tryOutputs)
        }
        return known(.outputs, parts, good: .otherOutputsInOrder, .checkBoard)
    }

    /// A stuck key keeps no alarm from ringing. Without snooze or stop the user cannot answer as usual, which justifies
    /// the mark; the other keys can wait until morning.
    private var keysCheck: HealthCheck {
        guard health[.buttons] == nil, !isAnsweringKeyStuck, let problem = health[.keys] else {
            return known(.keys, [.keys, .buttons], good: .noKeyStuck, .freeKey)
        }
        return HealthCheck(.keys, .notice, .inWords([problem]), .freeKey)
    }

    private var isAnsweringKeyStuck: Bool {
        keys.isIgnored(.snooze) || keys.isIgnored(.stop)
    }

    // MARK: - Stalled outputs

    /// What rings and rehearsals revealed about a sound output that reports no fault itself.
    private func standstill(of part: HealthPart) -> String? {
        switch part {
        case .sound:
            guard let areMoving = ring.sounded(on: 0) else {
                // Since the start, nothing has shown that the last rehearsal's finding is fixed.
                return rehearsal.result?.problem(of: .sound(output: 0))
                    .map { "in the last rehearsal \($0)" }
            }
            return areMoving ? nil : "no sound came out at the last try"
        case .fallbackSound:
            let still = ring.stalledOutputs.filter { $0 > 0 }.map(RingRung.name(ofOutput:))
            return still.isEmpty
                ? nil
                : "no sound came out of \(still.joined(separator: ", ")) at the last try"
        case .display, .bus, .buttons, .keys, .outputs, .light, .storage, .state, .alarms,
            .history, .board, .catalogue, .zone, .realTimePriority, .volumeControl, .stateFolder,
            .program, .fonts, .battery, .batteryCharge, .vibration:
            return nil
        }
    }

    /// Returns the report, with the stall added if the output reports itself well but has stalled.
    mutating func besideStandstill(_ report: HealthReport) -> HealthReport {
        guard report.problem == nil else { return report }
        let problem = standstill(of: report.part)
        standstillWatch.note(problem, of: report.part)
        // The device is back.
        if problem != nil { planRetrial() }
        return HealthReport(part: report.part, problem: problem)
    }

    /// Reports what rings and rehearsals found about outputs that report no fault themselves.
    mutating func noticeStandstill(_ step: inout Step) {
        if !step.beganInSilence, !isRinging, !ring.stalledOutputs.isEmpty { planRetrial() }
        for part in [HealthPart.sound, .fallbackSound] {
            guard standstillWatch.mayReport(part, beside: health[part]) else { continue }
            let problem = standstill(of: part)
            standstillWatch.note(problem, of: part)
            take(HealthReport(part: part, problem: problem), &step)
        }
    }

    /// Warns of a low battery while an alarm is set; only then does anything depend on it.
    mutating func noticeBattery(_ step: inout Step) {
        guard battery.state != nil || battery.isWarning else { return }
        guard battery.advance(hasAlarm: nextAlarm != nil) else { return }
        let problem = battery.problem
        if problem != nil, battery.hasWarned {
            // A restart, or a gauge that was silent for a while, is no new warning.
            health[.batteryCharge] = problem
        } else {
            take(HealthReport(part: .batteryCharge, problem: problem), &step)
        }
        if problem != nil { battery.warned() }
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
        guard let next = nextAlarm else { return lastAlarmCheck }
        let civil = zone.civilTime(at: next.occurrence.instant)
        let left = WallTime(next.occurrence.instant) - now.wall
        return HealthCheck(.nextAlarm, .good, .nextAlarm(next.alarm.name, at: civil, left: left))
    }

    /// The check when no alarm has a date ahead.
    private var lastAlarmCheck: HealthCheck {
        if let member = alarms.members.first, let alarm = alarms.book[member.occurrence.alarm] {
            return HealthCheck(
                .nextAlarm, .good,
                alarms.ringing.isEmpty ? .isSnoozed(alarm.name) : .rings(alarm.name))
        }
        guard let heldBack else { return HealthCheck(.nextAlarm, .notice, .noAlarm) }
        let skipped = alarms.report(heldBack, context()).skips.first
        return HealthCheck(.nextAlarm, .notice, .heldBack(heldBack.name, skipped), .explain)
    }

    private var rehearsalCheck: HealthCheck {
        guard let result = rehearsal.result else {
            return HealthCheck(.rehearsal, .notice, .noRehearsal)
        }
        let finding = Finding.rehearsed(result, at: zone.civilTime(at: result.at))
        guard result.isGood else { return HealthCheck(.rehearsal, .bad, finding, .rehearse) }
        return result.notices.isEmpty
            ? HealthCheck(.rehearsal, .good, finding)
            : HealthCheck(.rehearsal, .notice, finding, .rehearse)
    }

    mutating func take(_ report: HealthReport, _ step: inout Step) {
        guard health[report.part] != report.problem else { return }
        health[report.part] = report.problem
        step.notes.append(.healthChanged(report))
    }
}
