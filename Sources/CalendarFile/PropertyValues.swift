import CICal
import ClockTime

/// What libical makes of one line: a property, or several where its value is a list.
struct PropertyValues: ~Copyable {
    private let line: ContentLine
    /// An event that has nothing but this line; ours to free.
    private let component: OpaquePointer

    /// - Throws: where libical finds anything wrong with the line.
    init(_ line: ContentLine) throws(CalendarError) {
        // What libical was built to do about an error, it must not: end the process.
        icalerror_set_errors_are_fatal(0)
        let text = "BEGIN:VEVENT\r\n\(line.text)\r\nEND:VEVENT\r\n"
        guard let component = icalparser_parse_string(text) else {
            throw CalendarError(line: line.number, .badValue(line.name))
        }
        let isSound =
            icalcomponent_isa(component) == ICAL_VEVENT_COMPONENT
            && icalcomponent_count_errors(component) == 0
            && icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY) != nil
        guard isSound else {
            icalcomponent_free(component)
            throw CalendarError(line: line.number, .badValue(line.name))
        }
        self.line = line
        self.component = component
    }

    deinit { icalcomponent_free(component) }

    /// The dates; nil for each value that has a time of day.
    func dates() throws(CalendarError) -> [CivilDate?] {
        var dates: [CivilDate?] = []
        var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let property = next {
            if let value = icalproperty_get_value(property),
                icalvalue_isa(value) == ICAL_DATE_VALUE
            {
                dates.append(try civil(icalvalue_get_date(value), line: line.number))
            } else {
                dates.append(nil)
            }
            next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
        return dates
    }

    /// A length in whole days; nil where it has hours, minutes or seconds.
    func days() throws(CalendarError) -> Int? {
        let duration = icalproperty_get_duration(first)
        guard duration.is_neg == 0 else {
            throw CalendarError(line: line.number, .endsBeforeStart)
        }
        guard duration.hours == 0, duration.minutes == 0, duration.seconds == 0 else { return nil }
        return Int(duration.weeks) * 7 + Int(duration.days)
    }

    /// The words of a property that is text, on one line.
    func text() -> String {
        guard let value = icalproperty_get_value(first), let text = icalvalue_get_text(value) else {
            return ""
        }
        return String(cString: text).split { $0.isWhitespace }.joined(separator: " ")
    }

    func isCancelled() -> Bool {
        icalproperty_get_status(first) == ICAL_STATUS_CANCELLED
    }

    /// A rule for repeating. It has nothing of this value's own memory.
    func rule() throws(CalendarError) -> icalrecurrencetype {
        var rule = icalproperty_get_rrule(first)
        if let scale = rule.rscale {
            guard String(cString: scale).uppercased() == "GREGORIAN" else {
                throw CalendarError(
                    line: line.number, .badRule("only the Gregorian calendar's dates are known"))
            }
            rule.rscale = nil
        }
        return rule
    }

    /// Never nil, as the initialiser has made sure.
    private var first: OpaquePointer? {
        icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
    }
}

/// libical takes 31 February as it comes.
func civil(_ time: icaltimetype, line: Int) throws(CalendarError) -> CivilDate {
    guard
        let date = CivilDate(year: Int(time.year), month: Int(time.month), day: Int(time.day))
    else { throw CalendarError(line: line, .noSuchDate) }
    return date
}
