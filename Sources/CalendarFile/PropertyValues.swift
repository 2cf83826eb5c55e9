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

    /// The dates and times.
    func moments() throws(CalendarError) -> [CalendarMoment] {
        var moments: [CalendarMoment] = []
        var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let property = next {
            guard let value = icalproperty_get_value(property),
                let time = PropertyValues.time(value)
            else {
                throw CalendarError(line: line.number, .badValue(line.name))
            }
            moments.append(
                CalendarMoment(
                    date: try civil(time, line: line.number),
                    second: time.is_date != 0
                        ? nil : Int(time.hour) * 3600 + Int(time.minute) * 60 + Int(time.second),
                    isUTC: time.is_date == 0 && icaltime_is_utc(time) != 0))
            next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
        return moments
    }

    private static func time(_ value: OpaquePointer) -> icaltimetype? {
        switch icalvalue_isa(value) {
        case ICAL_DATE_VALUE: return icalvalue_get_date(value)
        case ICAL_DATETIME_VALUE: return icalvalue_get_datetime(value)
        case ICAL_DATETIMEPERIOD_VALUE, ICAL_PERIOD_VALUE:
            let period = icalvalue_get_datetimeperiod(value)
            return icaltime_is_null_time(period.time) == 0 ? period.time : period.period.start
        default: return nil
        }
    }

    /// A length in days; one that is begun counts.
    func days() throws(CalendarError) -> Int {
        let duration = icalproperty_get_duration(first)
        guard duration.is_neg == 0 else {
            throw CalendarError(line: line.number, .endsBeforeStart)
        }
        let seconds =
            Int(duration.hours) * 3600 + Int(duration.minutes) * 60 + Int(duration.seconds)
        return Int(duration.weeks) * 7 + Int(duration.days) + (seconds + 86_399) / 86_400
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

    func number() -> Int { Int(icalproperty_get_sequence(first)) }

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

/// A date, or a time on a date, as the file has it.
struct CalendarMoment: Hashable {
    let date: CivilDate
    /// Of the day; nil: the whole day.
    let second: Int?
    /// A time of UTC. Others are times of the place that they speak of, so their date is the right one.
    let isUTC: Bool

    /// The date where the clock stands: programs write the midnight of a place as a time of UTC.
    func date(in zone: Zone) -> CivilDate { civil(in: zone).date }

    /// The first date on which it is over: its own at midnight, and else the next one.
    func end(in zone: Zone) -> CivilDate {
        let (date, second) = civil(in: zone)
        return second == 0 ? date : date.adding(days: 1)
    }

    private func civil(in zone: Zone) -> (date: CivilDate, second: Int) {
        guard isUTC, let second else { return (date, second ?? 0) }
        let utc = Instant(seconds: Int64(date.daysSinceEpoch * 86_400 + second))
        let local = date.daysSinceEpoch * 86_400 + second + zone.offset(at: utc).seconds
        let day = Int((Double(local) / 86_400).rounded(.down))
        return (CivilDate(daysSinceEpoch: day), local - day * 86_400)
    }
}

/// libical takes 31 February as it comes.
func civil(_ time: icaltimetype, line: Int) throws(CalendarError) -> CivilDate {
    guard
        let date = CivilDate(year: Int(time.year), month: Int(time.month), day: Int(time.day))
    else { throw CalendarError(line: line, .noSuchDate) }
    return date
}
