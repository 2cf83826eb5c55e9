import ClockTime
import Testing

@testable import CalendarFile

@Suite("Free days from a calendar file (product, A11a)")
struct CalendarFileTests {
    @Test("School holidays: first to last day, folded names, reminders and zones left aside")
    func school() throws {
        let days = try Calendars.days(in: Calendars.school)
        #expect(Calendars.words(days) == ["03-30…04-10", "11-18"])
        #expect(days.days.first?.name == "Osterferien in Bayern")
        #expect(days.days.last?.name == "Bu\u{df}- und Bettag f\u{fc}r alle")
        #expect((days.timedEvents, days.cancelledEvents) == (0, 0))
    }

    @Test("Bank holidays by rules, with what is left out, moved, added, cancelled or timed")
    func bank() throws {
        let days = try Calendars.days(in: Calendars.bank)
        #expect(
            Calendars.words(days) == [
                "01-01", "01-19", "05-25", "09-02", "12-25", "12-28",
            ])
        #expect(
            days.days.map(\.name) == [
                "New Year's Day", "Martin Luther King Jr. Day", "Memorial Day",
                "Summer bank holiday (moved)", "Christmas Day", "Christmas Day",
            ])
        #expect((days.timedEvents, days.cancelledEvents) == (1, 1))
        let next = try Calendars.days(in: Calendars.bank, years: 2027...2027)
        #expect(Calendars.words(next) == ["01-01", "05-03", "05-31", "08-30"])
        // The rule with an end is over by then.
        let late = try Calendars.days(in: Calendars.bank, years: 2030...2030)
        #expect(Calendars.words(late) == ["01-01", "01-21", "05-27", "08-26"])
    }

    @Test(
        "An event's days, whatever its length is said by",
        arguments: [
            (["DTSTART;VALUE=DATE:20260501"], ["05-01"]),
            (["DTSTART:20260501"], ["05-01"]),
            (["dtstart;value=date:20260501", "dtend;value=date:20260503"], ["05-01…05-02"]),
            (["DTSTART;VALUE=DATE:20260501", "DTEND;VALUE=DATE:20260501"], ["05-01"]),
            (["DTSTART;VALUE=DATE:20260501", "DURATION:P1W"], ["05-01…05-07"]),
            (["DTSTART;VALUE=DATE:20260501", "DURATION:PT0S"], ["05-01"]),
            (["DTSTART;VALUE=DATE:20251220", "DTEND;VALUE=DATE:20260104"], ["01-01…01-03"]),
            (["DTSTART;VALUE=DATE:20261230", "DTEND;VALUE=DATE:20270104"], ["12-30…12-31"]),
            (["DTSTART;VALUE=DATE:18000101", "DTEND;VALUE=DATE:99991231"], ["01-01…12-31"]),
            (["DTSTART;VALUE=DATE:20240229", "RRULE:FREQ=YEARLY"], []),
            (["DTSTART;VALUE=DATE:20260102", "RRULE:FREQ=DAILY;COUNT=3"], ["01-02…01-04"]),
            (
                [
                    "DTSTART;VALUE=DATE:20260103", "DURATION:P2D",
                    "RRULE:FREQ=WEEKLY;UNTIL=20260118",
                ],
                ["01-03…01-04", "01-10…01-11", "01-17…01-18"]
            ),
            (["DTSTART;VALUE=DATE:20250101", "RRULE:FREQ=YEARLY;COUNT=1"], []),
            (["DTSTART;VALUE=DATE:20300101", "RRULE:FREQ=DAILY"], []),
            (["DTSTART:20260501T000000", "DTEND:20260502T000000"], []),
        ])
    func lengths(lines: [String], dates: [String]) throws {
        let bytes = Calendars.file(["BEGIN:VEVENT"] + lines + ["END:VEVENT"])
        #expect(try Calendars.words(Calendars.days(in: bytes)) == dates)
    }

    @Test("A name is one line of plain words, and of two events on a date the first gives it")
    func names() throws {
        let bytes = Calendars.file([
            "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20260101",
            "SUMMARY;X-A=\"b:c\":One\\, two\\; \\nthree\\\\  four\t", "END:VEVENT", "BEGIN:VEVENT",
            "DTSTART;VALUE=DATE:20260101", "DTEND;VALUE=DATE:20260103", "SUMMARY:Later",
            "END:VEVENT", "BEGIN:VEVENT", "DTSTART;VALUE=DATE:20260105", "END:VEVENT",
        ])
        let days = try Calendars.days(in: bytes)
        #expect(days.days.map(\.name) == ["One, two; three\\ four", "Later", ""])
    }

    @Test("Line ends may be the system's, a mark may stand before all, and calendars one by one")
    func forms() throws {
        let plain = Calendars.school.filter { $0 != UInt8(ascii: "\r") }
        #expect(try Calendars.days(in: plain) == Calendars.days(in: Calendars.school))
        let marked = [0xEF, 0xBB, 0xBF] + Calendars.school
        #expect(try Calendars.days(in: marked) == Calendars.days(in: Calendars.school))
        let both = Calendars.school + Calendars.bank
        #expect(try Calendars.days(in: both).days.count == 13 + 6)
        #expect(try Calendars.days(in: Calendars.file([])) == CalendarDays())
    }

    @Test("What is no event of whole days counts for nothing, however wrong it is")
    func ignored() throws {
        let bytes = Calendars.file([
            "BEGIN:VTODO", "DTSTART;VALUE=DATE:20260101", "DUE:nonsense", "END:VTODO",
            "BEGIN:VEVENT", "DTSTART:20260101T100000Z", "RRULE:FREQ=SECONDLY", "X-ODD",
            "END:VEVENT",
        ])
        let days = try Calendars.days(in: bytes)
        #expect(days.days.isEmpty && days.timedEvents == 1)
    }
}
