package import ClockTime

/// Days that a calendar file names: school and bank holidays, leave (iCalendar, RFC 5545; `.ics`).
///
/// Theory of operation. The file's frame is read here: its lines, unfolded and numbered
/// (`ContentLines`), and which of them belong to which event (`EventLines`), because libical does not
/// say on which line something is wrong. What a line means is libical's: each of the few properties
/// that matter is given to it alone (`PropertyValues`), so that an error has its line, and it finds the
/// dates of repeating events (`RecurringDates`). `CalendarEvent` is one event understood; this file
/// puts them together: exceptions and moved dates taken out, what is cancelled left out, only dates
/// within a window.
///
/// The whole day counts: events with a time of day are counted and otherwise ignored, because a
/// meeting on a day does not make it a free one, however broken it is. Of what decides about free
/// days, either all is understood or the file is refused, with the line: an alarm that rings on a
/// holiday because one line in the middle was damaged would surprise more than a refusal.
///
/// The bytes are a stranger's. Their number, the components, their depth and the dates looked at are
/// bounded (`CalendarLimits`); it is the client's process that reads them, never the clock's.
package enum CalendarFile {
    /// The days from `first` through `last` that the file's all-day events cover.
    ///
    /// - Parameters:
    ///   - bytes: the file's, at most `CalendarLimits.bytes`.
    ///   - zone: the clock's. Times of UTC in the file have their dates in it.
    package static func days(
        in bytes: [UInt8], from first: CivilDate, through last: CivilDate, zone: Zone
    ) throws(CalendarError) -> CalendarDays {
        var found = CalendarDays()
        let lines = try ContentLines(bytes)
        found.isLatin = lines.isLatin
        var events: [CalendarEvent] = []
        for lines in try EventLines.all(in: lines.lines) {
            events.append(try CalendarEvent(lines, in: zone))
        }
        let read = events.count
        events = newest(of: events)
        found.olderEvents = read - events.count
        for event in events {
            switch event.kind {
            case .timed: found.timedEvents += 1
            case .cancelled: found.cancelledEvents += 1
            case .allDay: break
            }
            found.oddLines += event.oddLines.map {
                CalendarOddLine(line: $0.number, property: $0.name, event: event.name)
            }
        }
        // A date of a repeating event that was changed or cancelled is an event of its own.
        var replaced: [String: Set<CivilDate>] = [:]
        for event in events {
            if let date = event.replacedDate { replaced[event.uid, default: []].insert(date) }
        }
        var names: [CivilDate: String] = [:]
        var search = RecurringDates(from: first, through: last, in: zone)
        var covered = 0
        for event in events where event.kind == .allDay {
            var starts = try search.starts(of: event)
            starts.subtract(event.excluded)
            if event.replacedDate == nil { starts.subtract(replaced[event.uid] ?? []) }
            for start in starts {
                let from = max(start, first)
                let through = min(start.adding(days: event.length - 1), last)
                covered += max(0, through.daysSinceEpoch - from.daysSinceEpoch)
                guard covered <= CalendarLimits.searched else {
                    throw CalendarError(line: event.line, .tooManyDates)
                }
                var date = from
                while date <= through {
                    // Of several events on a date the first in the file gives the name.
                    if names[date] == nil { names[date] = event.name }
                    date = date.adding(days: 1)
                }
            }
        }
        found.days = names.map { CalendarDay(date: $0.key, name: $0.value) }
            .sorted { $0.date < $1.date }
        return found
    }

    /// Without those of which the file has a later version, too.
    private static func newest(of events: [CalendarEvent]) -> [CalendarEvent] {
        struct Key: Hashable {
            let uid: String
            let replacedDate: CivilDate?
        }
        var latest: [Key: Int] = [:]
        func key(_ event: CalendarEvent) -> Key {
            Key(uid: event.uid, replacedDate: event.replacedDate)
        }
        for event in events {
            latest[key(event)] = max(latest[key(event)] ?? event.sequence, event.sequence)
        }
        return events.filter { $0.uid.isEmpty || $0.sequence == latest[key($0)] }
    }
}

/// What was found in a calendar file.
package struct CalendarDays: Hashable, Sendable {
    /// Each date once, earliest first.
    package var days: [CalendarDay] = []
    /// Events with a time of day, which were ignored.
    package var timedEvents = 0
    /// Events that are marked as cancelled, which were ignored.
    package var cancelledEvents = 0
    /// Events of which the file has a later version, which were ignored.
    package var olderEvents = 0
    /// Lines of which nothing can be made, and without which their events were read.
    package var oddLines: [CalendarOddLine] = []
    /// The file is not in UTF-8, and was read as ISO 8859-1.
    package var isLatin = false
}

/// A line that was left out.
package struct CalendarOddLine: Hashable, Sendable {
    package var line: Int
    package var property: String
    /// What the calendar calls the event; empty where it does not.
    package var event: String
}

package struct CalendarDay: Hashable, Sendable {
    package var date: CivilDate
    /// What the calendar calls it, on one line; empty where it does not.
    package var name: String
}

/// How much of a calendar file is read; beyond, it is refused.
package enum CalendarLimits {
    /// The holidays of all states of a country are more than 1 MB.
    package static let bytes = 8 << 20
    /// Events, zones, reminders and the like, together.
    package static let components = 60_000
    /// Lines that matter, and the bytes of one: a year of dates that are left out has 4,000.
    static let lines = 250_000
    static let lineBytes = 1 << 16
    /// One within the other; a reminder in an event in a calendar are three.
    static let depth = 8
    /// All-day events that repeat; each has one or two rules.
    static let rules = 10_000
    /// Dates and periods that the search for repeating events' dates goes through, in the whole file: at
    /// most two seconds.
    static let searched = 500_000
}
