package import ClockTime

/// What decides about an alarm's dates, besides the rules that hold for all alarms (law, 1, 2 and 7).
///
/// A part of its own because it is asked of thousands of alarms in a row: whoever asks an element of an array
/// copies it first, and an alarm whole refers to a dozen things that have nothing to do with its dates.
package struct AlarmTiming: Hashable, Sendable {
    package var schedule: Schedule
    package var isEnabled = true
    /// The zone it is reckoned in, whatever zone the clock stands in; nil: the clock's own (law, 1.2).
    package var pinnedZone: String?
    /// Free days suppress it.
    package var observesFreeDays = false
    /// Do not disturb suppresses it.
    package var respectsDoNotDisturb = false
    /// When the alarm was created, edited or switched on; candidates at or before it do not count
    /// (law, 1.7).
    package var armedAt: Instant
    package var spent = SpentDates()
    /// How many of its next dates are skipped; weekly alarms only (law, 7).
    package var skipNext = 0
    /// Dates whose instant is not after this do not count as skipped: they had passed when that was asked
    /// for, and only their verdict waits (law, 2.4). Nil where nothing was asked for.
    package var skipsAfter: Instant?

    init(_ schedule: Schedule, armedAt: Instant) {
        self.schedule = schedule
        self.armedAt = armedAt
    }
}

extension Alarm {
    package var schedule: Schedule {
        get { timing.schedule }
        set { timing.schedule = newValue }
    }
    package var isEnabled: Bool {
        get { timing.isEnabled }
        set { timing.isEnabled = newValue }
    }
    package var pinnedZone: String? {
        get { timing.pinnedZone }
        set { timing.pinnedZone = newValue }
    }
    package var observesFreeDays: Bool {
        get { timing.observesFreeDays }
        set { timing.observesFreeDays = newValue }
    }
    package var respectsDoNotDisturb: Bool {
        get { timing.respectsDoNotDisturb }
        set { timing.respectsDoNotDisturb = newValue }
    }
    package var armedAt: Instant {
        get { timing.armedAt }
        set { timing.armedAt = newValue }
    }
    package var spent: SpentDates {
        get { timing.spent }
        set { timing.spent = newValue }
    }
    package var skipNext: Int {
        get { timing.skipNext }
        set { timing.skipNext = newValue }
    }
    package var skipsAfter: Instant? {
        get { timing.skipsAfter }
        set { timing.skipsAfter = newValue }
    }
}

extension AlarmTiming {
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
            return nextUnspent(after: checked, in: zone)
        }
        return nextUnspent(after: checked, in: rules.local)
    }

    private func nextUnspent(after checked: Instant, in zone: Zone) -> Occurrence? {
        // Not all of this goes into the closure.
        let spent = spent
        switch schedule.kind {
        case .once:
            // It has but one date: spent, there is none in its place (law, 2.5). A skipped one is not its, also
            // where the clock shows its time again on that date (7).
            let only = schedule.nextOccurrence(
                after: checked, armedAt: armedAt, in: zone,
                isExcluded: { date in
                    spent.entries.contains { $0.date == date && $0.reason == .skipped }
                })
            return only.flatMap { spent.contains($0.date) ? nil : $0 }
        case .weekly, .dated:
            return schedule.nextOccurrence(
                after: checked, armedAt: armedAt, in: zone, isExcluded: { spent.contains($0) })
        }
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

    /// What `skippedDates` leaves out; nil where it has them all.
    package func furtherSkips(after checked: Instant, _ rules: DateRules) -> FurtherSkips? {
        guard isEnabled, canBeSkipped(rules) else { return nil }
        var told = 0
        var further: FurtherSkips?
        let next = lookAhead(after: checked, rules) { skipped in
            told += 1
            guard told > SkippedDate.mostTold else { return }
            var others =
                further ?? FurtherSkips(count: 0, last: skipped.date, reasons: [], isAll: false)
            others.count += 1
            others.last = skipped.date
            if !others.reasons.contains(skipped.reason) { others.reasons.append(skipped.reason) }
            further = others
        }
        // Whatever has so many dates has another, so without a ring the end was not seen.
        further?.isAll = next != nil
        return further
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
        for _ in 0..<AlarmTiming.furthestLook {
            guard let occurrence = ahead.nextUnspent(after: from, rules) else { return nil }
            guard let reason = ahead.skipReason(of: occurrence, rules) else { return occurrence }
            switch reason {
            case .skipNext: ahead.skipNext -= 1
            case .paused, .freeDay: break
            case .doNotDisturb:
                undisturbed += 1
                guard undisturbed < AlarmTiming.doNotDisturbLook else { return nil }
            }
            let freeDay = reason == .freeDay ? rules.freeDays[occurrence.date]?.name : nil
            suppressed(SkippedDate(date: occurrence.date, reason: reason, freeDay: freeDay))
            from = occurrence.instant
            ahead.spent.insert(
                SpentDates.Entry(
                    date: occurrence.date, instant: occurrence.instant, reason: .skipped,
                    skip: reason, isProvisional: false))
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

// MARK: - When it has to be looked at

extension AlarmTiming {
    /// So near a date is never doubted.
    private static let beyondDoubt: Int64 = 3 * 86_400

    /// When it has to be looked at next: also at suppressed dates, which are spent when their instant
    /// passes, even while the alarm is off (law, 7). A date that lies impossibly far off is a fault of ours,
    /// and is looked for again in the plainest way.
    func nextDue(after checked: Instant, _ rules: DateRules, _ isFault: inout Bool) -> Instant? {
        guard isEnabled || canBeSkipped(rules) else { return nil }
        let next = nextUnspent(after: checked, rules)
        if let next, next.instant.seconds - checked.seconds <= AlarmTiming.beyondDoubt {
            return next.instant
        }
        let zone = rules.zone(of: self)
        isFault = mustDoubt(next, after: checked, in: zone) {
            schedule.nextOccurrence(after: checked, armedAt: armedAt, in: zone)
        }
        return isFault ? nextUnspentByLooking(after: checked, rules)?.instant : next?.instant
    }

    /// Whether `next` cannot be what comes next (law, 1.9).
    ///
    /// - Parameter free: the same without regard to dates that are used up: before a clock went back they
    ///   may have pushed it further than the limits.
    func mustDoubt(
        _ next: Occurrence?, after checked: Instant, in zone: Zone, free: () -> Occurrence?
    ) -> Bool {
        let from = max(checked, armedAt)
        guard !schedule.isPlausible(next, after: from, in: zone) else { return false }
        return !schedule.isPlausible(free(), after: from, in: zone)
    }

    /// The next unspent occurrence, found by going through the next weeks date by date.
    func nextUnspentByLooking(after checked: Instant, _ rules: DateRules) -> Occurrence? {
        schedule.occurrences(
            after: checked, through: checked.advanced(bySeconds: Schedule.furthestLookBack),
            armedAt: armedAt, in: rules.zone(of: self)
        ).first { !spent.contains($0.date) }
    }

    /// When something of it begins to show before its next ring, so much before it; nil where nothing does.
    func nextLead(by lead: Duration, after checked: Instant, _ rules: DateRules) -> Instant? {
        guard lead > .zero, isEnabled, let next = nextUnspent(after: checked, rules),
            skipReason(of: next, rules) == nil
        else { return nil }
        return (WallTime(next.instant) - lead).instant
    }
}
