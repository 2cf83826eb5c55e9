package import ClockTime

/// A nap: the snooze bar is held while drifting off, and the hand that falls asleep lets it go (product,
/// T2; law, 8.2).
///
/// Theory of operation. Three countdowns. Max begins with the first hold and runs over everything, so that
/// whatever the fingers do, it rings. Release begins each time the bar is let go, and is given up when it
/// is pressed again; at its end nap begins. Nap or max, whichever is over first, rings and ends both.
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
/// Held is the bar's 0.6 s mark; pressed and let go are its edges. A bar that is pressed while it is held
/// lost an edge: the pulse begins anew. A command starts a nap as if the bar were held and let go at once.
/// An end more than the grace ago is missed instead of rung. Silence follows a ring that nobody answered,
/// M times; then it was missed (6.5).
///
/// Each length is read off the settings when its countdown begins: setting them changes no nap that is on
/// its way further than to its next phase.
///
/// The files: this one holds fingers, commands and time; `NapMachine+Ring` what is said to it while it
/// rings; `NapMachine+Restore` what is stored and how it comes back.
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
        /// To ring again, for the first cause because of the second.
        case snoozed(Countdown, CountdownRing, NapCause, RingCause)
        /// Since when it rings; after a power cut, again.
        case alert(since: BootTime, CountdownRing, NapCause)
    }

    /// Whether anything of it counts down.
    var isCounting: Bool {
        switch state {
        case .idle, .paused, .alert: false
        case .holding, .releasing, .napping, .snoozed: true
        }
    }

    /// Whether it rings.
    var isAlerting: Bool { if case .alert = state { true } else { false } }

    /// When the first of its phases ends. One that waits for a trusted clock has ended, and is none of them.
    func nextEnd(_ context: CountdownContext) -> BootTime? {
        switch state {
        case .idle, .paused, .alert, .snoozed: nil
        case .holding(let max, _): max.nextEnd(context)
        case .releasing(let release, let max): earlier(release.end, max.nextEnd(context))
        case .napping(let nap, let max): earlier(nap.nextEnd(context), max.nextEnd(context))
        }
    }

    /// When it rings again, snoozed or silent.
    func nextRingAgain(_ context: CountdownContext) -> BootTime? {
        guard case .snoozed(let countdown, _, _, _) = state else { return nil }
        return countdown.nextEnd(context)
    }

    /// Switched off, the pulse ends; it begins again with the next press.
    mutating func followSettings(_ settings: NapSettings) {
        guard case .holding(let max, _?) = state, !settings.hasPulse else { return }
        state = .holding(max: max, pulse: nil)
    }

    // MARK: - Fingers

    /// The bar is held since 0.6 s at `mark`, which is now or a little earlier.
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

    /// The bar went down.
    mutating func barPressed(
        _ settings: NapSettings, _ context: CountdownContext, _ outcome: inout CountdownOutcome
    ) {
        switch state {
        case .holding(let max, _), .releasing(_, let max):
            hold(max: max, at: context.now.boot, settings, &outcome)
        case .idle, .napping, .paused, .snoozed, .alert: break
        }
    }

    /// The bar came up.
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

    /// - Parameter number: which nap is meant, where the request says so.
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
            guard state != .idle else { throw .wrongState("no nap is on") }
            state = .idle
            outcome.notes.append(.of(.nap, .stopped(by: cause)))
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
        case (.repeat, _), (.add, _): throw .wrongState("naps can't do this, only timers")
        case (.schedule, _), (.countdown, _), (.pause, _), (.resume, _), (.snooze, _):
            throw .wrongState(state.phase.inWords)
        }
        // What was resumed with nothing left is over at once.
        advance(settings, context, &outcome)
    }

    // MARK: - Time

    /// Does what time alone brings, one phase after the other: a release that ended long ago began a nap
    /// then, and not now.
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

    /// Rings at the end of a countdown, or says that it was missed; returns whether it was one of them.
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
            case .snoozed(_, let ring, let first, let again):
                alert(ring, first, context, &outcome)
                outcome.notes.append(.of(.nap, .rangAgain(again)))
            case .idle, .holding, .releasing, .napping, .paused, .alert:
                alert(CountdownRing(due: due), cause, context, &outcome)
                outcome.notes.append(
                    .of(.nap, .fired(scheduled: due, lateness: lateness, cause: cause)))
            }
            return true
        }
    }

    /// The clock is trusted from now on: estimated ends are put right, and verdicts given that had waited.
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

    /// What is felt or seen of the pulse, and when that changes; nil where there is none.
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

/// A heartbeat that goes with a hand: it begins with each hold and ends with it.
package struct HeldPulse: Hashable, Sendable {
    var since: BootTime
    /// As it was set when the hold began.
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

extension NapPhase {
    /// What a nap in it is, for people.
    var inWords: String {
        switch self {
        case .idle: "no nap is on"
        case .holding: "the bar is held for a nap"
        case .releasing: "the nap is about to begin"
        case .napping: "a nap is on"
        case .paused: "the nap is paused"
        case .snoozed: "the nap is over and will ring again"
        case .alert: "the nap is over and rings"
        }
    }
}

/// Where a nap is.
package enum NapPhase: String, CaseIterable, Hashable, Sendable, Codable {
    case idle
    /// The bar is held.
    case holding
    /// It was let go; pressed again it is held.
    case releasing
    case napping
    case paused
    /// Silent after a ring, and to ring again.
    case snoozed
    case alert
}
