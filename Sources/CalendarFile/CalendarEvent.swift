import ClockTime

/// One event of a calendar, as far as it matters for free days.
struct CalendarEvent {
    enum Kind {
        /// Of whole days.
        case allDay
        /// It has a time of day.
        case timed
        case cancelled
    }

    var kind: Kind
    /// Of its BEGIN.
    let line: Int
    /// Shared with the events that change single dates of it; empty where it has none.
    private(set) var uid = ""
    private(set) var name = ""
    private(set) var start = CivilDate(daysSinceEpoch: 0)
    /// Days that it covers, from 1.
    private(set) var length = 1
    /// The date of a repeating event that this one stands in for.
    private(set) var replacedDate: CivilDate?
    /// Lines with rules for repeating.
    private(set) var rules: [ContentLine] = []
    /// Further starts.
    private(set) var added: Set<CivilDate> = []
    /// Starts that do not count.
    private(set) var excluded: Set<CivilDate> = []

    init(_ event: EventLines) throws(CalendarError) {
        line = event.number
        kind = .timed
        var start: CivilDate??
        var end: (date: CivilDate?, line: Int)?
        var days: (count: Int?, line: Int)?
        var isCancelled = false
        for line in event.lines {
            switch line.name {
            case "UID": uid = try PropertyValues(line).text()
            case "SUMMARY": name = try PropertyValues(line).text()
            case "STATUS": isCancelled = try PropertyValues(line).isCancelled()
            case "DTSTART": start = try PropertyValues(line).dates().first
            case "DTEND": end = (try PropertyValues(line).dates().first ?? nil, line.number)
            case "DURATION": days = (try PropertyValues(line).days(), line.number)
            case "RRULE": rules.append(line)
            case "RDATE": added.formUnion(try PropertyValues(line).dates().compactMap { $0 })
            case "EXDATE": excluded.formUnion(try PropertyValues(line).dates().compactMap { $0 })
            case "RECURRENCE-ID":
                replacedDate = try PropertyValues(line).dates().first ?? nil
            default: break
            }
        }
        guard let start else { throw CalendarError(line: line, .noStart) }
        if isCancelled { kind = .cancelled }
        guard let start else { return }
        self.start = start
        if !isCancelled { kind = .allDay }
        if let end {
            guard let date = end.date else {
                throw CalendarError(line: end.line, .badValue("DTEND"))
            }
            length = try lengthChecked(date.daysSinceEpoch - start.daysSinceEpoch, end.line)
        } else if let days {
            guard let count = days.count else {
                throw CalendarError(line: days.line, .badValue("DURATION"))
            }
            length = try lengthChecked(count, days.line)
        }
    }

    /// The end is the day after the last one; some programs give the last one itself for a single day.
    private func lengthChecked(_ days: Int, _ line: Int) throws(CalendarError) -> Int {
        guard days >= 0 else { throw CalendarError(line: line, .endsBeforeStart) }
        return max(1, days)
    }
}
