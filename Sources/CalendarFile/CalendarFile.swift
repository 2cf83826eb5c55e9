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
/// meeting on a day does not make it a free one. Either the whole file is understood or it is refused,
/// with the line: an alarm that rings on a holiday because one line in the middle was damaged would
/// surprise more than a refusal.
///
/// The bytes are a stranger's. Their number, the components, their depth and the dates looked at are
/// bounded (`CalendarLimits`); it is the client's process that reads them, never the clock's.
package enum CalendarFile {
    /// The days from `first` through `last` that the file's all-day events cover.
    ///
    /// - Parameter bytes: the file's, at most `CalendarLimits.bytes`.
    package static func days(
        in bytes: [UInt8], from first: CivilDate, through last: CivilDate
    ) throws(CalendarError) -> CalendarDays {
        var found = CalendarDays()
        var events: [CalendarEvent] = []
        for lines in try EventLines.all(in: try ContentLines.read(bytes)) {
            let event = try CalendarEvent(lines)
            switch event.kind {
            case .timed: found.timedEvents += 1
            case .cancelled: found.cancelledEvents += 1
            case .allDay: break
            }
            events.append(event)
        }
        // A date of a repeating event that was changed or cancelled is an event of its own.
        var replaced: [String: Set<CivilDate>] = [:]
        for event in events {
            if let date = event.replacedDate { replaced[event.uid, default: []].insert(date) }
        }
        var names: [CivilDate: String] = [:]
        var search = RecurringDates(from: first, through: last)
        for event in events where event.kind == .allDay {
            var starts = try search.starts(of: event)
            starts.subtract(event.excluded)
            if event.replacedDate == nil { starts.subtract(replaced[event.uid] ?? []) }
            for start in starts {
                let from = max(start, first)
                let through = min(start.adding(days: event.length - 1), last)
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
}

/// What was found in a calendar file.
package struct CalendarDays: Hashable, Sendable {
    /// Each date once, earliest first.
    package var days: [CalendarDay] = []
    /// Events with a time of day, which were ignored.
    package var timedEvents = 0
    /// Events that are marked as cancelled, which were ignored.
    package var cancelledEvents = 0
}

package struct CalendarDay: Hashable, Sendable {
    package var date: CivilDate
    /// What the calendar calls it, on one line; empty where it does not.
    package var name: String
}

/// How much of a calendar file is read; beyond, it is refused.
package enum CalendarLimits {
    /// A country's holidays of ten years are some 100 kB.
    package static let bytes = 1 << 20
    /// Events, zones, reminders and the like, together.
    package static let components = 10_000
    /// One within the other; a reminder in an event in a calendar are three.
    static let depth = 8
    /// All-day events that repeat; each has one or two rules.
    static let rules = 2_000
    /// Dates and periods that the search for repeating events' dates goes through, in the whole file: a
    /// few seconds.
    static let searched = 1_000_000
}
