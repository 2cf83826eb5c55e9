package import ClockTime

/// A kitchen timer: its length, an optional name, and its state.
package struct CountdownTimer: Hashable, Sendable {
    package let id: TimerID
    package let name: String?
    /// The length as created, for the first start and every restart.
    package let length: Duration
    /// Counts its starts, so that a request can name the ring that it means (law, 13). Added time, snoozes and silences
    /// belong to the preceding start.
    package internal(set) var run = 0
    package internal(set) var state = State.scheduled

    package init(id: TimerID, name: String?, length: Duration) {
        self.id = id
        self.name = name
        self.length = length
    }

    /// The states of the law's clause 13, with their data.
    package enum State: Hashable, Sendable {
        case scheduled
        case countdown(Countdown, to: Aim)
        case paused(PausedCountdown, to: Aim)
        /// Since when it rings; restarts after a power cut.
        case alert(since: BootTime, CountdownRing)
    }

    /// What happens when a countdown ends.
    package enum Aim: Hashable, Sendable {
        case ring
        case ringAgain(CountdownRing, RingCause)
    }

    /// The running countdown; nil if none runs.
    var countdown: Countdown? {
        switch state {
        case .countdown(let countdown, _): countdown
        case .scheduled, .paused, .alert: nil
        }
    }

    /// The ring that is not finally answered.
    var ring: CountdownRing? {
        let aim: Aim
        switch state {
        case .scheduled: return nil
        case .alert(_, let ring): return ring
        case .countdown(_, let its), .paused(_, let its): aim = its
        }
        return switch aim {
        case .ring: nil
        case .ringAgain(let ring, _): ring
        }
    }
}

extension CountdownTimer.State {
    var condition: TimerCondition {
        switch self {
        case .scheduled: .scheduled
        case .countdown(_, to: .ring): .running
        case .countdown(_, to: .ringAgain(_, .snoozeEnded)): .snoozed
        case .countdown(_, to: .ringAgain): .silenced
        case .paused: .paused
        case .alert: .ringing
        }
    }

    package var name: TimerState {
        switch self {
        case .scheduled: .scheduled
        case .countdown: .countdown
        case .paused: .paused
        case .alert: .alert
        }
    }
}

/// A timer as reported to clients.
package struct TimerReport: Hashable, Sendable, Codable {
    package var id: TimerID
    package var name: String?
    package var length: Duration
    package var run: Int
    package var state: TimerState
    /// The time left, not rounded; nil if nothing counts down.
    package var left: Duration? { didSet { leftText = left.map(form.text(left:)) } }
    /// The format of `left`.
    package var form: CountdownForm { didSet { leftText = left.map(form.text(left:)) } }
    /// `left` in that format.
    package private(set) var leftText: String?
    /// When it rings, by the current wall clock; nil while it is paused.
    package var until: WallTime?
    /// For a running or paused timer.
    package var presentation: CountdownPresentation?
    /// How often it was snoozed since its first ring, and how often it fell silent unanswered.
    package var snoozes: Int
    package var silences: Int

    private enum CodingKeys: String, CodingKey {
        case id, name, length = "seconds", run, state, left = "leftSeconds", leftText = "left", form
        case until, presentation, snoozes, silences
    }

    package init(
        id: TimerID, name: String?, length: Duration, run: Int, state: TimerState, left: Duration?,
        form: CountdownForm, presentation: CountdownPresentation?, snoozes: Int, silences: Int
    ) {
        self.id = id
        self.name = name
        self.length = length
        self.run = run
        self.state = state
        self.left = left
        self.form = form
        leftText = left.map(form.text(left:))
        self.presentation = presentation
        self.snoozes = snoozes
        self.silences = silences
    }
}

/// A countdown's state in AlarmKit's four values; a paused one has no dates.
package struct CountdownPresentation: Hashable, Sendable, Codable {
    package var totalCountdownDuration: Duration
    /// Elapsed before the last resumption.
    package var previouslyElapsedDuration: Duration
    /// The last start or resumption, by the current wall clock.
    package var startDate: WallTime?
    /// When it ends.
    package var fireDate: WallTime?

    package init(
        totalCountdownDuration: Duration, previouslyElapsedDuration: Duration,
        startDate: WallTime? = nil, fireDate: WallTime? = nil
    ) {
        self.totalCountdownDuration = totalCountdownDuration
        self.previouslyElapsedDuration = previouslyElapsedDuration
        self.startDate = startDate
        self.fireDate = fireDate
    }
}

/// A countdown that rings now.
package struct CountdownAlert: Hashable, Sendable {
    /// Nil: the nap.
    package var timer: TimerID?
    package var name: String?
    package var ring: CountdownRing
    package var since: BootTime
    package var voice: RingVoice
}
