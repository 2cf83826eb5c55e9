import ClockTime

@testable import ClockCore

/// The first ring of all alarms after an instant, as a scan of all of them gives it.
struct AlarmScan {
    var alarms: [Alarm]
    var rules: DateRules
    var from: Instant
    var first: DueIndex.Entry?
    /// The first date of any alarm, also one that will be skipped. What is skipped after it depends on whether it came to
    /// pass or was passed over.
    var firstDate: Instant?

    init(_ alarms: [Alarm], _ rules: DateRules, after instant: Instant) {
        (self.alarms, self.rules, from) = (alarms, rules, instant)
        for (place, alarm) in alarms.enumerated() {
            let date = alarm.timing.nextUnspent(after: instant, rules)?.instant
            firstDate = [firstDate, date].compactMap { $0 }.min()
            guard let next = alarm.timing.nextRing(after: instant, rules) else { continue }
            let entry = DueIndex.Entry(instant: next.instant, place: place)
            first = min(first ?? entry, entry)
        }
    }

    /// Whether a scan would give the same now: nothing has changed, and all dates are still to come.
    func holds(_ alarms: [Alarm], _ rules: DateRules, after instant: Instant) -> Bool {
        from <= instant && instant < firstDate ?? instant.advanced(bySeconds: 1)
            && self.alarms == alarms && self.rules == rules
    }
}
