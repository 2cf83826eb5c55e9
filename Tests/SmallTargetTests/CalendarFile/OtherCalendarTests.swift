import ClockTime
import Foundation
import Testing

@testable import CalendarFile

/// What Exchange, Outlook and others write, and what is damaged beside a holiday (product, A11a).
@Suite("Calendars that other people's programs wrote")
struct OtherCalendarTests {
    private let berlin: Zone

    init() throws {
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/Europe/Berlin"))
        berlin = try Zone(name: "Europe/Berlin", tzif: [UInt8](bytes))
    }

    private func words(
        _ lines: [String], in zone: Zone? = nil, years: ClosedRange<Int> = 2027...2027
    ) throws -> [String] {
        let zone = zone ?? berlin
        let bytes = Calendars.file(["BEGIN:VEVENT", "UID:x"] + lines + ["END:VEVENT"])
        return try Calendars.words(Calendars.days(in: bytes, years: years, zone: zone))
    }

    @Test("A deleted date of a whole-day series may have a time: its date does not count")
    func deleted() throws {
        let start = ["DTSTART;VALUE=DATE:20270301", "RRULE:FREQ=DAILY;COUNT=4"]
        for deleted in [
            "EXDATE:20270302T000000", "EXDATE;TZID=W. Europe Standard Time:20270302T000000",
            "EXDATE:20270301T230000Z", "EXDATE;VALUE=DATE:20270302", "EXDATE:20270302",
        ] {
            #expect(try words(start + [deleted]) == ["03-01", "03-03…03-04"], "\(deleted)")
        }
        let two = try words(start + ["EXDATE:20270302T000000,20270303T000000"])
        #expect(two == ["03-01", "03-04"])
        let added = try words(start + ["RDATE:20270311T230000Z"])
        #expect(added == ["03-01…03-04", "03-12"])
    }

    @Test("The end of a series as local midnight in UTC is the local date")
    func until() throws {
        let lines = [
            "RRULE:FREQ=WEEKLY;UNTIL=20270316T230000Z;INTERVAL=1;BYDAY=WE;WKST=MO",
            "DTSTART;VALUE=DATE:20270303", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
        ]
        #expect(try words(lines) == ["03-03", "03-10", "03-17"])
        #expect(try words(lines, in: .utc) == ["03-03", "03-10"])
        let days = [
            "RRULE:FREQ=DAILY;UNTIL=20270303T230000Z;INTERVAL=1", "EXDATE:20270302T000000",
            "DTSTART;VALUE=DATE:20270301", "DTEND;VALUE=DATE:20270302",
        ]
        #expect(try words(days) == ["03-01", "03-03…03-04"])
        #expect(try words(days, in: .utc) == ["03-01", "03-03"])
        // In summer, midnight lies an hour earlier.
        let summer = ["DTSTART;VALUE=DATE:20270701", "RRULE:FREQ=DAILY;UNTIL=20270702T220000Z"]
        #expect(try words(summer) == ["07-01…07-03"])
        let plain = ["DTSTART;VALUE=DATE:20270701", "RRULE:FREQ=DAILY;UNTIL=20270703T000000"]
        #expect(try words(plain) == ["07-01…07-03"])
    }

    @Test("An exception is one date, and a moved date counts once, whatever names it")
    func exceptions() throws {
        for moved in [
            "RECURRENCE-ID;VALUE=DATE:20270308", "RECURRENCE-ID:20270308T000000",
            "RECURRENCE-ID;TZID=Europe/Berlin:20270308T000000", "RECURRENCE-ID:20270307T230000Z",
        ] {
            let bytes = Calendars.file([
                "BEGIN:VEVENT", "UID:w", "DTSTART;VALUE=DATE:20270301",
                "DTEND;VALUE=DATE:20270302", "RRULE:FREQ=WEEKLY;UNTIL=20270315", "END:VEVENT",
                "BEGIN:VEVENT", "UID:w", moved, "DTSTART;VALUE=DATE:20270309",
                "RRULE:FREQ=WEEKLY", "RDATE;VALUE=DATE:20270401", "END:VEVENT",
            ])
            let days = try Calendars.days(in: bytes, years: 2027...2030, zone: berlin)
            #expect(Calendars.words(days) == ["03-01", "03-09", "03-15"], "\(moved)")
        }
    }

    @Test("Whole days may be written as times, by the marks that programs use for them")
    func marked() throws {
        let times = ["DTSTART:20270228T230000Z", "DTEND:20270302T230000Z"]
        let local = [
            "DTSTART;TZID=W. Europe Standard Time:20270301T000000",
            "DTEND;TZID=W. Europe Standard Time:20270303T000000",
        ]
        for mark in [
            "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE",
            "X-FUNAMBOL-ALLDAY:1", "x-microsoft-cdo-alldayevent:true",
        ] {
            #expect(try words(times + [mark]) == ["03-01…03-02"], "\(mark)")
            #expect(try words(local + [mark]) == ["03-01…03-02"], "\(mark)")
        }
        #expect(try words(times) == [])
        #expect(try words(times + ["X-MICROSOFT-CDO-ALLDAYEVENT:FALSE"]) == [])
        let late = ["DTSTART:20270301T000000", "DTEND:20270301T235900", "X-FUNAMBOL-ALLDAY:TRUE"]
        #expect(try words(late) == ["03-01"])
        let yearly = local + ["X-FUNAMBOL-ALLDAY:1", "RRULE:FREQ=YEARLY;COUNT=2"]
        #expect(try words(yearly, years: 2027...2030) == ["03-01…03-02", "03-01…03-02"])
    }

