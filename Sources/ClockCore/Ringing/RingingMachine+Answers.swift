import ClockTime

// Stop and snooze commands: for everything that rings, for one alarm, or for rings by name (law, 13).
extension RingingMachine {
    mutating func stop(
        _ target: RingTarget, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) {
        switch target {
        case .current: try stopRing(context, &outcome)
        case .alarm(let id) where endTest(of: id, &outcome): return
        case .alarm(let id):
            try alarms.stop(
                .alarm(id), by: .command, sparing: context.stopWays, &outcome.alarms)
        case .rings(let names): _ = try answer(names, with: .stop, by: .command, context, &outcome)
        }
    }

    /// - Parameter length: of this snooze; nil: each its own (law, 6.3).
    /// - Returns: when the first one rings again; nil if it was only a test, which ends.
    mutating func snooze(
        _ target: RingTarget, for length: Duration? = nil, _ context: Context,
        _ outcome: inout Outcome
    ) throws(CommandError) -> WallTime? {
        switch target {
        case .current: return try snoozeRing(for: length, context, &outcome)
        case .alarm(let id) where endTest(of: id, &outcome): return nil
        case .alarm(let id):
            return try alarms.snooze(
                .alarm(id), for: length, alarmContext(context), &outcome.alarms)
        case .rings(let names):
            return try answer(
                names, with: .snooze, for: length, by: .command, context, &outcome)
        }
    }

