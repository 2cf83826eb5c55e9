package import ClockTime

// Answers to a ringing nap, and the nap's report.
extension NapMachine {
    package var alerting: CountdownAlert? {
        guard case .alert(let since, let ring, _) = state else { return nil }
        return CountdownAlert(
            timer: nil, name: nil, ring: ring, since: since, voice: CountdownRings.voice)
    }

    /// The ring that is not finally answered.
    var ring: CountdownRing? {
        switch state {
        case .idle, .holding, .releasing, .napping, .paused: nil
        case .snoozed(_, let ring, _, _), .alert(_, let ring, _): ring
        }
    }

    mutating func alert(
        _ ring: CountdownRing, _ cause: NapCause, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        state = .alert(since: context.now.boot, ring, cause)
        outcome.voices.append(CountdownRings.voice)
    }

    mutating func stopAlerting(by cause: StopCause, _ outcome: inout CountdownOutcome) {
        guard case .alert = state else { return }
        stop(by: cause, &outcome)
    }

    mutating func stop(by cause: StopCause, _ outcome: inout CountdownOutcome) {
        if ring != nil { outcome.stoppedNapRing = true }
        state = .idle
        outcome.notes.append(.of(.nap, .stopped(by: cause)))
    }

    /// Counts down for `length` and rings again.
    mutating func snoozeAlerting(
        for length: Duration? = nil, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        guard case .alert(_, var ring, let cause) = state else { return }
        let length = length ?? context.rings.snoozeLength
        ring.snoozes &+= 1
        state = .snoozed(Countdown(length, from: context.now.boot), ring, cause, .snoozeEnded)
        outcome.notes.append(.of(.nap, .snoozed(until: context.now.wall + length)))
    }

    /// Nobody answered for N: silent for S, M times; then it was missed (law, 6.5).
    mutating func silenceAlerting(_ context: CountdownContext, _ outcome: inout CountdownOutcome) {
        guard case .alert(_, var ring, let cause) = state else { return }
        guard !ring.isGivenUp(context.rings) else {
            miss(ring, .unanswered, &outcome)
            return
        }
        ring.silences &+= 1
        let length = context.rings.snoozeLength
        state = .snoozed(Countdown(length, from: context.now.boot), ring, cause, .unanswered)
        outcome.notes.append(.of(.nap, .silenced(until: context.now.wall + length)))
    }

    mutating func miss(
        _ ring: CountdownRing, _ reason: MissReason, _ outcome: inout CountdownOutcome
    ) {
        notices.append(CountdownNotice(timer: nil, name: nil, due: ring.due, reason: reason))
        if notices.count > CountdownNotice.capacity { notices.removeFirst() }
        state = .idle
        outcome.notes.append(.of(.nap, .missed(scheduled: ring.due, reason)))
    }

    func report(_ context: CountdownContext) -> NapReport {
        var report = NapReport(
            number: number, phase: state.phase, cause: nil, left: nil, maxLeft: nil,
            form: .minutes, until: nil, snoozes: ring?.snoozes ?? 0, silences: ring?.silences ?? 0)
        func show(_ countdown: Countdown) {
            report.left = countdown.left(at: context.now.boot)
            report.form = CountdownForm(of: countdown.total)
        }
        func show(max: Countdown) { report.maxLeft = max.left(at: context.now.boot) }
        switch state {
        case .idle: break
        case .holding(let max, _):
            // While the bar is held, only the latest end is certain.
            show(max)
            show(max: max)
            report.until = context.wall(at: max.end)
        case .releasing(let release, let max):
            show(release)
            show(max: max)
            report.until = context.wall(at: max.end)
        case .napping(let nap, let max):
            show(nap)
            show(max: max)
            report.until = context.wall(at: min(nap.end, max.end))
        case .paused(let nap, let max):
            report.left = nap.left
            report.form = CountdownForm(of: nap.total)
            report.maxLeft = max.left
        case .snoozed(let countdown, _, let cause, _):
            show(countdown)
            report.until = context.wall(at: countdown.end)
            report.cause = cause
        case .alert(_, _, let cause): report.cause = cause
        }
        return report
    }
}

/// A nap as reported to clients.
package struct NapReport: Hashable, Sendable, Codable {
    package var number: Int
    package var phase: NapPhase
    /// Why it rang; set for an alert and what follows it.
    package var cause: NapCause?
    /// The phase's time left, not rounded; of max while the bar is held.
    package var left: Duration? { didSet { leftText = left.map(form.text(left:)) } }
    package var maxLeft: Duration?
    /// The format of `left`.
    package var form: CountdownForm { didSet { leftText = left.map(form.text(left:)) } }
    /// `left` in that format.
    package private(set) var leftText: String?
    /// When it rings as far as known; the latest time while that depends on the hand.
    package var until: WallTime?
    package var snoozes: Int
    package var silences: Int

    private enum CodingKeys: String, CodingKey {
        case number, phase, cause, left = "leftSeconds", maxLeft = "maxLeftSeconds", leftText =
            "left"
        case form, until, snoozes, silences
    }

    package init(
        number: Int, phase: NapPhase, cause: NapCause?, left: Duration?, maxLeft: Duration?,
        form: CountdownForm, until: WallTime?, snoozes: Int, silences: Int
    ) {
        self.number = number
        self.phase = phase
        self.cause = cause
        self.left = left
        self.maxLeft = maxLeft
        self.form = form
        leftText = left.map(form.text(left:))
        self.until = until
        self.snoozes = snoozes
        self.silences = silences
    }
}
