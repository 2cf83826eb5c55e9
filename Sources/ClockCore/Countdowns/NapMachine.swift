package import ClockTime

/// A nap: the user holds the snooze bar while drifting off, and releases it when falling asleep (product,
/// T2; law, 8.2).
///
/// Theory of operation. There are three countdowns. Max begins with the first hold and runs through all
/// phases, so that it rings whatever the fingers do. Release begins each time the bar is let go, and is
/// cancelled when it is pressed again; when it ends, nap begins. Nap or max, whichever ends first, rings
/// and ends both.
///
/// | happening | idle    | holding   | releasing | napping | paused | alert   | snoozed |
/// | --------- | ------- | --------- | --------- | ------- | ------ | ------- | ------- |
/// | held      | holding | same      | holding   | same    | same   | same    | same    |
/// | pressed   | same    | same      | holding   | same    | same   | same    | same    |
/// | let go    | same    | releasing | same      | same    | same   | same    | same    |
/// | its end   | -       | -         | napping   | alert   | -      | -       | alert   |
/// | max's end | -       | alert     | alert     | alert   | -      | -       | -       |
/// | silence   | -       | -         | -         | -       | -      | snoozed | -       |
/// | power cut | same    | releasing | same      | same    | same   | same    | same    |
///
/// | operation | idle       | holding    | releasing  | napping    | paused     | alert      | snoozed    |
/// | --------- | ---------- | ---------- | ---------- | ---------- | ---------- | ---------- | ---------- |
/// | schedule  | releasing  | wrongState | wrongState | wrongState | wrongState | wrongState | wrongState |
/// | cancel    | wrongState | idle       | idle       | idle       | idle       | idle       | idle       |
/// | countdown | releasing  | wrongState | wrongState | wrongState | wrongState | snoozed    | wrongState |
/// | pause     | wrongState | wrongState | wrongState | paused     | wrongState | wrongState | wrongState |
/// | resume    | wrongState | wrongState | wrongState | wrongState | napping    | wrongState | wrongState |
/// | stop      | wrongState | idle       | idle       | idle       | idle       | idle       | idle       |
/// | snooze    | wrongState | wrongState | wrongState | wrongState | wrongState | snoozed    | wrongState |
/// | repeat    | wrongState | wrongState | wrongState | wrongState | wrongState | wrongState | wrongState |
/// | add       | wrongState | wrongState | wrongState | wrongState | wrongState | wrongState | wrongState |
///
/// "Held" is the bar's 0.6 s mark; "pressed" and "let go" are its edges. If a held bar is pressed, an edge
/// was lost: the pulse restarts. A command starts a nap as if the bar were held and let go at once, or the
/// nap itself, if it gives a length. An end more than the grace ago is missed and does not ring. Silence
/// follows an unanswered ring, up to M times; then it was missed (6.5).
///
/// Each countdown reads its length from the settings when it begins, so changed settings affect a nap in
/// progress only from its next phase on.
///
/// This file holds fingers, commands and time. `NapMachine+Ring` holds the answers to a ring, and
/// `NapMachine+Restore` saving and restoring.
package struct NapMachine: Hashable, Sendable {
    package internal(set) var state = State.idle
    package internal(set) var notices: [CountdownNotice] = []
    /// Counts naps, so that a request can name the one that it means (law, 13).
    package internal(set) var number = 0

    package init() {}

    package enum State: Hashable, Sendable {
        case idle
        case holding(max: Countdown, pulse: HeldPulse?)
        case releasing(Countdown, max: Countdown)
        case napping(Countdown, max: Countdown)
        case paused(PausedCountdown, max: PausedCountdown)
        /// Will ring again. The nap cause is why it rang first, the ring cause why it rings again.
        case snoozed(Countdown, CountdownRing, NapCause, RingCause)
        /// Since when it rings; restarts after a power cut.
        case alert(since: BootTime, CountdownRing, NapCause)
    }

    /// Whether any of its countdowns runs.
    var isCounting: Bool {
        switch state {
        case .idle, .paused, .alert: false
        case .holding, .releasing, .napping, .snoozed: true
        }
    }

    /// Whether it rings.
    var isAlerting: Bool { if case .alert = state { true } else { false } }

    /// When the first phase ends. A phase that has ended and waits for a trusted clock does not count.
    func nextEnd(_ context: CountdownContext) -> BootTime? {
        switch state {
        case .idle, .paused, .alert, .snoozed: nil
        case .holding(let max, _): max.nextEnd(context)
        case .releasing(let release, let max): earlier(release.end, max.nextEnd(context))
        case .napping(let nap, let max): earlier(nap.nextEnd(context), max.nextEnd(context))
        }
    }

    /// When it rings again after a snooze or silence.
    func nextRingAgain(_ context: CountdownContext) -> BootTime? {
        guard case .snoozed(let countdown, _, _, _) = state else { return nil }
        return countdown.nextEnd(context)
    }

    /// If the pulse is switched off, it ends at once. If it is switched on, it begins with the next press.
    mutating func followSettings(_ settings: NapSettings) {
        guard case .holding(let max, _?) = state, !settings.hasPulse else { return }
        state = .holding(max: max, pulse: nil)
    }

    // MARK: - Fingers

    /// The bar reached the 0.6 s mark at `mark`, now or a little earlier.
    mutating func barHeld(
        at mark: BootTime, _ settings: NapSettings, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        switch state {
        case .idle:
            begin(&outcome)
            hold(max: Countdown(settings.max, from: mark), at: mark, settings, &outcome)
            advance(settings, context, &outcome)
        case .releasing: barPressed(settings, context, &outcome)
        case .holding, .napping, .paused, .snoozed, .alert: break
        }
    }

    /// The bar was pressed.
    mutating func barPressed(
        _ settings: NapSettings, _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) {
        switch state {
        case .holding(let max, _), .releasing(_, let max):
            hold(max: max, at: context.now.boot, settings, &outcome)
        case .idle, .napping, .paused, .snoozed, .alert: break
        }
    }

    /// The bar was released.
    mutating func barReleased(
        _ settings: NapSettings, _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) {
        switch state {
        case .holding(let max, _): letGo(max: max, settings, context, &outcome)
        case .idle, .releasing, .napping, .paused, .snoozed, .alert: break
        }
    }

    private mutating func begin(_ outcome: inout CountdownOutcome) {
        number &+= 1
        outcome.notes.append(.of(.nap, .started(until: nil)))
    }

    private mutating func hold(
        max: Countdown, at start: BootTime, _ settings: NapSettings,
        _ outcome: inout CountdownOutcome
    ) {
        let pulse = settings.hasPulse ? HeldPulse(since: start, rate: settings.pulseRate) : nil
        enter(.holding(max: max, pulse: pulse), &outcome)
    }

    mutating func letGo(
        max: Countdown, _ settings: NapSettings, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) {
        let release = Countdown(settings.release, from: context.now.boot)
        enter(.releasing(release, max: max), &outcome)
    }

    private mutating func enter(_ next: State, _ outcome: inout CountdownOutcome) {
        if next.phase != state.phase { outcome.notes.append(.of(.nap, .entered(next.phase))) }
        state = next
    }

    // MARK: - Commands

    /// Starts the nap itself, which rings after this length (law, 8.2).
    mutating func start(
        for length: Duration, _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) throws(CommandError) {
        guard state == .idle else { throw .wrongState(.nap(state.phase)) }
        begin(&outcome)
        let nap = Countdown(length, from: context.now.boot)
        enter(.napping(nap, max: nap), &outcome)
    }

    /// - Parameter number: which nap the request means, if it says so.
    mutating func perform(
        _ operation: Operation, number: Int? = nil, by cause: StopCause, _ settings: NapSettings,
        _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) throws(CommandError) {
        if let number, number != self.number { throw .stale }
        switch (operation, state) {
        case (.schedule, .idle), (.countdown, .idle):
            begin(&outcome)
            letGo(
                max: Countdown(settings.max, from: context.now.boot), settings, context, &outcome)
        case (.stop, _), (.cancel, _):
            guard state != .idle else { throw .wrongState(.nap(.idle)) }
            stop(by: cause, &outcome)
        case (.pause, .napping(let nap, let max)):
            let paused = nap.paused(at: context.now.boot)
            state = .paused(paused, max: max.paused(at: context.now.boot))
            outcome.notes.append(.of(.nap, .paused(left: paused.left)))
        case (.resume, .paused(let paused, let max)):
            let nap = Countdown(paused, from: context.now.boot)
            let end = Countdown(max, from: context.now.boot)
            state = .napping(nap, max: end)
            outcome.notes.append(
                .of(.nap, .resumed(until: context.wall(at: min(nap.end, end.end)))))
        case (.countdown, .alert), (.snooze, .alert):
            snoozeAlerting(context, &outcome)
        case (.repeat, _), (.add, _): throw .wrongState(.napsCannot)
        case (.schedule, _), (.countdown, _), (.pause, _), (.resume, _), (.snooze, _):
            throw .wrongState(.nap(state.phase))
        }
        // A nap resumed with no time left ends at once.
        advance(settings, context, &outcome)
    }

    // MARK: - Time

    /// Applies what time alone triggers, phase by phase: a release that ended long ago began a nap then, not now.
    mutating func advance(
        _ settings: NapSettings, _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) {
        switch state {
        case .idle, .paused, .alert: break
        case .holding(let max, _): _ = judge(max, .max, context, &outcome)
        case .releasing(let release, let max):
            if max.end <= release.end, judge(max, .max, context, &outcome) { return }
            guard release.isOver(at: context.now.boot) else { return }
            enter(.napping(Countdown(settings.nap, after: release), max: max), &outcome)
            advance(settings, context, &outcome)
        case .napping(let nap, let max):
            let isNapFirst = nap.end <= max.end
            _ =
                isNapFirst
                ? judge(nap, .nap, context, &outcome) || judge(max, .max, context, &outcome)
                : judge(max, .max, context, &outcome) || judge(nap, .nap, context, &outcome)
        case .snoozed(let countdown, _, let cause, _):
            _ = judge(countdown, cause, context, &outcome)
        }
    }

    /// Rings at the end of a countdown, or reports it as missed. Returns whether it did either.
    private mutating func judge(
        _ countdown: Countdown, _ cause: NapCause, _ context: CountdownContext,
        _ outcome: inout CountdownOutcome
    ) -> Bool {
        let due = context.wall(at: countdown.end).instant
        switch countdown.verdict(context) {
        case .ahead, .waits: return false
        case .missed:
            miss(ring ?? CountdownRing(due: due), .late, &outcome)
            return true
        case .due(let lateness):
            switch state {
            case .snoozed(_, var ring, let first, let again):
                ring.patience = context.rings.patience
                alert(ring, first, context, &outcome)
                outcome.notes.append(.of(.nap, .rangAgain(again)))
            case .idle, .holding, .releasing, .napping, .paused, .alert:
                var ring = CountdownRing(due: due)
                ring.patience = context.rings.patience
                alert(ring, cause, context, &outcome)
                outcome.notes.append(
                    .of(.nap, .fired(scheduled: due, lateness: lateness, cause: cause)))
            }
            return true
        }
    }

    /// The clock is now trusted: corrects estimated ends and gives the pending verdicts.
    mutating func becameTrusted(
        _ settings: NapSettings, _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) {
        func settled(_ countdown: Countdown) -> Countdown {
            var settled = countdown
            settled.settle(at: context.now)
            return settled
        }
        switch state {
        case .idle, .paused, .alert: break
        case .holding(let max, let pulse): state = .holding(max: settled(max), pulse: pulse)
        case .releasing(let release, let max):
            state = .releasing(settled(release), max: settled(max))
        case .napping(let nap, let max): state = .napping(settled(nap), max: settled(max))
        case .snoozed(let countdown, let ring, let first, let again):
            state = .snoozed(settled(countdown), ring, first, again)
        }
        advance(settings, context, &outcome)
    }

    // MARK: - The pulse

    /// The pulse's current state, felt or seen, and when it changes; nil without a pulse.
    func pulse(at now: BootTime) -> (isOn: Bool, nextEdge: BootTime?)? {
        switch state {
        case .holding(_, let pulse?):
            let phase = VibrationPattern.heartbeat(pulse.rate)
                .phase(at: max(.zero, now - pulse.since))
            return (phase.isOn, phase.until.map { pulse.since + $0 })
        case .idle, .holding(_, nil), .releasing, .napping, .paused, .snoozed, .alert: return nil
        }
    }
}

/// A heartbeat for the hand: it begins and ends with each hold.
package struct HeldPulse: Hashable, Sendable {
    var since: BootTime
    /// The rate that was set when the hold began.
    var rate: HeartRate
}

extension NapMachine.State {
    package var phase: NapPhase {
        switch self {
        case .idle: .idle
        case .holding: .holding
        case .releasing: .releasing
        case .napping: .napping
        case .paused: .paused
        case .snoozed: .snoozed
        case .alert: .alert
        }
    }
}
