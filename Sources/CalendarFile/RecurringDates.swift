import CICal
import ClockTime

/// The search for the dates on which events begin, within a window and a bound on the work.
struct RecurringDates {
    private let first: CivilDate
    private let last: CivilDate
    private let zone: Zone
    private var rulesLeft = CalendarLimits.rules
    private var searchLeft = CalendarLimits.searched

    init(from first: CivilDate, through last: CivilDate, in zone: Zone) {
        self.zone = zone
        self.first = first
        self.last = last
    }

    /// The dates on which an event begins, exceptions aside: all that reach into the window, and perhaps
    /// others.
    mutating func starts(of event: CalendarEvent) throws(CalendarError) -> Set<CivilDate> {
        var starts = event.added
        // The first counts whether or not the rule names it (RFC 5545, 3.8.5.3).
        starts.insert(event.start)
        for line in event.rules {
            guard rulesLeft > 0 else { throw CalendarError(line: line.number, .tooManyRules) }
            rulesLeft -= 1
            let rule = try PropertyValues(line).rule()
            starts.formUnion(try dates(of: rule, event, line.number))
        }
        return starts
    }

    private mutating func dates(
        of rule: icalrecurrencetype, _ event: CalendarEvent, _ line: Int
    ) throws(CalendarError) -> Set<CivilDate> {
        let period = try days(ofPeriod: rule, line)
        let begin = event.start
        // libical stops at the end of a rule and else looks for more until the year 2582.
        var rule = rule
        var end = last
        if icaltime_is_null_time(rule.until) == 0 {
            // Exchange and Outlook write the last date's midnight, as a time of UTC.
            let until = CalendarMoment(
                date: try civil(rule.until, line: line),
                second: rule.until.is_date != 0
                    ? nil
                    : Int(rule.until.hour) * 3600 + Int(rule.until.minute) * 60
                        + Int(rule.until.second),
                isUTC: rule.until.is_date == 0 && icaltime_is_utc(rule.until) != 0)
            end = min(end, until.date(in: zone))
        }
        guard begin <= end, end.adding(days: event.length) > first else { return [] }
        rule.until = time(of: end)
        try search((end.daysSinceEpoch - begin.daysSinceEpoch) / period, line)
        guard let iterator = icalrecur_iterator_new(rule, time(of: begin)) else {
            throw CalendarError(line: line, .badRule("no date is like this"))
        }
        defer { icalrecur_iterator_free(iterator) }
        var dates: Set<CivilDate> = []
        while true {
            let next = icalrecur_iterator_next(iterator)
            guard icaltime_is_null_time(next) == 0 else { return dates }
            try search(1, line)
            let date = try civil(next, line: line)
            guard date <= end else { return dates }
            if date.adding(days: event.length) > first { dates.insert(date) }
        }
    }

    /// How long, at the least, it takes the rule to come round.
    private func days(
        ofPeriod rule: icalrecurrencetype, _ line: Int
    ) throws(CalendarError) -> Int {
        let interval = max(1, Int(rule.interval))
        switch rule.freq {
        case ICAL_DAILY_RECURRENCE: return interval
        case ICAL_WEEKLY_RECURRENCE: return interval * 7
        case ICAL_MONTHLY_RECURRENCE: return interval * 28
        case ICAL_YEARLY_RECURRENCE: return interval * 365
        default:
            throw CalendarError(
                line: line, .badRule("whole days repeat daily, weekly, monthly or yearly"))
        }
    }

    /// Counts work against the bound.
    private mutating func search(_ count: Int, _ line: Int) throws(CalendarError) {
        searchLeft -= count
        guard searchLeft >= 0 else { throw CalendarError(line: line, .tooManyDates) }
    }

    private func time(of date: CivilDate) -> icaltimetype {
        // Not the null date, whose hours are -1: a yearly rule would take New Year for its eve.
        var time = icaltime_null_time()
        let (year, month, day) = date.components
        (time.year, time.month, time.day) = (Int32(year), Int32(month), Int32(day))
        time.is_date = 1
        return time
    }
}
