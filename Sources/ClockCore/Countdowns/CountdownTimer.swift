package import ClockTime

/// Tells timers apart; nothing else does. Given out in ascending order, never again.
package struct TimerID: Identifier {
    package let number: Int
    package var identity: Int { number }

    package init(_ number: Int) {
        self.number = number
    }
}

/// A kitchen timer: a length, perhaps a name, and what became of it.
package struct CountdownTimer: Hashable, Sendable {
    package let id: TimerID
    package let name: String?
    /// As it was set up: what it starts with, and starts over with.
    package let length: Duration
    /// Counts its starts, so that a request can name the ring that it means (law, 13). What was added,
    /// snoozes and silences belong to the start before them.
    package internal(set) var run = 0
    package internal(set) var state = State.scheduled

    package init(id: TimerID, name: String?, length: Duration) {
        self.id = id
        self.name = name
        self.length = length
    }

    /// The states of the law's clause 13, each with what belongs to it.
    package enum State: Hashable, Sendable {
        case scheduled
        case countdown(Countdown, to: Aim)
        case paused(PausedCountdown, to: Aim)
        /// Since when it rings; after a power cut, again.
        case alert(since: BootTime, CountdownRing)
    }

    /// What a countdown that ends will be.
    package enum Aim: Hashable, Sendable {
        case ring
        case ringAgain(CountdownRing, RingCause)
    }

    /// What counts down; nil where nothing does.
    var countdown: Countdown? {
        switch state {
        case .countdown(let countdown, _): countdown
        case .scheduled, .paused, .alert: nil
        }
    }

    /// The ring that is not answered for good.
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

package enum TimerState: String, CaseIterable, Hashable, Sendable, Codable {
    case scheduled, countdown, paused, alert
}

extension CountdownTimer.State {
    /// What a timer in it is, for people.
    var inWords: String {
        switch self {
        case .scheduled: "not running"
        case .countdown(_, to: .ring): "running"
        case .countdown(_, to: .ringAgain(_, .snoozeEnded)): "snoozed"
        case .countdown(_, to: .ringAgain): "silent, and rings again"
        case .paused: "paused"
        case .alert: "ringing"
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

package enum TimerLimits {
    /// Timers at once: more than a kitchen has pots, and few enough to be looked through.
    package static let count = 100
    package static let length: ClosedRange<Duration> = .seconds(1) ... .hours(24)
    /// What one `add` adds.
    package static let added = Duration.seconds(60)
}

/// A timer as it is told to the world.
package struct TimerReport: Hashable, Sendable, Codable {
    package var id: TimerID
    package var name: String?
    package var length: Duration
    package var run: Int
    package var state: TimerState
    /// What is left, not rounded; nil where nothing counts down.
    package var left: Duration? { didSet { leftText = left.map(form.text(left:)) } }
    /// How `left` is written.
    package var form: CountdownForm { didSet { leftText = left.map(form.text(left:)) } }
    /// And so it is written.
    package private(set) var leftText: String?
    /// Of a running or paused one.
    package var presentation: CountdownPresentation?
    /// Since it rang first: how often it was snoozed, and how often it fell silent unanswered.
    package var snoozes: Int
    package var silences: Int

    private enum CodingKeys: String, CodingKey {
        case id, name, length = "seconds", run, state, left = "leftSeconds", leftText = "left", form
        case presentation, snoozes, silences
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

/// A countdown's state in the four figures by which AlarmKit presents one; of a paused one there are no
/// dates.
package struct CountdownPresentation: Hashable, Sendable, Codable {
    package var totalCountdownDuration: Duration
    /// Before it was resumed last.
    package var previouslyElapsedDuration: Duration
    /// When it was started or resumed last, by the wall clock as it stands now.
    package var startDate: WallTime?
    /// When it will be over.
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

/// Something of a countdown that rings now.
package struct CountdownAlert: Hashable, Sendable {
    /// Nil: the nap.
    package var timer: TimerID?
    package var name: String?
    package var ring: CountdownRing
    package var since: BootTime
    package var voice: RingVoice
}
