import ClockTime

/// One thing that time alone brings to what rings.
///
/// What of it comes first is the law's business (6.5), and not that of the wake-up which notices it: a wake-up
/// comes when the kernel has time for it. So happenings are put in the order of their seconds, and within a
/// second in that of their kinds; each is then taken up as of its own moment.
struct Happening: Hashable {
    /// In the order in which they come within one second.
    enum Kind: Int, Hashable, CaseIterable {
        /// An alarm's date.
        case dateFallsDue
        /// A timer, or a phase of the nap.
        case countdownEnds
        /// Nobody answered for N.
        case ringFallsSilent
        /// A snooze is over, or a silence between two rings.
        case ringsAgain
    }

    let kind: Kind
    let time: BootTime
    /// The second of the wall clock that it belongs to.
    let second: Int64

    /// By how much the wall clock may be slewed between a ring's beginning and its end, or while something is
    /// snoozed. A slewed clock still shows the second before; what is counted from a date's instant belongs to
    /// the second all the same in which the face would show that it is over.
    private static let slewing = Duration.milliseconds(250)

    /// - Parameter now: tells how boot time and wall time stand to each other.
    init(_ kind: Kind, at time: BootTime, _ now: Moment) {
        self.kind = kind
        self.time = time
        var wall = now.wall + (time - now.boot)
        switch kind {
        case .dateFallsDue, .countdownEnds: break
        case .ringFallsSilent, .ringsAgain: wall = wall + Happening.slewing
        }
        second = wall.instant.seconds
    }

    func comes(before other: Happening) -> Bool {
        (second, kind.rawValue, time) < (other.second, other.kind.rawValue, other.time)
    }
}

extension Moment {
    /// A wake-up that is late by less than this is on time (law, 2.2).
    private static let wakeTolerance = Duration.seconds(1)

    /// When what was due at `time` counts as taken up, where it is now: on time, unless that is too long ago.
    func takingUp(_ time: BootTime) -> Moment {
        let late = boot - time
        guard late > .zero, late < Moment.wakeTolerance else { return self }
        return Moment(wall: wall + (.zero - late), boot: time)
    }
}

extension Duration {
    /// Whether something that comes so late still rings, by a grace of whole seconds: lateness counts in these,
    /// as instants do (law, 2.2).
    func isWithin(grace: Duration) -> Bool {
        components.seconds <= grace.components.seconds
    }
}
