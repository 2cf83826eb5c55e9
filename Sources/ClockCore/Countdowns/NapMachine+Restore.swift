// How a nap is saved and restored (law, 8.2, 8.4, 9 and 10).
extension NapMachine {
    func write(to state: inout CountdownsRecord, _ context: CountdownContext) {
        var record = NapRecord()
        record.phase = self.state.phase
        record.number = number
        record.notices = notices
        record.ring = ring
        switch self.state {
        case .idle: break
        case .holding(let max, _): record.max = max.record(context)
        case .releasing(let running, let max), .napping(let running, let max):
            record.running = running.record(context)
            record.max = max.record(context)
        case .paused(let nap, let max):
            record.paused = nap.record
            record.pausedMax = max.record
        case .snoozed(let countdown, _, let first, let again):
            record.running = countdown.record(context)
            record.cause = first
            record.again = RingAgain(again)
        case .alert(let since, _, let first):
            record.since = SavedStamp(since, now: context.now)
            record.cause = first
        }
        state.nap = record
    }

    /// The first step after a start: restores the nap, and judges what ended in between as far as the clock can be
    /// trusted. Nobody knows whether the bar is still held, so it counts as released now (law, 8.2).
    mutating func restart(
        from state: CountdownsRecord, _ saved: SavedMoment, _ settings: NapSettings,
        _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) {
        let record = state.nap
        number = record.number
        notices = Array(record.notices.suffix(CountdownNotice.capacity))
        func restored(_ running: RunningRecord) -> Countdown {
            Countdown(restoring: running, from: saved, context)
        }
        switch record.phase {
        case .idle: break
        case .holding:
            guard let max = record.max else { break }
            self.state = .holding(max: restored(max), pulse: nil)
            letGo(max: restored(max), settings, context, &outcome)
        case .releasing:
            guard let release = record.running, let max = record.max else { break }
            self.state = .releasing(restored(release), max: restored(max))
        case .napping:
            guard let nap = record.running, let max = record.max else { break }
            self.state = .napping(restored(nap), max: restored(max))
        case .paused:
            guard let nap = record.paused, let max = record.pausedMax else { break }
            self.state = .paused(
                PausedCountdown(restoring: nap), max: PausedCountdown(restoring: max))
        case .snoozed:
            guard let running = record.running, let ring = record.ring, let cause = record.cause
            else { break }
            let again = record.again ?? .snoozed
            self.state = .snoozed(
                restored(running).endingNow(context), ring, cause, again.cause)
        case .alert:
            guard let since = record.since, let ring = record.ring, let cause = record.cause
            else { break }
            if saved.ringsAgain(since: since, context) {
                alert(ring, cause, context, &outcome)
                outcome.notes.append(.of(.nap, .rangAgain(.powerCut)))
            } else {
                miss(ring, .late, &outcome)
            }
        }
        advance(settings, context, &outcome)
    }
}