    @Test("An end with a time, and what is empty or odd, does not spoil a holiday")
    func odd() throws {
        let start = "DTSTART;VALUE=DATE:20270301"
        for (lines, dates) in [
            (["DTEND:20270301T050001Z"], ["03-01"]), (["DTEND:20270302T000000"], ["03-01"]),
            (["DTEND:20270302T120000"], ["03-01…03-02"]), (["DURATION:PT36H"], ["03-01…03-02"]),
            (["RRULE:"], ["03-01"]), (["EXDATE:"], ["03-01"]), (["DTEND:"], ["03-01"]),
            (["DTEND;VALUE=DATE:"], ["03-01"]), (["DTEND:None"], ["03-01"]),
            (["DURATION:"], ["03-01"]), (["RECURRENCE-ID:"], ["03-01"]), (["STATUS:"], ["03-01"]),
            (["STATUS:SOMETIMES"], ["03-01"]), (["SEQUENCE:many"], ["03-01"]),
            (["SUMMARY"], ["03-01"]), (["UID:"], ["03-01"]), (["X-ODD", "=;:"], ["03-01"]),
        ] {
            #expect(try words([start] + lines) == dates, "\(lines)")
        }
        let years = [
            "RRULE:FREQ=YEARLY;COUNT=10;BYMONTHDAY=31;BYMONTH=12", "DTSTART;VALUE=DATE:20261231",
            "DTEND:20261231T050001Z",
        ]
        #expect(try words(years, years: 2020...2050).count == 10)
        let bytes = Calendars.event(start, "SUMMARY:Day off", "DTEND:None")
        let found = try Calendars.days(in: bytes, years: 2027...2027)
        #expect(found.oddLines == [CalendarOddLine(line: 8, property: "DTEND", event: "Day off")])
    }

    @Test("A broken meeting beside a holiday is named, and the holiday counts")
    func meeting() throws {
        let holiday = ["BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20261231", "END:VEVENT"]
        for broken in [
            ["DTSTART;TZID=Europe/Berlin:20270112T180000", "DTEND:None"],
            ["DTSTART:20270112T1800", "DTEND:20270112T190000"],
            ["DTSTART:20270112T180000", "DURATION:soon"],
        ] {
            let lines = holiday + ["BEGIN:VEVENT", "SUMMARY:Meeting"] + broken + ["END:VEVENT"]
            let found = try Calendars.days(in: Calendars.file(lines), years: 2026...2027)
            #expect(Calendars.words(found) == ["12-31"], "\(broken)")
            #expect(found.timedEvents == 1)
            #expect(found.oddLines.map(\.event) == ["Meeting"], "\(broken)")
        }
    }

    @Test("An older version of an event does not count")
    func versions() throws {
        func event(_ sequence: Int?, _ date: String) -> [String] {
            ["BEGIN:VEVENT", "UID:v", "DTSTART;VALUE=DATE:\(date)"]
                + (sequence.map { ["SEQUENCE:\($0)"] } ?? []) + ["END:VEVENT"]
        }
        for events in [
            event(1, "20270301") + event(2, "20270302"),
            event(2, "20270302") + event(1, "20270301"),
            event(nil, "20270301") + event(1, "20270302"),
        ] {
            let found = try Calendars.days(in: Calendars.file(events), years: 2027...2027)
            #expect(Calendars.words(found) == ["03-02"])
            #expect(found.olderEvents == 1)
        }
        // Programs that give all events one name number no versions.
        let same = try Calendars.days(
            in: Calendars.file(event(nil, "20270301") + event(nil, "20270303")), years: 2027...2027)
        #expect(Calendars.words(same) == ["03-01", "03-03"])
    }

    @Test("ISO 8859-1 is read, and said to be")
    func latin() throws {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20270301\nSUMMARY:Fasching"
        let bytes = Array(text.utf8) + [0x2C, 0xFC] + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
        let found = try Calendars.days(in: bytes, years: 2027...2027)
        #expect(found.isLatin)
        #expect(found.days.map(\.name) == ["Fasching,\u{fc}"])
        #expect(try !Calendars.days(in: Calendars.school).isLatin)
    }

    @Test("The holidays of all states of a country in one file of megabytes are read")
    func large() throws {
        let rest = "DESCRIPTION:" + String(repeating: "x", count: 300)
        let lines = (0..<4778).flatMap { number -> [String] in
            [
                "BEGIN:VEVENT", "UID:\(number)", "DTSTART;VALUE=DATE:20270301", rest,
                "BEGIN:VALARM", "TRIGGER:-P1D", "END:VALARM", "END:VEVENT",
            ]
        }
        let bytes = Calendars.file(lines)
        #expect(bytes.count > 1_650_000)
        #expect(try Calendars.words(Calendars.days(in: bytes, years: 2027...2027)) == ["03-01"])
    }
}
