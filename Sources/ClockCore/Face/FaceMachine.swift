import ClockTime

/// Which page the face shows, and for how long.
///
/// Theory of operation. The time is home. Another page takes its place for some seconds and goes away
/// by itself, on the boottime clock. What has to be seen (a ring, a missed alarm, a time that nobody
/// knows) is no page: it is told by the snapshot, and wins over any page.
///
/// | page       | next page key, nothing counts down | the same, something does | its time is over | ring |
/// | ---------- | ---------------------------------- | ------------------------ | ---------------- | ---- |
/// | time       | heading                            | countdown                | -                | -    |
/// | heading    | time                               | time                     | next alarm       | time |
/// | next alarm | time                               | time                     | time             | time |
/// | countdown  | heading                            | heading                  | time             | time |
package struct FaceMachine: Hashable, Sendable {
    package private(set) var page = FacePage.time
    private var shownSince = BootTime(nanoseconds: 0)

    /// How long a page other than the time stays.
    package static let pageDuration = Duration.seconds(5)
    /// The heading of a page comes first, for those panels that cannot show both.
    package static let headingDuration = Duration.seconds(1)

    var nextWake: BootTime? {
        switch page {
        case .time: nil
        case .nextAlarmHeading: shownSince + FaceMachine.headingDuration
        case .nextAlarm, .countdown: shownSince + FaceMachine.pageDuration
        }
    }

    /// Shows the next page; what counts down comes first, as its time is short.
    mutating func showNext(hasCountdown: Bool, at now: BootTime) {
        switch page {
        case .time: page = hasCountdown ? .countdown : .nextAlarmHeading
        case .countdown: page = .nextAlarmHeading
        case .nextAlarmHeading, .nextAlarm: page = .time
        }
        shownSince = now
    }

    /// Shows what counts down, from now on.
    mutating func showCountdown(at now: BootTime) {
        page = .countdown
        shownSince = now
    }

    /// Returns whether the page changed.
    mutating func showTime() -> Bool {
        guard page != .time else { return false }
        page = .time
        return true
    }

    /// Returns whether the page changed.
    mutating func advance(to now: BootTime) -> Bool {
        let before = page
        // After a late wake more than one page may be over; each round goes on to a later one.
        while let end = nextWake, end <= now {
            switch page {
            case .time: return page != before
            case .nextAlarmHeading: page = .nextAlarm
            case .nextAlarm, .countdown: page = .time
            }
        }
        return page != before
    }
}

package enum FacePage: String, Hashable, Sendable {
    case time, nextAlarmHeading, nextAlarm, countdown
}
