import ClockTime

// Dispatches each family of commands to the part of the clock that answers it.
extension ClockMachine {
    mutating func perform(_ command: Command, _ request: RequestID, _ step: inout Step) {
        do throws(CommandError) {
            switch try answer(command, request, &step) {
            case .now(let reply): step.reply(to: request, with: reply)
            case .saved(let reply):
                step.reply(
                    to: request, with: reply, awaitsSave: true,
                    notices: notices(after: command, with: reply))
            case .hosts: break
            }
        } catch {
            step.reply(to: request, with: .refused(error))
        }
    }

    /// What the command would do. Only a copy of the machine does it.
    func outcome(of command: Command, _ request: RequestID) -> Answer {
        var (copy, step) = (self, Step())
        copy.perform(command, request, &step)
        guard let answer = step.answers.first?.1 else {
            return Answer(.refused(.wrongState(.inWords("only the clock's devices can tell"))))
        }
        if case .refused = answer.reply { return answer }
        return answer.with(.dryRun)
    }

    mutating func answer(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        let before = command.undoing == .possible ? chosen : nil
        let outcome = try carryOut(command, request, &step)
        if command.undoing == .final { undoable = .final }
        if let before { noteChange(from: before, request) }
        return outcome
    }

    private mutating func carryOut(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .status: .now(.status(statusReport))
        case .history(let query): .now(.history(named(history.report(query))))
        case .time(let command): try answer(command, request, &step)
        case .alarm(let command):
            try ringing.answer(command, ringingContext, &step.ringing)
        case .timer(let command):
            try ringing.answer(command, ringingContext, &step.ringing)
        case .nap(let command): try answer(command, &step)
        case .ring(let command): try answer(command, &step)
        case .noise(let command): try answer(command, &step)
        case .mix(let command): try playing.answer(command, playingContext, &step.notes)
        case .sounds(let command): try answer(command, request, &step)
        case .quiet(let command): try answer(command, &step)
        case .health(let command): try answer(command, &step)
        case .update(let command): answer(command, &step)
        case .settings(let command): try answer(command)
        case .style(let command): try answer(command)
        case .preset(let command): try answer(command)
        case .font(let command):
            try showing.answer(command, settings) {
                step.questions.append((request, .files(.font($0))))
            }
        case .display(.picture): try askForPicture(request, &step)
        case .display(let command): try answer(command)
        case .world(let command): try answer(command)
        case .pairing(let command): try answer(command, request, &step)
        case .mqtt(let command): try answer(command, &step)
        case .lamp(let command): try answer(command)
        case .goodNight(let command): try answer(command, &step)
        case .breathing(let command): try answer(command)
        case .backup(let command): try answer(command, request, &step)
        case .undo: .saved(.undone(try undo(&step)))
        }
    }

    /// Adds the names of alarms and timers, also of those that were removed.
    private func named(_ report: HistoryReport) -> HistoryReport {
        var report = report
        let removed = history.removed
        for record in report.records {
            if let id = record.event.alarm {
                let alarm =
                    ringing.alarms.book[id].map(RemovedThings.KnownAlarm.init) ?? removed[id]
                report.alarmLabels[id] = alarm?.label
                if case .alarmEdited = record.event { report.schedules[id] = alarm?.schedule }
            }
            if case .timer(let id, _) = record.event {
                let timer = ringing.timers[id].map(RemovedThings.KnownTimer.init) ?? removed[id]
                report.timerNames[id] = timer?.name
                report.timerLengths[id] = timer?.length
            }
        }
        return report
    }

    private mutating func answer(_ command: SettingsCommand) throws(CommandError) -> CommandOutcome
    {
        switch command {
        case .ringRules: return .now(.ringRules(settings.ringRules))
        case .setRingRules(let changes):
            changes.apply(to: &settings.ringRules)
            return .saved(.ringRules(settings.ringRules))
        case .setRehearsal(let time):
            settings.rehearsal = time
            planRehearsal()
            return .saved(.rehearsalTime(time))
        case .setHoldToStop(let isOn):
            settings.holdToStop = isOn
            return .saved(.holdToStop(isOn))
        case .keyFeedback: return .now(.keyFeedback(settings.keyFeedback))
        case .setKeyFeedback(let feedback):
            try setKeyFeedback(feedback)
            return .saved(.keyFeedback(feedback))
        case .page: return .now(.page(settings.page))
        case .setPage(let changes):
            changes.apply(to: &settings.page)
            return .saved(.page(settings.page))
        }
    }

    private mutating func answer(
        _ command: QuietCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .freeDays: return .now(.freeDays(ringing.rules.freeDays.days))
        case .setFreeDays(let days): return .saved(try ringing.setFreeDays(days, ringingContext))
        case .addFreeDays(let days):
            // The first of a date stays, so these come first.
            let all = days + ringing.rules.freeDays.days
            return .saved(try ringing.setFreeDays(all, ringingContext))
        case .removeFreeDays(let dates):
            for date in dates where !ringing.rules.freeDays.contains(date) {
                throw .invalid(field: "dates", .time(.notFree(date)))
            }
            let left = ringing.rules.freeDays.days.filter { !dates.contains($0.date) }
            return .saved(try ringing.setFreeDays(left, ringingContext))
        case .doNotDisturb: return .now(.doNotDisturb(doNotDisturbReport))
        case .setDoNotDisturb(let change):
            try self.change(change, &step)
            return .saved(.doNotDisturb(doNotDisturbReport))
        }
    }

    private mutating func answer(
        _ command: HealthCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.health(healthSummary))
        case .rehearse:
            guard !isRinging else { throw .wrongState(.somethingRings) }
            beginRehearsal(&step)
            return .now(.rehearsing)
        case .explain(let target): return .now(.explanation(try explainer.explanation(of: target)))
        }
    }

    private mutating func answer(_ command: UpdateCommand, _ step: inout Step) -> CommandOutcome {
        switch command {
        case .check: return .now(.updateCheck(updateHindrance))
        case .readiness:
            tryForReadiness(&step)
            return .now(.updateReadiness(updateReadiness))
        case .tell(let news):
            tell(news, &step)
            return .now(.updateTold(news))
        }
    }

    private var statusReport: StatusReport {
        let (context, ofAlarms) = (ringingContext, alarmContext)
        let nap = ringing.napReport(context)
        return StatusReport(
            wall: now.wall, zone: zone.name, civil: civil, trust: trust, style: settings.style,
            nextAlarm: nextAlarmReport,
            ringing: ringing.alarms.ringing.map { ringing.alarms.report($0, ofAlarms) },
            snoozed: ringing.alarms.snoozed.map { ringing.alarms.report($0, ofAlarms) },
            tested: ringing.test.map { name(of: $0.alarm) },
            missed: ringing.alarms.notices.map {
                MissedReport($0, label: name(of: $0.occurrence.alarm).label)
            }, noise: playing.reportWithSleep(playingContext), holdToStop: settings.holdToStop,
            problems: problems, pauses: ringing.standingPauses(context), isQuiet: holdsQuiet,
            timers: ringing.timers.reports(context.countdown).filter { $0.state != .scheduled },
            nap: nap.nap.phase == .idle ? nil : nap,
            heldBack: ringing.heldBack(context).map { ringing.alarms.report($0, ofAlarms) },
            battery: showing.battery.state,
            worldTimes: settings.worldClocks.isEmpty ? nil : worldTimes, health: healthSummary)
    }

    /// The alarm's name, also after it was removed.
    func name(of id: AlarmID) -> AlarmName {
        ringing.name(of: id, among: history.removed)
    }

    /// The current problems, ordered by part name.
    var problems: [HealthReport] {
        health.map { HealthReport(part: $0.key, problem: $0.value) }
            .sorted { $0.part < $1.part }
    }
}
