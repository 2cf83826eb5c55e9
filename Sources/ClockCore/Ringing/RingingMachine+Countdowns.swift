import ClockTime

// Timers and the nap: their commands, and their return after a restart.
extension RingingMachine {
    mutating func restartCountdowns(
        from saved: PersistentState, boot: BootID, _ context: Context, _ outcome: inout Outcome
    ) {
        let moment = SavedMoment(saved, boot: boot)
        timers.restart(from: saved.countdowns, moment, context.countdown, &outcome.countdowns)
        nap.restart(
            from: saved.countdowns, moment, context.settings.nap, context.countdown,
            &outcome.countdowns)
    }

    mutating func answer(
        _ command: TimerCommand, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> CommandOutcome {
        let countdown = context.countdown
        switch command {
        case .list: return .now(.timers(timers.reports(countdown)))
        case .add(let length, let name, let starts):
            let report = try timers.schedule(
                length, name: name, starts: starts, countdown, &outcome.countdowns)
            return .saved(.timer(report))
        case .operate(let operation, let id, let run):
            let before = timers.reports(countdown).first { $0.id == id }
            let report = try timers.perform(
                operation, on: id, run: run, by: .command, countdown, &outcome.countdowns)
            return .saved(report.map { Reply.timer($0) } ?? .timerRemoved(id, was: before))
        }
    }

    func napReport(_ context: Context) -> NapStatus {
        NapStatus(nap: nap.report(context.countdown), settings: context.settings.nap)
    }
}
