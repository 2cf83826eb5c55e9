/// The instants at which a clock shows a date and a time of day: the law, 1.3 to 1.6.
package enum CivilInstants: Hashable, Sendable {
    /// The zone skipped the whole date (Apia, 30 December 2011): it has no instant (1.6).
    case skippedDate
    /// The clock shows it once, or twice if it was set back in between (1.5).
    case exact(Instant, second: Instant?)
    /// The clock skips it: the first instant at which it shows that time or later, even if that is already on the next
    /// date (1.4).
    case gap(Instant)
}

/// How an occurrence's instant relates to its time of day, so that the editor can explain it (1.7).
package enum Placement: String, Hashable, Sendable, Codable {
    /// The clock shows exactly this time, for the first or only time.
    case exact
    /// The clock skips the time; the instant is the jump.
    case movedByGap
    /// The clock shows the time again, and the alarm was armed after the first pass.
    case secondPass
}

extension Zone {
    /// All instants of a time of day on a date.
    package func instants(of date: CivilDate, _ time: TimeOfDay) -> CivilInstants {
        instants(showing: CivilTime(date: date, time: time))
    }

    /// All instants at which a clock in this zone shows `civil`.
    package func instants(showing civil: CivilTime) -> CivilInstants {
        let local = civil.secondsAsUTC
        let (first, last) = segments(around: local)
        var found: Instant?
        for index in first...last {
            guard let instant = instant(of: local, inSegment: index) else { continue }
            guard let earlier = found else {
                found = instant
                continue
            }
            return .exact(earlier, second: instant)
        }
        if let found { return .exact(found, second: nil) }
        return gap(over: local, on: civil.date, segments: first...last).map(CivilInstants.gap)
            ?? .skippedDate
    }

    /// The single candidate of a date. If the clock shows the time more than once, it is the first instant strictly
    /// after `armedAt` (1.5); if the clock skips the time, it is the jump (1.4). Nil if the date has no instant (1.6)
    /// or none strictly after `armedAt` (1.7).
    package func candidate(
        of date: CivilDate, _ time: TimeOfDay, armedAt: Instant
    ) -> (instant: Instant, placement: Placement)? {
        let local = CivilTime(date: date, time: time).secondsAsUTC
        let (first, last) = segments(around: local)
        var passes = 0
        for index in first...last {
            guard let instant = instant(of: local, inSegment: index) else { continue }
            passes += 1
            if instant > armedAt { return (instant, passes == 1 ? .exact : .secondPass) }
        }
        guard passes == 0, let jump = gap(over: local, on: date, segments: first...last),
            jump > armedAt
        else { return nil }
        return (jump, .movedByGap)
    }

    /// An upper bound for the instants of the time on that date, and for the jump over it. It rules out dates without a
    /// search.
    func latestInstant(of date: CivilDate, _ time: TimeOfDay) -> Instant {
        Instant(seconds: CivilTime(date: date, time: time).secondsAsUTC - leastOffset)
    }

    /// Whether the zone has this date at all (1.6).
    package func has(_ date: CivilDate) -> Bool {
        let midnight = CivilTime(date: date, secondOfDay: 0).secondsAsUTC
        let first = segment(at: midnight - greatestOffset)
        let last = segment(at: midnight + 86_400 - leastOffset)
        return (first...last).contains { index in
            let offset = Int64(offsets[index])
            return saturatingSum(start(ofSegment: index), offset) < midnight + 86_400
                && saturatingSum(end(ofSegment: index), offset) > midnight
        }
    }

    /// The segments in which a clock could show `local`. This is nearly always one, which needs no further check:
    /// transitions are months apart.
    private func segments(around local: Int64) -> (first: Int, last: Int) {
        let first = segment(at: local - greatestOffset)
        let latest = local - leastOffset
        var last = first
        while end(ofSegment: last) <= latest { last += 1 }
        return (first, last)
    }

    private func instant(of local: Int64, inSegment index: Int) -> Instant? {
        let seconds = local - Int64(offsets[index])
        guard start(ofSegment: index) <= seconds, seconds < end(ofSegment: index) else {
            return nil
        }
        return Instant(seconds: seconds)
    }

    /// The first transition that jumps over `local`. If the clock never shows `local`, every change from an earlier to
    /// a later reading is such a jump. So the first one is the first instant at which the clock shows `local` or later.
    private func gap(
        over local: Int64, on date: CivilDate, segments: ClosedRange<Int>
    ) -> Instant? {
        for index in segments where index < segments.upperBound {
            let jump = end(ofSegment: index)
            if jump + Int64(offsets[index]) <= local, local < jump + Int64(offsets[index + 1]) {
                return has(date) ? Instant(seconds: jump) : nil
            }
        }
        return nil
    }
}
