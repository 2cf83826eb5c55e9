import ClockTime

// Stop and snooze commands: for everything that rings, for one alarm, or for rings by name (law, 13).
extension ClockMachine {
    mutating func answer(
        _ command: RingCommand, _ step: inout Step
    ) throws(CommandError) -> CommandOutcome {
        switch command {
        case .snooze(let target):
            guard let until = try snooze(target, &step) else { return .saved(.stopped) }
            return .saved(.snoozed(until: until, civil: context().civil(until)))
        case .stop(let target):
            try stop(target, &step)
            // The ring is already silent; the reply must be reliable, so it waits for the save (law, 9.3).
            return .saved(.stopped)
        case .acknowledge:
            let count = acknowledgeNotices() + acknowledgeKeptAlarms()
            let reply = Reply.acknowledged(count)
            return count > 0 ? .saved(reply) : .now(reply)
        }
    }

    private mutating func stop(_ target: RingTarget, _ step: inout Step) throws(CommandError) {
        switch target {
        case .current: try stopRing(by: .command, &step)
        case .alarm(let id) where endTest(of: id, &step): return
        case .alarm(let id): try alarms.stop(.alarm(id), by: .command, &step.alarms)
        case .rings(let names): _ = try answer(names, with: .stop, by: .command, &step)
        }
    }

    /// When the first one rings again; nil if it was only a test, which ends.
    private mutating func snooze(
        _ target: RingTarget, _ step: inout Step
    ) throws(CommandError) -> WallTime? {
        switch target {
        case .current: return try snoozeRing(&step)
        case .alarm(let id) where endTest(of: id, &step): return nil
        case .alarm(let id): return try alarms.snooze(.alarm(id), context(), &step.alarms)
        case .rings(let names): return try answer(names, with: .snooze, by: .command, &step)
        }
    }

    /// Answers all alarms together and first, because one of them may refuse, and then nothing may change; then answers
    /// each of the others. Rings that are over are skipped, but at least one must still be on.
    ///
    /// - Parameter answer: stop or snooze.
    /// - Returns: when the first snoozed one rings again.
    mutating func answer(
        _ names: [RingName], with answer: Operation, by cause: StopCause, _ step: inout Step
    ) throws(CommandError) -> WallTime? {
        var until: WallTime?
        var isAnswered = false
        var failure = CommandError.stale
        let occurrences = Set(names.compactMap(\.occurrence))
        if !occurrences.isEmpty {
            do throws(CommandError) {
                until = try self.answer(occurrences, with: answer, by: cause, &step)
                isAnswered = true
            } catch {
                if error == .snoozeForbidden || error == .snoozeLimit { throw error }
                failure = error
            }
        }
        for name in names where name.occurrence == nil {
            do throws(CommandError) {
                until = earlier(
                    until, try self.answer(name, with: answer, by: cause, &step))
                isAnswered = true
            } catch {
                failure = error
            }
        }
        guard isAnswered else { throw failure }
        return until
    }

    private mutating func answer(
        _ occurrences: Set<OccurrenceID>, with answer: Operation, by cause: StopCause,
        _ step: inout Step
    ) throws(CommandError) -> WallTime? {
        if answer == .snooze {
            return try alarms.snooze(.occurrences(occurrences), context(), &step.alarms)
        }
        try alarms.stop(.occurrences(occurrences), by: cause, &step.alarms)
        return nil
    }

    /// - Parameter name: not an alarm's.
    private mutating func answer(
        _ name: RingName, with answer: Operation, by cause: StopCause, _ step: inout Step
    ) throws(CommandError) -> WallTime? {
        switch name {
        case .alarm: throw .stale
        case .timer(let id, let run):
            _ = try timers.perform(
                answer, on: id, run: run, by: cause, countdownContext, &step.countdowns)
        case .nap(let number):
            try nap.perform(
                answer, number: number, by: cause, settings.nap, countdownContext,
                &step.countdowns)
        case .test(let id):
            // A test is not snoozed: it ends.
            guard endTest(of: id, &step) else { throw .stale }
            return nil
        }
        return answer == .snooze ? now.wall + settings.countdownRings.snoozeLength : nil
    }

    /// What rings now.
    var ringNames: [RingName] {
        var names = alarms.ringing.map { RingName.alarm($0.occurrence) }
        for alert in timers.alerting {
            guard let timer = alert.timer.flatMap({ timers[$0] }) else { continue }
            names.append(.timer(timer.id, run: timer.run))
        }
        if nap.isAlerting { names.append(.nap(number: nap.number)) }
        return names + (test.map { [.test($0.alarm)] } ?? [])
    }
}

extension RingName {
    fileprivate var occurrence: OccurrenceID? {
        if case .alarm(let occurrence) = self { occurrence } else { nil }
    }
}
