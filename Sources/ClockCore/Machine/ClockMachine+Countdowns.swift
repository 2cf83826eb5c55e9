import ClockTime

// What counts down, for the face.
extension ClockMachine {
    /// Everything that counts down or is paused, ordered by end, earliest first.
    var runningCountdowns: [Snapshot.Running] {
        let context = countdownContext
        var running = ringing.timers.reports(context).compactMap { report in
            report.left.map {
                Snapshot.Running(
                    subject: .timer(report.name ?? ""),
                    progress: progress(left: $0, isPaused: report.state == .paused),
                    form: report.form, ringsAgain: report.snoozes + report.silences > 0)
            }
        }
        let report = ringing.nap.report(context)
        if let left = report.left {
            running.append(
                Snapshot.Running(
                    subject: .nap(report.phase),
                    progress: progress(left: left, isPaused: report.phase == .paused),
                    form: report.form, ringsAgain: report.phase == .snoozed, end: report.until))
        }
        if let report = playing.sleep.report(context) {
            running.append(
                Snapshot.Running(
                    subject: .sleep,
                    progress: progress(left: report.left, isPaused: report.state == .paused),
                    form: report.form))
        }
        for approach in ringing.approaching(ringingContext) {
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
            running[index].minutesLeft = left.minutesBegun
        }
        return running.sorted { [boot = now.boot] in $0.left(at: boot) < $1.left(at: boot) }
    }

    private func progress(left: Duration, isPaused: Bool) -> Snapshot.Running.Progress {
        isPaused ? .paused(left: left) : .until(now.boot + left)
    }

    /// The remaining time of the countdown whose page is shown.
    var countdownText: String? {
        guard case .countdown(let index) = showing.face.page else { return nil }
        let running = runningCountdowns
        guard running.indices.contains(index) else { return nil }
        return running[index].form.text(left: running[index].left(at: now.boot))
    }

    /// Cheaper than the list, which is empty most of the time.
    private var isCountingDown: Bool {
        ringing.timers.isCounting || ringing.nap.isCounting || playing.sleep.isCounting
            || !ringing.approaching(ringingContext).isEmpty
    }

    /// When the face next changes by what counts down: with each second on the countdown page, else with each minute.
    func nextCountdownChange(_ context: ShowingMachine.Context) -> BootTime? {
        guard equipment.hasDisplay, isCountingDown, !showing.isAsleep(context) else { return nil }
        let running = runningCountdowns
        if case .countdown(let index) = showing.face.page, running.indices.contains(index) {
            guard case .until(let end) = running[index].progress else { return nil }
            return CountdownForm.untilChange(left: end - now.boot).map { now.boot + $0 }
        }
        guard settings.displayMode == .normal else { return nil }
        return running.compactMap { countdown -> BootTime? in
            guard case .until(let end) = countdown.progress else { return nil }
            // Its last second ends where that of the minute before begins (`CountdownForm`).
            guard countdown.minutesLeft > 0 else { return nil }
            return end - .seconds(60 * countdown.minutesLeft - 59) + .nanoseconds(1)
        }.min()
    }
}
