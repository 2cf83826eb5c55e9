import ClockTime

// How timers are saved and restored (law, 8.4, 9 and 10).
extension TimerMachine {
    func write(to state: inout CountdownsRecord, _ context: CountdownContext) {
        state.timers = timers.map { record($0, context) }
        state.nextTimerNumber = nextNumber
        state.timerNotices = notices
    }

    private func record(
        _ timer: CountdownTimer, _ context: CountdownContext
    ) -> TimerRecord {
        var record = TimerRecord()
        record.id = timer.id
        record.name = timer.name
        record.length = timer.length.wholeNanoseconds
        record.run = timer.run
        record.state = timer.state.name
        record.ring = timer.ring
        switch timer.state {
        case .scheduled: break
        case .countdown(let countdown, let aim):
            record.running = countdown.record(context)
            record.again = aim.again
        case .paused(let paused, let aim):
            record.paused = paused.record
            record.again = aim.again
        case .alert(let since, _):
            record.since = SavedStamp(since, now: context.now)
        }
        return record
    }

    /// The first step after a start: restores the timers, and judges what ended in between as far as the clock can be
    /// trusted.
    mutating func restart(
        from state: CountdownsRecord, _ saved: SavedMoment, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        notices = Array(state.timerNotices.suffix(CountdownNotice.capacity))
        let records = state.timers.prefix(TimerLimits.count)
        let last = records.map(\.id.number).filter(Numbering.ids.contains).max() ?? 0
        let next = state.nextTimerNumber
        nextNumber = max(Numbering.ids.contains(next) ? next : 1, last + 1)
        for var record in records where self[record.id] == nil {
            if !Numbering.ids.contains(record.id.number) {
                record.id = TimerID(nextNumber)
                nextNumber += 1
            }
            restore(record, saved, context, &outcome)
        }
        advance(context, &outcome)
    }

    private mutating func restore(
        _ record: TimerRecord, _ saved: SavedMoment, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        var timer = CountdownTimer(
            id: record.id, name: record.name,
            length: Duration.nanoseconds(record.length).held(in: TimerLimits.length))
        timer.run = record.run
        let aim = CountdownTimer.Aim(record.ring, record.again)
        var missed: CountdownRing?
        switch record.state {
        case .scheduled: break
        case .countdown:
            guard let running = record.running else { break }
            let countdown = Countdown(restoring: running, from: saved, context)
            timer.state = .countdown(
                aim == .ring ? countdown : countdown.endingNow(context), to: aim)
        case .paused:
            guard let paused = record.paused else { break }
            timer.state = .paused(PausedCountdown(restoring: paused), to: aim)
        case .alert:
            guard let ring = record.ring, let since = record.since else { break }
            timer.state = .alert(since: context.now.boot, ring)
            if saved.ringsAgain(since: since, context) {
                outcome.notes.append(.of(.timer(timer.id), .rangAgain(.powerCut)))
                outcome.voices.append(CountdownRings.voice)
            } else {
                missed = ring
            }
        }
        timers.append(timer)
        if let missed { miss(timer.id, missed, .late, &outcome) }
    }
}

extension CountdownTimer.Aim {
    var again: RingAgain? {
        switch self {
        case .ring: nil
        case .ringAgain(_, let cause): RingAgain(cause)
        }
    }

    init(_ ring: CountdownRing?, _ again: RingAgain?) {
        if let ring, let again {
            self = .ringAgain(ring, again.cause)
        } else {
            self = .ring
        }
    }
}

// Named timers as a backup has them (product, X6).
extension TimerMachine {
    /// Takes them in place of those that wait to be started. Those that run, are paused or ring go on.
    ///
    /// - Returns: how many are there now.
    mutating func replaceScheduled(
        with records: [TimerRecord], nextNumber: Int, _ outcome: inout CountdownOutcome
    ) -> Int {
        let waiting = timers.filter { $0.state == .scheduled }
        timers.removeAll { $0.state == .scheduled }
        var count = 0
        let last = records.map(\.id.number).max() ?? 0
        self.nextNumber = max(
            self.nextNumber, nextNumber, Numbering.ids.contains(last) ? last + 1 : 1)
        for record in records where timers.count < TimerLimits.count {
            let length = Duration.nanoseconds(record.length).held(in: TimerLimits.length)
            if let present = self[record.id], present.name == record.name, present.length == length
            {
                count += 1
                continue
            }
            var id = record.id
            if self[id] != nil || !Numbering.ids.contains(id.number) {
                id = TimerID(self.nextNumber)
                self.nextNumber += 1
            }
            var timer = CountdownTimer(id: id, name: record.name, length: length)
            timer.run = record.run
            timers.append(timer)
            count += 1
        }
        timers.sort { $0.id < $1.id }
        for timer in waiting where self[timer.id] == nil { outcome.removed.append(timer) }
        return count
    }
}
