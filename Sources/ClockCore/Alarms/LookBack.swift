import ClockTime

/// The dates of one alarm that passed while nobody looked, in their order.
///
/// A weekly alarm's are looked for over 31 days at the most, so that a jump costs the same however large it is
/// (law, 2.3). One that rings once has but one date that was not judged, and ends by it however long ago that
/// was (2.5, 11); where that is skipped it takes its next one, which is looked for within the bound.
struct LookBack {
    static let seconds: Int64 = 31 * 86_400

    /// No date of a weekly alarm before this is looked for.
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

    /// The next one, with the alarm as it is now: what was judged before may have changed it.
    mutating func next(
        in book: AlarmBook, _ context: AlarmMachine.Context
    ) -> (alarm: Alarm, due: Occurrence)? {
        guard let alarm = book[id], let due = alarm.timing.nextUnspent(after: from, context.rules),
            due.instant <= context.instant
        else { return nil }
        // At most one occurrence a date, so the bound is one of rounds, too.
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
    /// Whether the date has an instant that lies ahead of `now`, by these rules.
    func isAhead(_ date: CivilDate, of now: Instant, _ rules: DateRules) -> Bool {
        Schedule.dated(date, at: schedule.time).nextOccurrence(
            after: now, armedAt: min(armedAt, now), in: rules.zone(of: self)) != nil
    }
}