    /// Answers all alarms together and first, because one of them may refuse, and then nothing may change; then answers
    /// each of the others. Rings that are over are skipped, but at least one must still be on.
    ///
    /// - Parameters:
    ///   - answer: stop or snooze.
    ///   - length: of this snooze; nil: each its own.
    /// - Returns: when the first snoozed one rings again.
    mutating func answer(
        _ names: [RingName], with answer: Operation, for length: Duration? = nil,
        by cause: StopCause, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> WallTime? {
        var until: WallTime?
        var isAnswered = false
        var failure = CommandError.stale
        let occurrences = Set(names.compactMap(\.occurrence))
        if !occurrences.isEmpty {
            do throws(CommandError) {
                until = try self.answer(
                    occurrences, with: answer, for: length, by: cause, context, &outcome)
                isAnswered = true
            } catch {
                if error == .snoozeForbidden || error == .snoozeLimit { throw error }
                failure = error
            }
        }
        for name in names where name.occurrence == nil {
            do throws(CommandError) {
                until = earlier(
                    until,
                    try self.answer(
                        name, with: answer, for: length, by: cause, context, &outcome))
                isAnswered = true
            } catch {
                failure = error
            }
        }
        guard isAnswered else { throw failure }
        return until
    }

    private mutating func answer(
        _ occurrences: Set<OccurrenceID>, with answer: Operation, for length: Duration?,
        by cause: StopCause, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> WallTime? {
        if answer == .snooze {
            return try alarms.snooze(
                .occurrences(occurrences), for: length, alarmContext(context), &outcome.alarms)
        }
        // Whoever stops at the clock has done the task.
        try alarms.stop(
            .occurrences(occurrences), by: cause,
            sparing: cause == .command ? context.stopWays : [:], &outcome.alarms)
        return nil
    }

    /// - Parameter name: not an alarm's.
    private mutating func answer(
        _ name: RingName, with answer: Operation, for length: Duration?, by cause: StopCause,
        _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> WallTime? {
        let countdown = context.countdown.snoozing(for: length)
        switch name {
        case .alarm: throw .stale
        case .timer(let id, let run):
            _ = try timers.perform(
                answer, on: id, run: run, by: cause, countdown, &outcome.countdowns)
        case .nap(let number):
            try nap.perform(
                answer, number: number, by: cause, context.settings.nap, countdown,
                &outcome.countdowns)
        case .test(let id):
            // A test is not snoozed: it ends.
            guard endTest(of: id, &outcome) else { throw .stale }
            return nil
        }
        return answer == .snooze ? context.now.wall + countdown.rings.snoozeLength : nil
    }

    /// What rings now.
    var ringNames: [RingName] {
        guard isRinging else { return [] }
        var names = alarms.ringing.map { RingName.alarm($0.occurrence) }
        for alert in timers.alerting {
            guard let timer = alert.timer.flatMap({ timers[$0] }) else { continue }
            names.append(.timer(timer.id, run: timer.run))
        }
        if nap.isAlerting { names.append(.nap(number: nap.number)) }
        return names + (test.map { [.test($0.alarm)] } ?? [])
    }

    // MARK: - Answers to a ring

    /// Stops everything that rings and may be stopped from outside; if nothing rings, ends what is snoozed.
    mutating func stopRing(
        _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) {
        if alarms.isRinging || !othersRing {
            do throws(CommandError) {
                try alarms.stop(
                    .current, by: .command, sparing: context.stopWays, &outcome.alarms)
            } catch {
                guard othersRing else { throw error }
            }
        }
        timers.stopAlerting(by: .command, &outcome.countdowns)
        nap.stopAlerting(by: .command, &outcome.countdowns)
        if test != nil { endTest(&outcome) }
    }

    /// The tasks of what rings or is snoozed, a test included (law, 6.12).
    var stopTasks: [RingName: StopTask] {
        var tasks: [RingName: StopTask] = [:]
        for member in alarms.members {
            if let task = member.stopTask { tasks[.alarm(member.occurrence)] = task }
        }
        if let test { tasks[.test(test.alarm)] = alarms.book[test.alarm]?.stopWith }
        return tasks
    }

    /// Snoozes everything that rings, or refuses and changes nothing. A test is not snoozed: it ends.
    ///
    /// - Parameter length: of this snooze; nil: each its own.
    /// - Returns: when the first one rings again; nil if only a test rang.
    mutating func snoozeRing(
        for length: Duration? = nil, _ context: Context, _ outcome: inout Outcome
    ) throws(CommandError) -> WallTime? {
        var until: WallTime?
        // Alarms first: one of them may refuse, and then nothing may change.
        if alarms.isRinging || !othersRing {
            until = try alarms.snooze(
                .current, for: length, alarmContext(context), &outcome.alarms)
        }
        if doesCountdownRing {
            let countdown = context.countdown.snoozing(for: length)
            timers.snoozeAlerting(countdown, &outcome.countdowns)
            nap.snoozeAlerting(countdown, &outcome.countdowns)
            until = earlier(until, context.now.wall + countdown.rings.snoozeLength)
        }
        if test != nil { endTest(&outcome) }
        return until
    }

    /// How long a snooze of everything that rings would last; nil if snooze is not offered.
    func offeredSnooze(_ context: Context) -> Duration? {
        guard alarms.isRinging else {
            return countdownAlerts.isEmpty ? nil : context.settings.countdownRings.snoozeLength
        }
        return alarms.offeredSnooze.map {
            countdownAlerts.isEmpty ? $0 : min($0, context.settings.countdownRings.snoozeLength)
        }
    }

    /// Acknowledges the notices of missed alarms. Returns how many there were.
    mutating func acknowledgeNotices() -> Int {
        let count = alarms.notices.count + timers.notices.count + nap.notices.count
        (alarms.notices, timers.notices, nap.notices) = ([], [], [])
        return count
    }

    // MARK: - Testing an alarm

    mutating func tryAlarm(_ id: AlarmID, _ context: Context, _ outcome: inout Outcome)
        throws(CommandError) -> Duration
    {
        guard let alarm = alarms.book[id] else { throw .notFound(id) }
        guard !isRinging else { throw .wrongState(.somethingRings) }
        test = AlarmTest(alarm: id, until: context.now.boot + AlarmTest.length)
        outcome.alarms.voices.append(alarm.voice)
        outcome.notes.append(.alarmTested(id))
        return AlarmTest.length
    }

    /// Ends the test if it is of this alarm, and returns whether it was.
    mutating func endTest(of id: AlarmID, _ outcome: inout Outcome) -> Bool {
        guard test?.alarm == id else { return false }
        endTest(&outcome)
        return true
    }

    mutating func endTest(_ outcome: inout Outcome) {
        guard let test else { return }
        self.test = nil
        outcome.notes.append(.alarmTestEnded(test.alarm))
    }
}

extension RingName {
    fileprivate var occurrence: OccurrenceID? {
        if case .alarm(let occurrence) = self { occurrence } else { nil }
    }
}
