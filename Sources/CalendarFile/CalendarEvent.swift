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

    private(set) var kind = Kind.timed
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
    /// Counts its versions.
    private(set) var sequence = 0
    /// Lines that were left out because nothing can be made of them.
    private(set) var oddLines: [ContentLine] = []

    /// The marks by which programs say that an event with times is one of whole days.
    private static let marks: Set<String> = [
        "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY",
    ]

    /// - Parameter zone: the clock's, in which a time of UTC has its date.
    init(_ event: EventLines, in zone: Zone) throws(CalendarError) {
        line = event.number
        let lines = event.lines.filter { !$0.isEmpty }
        let isCancelled = readCommon(lines)
        // The last one counts, as it did for the first programs.
        guard let startLine = lines.last(where: { $0.name == "DTSTART" }) else {
            throw CalendarError(line: line, .noStart)
        }
        let isMarked = lines.contains {
            CalendarEvent.marks.contains($0.name) && ["TRUE", "1"].contains($0.value)
        }
        let start: CalendarMoment?
        do throws(CalendarError) {
            start = try PropertyValues(startLine).moments().first
        } catch {
            // Whatever is wrong with it, an event with a time of day is no free day.
            guard startLine.hasTime, !isMarked else { throw error }
            oddLines.append(startLine)
            return
        }
        guard let start else { throw CalendarError(line: startLine.number, .badValue("DTSTART")) }
        let isAllDay = start.second == nil || isMarked
        kind = isCancelled ? .cancelled : isAllDay ? .allDay : .timed
        self.start = start.date(in: zone)
        guard isAllDay else {
            readTimed(lines, zone)
            return
        }
        try readDates(lines, zone)
        try readLength(lines, zone)
    }

    /// What does not decide about dates; an odd one is as good as none.
    private mutating func readCommon(_ lines: [ContentLine]) -> Bool {
        var isCancelled = false
        for line in lines {
            switch line.name {
            case "UID": uid = (try? PropertyValues(line))?.text() ?? ""
            case "SUMMARY": name = (try? PropertyValues(line))?.text() ?? ""
            case "STATUS": isCancelled = (try? PropertyValues(line))?.isCancelled() ?? false
            case "SEQUENCE": sequence = (try? PropertyValues(line))?.number() ?? 0
            default: break
            }
        }
        return isCancelled
    }

    /// An event with a time of day: only the date that it replaces can matter.
    private mutating func readTimed(_ lines: [ContentLine], _ zone: Zone) {
        for line in lines {
            switch line.name {
            case "RECURRENCE-ID":
                replacedDate = (try? PropertyValues(line).moments())?.first?.date(in: zone)
            case "DTEND": if (try? PropertyValues(line).moments()) == nil { oddLines.append(line) }
            case "DURATION": if (try? PropertyValues(line).days()) == nil { oddLines.append(line) }
            default: break
            }
        }
    }

    private mutating func readDates(_ lines: [ContentLine], _ zone: Zone) throws(CalendarError) {
        for line in lines {
            switch line.name {
            case "RRULE": rules.append(line)
            case "RDATE":
                for moment in try PropertyValues(line).moments() {
                    added.insert(moment.date(in: zone))
                }
            case "EXDATE":
                for moment in try PropertyValues(line).moments() {
                    excluded.insert(moment.date(in: zone))
                }
            case "RECURRENCE-ID":
                replacedDate = try PropertyValues(line).moments().first?.date(in: zone)
            default: break
            }
        }
        // It is one date, even where a program repeats the whole series in it.
        if replacedDate != nil { (rules, added, excluded) = ([], [], []) }
    }

    private mutating func readLength(_ lines: [ContentLine], _ zone: Zone) throws(CalendarError) {
        if let line = lines.last(where: { $0.name == "DTEND" }) {
            guard line.hasDigit else {
                oddLines.append(line)
                return
            }
            guard let end = try PropertyValues(line).moments().first else { return }
            let days = end.end(in: zone).daysSinceEpoch - start.daysSinceEpoch
            // A time of another zone may lie a little before; a date may not.
            guard days >= 0 || end.second != nil else {
                throw CalendarError(line: line.number, .endsBeforeStart)
            }
            // The end is the day after the last one; some programs give the last one itself for a single day.
            length = max(1, days)
        } else if let line = lines.last(where: { $0.name == "DURATION" }) {
            guard line.hasDigit else {
                oddLines.append(line)
                return
            }
            length = max(1, try PropertyValues(line).days())
        }
    }
}

extension ContentLine {
    /// Whether its value has any digit: "None" and the like are no dates at all.
    fileprivate var hasDigit: Bool {
        text.drop { $0 != ":" }.contains { $0.isASCII && $0.isNumber }
    }

    /// Whether its value looks like a time of day, as 20261225T120000 does.
    fileprivate var hasTime: Bool {
        let value = value
        guard let place = value.firstIndex(of: "T"), place != value.startIndex else { return false }
        return value[value.index(before: place)].isNumber
    }
}
