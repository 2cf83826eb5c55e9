package import ClockTime

/// One occurrence that rings or is snoozed: the law's ring member. It lives from the moment it falls due until it is
/// stopped, missed, superseded or edited away.
package struct RingMember: Hashable, Sendable {
    package let occurrence: OccurrenceID
    /// The scheduled instant; shown while it rings late.
    package let scheduled: Instant
    package var state: State
    /// As the alarm had it when the member last began to ring.
    package var patience: RingPatience
    /// What ends it, as the alarm had it then.
    var stopTask: StopTask?
    /// How long its last snooze or silence lasts, from its beginning.
    var snoozeLength = Duration.zero
    /// How often the user snoozed it.
    package var snoozes = 0
    /// How often it fell silent unanswered.
    package var silences = 0
    /// When its snooze ends, as recorded by a correct clock, while this boot's clock is not known to be correct. The
    /// first time known to be right settles the snooze by it (law, 9.2 and 5.6).
    var confirmedEnd: WallTime?

    /// Both use the boottime clock, so that no step of the wall clock moves them (law, 6.3).
    package enum State: Hashable, Sendable {
        case ringing(since: BootTime)
        case snoozed(until: BootTime, RingCause)
    }

    package var isRinging: Bool {
        switch state {
        case .ringing: true
        case .snoozed: false
        }
    }

    /// Falls silent, to ring again after `length`.
    mutating func rest(for length: Duration, from now: BootTime, _ cause: RingCause) {
        state = .snoozed(until: now + length, cause)
        snoozeLength = length
    }

    var snoozeEnd: BootTime? {
        switch state {
        case .ringing: nil
        case .snoozed(let until, _): until
        }
    }
}

/// An occurrence that woke nobody; shown until a user acknowledges it (law, 2.2, 2.3).
package struct MissedNotice: Hashable, Sendable, Codable {
    package var occurrence: OccurrenceID
    package var scheduled: Instant
    package var reason: MissReason
    /// How many dates of the alarm it covers.
    package var count: Int

    package init(occurrence: OccurrenceID, scheduled: Instant, reason: MissReason, count: Int) {
        self.occurrence = occurrence
        self.scheduled = scheduled
        self.reason = reason
        self.count = count
    }

    /// How many notices are kept; the oldest are dropped first. More than anyone reads.
    static let capacity = 20
}
