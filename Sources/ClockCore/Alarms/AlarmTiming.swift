package import ClockTime

/// Everything that determines an alarm's dates, besides the rules shared by all alarms (law, 1, 2 and 7).
///
/// A separate type, because loops read it for thousands of alarms. Reading an array element copies it first, and a
/// whole alarm references a dozen things that have nothing to do with its dates.
package struct AlarmTiming: Hashable, Sendable {
    package var schedule: Schedule
    package var isEnabled = true
    /// The zone for its times, whatever the clock's zone; nil: the clock's own (law, 1.2).
    package var pinnedZone: String?
    /// Free days suppress it.
    package var observesFreeDays = false
    /// Do not disturb suppresses it.
    package var respectsDoNotDisturb = false
    /// When the alarm was created, edited or switched on; candidates at or before it do not count (law, 1.7).
    package var armedAt: Instant
    package var spent = SpentDates()
    /// How many of its next dates to skip; weekly alarms only (law, 7).
    package var skipNext = 0
    /// Dates up to this instant do not count as skipped: they had passed when the user asked for the skip, and only
    /// their verdict was pending (law, 2.4). Nil if the user asked for no skip.
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
    /// Why an occurrence is skipped, if it is the next one; nil if it rings. A date skipped for another reason does not
    /// reduce the count of dates to skip.
    package func skipReason(of occurrence: Occurrence, _ rules: DateRules) -> SkipReason? {
        if rules.pauses.contains(occurrence.date) { return .paused }
        if observesFreeDays, rules.freeDays.contains(occurrence.date) { return .freeDay }
        if respectsDoNotDisturb,
            rules.doNotDisturb.holds(at: occurrence.instant, in: rules.local)
        {
            return .doNotDisturb
        }
        let counts = skipsAfter.map { occurrence.instant > $0 } ?? true
        return skipNext > 0 && counts ? .skipNext : nil
    }

    /// Whether anything could suppress one of its dates.
    func canBeSkipped(_ rules: DateRules) -> Bool {
        skipNext > 0 || !rules.pauses.ranges.isEmpty
            || (observesFreeDays && !rules.freeDays.days.isEmpty)
            || (respectsDoNotDisturb && rules.doNotDisturb.canHold)
    }

    /// The next occurrence that is not used up, suppressed or not.
    func nextUnspent(after checked: Instant, _ rules: DateRules) -> Occurrence? {
        // Written twice, because returning a zone by value costs as much as the search.
        if let pinnedZone, let zone = rules.pinned[pinnedZone] {
            return nextUnspent(after: checked, in: zone)
        }
        return nextUnspent(after: checked, in: rules.local)
    }

    private func nextUnspent(after checked: Instant, in zone: Zone) -> Occurrence? {
        // Keeps the closure from capturing all of `self`.
        let spent = spent
        switch schedule.kind {
        case .once:
            // A once alarm has only one date: once that is used up, no other replaces it (law, 2.5). A skipped date is
            // not that date, even if its local time occurs twice (7).
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

    /// The first suppressed dates before the next ring, with reasons: every list shows them too.
    package func skippedDates(after checked: Instant, _ rules: DateRules) -> [SkippedDate] {
        guard isEnabled, canBeSkipped(rules) else { return [] }
        var dates: [SkippedDate] = []
        _ = lookAhead(after: checked, rules) { date in
            if dates.count < SkippedDate.mostReported { dates.append(date) }
        }
        return dates
    }

    /// What `skippedDates` omits; nil if it is complete.
    package func furtherSkips(after checked: Instant, _ rules: DateRules) -> FurtherSkips? {
        guard isEnabled, canBeSkipped(rules) else { return nil }
        var count = 0
        var further: FurtherSkips?
        let next = lookAhead(after: checked, rules) { skipped in
            count += 1
            guard count > SkippedDate.mostReported else { return }
            var others =
                further ?? FurtherSkips(count: 0, last: skipped.date, reasons: [], isAll: false)
            others.count += 1
            others.last = skipped.date
            if !others.reasons.contains(skipped.reason) { others.reasons.append(skipped.reason) }
            further = others
        }
        // With this many dates there is always another. So without a ring, the search hit its limit.
        further?.isAll = next != nil
        return further
    }

    /// The search limit: a pause can be long, but nobody needs to see more than a year of suppressed dates.
    private static let furthestLook = 400
    /// Quiet hours that hold this many times in a row hold forever, because both sides are times of day.
    private static let doNotDisturbLook = 31

    /// Goes through the dates ahead exactly as they will be judged when they pass.
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

    /// A once alarm whose date is skipped takes the next free date after that (law, 7).
    mutating func moveOn(over skipped: Occurrence) {
        switch schedule.kind {
        case .once: armedAt = max(armedAt, skipped.instant)
        case .weekly, .dated: break
        }
    }
}

// MARK: - Due times

extension AlarmTiming {
    /// A date this near is never doubted.
    private static let beyondDoubt: Int64 = 3 * 86_400

    /// When the alarm next needs attention. This includes suppressed dates, which are used up when their instant
    /// passes, even while the alarm is off (law, 7). An impossibly distant date is a bug of ours; the alarm is then
    /// searched again by the simplest method.
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

    /// Whether `next` cannot be the next occurrence (law, 1.9).
    ///
    /// - Parameter free: the same search, ignoring used-up dates. Before a clock went back, they may have pushed the
    ///   next date beyond the limits.
    func mustDoubt(
        _ next: Occurrence?, after checked: Instant, in zone: Zone, free: () -> Occurrence?
    ) -> Bool {
        let from = max(checked, armedAt)
        guard !schedule.isPlausible(next, after: from, in: zone) else { return false }
        return !schedule.isPlausible(free(), after: from, in: zone)
    }

    /// The next occurrence that is not used up, found by stepping through the next weeks date by date.
    func nextUnspentByLooking(after checked: Instant, _ rules: DateRules) -> Occurrence? {
        schedule.occurrences(
            after: checked, through: checked.advanced(bySeconds: Schedule.furthestLookBack),
            armedAt: armedAt, in: rules.zone(of: self)
        ).first { !spent.contains($0.date) }
    }

    /// When its first sign appears, `lead` before its next ring; nil if there is none.
    func nextLead(by lead: Duration, after checked: Instant, _ rules: DateRules) -> Instant? {
        guard lead > .zero, isEnabled, let next = nextUnspent(after: checked, rules),
            skipReason(of: next, rules) == nil
        else { return nil }
        return (WallTime(next.instant) - lead).instant
    }
}
