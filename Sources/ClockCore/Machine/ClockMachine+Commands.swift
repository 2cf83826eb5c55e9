import ClockTime

// What each command does, and what it answers.
extension ClockMachine {
    mutating func perform(_ command: Command, _ request: RequestID, _ step: inout Step) {
        do throws(CommandError) {
            try answer(command, request, &step)
        } catch {
            step.reply(to: request, with: .refused(error))
        }
    }

    private mutating func answer(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) {
        switch command {
        case .status:
            step.reply(to: request, with: .status(statusReport))
        case .time, .setTime, .setZone: try answerTime(command, request, &step)
        case .addTimer, .listTimers, .nap, .setNap, .ringRules, .setRingRules,
            .operate(_, .timer), .operate(_, .nap):
            try answerCountdowns(command, request, &step)
        case .listAlarms, .showAlarm, .addAlarm, .editAlarm, .setAlarmEnabled, .skipNext,
            .removeAlarm,
            .duplicateAlarm, .operate(_, .alarm), .setCategoryEnabled, .pauseAlarms:
            try answerAlarms(command, request, &step)
        case .testAlarm(let id):
            let length = try tryAlarm(id, &step)
            step.reply(to: request, with: .testing(id, length))
        case .history(let query):
            step.reply(to: request, with: .history(named(history.report(query))))
        case .snooze(let target):
            let reply = try snooze(target, &step).map { until in
                Reply.snoozed(until: until, civil: context().civil(until))
            }
            step.reply(to: request, with: reply ?? .stopped, awaitsSave: true)
        case .stop(let target):
            try stop(target, &step)
            // It is silent at once; who is told so may rely on it (law, 9.3).
            step.reply(to: request, with: .stopped, awaitsSave: true)
        case .acknowledge:
            let count = acknowledgeNotices() + acknowledgeKeptAlarms()
            step.reply(to: request, with: .acknowledged(count), awaitsSave: count > 0)
        case .noise, .playNoise, .pauseNoise, .stopNoise, .toggleNoise, .nextNoise,
            .setNoiseVolume, .previewNoise, .endPreview, .setSleep:
            try answerNoise(command, request, &step)
        case .mix(let command): try answerMix(command, request, &step)
        case .sounds(let command): try answerSounds(command, request, &step)
        case .health, .rehearse, .explain, .checkUpdate, .updateReadiness:
            try answerHealth(command, request, &step)
        case .setHourFormat, .setHoldToStop, .setFreeDays, .listFreeDays, .showDoNotDisturb,
            .setDoNotDisturb, .setRehearsal, .setFades:
            try answerSettings(command, request, &step)
        }
    }

    /// Adds what the alarms and timers are called that are still there.
    private func named(_ report: HistoryReport) -> HistoryReport {
        var report = report
        for record in report.records {
            if let id = record.event.alarm { report.alarmLabels[id] = alarms.book[id]?.label }
            if case .timer(let id, _) = record.event { report.timerNames[id] = timers[id]?.name }
        }
        return report
    }

    private mutating func answerSettings(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) {
        switch command {
        case .setHourFormat(let format):
            settings.style.hourFormat = format
            step.reply(to: request, with: .style(settings.style), awaitsSave: true)
        case .setHoldToStop(let isOn):
            settings.holdToStop = isOn
            step.reply(to: request, with: .holdToStop(isOn), awaitsSave: true)
        case .setFreeDays(let days):
            try setFreeDays(days)
            step.reply(to: request, with: .freeDays(rules.freeDays.days), awaitsSave: true)
        case .listFreeDays:
            step.reply(to: request, with: .freeDays(rules.freeDays.days))
        case .showDoNotDisturb:
            step.reply(to: request, with: .doNotDisturb(doNotDisturbReport))
        case .setDoNotDisturb(let change):
            try self.change(change, &step)
            step.reply(
                to: request, with: .doNotDisturb(doNotDisturbReport), awaitsSave: true)
        case .setRehearsal(let time):
            settings.rehearsal = time
            planRehearsal()
            step.reply(to: request, with: .rehearsalTime(time), awaitsSave: true)
        case .setFades(let changes):
            try changes.check()
            settings.noise.fades.take(changes)
            step.reply(to: request, with: .fades(fades), awaitsSave: true)
        default: return
        }
    }

    private mutating func answerHealth(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) {
        switch command {
        case .health: step.reply(to: request, with: .health(healthSummary))
        case .rehearse:
            guard !isRinging else { throw .wrongState("something rings; stop it first") }
            beginRehearsal(&step)
            step.reply(to: request, with: .rehearsing)
        case .checkUpdate: step.reply(to: request, with: .updateCheck(updateHindrance))
        case .updateReadiness:
            tryForReadiness(&step)
            step.reply(to: request, with: .updateReadiness(updateReadiness))
        case .explain(let target):
            step.reply(to: request, with: .explanation(try explanation(of: target)))
        default: return
        }
    }

    private mutating func setFreeDays(_ days: [FreeDay]) throws(CommandError) {
        let known = FreeDays(days)
        guard known.days.count <= FreeDays.capacity else {
            throw .invalid(
                field: "days",
                "has \(known.days.count) dates; \(FreeDays.capacity) are allowed")
        }
        if let long = days.first(where: { $0.name.utf8.count > FreeDays.nameBytes }) {
            throw .invalid(
                field: "days",
                "the name of \(long.date) has \(long.name.utf8.count) bytes; "
                    + "\(FreeDays.nameBytes) are allowed")
        }
        rules.freeDays = known
        alarms.rulesChanged(context())
    }

    private var statusReport: StatusReport {
        let context = context()
        return StatusReport(
            wall: now.wall, zone: zone.name, civil: civil, trust: trust, style: settings.style,
            nextAlarm: nextAlarmReport,
            ringing: alarms.ringing.map { alarms.report($0, context) },
            snoozed: alarms.snoozed.map { alarms.report($0, context) }, tested: test?.alarm,
            missed: alarms.notices, noise: noiseReportWithSleep, holdToStop: settings.holdToStop,
            problems: problems, pause: standingPause, isQuiet: holdsQuiet,
            timers: timers.reports(countdownContext).filter { $0.state != .scheduled },
            nap: napReport.nap.phase == .idle ? nil : napReport,
            heldBack: heldBack.map { alarms.report($0, context) })
    }

    /// The pause of all alarms that is not over.
    var standingPause: DateRange? {
        guard let pause = rules.pause, let today = civil?.date else { return rules.pause }
        return pause.last < today ? nil : pause
    }

    /// What is wrong, in the order of the parts' names.
    var problems: [HealthReport] {
        health.map { HealthReport(part: $0.key, problem: $0.value) }
            .sorted { $0.part < $1.part }
    }
}
