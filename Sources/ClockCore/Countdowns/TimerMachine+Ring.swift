import ClockTime

// What happens to all ringing timers at once: answers by keys, and no answer at all.
extension TimerMachine {
    package var alerting: [CountdownAlert] {
        timers.compactMap { timer in
            guard case .alert(let since, let ring) = timer.state else { return nil }
            return CountdownAlert(
                timer: timer.id, name: timer.name, ring: ring, since: since,
                voice: CountdownRings.voice)
        }
    }

    mutating func stopAlerting(by cause: StopCause, _ outcome: inout CountdownOutcome) {
        for alert in alerting {
            if let id = alert.timer { stop(id, by: cause, &outcome) }
        }
    }

    /// Ends every snooze, and every silence between two rings.
    mutating func stopSnoozed(by cause: StopCause, _ outcome: inout CountdownOutcome) {
        for timer in timers {
            guard case .countdown(_, to: .ringAgain) = timer.state else { continue }
            stop(timer.id, by: cause, &outcome)
        }
    }

    /// Each counts down for `length` and rings again.
    mutating func snoozeAlerting(
        for length: Duration? = nil, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        for timer in timers {
            guard case .alert(_, let ring) = timer.state else { continue }
            snooze(
                ring, of: timer.id, for: length ?? context.rings.snoozeLength, context, &outcome)
        }
    }

    /// Nobody answered for N: each is silent for S, M times; then it was missed (law, 6.5).
    mutating func silenceAlerting(_ context: CountdownContext, _ outcome: inout CountdownOutcome) {
        for timer in timers {
            guard case .alert(_, var ring) = timer.state else { continue }
            guard !ring.isGivenUp(context.rings) else {
                miss(timer.id, ring, .unanswered, &outcome)
                continue
            }
            ring.silences &+= 1
            let length = context.rings.snoozeLength
            update(timer.id) {
                $0.state = .countdown(
                    Countdown(length, from: context.now.boot), to: .ringAgain(ring, .unanswered))
            }
            outcome.notes.append(.of(.timer(timer.id), .silenced(until: context.now.wall + length)))
        }
    }

    mutating func snooze(
        _ ring: CountdownRing, of id: TimerID, for length: Duration, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        var snoozed = ring
        snoozed.snoozes &+= 1
        update(id) {
            $0.state = .countdown(
                Countdown(length, from: context.now.boot), to: .ringAgain(snoozed, .snoozeEnded))
        }
        outcome.notes.append(.of(.timer(id), .snoozed(until: context.now.wall + length)))
    }
}
