import ClockTime

/// The unjudged past dates of one alarm, in order.
///
/// The search for a weekly alarm's dates covers at most 31 days, so that a jump of any size costs the same (law, 2.3).
/// An alarm that rings once has only one unjudged date and ends with it, however long ago that was (2.5, 11). If that
/// date is skipped, the alarm takes its next one, and the search for that is bounded too.
struct LookBack {
    static let seconds: Int64 = 31 * 86_400

    /// The search for a weekly alarm's dates begins here.
    static func begin(_ now: Instant) -> Instant { now.advanced(bySeconds: -seconds) }

    private let id: AlarmID
    private var from: Instant

    fileprivate init(_ alarm: Alarm?, id: AlarmID, after checked: Instant, now: Instant) {
        self.id = id
        switch alarm?.schedule.kind {
        case .once, .dated: from = checked
        case .weekly, nil: from = max(checked, LookBack.begin(now))
        }
    }

    /// The next date. Reads the alarm again, because the previous verdict may have changed it.
    mutating func next(
        in book: AlarmBook, _ context: AlarmMachine.Context
    ) -> (alarm: Alarm, due: Occurrence)? {
        guard let alarm = book[id], let due = alarm.timing.nextUnspent(after: from, context.rules),
            due.instant <= context.instant
        else { return nil }
        // There is at most one occurrence per date, so this also bounds the number of rounds.
        from = max(due.instant, LookBack.begin(context.instant))
        return (alarm, due)
    }
}

extension AlarmMachine {
    func lookBack(of id: AlarmID, after checked: Instant, _ context: Context) -> LookBack {
        LookBack(book[id], id: id, after: checked, now: context.instant)
    }
}

extension AlarmTiming {
    /// Whether the date's instant under these rules exists and lies after `now`.
    func isAhead(_ date: CivilDate, of now: Instant, _ rules: DateRules) -> Bool {
        Schedule.dated(date, at: schedule.time).nextOccurrence(
            after: now, armedAt: min(armedAt, now), in: rules.zone(of: self)) != nil
    }
}
