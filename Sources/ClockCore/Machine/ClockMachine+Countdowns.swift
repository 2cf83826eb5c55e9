import ClockTime

// Timers and the nap: what they need from the clock, and their commands.
extension ClockMachine {
    var countdownContext: CountdownContext { countdownContext(at: now) }

    /// - Parameter moment: the moment to treat as now: the present, or an earlier one after a late wake-up.
    func countdownContext(at moment: Moment) -> CountdownContext {
        CountdownContext(
            now: moment, delay: now.boot - moment.boot, trust: trust, grace: settings.grace,
            rings: settings.countdownRings)
    }

    mutating func advanceCountdowns(at moment: Moment, _ step: inout Step) {
        let context = countdownContext(at: moment)
        timers.advance(context, &step.countdowns)
        nap.advance(settings.nap, context, &step.countdowns)
    }

    mutating func restartCountdowns(from saved: PersistentState, _ step: inout Step) {
        let moment = SavedMoment(saved, boot: boot)
        timers.restart(from: saved.countdowns, moment, countdownContext, &step.countdowns)
        nap.restart(
            from: saved.countdowns, moment, settings.nap, countdownContext, &step.countdowns)
        playing.sleep.restart(from: saved.countdowns.sleep, moment, countdownContext)
    }

    mutating func answer(
        _ command: TimerCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        let context = countdownContext
        switch command {
        case .list: return .now(.timers(timers.reports(context)))
        case .add(let length, let name, let starts):
            let report = try timers.schedule(
                length, name: name, starts: starts, context, &step.countdowns)
            return .saved(.timer(report))
        case .operate(let operation, let id, let run):
            let before = timers.reports(context).first { $0.id == id }
            let report = try timers.perform(
                operation, on: id, run: run, by: .command, context, &step.countdowns)
            return .saved(report.map { Reply.timer($0) } ?? .timerRemoved(id, was: before))
        }
    }

    mutating func answer(
        _ command: NapCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.nap(napReport))
        case .set(let changes):
            changes.apply(to: &settings.nap)
            nap.followSettings(settings.nap)
        case .operate(let operation, let number):
            try nap.perform(
                operation, number: number, by: .command, settings.nap, countdownContext,
                &step.countdowns)
        }
        return .saved(.nap(napReport))
    }

    var napReport: NapStatus {
        NapStatus(nap: nap.report(countdownContext), settings: settings.nap)
    }

    /// Everything that counts down or is paused, ordered by end, earliest first.
    var runningCountdowns: [Snapshot.Running] {
        let context = countdownContext
        var running = timers.reports(context).compactMap { report in
            report.left.map {
                Snapshot.Running(
                    subject: .timer(report.name ?? ""),
                    progress: progress(left: $0, isPaused: report.state == .paused),
                    form: report.form, ringsAgain: report.snoozes + report.silences > 0)
            }
        }
        let report = nap.report(context)
        if let left = report.left {
            running.append(
                Snapshot.Running(
                    subject: .nap(report.phase),
                    progress: progress(left: left, isPaused: report.phase == .paused),
                    form: report.form, end: report.until))
        }
        if let report = playing.sleep.report(context) {
            running.append(
                Snapshot.Running(
                    subject: .sleep,
                    progress: progress(left: report.left, isPaused: report.state == .paused),
                    form: report.form))
        }
        for approach in approaching {
            let alarm = approach.alarm
            guard let left = alarm.preAlertLeft(before: approach.occurrence, at: now.wall) else {
                continue
            }
            running.append(
                Snapshot.Running(
                    subject: .alarm(alarm.label), progress: .until(now.boot + left),
                    form: CountdownForm(of: alarm.preAlert)))
        }
        // Captures only the time: a closure that captured the machine would copy it for every picture.
        for index in running.indices {
            let left = running[index].left(at: now.boot)
            running[index].minutesLeft = Int(CountdownForm.wholeSeconds(of: left) / 60)
        }
        return running.sorted { [boot = now.boot] in $0.left(at: boot) < $1.left(at: boot) }
    }

    private func progress(left: Duration, isPaused: Bool) -> Snapshot.Running.Progress {
        isPaused ? .paused(left: left) : .until(now.boot + left)
    }

    /// The remaining time of the countdown whose page is shown.
    var countdownText: String? {
        guard case .countdown(let index) = face.page else { return nil }
        let running = runningCountdowns
        guard running.indices.contains(index) else { return nil }
        return running[index].form.text(left: running[index].left(at: now.boot))
    }

    /// Cheaper than the list, which is empty most of the time.
    private var isCountingDown: Bool {
        timers.isCounting || nap.isCounting || playing.sleep.isCounting || !approaching.isEmpty
    }

    /// When the face next changes by what counts down: with each second on the countdown page, else with each minute.
    var nextCountdownChange: BootTime? {
        guard equipment.hasDisplay, isCountingDown, !isDisplayAsleep else { return nil }
        let running = runningCountdowns
        if case .countdown(let index) = face.page, running.indices.contains(index) {
            guard case .until(let end) = running[index].progress else { return nil }
            return CountdownForm.untilChange(left: end - now.boot).map { now.boot + $0 }
        }
        guard settings.displayMode == .normal else { return nil }
        return running.compactMap { countdown -> BootTime? in
            guard case .until(let end) = countdown.progress else { return nil }
            // A whole minute is shown at its very beginning and disappears right after.
            return end - .seconds(60 * countdown.minutesLeft) + .nanoseconds(1)
        }.min()
    }
}
