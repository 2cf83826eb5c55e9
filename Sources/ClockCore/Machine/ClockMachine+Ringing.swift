import ClockTime

// What the parent does about rings: it tells the ringing machine what it needs to know, and answers commands that
// concern other parts too.
extension ClockMachine {
    var ringingContext: RingingMachine.Context {
        RingingMachine.Context(
            now: now, trust: trust, sharedSettings: $settings,
            sharedCatalogue: playing.$catalogue, stopWays: stopWays)
    }

    var alarmContext: AlarmMachine.Context { ringing.alarmContext(ringingContext) }

    var countdownContext: CountdownContext { ringingContext.countdown }

    /// Whether anything rings.
    package var isRinging: Bool { ringing.isRinging }

    /// The next alarm to ring; nil if none is set or the time is unknown.
    var nextAlarm: AlarmBook.Approach? { ringing.nextAlarm(ringingContext) }

    var nextAlarmReport: AlarmReport? {
        nextAlarm.map { ringing.alarms.report($0.alarm, alarmContext) }
    }

    /// What was held in a ring that is over meant the ring: it does not end the snooze, too (law, 6.3).
    mutating func forgetKeysOfRing(_ step: inout Step) {
        guard step.ringing.ringEnded else { return }
        step.ringing.ringEnded = false
        keys.spendAll(at: now.boot)
        // The press that snoozed is the beginning of a hold that may go on (6.12).
        keys.forgetHold(before: step.keyTime ?? now.boot)
    }

    mutating func answer(
        _ command: RingCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .snooze(let target, let length):
            let until = try ringing.snooze(target, for: length, ringingContext, &step.ringing)
            guard let until else { return .saved(.stopped) }
            let civil = trust == .unknown ? nil : zone.civilTime(at: until.instant)
            return .saved(.snoozed(until: until, civil: civil))
        case .stop(let target):
            try ringing.stop(target, ringingContext, &step.ringing)
            // The ring is already silent; the reply must be reliable, so it waits for the save (law, 9.3).
            return .saved(.stopped)
        case .acknowledge:
            let count = ringing.acknowledgeNotices() + acknowledgeKeptAlarms()
            let reply = Reply.acknowledged(count)
            return count > 0 ? .saved(reply) : .now(reply)
        }
    }

    mutating func answer(
        _ command: NapCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .show: return .now(.nap(ringing.napReport(ringingContext)))
        case .set(let changes):
            changes.apply(to: &settings.nap)
            ringing.nap.followSettings(settings.nap)
        case .start(let length):
            try ringing.nap.start(for: length, countdownContext, &step.ringing.countdowns)
        case .operate(let operation, let number):
            try ringing.nap.perform(
                operation, number: number, by: .command, settings.nap, countdownContext,
                &step.ringing.countdowns)
        }
        return .saved(.nap(ringing.napReport(ringingContext)))
    }

    /// Explains rings, from what is known now.
    var explainer: Explainer {
        Explainer(ringing: ringing, history: history, context: ringingContext)
    }
}
