/// One ring of an alarm: its date, and the instant of the alarm's time on that date.
package struct Occurrence: Hashable, Sendable, Codable {
    /// The local date D that identifies the occurrence, even if a gap moves its instant to D+1.
    package let date: CivilDate
    package let instant: Instant
    package let placement: Placement

    package init(date: CivilDate, instant: Instant, placement: Placement) {
        self.date = date
        self.instant = instant
        self.placement = placement
    }
}

extension Schedule {
    /// How many dates a search continues past excluded ones: a little over a year. An alarm on one weekday then
    /// survives a pause of a whole year, and the cost stays bounded.
    package static let furthestSearch = 400

    /// How far back `occurrences` looks (law, 2.3).
    package static let furthestLookBack: Int64 = 31 * 86_400

    /// The earliest occurrence ahead, on a date that is not excluded, strictly after `armedAt` (1.7) and strictly after
    /// `checked` (1.8).
    ///
    /// Each date has one candidate, determined by `armedAt` alone (1.4, 1.5): once its first pass rang, the second pass
    /// of that date is not ahead.
    ///
    /// *Weekly* searches `furthestSearch` dates. With nothing excluded it succeeds within 9 days, or 16 across a
    /// missing date (1.9, see `isPlausible`). *Once* means a single date: the first one not excluded whose candidate is
    /// strictly after `armedAt`. If that candidate is not after `checked`, the alarm's only instant has passed and
    /// nothing is ahead: it does not move on to the next day (2.5). So for a once alarm `isExcluded` must cover only
    /// suppressed dates, never its spent date. *Dated* has its date or none.
    ///
    /// If a gap gives two dates the same instant, the earlier date is returned.
    package func nextOccurrence(
        after checked: Instant, armedAt: Instant, in zone: Zone,
        isExcluded: (CivilDate) -> Bool = { _ in false }
    ) -> Occurrence? {
        switch kind {
        case .weekly(let days):
            // Starts at the later of the two, because nothing before either counts. Starts one date earlier, because a
            // clock set back over midnight returns to that date.
            var date = zone.civilTime(at: max(checked, armedAt)).date.adding(days: -1)
            var weekday = date.weekday
            for _ in 0..<(Schedule.furthestSearch + 2) {
                if days.contains(weekday), zone.latestInstant(of: date, time) > checked,
                    !isExcluded(date),
                    let found = occurrence(on: date, armedAt: armedAt, in: zone),
                    found.instant > checked
                {
                    return found
                }
                date = date.adding(days: 1)
                weekday = weekday.next
            }
            return nil
        case .once:
            let only = onlyOccurrence(armedAt: armedAt, in: zone, isExcluded: isExcluded)
            return only.flatMap { $0.instant > checked ? $0 : nil }
        case .dated(let date):
            guard !isExcluded(date), let found = occurrence(on: date, armedAt: armedAt, in: zone)
            else { return nil }
            return found.instant > checked ? found : nil
        }
    }

    /// The occurrences with an instant in (`start`, `end`] that is strictly after `armedAt`, in order, for judging what
    /// is due (2.1). It looks back from `end` by at most `furthestLookBack` (2.3), so there are never more than 33, and
    /// the cost does not grow with the interval.
    ///
    /// For a weekly alarm, pass no exclusions if suppressed dates must appear too (7).
    package func occurrences(
        after start: Instant, through end: Instant, armedAt: Instant, in zone: Zone,
        isExcluded: (CivilDate) -> Bool = { _ in false }
    ) -> [Occurrence] {
        let oldest = end.advanced(bySeconds: -Schedule.furthestLookBack)
        let floor = max(start, armedAt, oldest)
        guard floor < end else { return [] }
        func isInside(_ occurrence: Occurrence) -> Bool {
            floor < occurrence.instant && occurrence.instant <= end
        }
        switch kind {
        case .weekly(let days):
            var found: [Occurrence] = []
            var date = zone.civilTime(at: floor).date.adding(days: -1)
            // Includes the date after, because a clock set back over midnight has already shown it.
            let last = zone.civilTime(at: end).date.adding(days: 1)
            while date <= last {
                if days.contains(date.weekday), !isExcluded(date),
                    let occurrence = occurrence(on: date, armedAt: armedAt, in: zone),
                    isInside(occurrence)
                {
                    found.append(occurrence)
                }
                date = date.adding(days: 1)
            }
            return found
        case .once:
            let only = onlyOccurrence(armedAt: armedAt, in: zone, isExcluded: isExcluded)
            return only.flatMap { isInside($0) ? [$0] : nil } ?? []
        case .dated(let date):
            guard !isExcluded(date), let found = occurrence(on: date, armedAt: armedAt, in: zone)
            else { return [] }
            return isInside(found) ? [found] : []
        }
    }

    /// Whether a result of `nextOccurrence` with nothing excluded can be correct (1.9): within 9 days for a weekly
    /// alarm and 3 for a once alarm, or 16 and 4 if the zone skips a date on the way. A dated alarm may lie at any
    /// distance. No occurrence at all is plausible only if the schedule can run out.
    package func isPlausible(
        _ occurrence: Occurrence?, after instant: Instant, in zone: Zone
    ) -> Bool {
        let limits: (typical: Int64, acrossMissingDate: Int64)
        switch kind {
        case .weekly: limits = (9, 16)
        case .once: limits = (3, 4)
        case .dated: return true
        }
        guard let occurrence else { return kind == .once }
        let wait = occurrence.instant.seconds - instant.seconds
        if wait <= limits.typical * 86_400 { return true }
        guard wait <= limits.acrossMissingDate * 86_400 else { return false }
        let first = zone.civilTime(at: instant).date
        return (0...Int(limits.acrossMissingDate)).contains { !zone.has(first.adding(days: $0)) }
    }

    /// The occurrence of a once alarm: the first after it was armed.
    private func onlyOccurrence(
        armedAt: Instant, in zone: Zone, isExcluded: (CivilDate) -> Bool
    ) -> Occurrence? {
        var date = zone.civilTime(at: armedAt).date.adding(days: -1)
        for _ in 0..<(Schedule.furthestSearch + 2) {
            if !isExcluded(date), let found = occurrence(on: date, armedAt: armedAt, in: zone) {
                return found
            }
            date = date.adding(days: 1)
        }
        return nil
    }

    private func occurrence(
        on date: CivilDate, armedAt: Instant, in zone: Zone
    ) -> Occurrence? {
        zone.candidate(of: date, time, armedAt: armedAt).map {
            Occurrence(date: date, instant: $0.instant, placement: $0.placement)
        }
    }
}

extension Weekday {
    fileprivate var next: Weekday {
        Weekday(rawValue: rawValue + 1) ?? .monday
    }
}
