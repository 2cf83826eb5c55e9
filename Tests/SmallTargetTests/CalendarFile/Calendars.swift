import CalendarFile
import ClockTime

/// Calendars like those that people use.
enum Calendars {
    /// A calendar with these lines, each ended as the standard requires.
    static func file(_ lines: [String], ending: String = "\r\n") -> [UInt8] {
        let all = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + lines
        return Array((all + ["END:VCALENDAR", ""]).joined(separator: ending).utf8)
    }

    /// A calendar with one event that has these lines.
    static func event(_ lines: String...) -> [UInt8] {
        file(["BEGIN:VEVENT", "UID:1"] + lines + ["END:VEVENT"])
    }

    static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSinceEpoch: 0)
    }

    /// The days of a file in a range of years.
    static func days(
        in bytes: [UInt8], years: ClosedRange<Int> = 2026...2026, zone: Zone = .utc
    ) throws(CalendarError) -> CalendarDays {
        try CalendarFile.days(
            in: bytes, from: date(years.lowerBound, 1, 1), through: date(years.upperBound, 12, 31),
            zone: zone)
    }

    /// Dates as `MM-DD`, and consecutive days as `MM-DD…MM-DD`.
    static func words(_ days: CalendarDays) -> [String] {
        var runs: [(first: CivilDate, last: CivilDate)] = []
        for day in days.days {
            if let run = runs.last, run.last.adding(days: 1) == day.date {
                runs[runs.count - 1].last = day.date
            } else {
                runs.append((day.date, day.date))
            }
        }
        func text(_ date: CivilDate) -> String {
            let (_, month, day) = date.components
            return (month < 10 ? "0" : "") + "\(month)-" + (day < 10 ? "0" : "") + "\(day)"
        }
        return runs.map {
            $0.first == $0.last ? text($0.first) : "\(text($0.first))…\(text($0.last))"
        }
    }

    /// School holidays of a German state: whole weeks, a zone that nothing uses, folded lines, a blank after the
    /// fold, umlauts split by it.
    static let school: [UInt8] = {
        var bytes: [UInt8] = []
        let start = """
            BEGIN:VCALENDAR
            PRODID:-//Ferien//DE
            VERSION:2.0
            METHOD:PUBLISH
            X-WR-CALNAME;VALUE=TEXT:Ferien Bayern 2026
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            BEGIN:DAYLIGHT
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            TZNAME:CEST
            DTSTART:19700329T020000
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            END:DAYLIGHT
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:osterferien@example.org
            DTSTAMP:20250101T000000Z
            DTSTART;VALUE=DATE:20260330
            DTEND;VALUE=DATE:20260411
            SUMMARY;LANGUAGE=de:Osterferien in Bay
             ern
            DESCRIPTION:Alle Angaben ohne Gew\u{e4}hr\\, bitte beim Ministerium nachfrag
             en.\\nhttps://example.org/ferien
            TRANSP:TRANSPARENT
            BEGIN:VALARM
            ACTION:DISPLAY
            TRIGGER:-P1D
            DESCRIPTION:Morgen
            END:VALARM
            END:VEVENT
            BEGIN:VEVENT
            UID:busstag@example.org
            DTSTAMP:20250101T000000Z
            DTSTART;VALUE=DATE:20261118
            SUMMARY:Bu\u{df}- und
            """
        for line in start.split(separator: "\n") { bytes += Array(line.utf8) + [13, 10] }
        // " Bettag für alle", with the ü split in two.
        bytes.removeLast(2)
        bytes += Array(" Bettag f".utf8) + [0xC3, 13, 10, 0x20, 0xBC] + Array("r alle\r\n".utf8)
        bytes += Array("END:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
        return bytes
    }()

    /// A country's holidays, most of them by rules, with one moved and one left out.
    static let bank = file(
        [
            "BEGIN:VEVENT", "UID:new-year", "DTSTART;VALUE=DATE:20150101",
            "DTEND;VALUE=DATE:20150102", "SUMMARY:New Year's Day", "RRULE:FREQ=YEARLY",
            "END:VEVENT",
            "BEGIN:VEVENT", "UID:king", "DTSTART;VALUE=DATE:20150119",
            "RRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=3MO", "SUMMARY:Martin Luther King Jr. Day",
            "END:VEVENT",
            "BEGIN:VEVENT", "UID:memorial", "DTSTART;VALUE=DATE:20150525", "DURATION:P1D",
            "RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO", "SUMMARY:Memorial Day", "END:VEVENT",
            "BEGIN:VEVENT", "UID:labour", "DTSTART;VALUE=DATE:20150504",
            "RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=1MO;UNTIL=20300101T000000Z",
            "EXDATE;VALUE=DATE:20250505,20260504", "SUMMARY:Early May bank holiday", "END:VEVENT",
            "BEGIN:VEVENT", "UID:summer", "DTSTART;VALUE=DATE:20150831",
            "RRULE:FREQ=YEARLY;BYMONTH=8;BYDAY=-1MO", "SUMMARY:Summer bank holiday", "END:VEVENT",
            "BEGIN:VEVENT", "UID:summer", "RECURRENCE-ID;VALUE=DATE:20260831",
            "DTSTART;VALUE=DATE:20260902", "SUMMARY:Summer bank holiday (moved)", "END:VEVENT",
            "BEGIN:VEVENT", "UID:king", "RECURRENCE-ID;VALUE=DATE:20270118",
            "DTSTART;VALUE=DATE:20270118", "STATUS:CANCELLED", "END:VEVENT",
            "BEGIN:VEVENT", "UID:coronation", "DTSTART;VALUE=DATE:20261225",
            "RDATE;VALUE=DATE:20261228", "SUMMARY:Christmas Day", "END:VEVENT",
            "BEGIN:VEVENT", "UID:party", "DTSTART;TZID=Europe/London:20260601T190000",
            "DTEND;TZID=Europe/London:20260602T020000", "RRULE:FREQ=DAILY", "SUMMARY:Party",
            "END:VEVENT",
        ], ending: "\n")
}
