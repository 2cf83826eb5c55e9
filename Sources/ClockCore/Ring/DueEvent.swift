import ClockTime

/// One thing that time alone triggers for rings.
///
/// The law (6.5) decides the order of due events, not the wake-up that notices them: the kernel may deliver a wake-up
/// late. So due events are ordered by their second, and within a second by their kind. Each is then handled as of its
/// own moment.
struct DueEvent: Hashable {
    /// In their order within one second.
    enum Kind: Int, Hashable, CaseIterable {
        /// An alarm's date falls due.
        case dateFallsDue
        /// A timer or a phase of the nap ends.
        case countdownEnds
        /// Nobody answered for N.
        case ringFallsSilent
        /// A snooze ends, or the silence between two rings.
        case ringsAgain
    }

    let kind: Kind
    let time: BootTime
    /// The wall-clock second that it belongs to.
    let second: Int64

    /// How far the wall clock may be slewed during a ring or a snooze. A slewed clock may still show the previous
    /// second. A time counted from a date's instant still belongs to the second in which the face would show its end.
    private static let slewing = Duration.milliseconds(250)

    /// - Parameter now: relates boot time to wall time.
    init(_ kind: Kind, at time: BootTime, _ now: Moment) {
        self.kind = kind
        self.time = time
        var wall = now.wallTime(at: time)
        switch kind {
        case .dateFallsDue, .countdownEnds: break
        case .ringFallsSilent, .ringsAgain: wall = wall + DueEvent.slewing
        }
        second = wall.instant.seconds
    }

    func comes(before other: DueEvent) -> Bool {
        (second, kind.rawValue, time) < (other.second, other.kind.rawValue, other.time)
    }
}

extension Moment {
    /// A wake-up that is late by less than this counts as on time (law, 2.2).
    private static let wakeTolerance = Duration.seconds(1)

    /// The moment to use for handling what was due at `time`: its own moment, or now if it is too late for that.
    func takingUp(_ time: BootTime) -> Moment {
        let late = boot - time
        guard late > .zero, late < Moment.wakeTolerance else { return self }
        return Moment(wall: wall + (.zero - late), boot: time)
    }
}

extension Duration {
    /// Whether something this late still rings. The grace is in whole seconds, and so is the lateness, because instants
    /// are (law, 2.2).
    func isWithin(grace: Duration) -> Bool {
        components.seconds <= grace.components.seconds
    }
}
