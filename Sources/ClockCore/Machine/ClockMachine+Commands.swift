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

    mutating func answer(
        _ command: Command, _ request: RequestID, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .status: .now(.status(statusReport))
        case .history(let query): .now(.history(named(history.report(query))))
        case .time(let command): try answer(command, request, &step)
        case .alarm(let command): try answer(command, &step)
        case .timer(let command): try answer(command, &step)
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
        case .font(let command): try answer(command, request, &step)
        case .display(let command): try answer(command)
        case .world(let command): try answer(command)
        }
    }

    /// Adds the names of alarms and timers, also of those that were removed.
    private func named(_ report: HistoryReport) -> HistoryReport {
        var report = report
        let removed = history.removed
        for record in report.records {
            if let id = record.event.alarm {
                let alarm = alarms.book[id].map(RemovedThings.KnownAlarm.init) ?? removed[id]
                report.alarmLabels[id] = alarm?.label
                if case .alarmEdited = record.event { report.schedules[id] = alarm?.schedule }
            }
            if case .timer(let id, _) = record.event {
                let timer = timers[id].map(RemovedThings.KnownTimer.init) ?? removed[id]
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
        }
    }

    private mutating func answer(
        _ command: QuietCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .freeDays: return .now(.freeDays(rules.freeDays.days))
        case .setFreeDays(let days): return .saved(try setFreeDays(days))
        case .addFreeDays(let days):
            // The first of a date stays, so these come first.
            return .saved(try setFreeDays(days + rules.freeDays.days))
        case .removeFreeDays(let dates):
            for date in dates where !rules.freeDays.contains(date) {
                throw .invalid(field: "dates", .time(.notFree(date)))
            }
            return .saved(try setFreeDays(rules.freeDays.days.filter { !dates.contains($0.date) }))
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
        case .explain(let target): return .now(.explanation(try explanation(of: target)))
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

    /// Replaces the free days. Whoever gives a new list may not know which days it lacks.
    private mutating func setFreeDays(_ days: [FreeDay]) throws(CommandError) -> Reply {
        let known = FreeDays(days)
        guard known.days.count <= FreeDays.capacity else {
            throw .invalid(
                field: "days",
                .tooMany(of: .dates, most: FreeDays.capacity))
        }
        if let long = days.first(where: { $0.name.utf8.count > FreeDays.nameBytes }) {
            throw .invalid(
                field: "days",
                .time(
                    .dayName(
                        of: long.date, bytes: long.name.utf8.count, most: FreeDays.nameBytes)))
        }
        let former = rules.freeDays
        let dropped = former.days.filter { day in
            !known.contains(day.date) && civil.map { day.date >= $0.date } ?? true
        }
        if known != former {
            rules.freeDays = known
            alarms.rulesChanged(context())
        }
        let change = FreeDaysChange(
            added: known.days.filter { former[$0.date] != $0 }, dropped: dropped)
        return .freeDays(known.days, change)
    }

    private var statusReport: StatusReport {
        let context = context()
        return StatusReport(
            wall: now.wall, zone: zone.name, civil: civil, trust: trust, style: settings.style,
            nextAlarm: nextAlarmReport,
            ringing: alarms.ringing.map { alarms.report($0, context) },
            snoozed: alarms.snoozed.map { alarms.report($0, context) },
            tested: test.map { name(of: $0.alarm) },
            missed: alarms.notices.map {
                MissedReport($0, label: name(of: $0.occurrence.alarm).label)
            }, noise: playing.reportWithSleep(playingContext), holdToStop: settings.holdToStop,
            problems: problems, pauses: standingPauses, isQuiet: holdsQuiet,
            timers: timers.reports(countdownContext).filter { $0.state != .scheduled },
            nap: napReport.nap.phase == .idle ? nil : napReport,
            heldBack: heldBack.map { alarms.report($0, context) }, battery: battery.state,
            worldTimes: settings.worldClocks.isEmpty ? nil : worldTimes, health: healthSummary)
    }

    /// The alarm's name, also after it was removed.
    func name(of id: AlarmID) -> AlarmName {
        AlarmName(id, label: alarms.book[id]?.label ?? history.removed[id]?.label ?? "")
    }

    /// The pauses of all alarms that are not over.
    var standingPauses: [DateRange] {
        guard let today = civil?.date else { return rules.pauses.ranges }
        return rules.pauses.ranges.filter { $0.last >= today }
    }

    /// The current problems, ordered by part name.
    var problems: [HealthReport] {
        health.map { HealthReport(part: $0.key, problem: $0.value) }
            .sorted { $0.part < $1.part }
    }
}
