package import ClockTime

/// What decides about an alarm's dates besides the alarm itself: the zones' rules, and what keeps alarms
/// from ringing (law, 1.2 and 7).
package struct DateRules: Hashable, Sendable {
    /// The zone that the clock stands in.
    package var local: Zone
    /// The zones that alarms are pinned to, by name.
    package var pinned: [String: Zone] = [:]
    /// No alarm rings from the first through the last of these dates.
    package var pause: DateRange?
    package var freeDays = FreeDays()
    package var doNotDisturb = DoNotDisturb()

    package init(_ local: Zone) {
        self.local = local
    }

    /// The rules by which the alarm is reckoned: the clock's own where those of its zone are not to be had,
    /// because an alarm that rings an hour off is better than none.
    package func zone(of alarm: Alarm) -> Zone {
        alarm.pinnedZone.flatMap { pinned[$0] } ?? local
    }
}

/// Some dates in a row, both ends included.
package struct DateRange: Hashable, Sendable, Codable {
    package var first: CivilDate
    package var last: CivilDate

    package init(first: CivilDate, last: CivilDate) {
        self.first = first
        self.last = last
    }

    /// Not by a range of the library: a stored one may be upside down, and then holds no date.
    package func contains(_ date: CivilDate) -> Bool { first <= date && date <= last }
}

package enum SkipReason: String, Hashable, Sendable, Codable, CaseIterable {
    case skipNext, paused, freeDay, doNotDisturb
}

/// A date on which an alarm would ring and will not.
package struct SkippedDate: Hashable, Sendable {
    package var date: CivilDate
    package var reason: SkipReason
    /// What the free day is called; nil where it is none.
    package var freeDay: String?

    /// How many of them are told, the next first: a pause can cover years, and lists hold many alarms.
    package static let mostTold = 7

    package init(date: CivilDate, reason: SkipReason, freeDay: String? = nil) {
        self.date = date
        self.reason = reason
        self.freeDay = freeDay
    }
}

extension Alarm {
    /// Why an occurrence is skipped, where it is the next one; nil where it rings. A date that anything
    /// else covers leaves the count of dates to skip as it is.
    package func skipReason(of occurrence: Occurrence, _ rules: DateRules) -> SkipReason? {
        if let pause = rules.pause, pause.contains(occurrence.date) { return .paused }
        if observesFreeDays, rules.freeDays.contains(occurrence.date) { return .freeDay }
        if respectsDoNotDisturb,
            rules.doNotDisturb.holds(at: occurrence.instant, in: rules.local)
        {
            return .doNotDisturb
        }
        let counts = skipsAfter.map { occurrence.instant > $0 } ?? true
        return skipNext > 0 && counts ? .skipNext : nil
    }

    /// Whether anything could suppress a date of it.
    func canBeSkipped(_ rules: DateRules) -> Bool {
        skipNext > 0 || rules.pause != nil
            || (observesFreeDays && !rules.freeDays.days.isEmpty)
            || (respectsDoNotDisturb && rules.doNotDisturb.canHold)
    }

    /// The next occurrence that is not spent, suppressed or not.
    func nextUnspent(after checked: Instant, _ rules: DateRules) -> Occurrence? {
        // Spelt twice, because handing out a zone by value costs as much as the search.
        if let pinnedZone, let zone = rules.pinned[pinnedZone] {
            return schedule.nextOccurrence(
                after: checked, armedAt: armedAt, in: zone, isExcluded: { spent.contains($0) })
        }
        return schedule.nextOccurrence(
            after: checked, armedAt: armedAt, in: rules.local, isExcluded: { spent.contains($0) })
    }

    /// The next occurrence that will ring: what every list shows (law, 1.8 and 7).
    package func nextRing(after checked: Instant, _ rules: DateRules) -> Occurrence? {
        guard isEnabled else { return nil }
        guard canBeSkipped(rules) else { return nextUnspent(after: checked, rules) }
        return lookAhead(after: checked, rules) { _ in }
    }

    /// The first of the dates before the next ring that are suppressed, and why: every list shows them
    /// too.
    package func skippedDates(after checked: Instant, _ rules: DateRules) -> [SkippedDate] {
        guard isEnabled, canBeSkipped(rules) else { return [] }
        var dates: [SkippedDate] = []
        _ = lookAhead(after: checked, rules) { date in
            if dates.count < SkippedDate.mostTold { dates.append(date) }
        }
        return dates
    }

    /// A pause can last; a year of suppressed dates is as far as anybody needs to see.
    private static let furthestLook = 400
    /// Quiet hours that held so often in a row will hold for good, as both are times of day.
    private static let doNotDisturbLook = 31

    /// Goes through the dates ahead just as they will be judged when they pass.
    private func lookAhead(
        after checked: Instant, _ rules: DateRules, suppressed: (SkippedDate) -> Void
    ) -> Occurrence? {
        var ahead = self
        var from = checked
        var undisturbed = 0
        for _ in 0..<Alarm.furthestLook {
            guard let occurrence = ahead.nextUnspent(after: from, rules) else { return nil }
            guard let reason = ahead.skipReason(of: occurrence, rules) else { return occurrence }
            switch reason {
            case .skipNext: ahead.skipNext -= 1
            case .paused, .freeDay: break
            case .doNotDisturb:
                undisturbed += 1
                guard undisturbed < Alarm.doNotDisturbLook else { return nil }
            }
            let freeDay = reason == .freeDay ? rules.freeDays[occurrence.date]?.name : nil
            suppressed(SkippedDate(date: occurrence.date, reason: reason, freeDay: freeDay))
            from = occurrence.instant
            ahead.moveOn(over: occurrence)
        }
        return nil
    }

    /// A once alarm whose date is skipped means the next free one from then on (law, 7).
    mutating func moveOn(over skipped: Occurrence) {
        switch schedule.kind {
        case .once: armedAt = max(armedAt, skipped.instant)
        case .weekly, .dated: break
        }
    }
}
