/// Why a calendar file was refused.
package struct CalendarError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Problem: Hashable, Sendable {
        /// More bytes than are read.
        case tooLarge
        /// Bytes of no text that can be read, such as UTF-16.
        case notText
        /// Something else than a calendar at the top of the file.
        case notACalendar
        /// The file ends within a component of this name.
        case cutOff(String)
        /// An end that belongs to nothing open.
        case strayEnd(String)
        case tooManyComponents
        /// A line with more bytes than are read.
        case tooLong
        case tooDeep
        /// An event without a start.
        case noStart
        /// The value of the property with this name has not the form that it must have.
        case badValue(String)
        /// A day that no month has.
        case noSuchDate
        case endsBeforeStart
        /// A rule for repeating that cannot be followed; says what about it.
        case badRule(String)
        case tooManyRules
        case tooManyDates
    }

    /// From 1; a folded line counts as its first.
    package let line: Int
    package let problem: Problem

    package init(line: Int, _ problem: Problem) {
        self.line = line
        self.problem = problem
    }

    package var description: String { "line \(line): \(words)" }

    private var words: String { "\(fault). \(advice)" }

    private var fault: String {
        switch problem {
        case .tooLarge: "the file is too large; at most \(CalendarLimits.bytes >> 20) MiB are read"
        case .notText: "this is no text in UTF-8, as a calendar file must be"
        case .notACalendar: "a calendar file begins with BEGIN:VCALENDAR and ends with its END"
        case .cutOff(let name): "BEGIN:\(name) has no END:\(name); the file seems to be cut off"
        case .strayEnd(let name): "END:\(name) ends nothing that began"
        case .tooManyComponents:
            "more than \(CalendarLimits.components) events and other parts are not read"
        case .tooLong: "the line is too long; at most \(CalendarLimits.lineBytes) bytes are read"
        case .tooDeep: "more than \(CalendarLimits.depth) parts within each other are not read"
        case .noStart: "the event has no start (DTSTART), so nobody knows whether it is a free day"
        case .badValue(let name):
            "the value of \(name) cannot be read\(CalendarError.form(of: name))"
        case .noSuchDate: "there is no such date; a date is YYYYMMDD, as in 20261225"
        case .endsBeforeStart: "the event ends before it begins"
        case .badRule(let what): "the event cannot be repeated like this: \(what)"
        case .tooManyRules:
            "more than \(CalendarLimits.rules) repeating events of whole days are not read"
        case .tooManyDates: "the file's events repeat too often to be followed to the end"
        }
    }

    /// What the person can do.
    private var advice: String {
        switch problem {
        case .tooLarge, .tooManyComponents, .tooManyRules:
            "Export fewer years, or a calendar of free days alone"
        case .notText: "Save it as UTF-8"
        case .notACalendar: "Choose the .ics file that the calendar program exports"
        case .cutOff, .strayEnd: "Export or download it again"
        case .tooLong, .tooDeep: "Export it again, from another program if it stays so"
        case .noStart, .badValue, .noSuchDate, .endsBeforeStart, .badRule, .tooManyDates:
            "Correct the event in the calendar and export it again, or delete it from the file"
        }
    }

    /// What was expected instead.
    private static func form(of name: String) -> String {
        switch name {
        case "DTSTART", "DTEND", "EXDATE", "RDATE", "RECURRENCE-ID":
            "; a date is YYYYMMDD, as in 20261225"
        case "RRULE": "; a rule is such as FREQ=YEARLY"
        default: ""
        }
    }
}
