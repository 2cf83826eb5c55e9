import ClockTime
import TestKit
import Testing

@testable import CalendarFile

@Suite("Calendar files that are refused")
struct CalendarErrorTests {
    private static let start = "DTSTART;VALUE=DATE:20260102"

    @Test(
        "Each mistake in an event is told with its line and what would be right",
        arguments: [
            (["DTSTART;VALUE=DATE:20260231"], "there is no such date; a date is YYYYMMDD"),
            (["DTSTART;VALUE=DATE:202601011"], "the value of DTSTART cannot be read"),
            ([start, "DTEND;VALUE=DATE:20260101"], "the event ends before it begins"),
            ([start, "DURATION:-P1D"], "the event ends before it begins"),
            ([start, "DTEND;VALUE=DATE:2026"], "the value of DTEND cannot be read"),
            ([start, "DURATION:1"], "the value of DURATION cannot be read"),
            ([start, "RRULE:FREQ=SOMETIMES"], "the value of RRULE cannot be read"),
            ([start, "RRULE:FREQ=HOURLY"], "the event cannot be repeated like this: whole days"),
            (
                [start, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
                "the event cannot be repeated like this: no date is like this"
            ),
            (
                [start, "RRULE:RSCALE=HEBREW;FREQ=YEARLY"],
                "the event cannot be repeated like this: only the Gregorian calendar's"
            ),
            ([start, "EXDATE;VALUE=DATE:20270102,x"], "the value of EXDATE cannot be read"),
            ([start, "RDATE;VALUE=DATE:20270231"], "there is no such date"),
            ([start, "RRULE:FREQ=DAILY;UNTIL=20260140"], "there is no such date"),
        ])
    func mistakes(lines: [String], words: String) {
        let bytes = Calendars.file(["BEGIN:VEVENT"] + lines + ["END:VEVENT"])
        // Three lines and its BEGIN come before the event's lines, the last of which is wrong.
        let number = 4 + lines.count
        let message = refusal(bytes)?.description ?? "nothing was refused"
        #expect(message.hasPrefix("line \(number): \(words)"), "\(message)")
    }

    @Test(
        "A mistake in the file's frame is told with its line",
        arguments: [
            ("", 1, "a calendar file begins with BEGIN:VCALENDAR"),
            ("<html>\n", 1, "a calendar file begins with BEGIN:VCALENDAR"),
            ("BEGIN:VEVENT\nEND:VEVENT\n", 1, "a calendar file begins with BEGIN:VCALENDAR"),
            ("BEGIN:VCALENDAR\nEND:VCALENDAR\nX:1\n", 3, "a calendar file begins"),
            ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n", 2, "BEGIN:VEVENT has no END:VEVENT"),
            ("BEGIN:VCALENDAR\nEND:VEVENT\n", 2, "END:VEVENT ends nothing that began"),
            (
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR\n", 2,
                "the event has no start"
            ),
            ("BEGIN:VCALENDAR\nX-NAME:\n caf\u{e9}\n", 1, "BEGIN:VCALENDAR has no END:VCALENDAR"),
        ])
    func frame(text: String, number: Int, words: String) {
        let message = refusal(Array(text.utf8))?.description ?? "nothing was refused"
        #expect(message.hasPrefix("line \(number): \(words)"), "\(message)")
    }

    @Test("Bytes that are no text are refused with their line")
    func notText() {
        let bytes = Array("BEGIN:VCALENDAR\nSUMMARY:caf".utf8) + [0, 10]
        #expect(refusal(bytes) == CalendarError(line: 2, .notText))
    }

    @Test("Files beyond the limits are refused, and those within are read")
    func limits() {
        let comment = "X-COMMENT:" + String(repeating: "x", count: CalendarLimits.bytes)
        #expect(refusal(Calendars.file([comment]))?.problem == .tooLarge)
        func parts(_ count: Int) -> [String] { (0..<count).flatMap { _ in ["BEGIN:X", "END:X"] } }
        #expect(refusal(Calendars.file(parts(CalendarLimits.components - 1))) == nil)
        #expect(
            refusal(Calendars.file(parts(CalendarLimits.components)))?.problem == .tooManyComponents
        )
        let lines = [String](repeating: "EXDATE:", count: CalendarLimits.lines)
        #expect(refusal(Calendars.file(lines))?.problem == .tooManyComponents)
        let long = "SUMMARY:" + String(repeating: "x", count: CalendarLimits.lineBytes)
        #expect(refusal(Calendars.file([long]))?.problem == .tooLong)
        let deep = (0..<CalendarLimits.depth).map { "BEGIN:X\($0)" }
        #expect(refusal(Calendars.file(deep))?.problem == .tooDeep)
        func repeating(_ rule: String, since year: Int, _ count: Int) -> [UInt8] {
            let event = [
                "BEGIN:VEVENT", "DTSTART;VALUE=DATE:\(year)0101", "RRULE:FREQ=\(rule)",
                "END:VEVENT",
            ]
            return Calendars.file((0..<count).flatMap { _ in event })
        }
        #expect(refusal(repeating("YEARLY", since: 2026, CalendarLimits.rules)) == nil)
        #expect(
            refusal(repeating("YEARLY", since: 2026, CalendarLimits.rules + 1))?.problem
                == .tooManyRules)
        #expect(refusal(repeating("DAILY", since: 1900, 30))?.problem == .tooManyDates)
    }

    @Test("However a file is cut off or damaged, it is read or refused, and nothing worse")
    func damaged() {
        for file in [Calendars.school, Calendars.bank] {
            for count in 0..<file.count {
                let line = refusal(Array(file[..<count]))?.line
                // A file cut off inside its frame must not pass for a whole one.
                if count < file.count - 2 { #expect(line != nil, "\(count) bytes") }
            }
            var generator = SeededGenerator(seed: 1)
            for _ in 0..<1_500 {
                var bytes = file
                for _ in 0...Int.random(in: 0...3, using: &generator) {
                    let place = Int.random(in: bytes.indices, using: &generator)
                    switch Int.random(in: 0...3, using: &generator) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                    case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                    case 2: bytes.remove(at: place)
                    default: bytes.insert(bytes[place], at: place)
                    }
                }
                let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
                if let error = refusal(bytes) { #expect((1...lines).contains(error.line)) }
            }
        }
    }

    private func refusal(_ bytes: [UInt8]) -> CalendarError? {
        do throws(CalendarError) {
            _ = try Calendars.days(in: bytes)
            return nil
        } catch {
            return error
        }
    }
}
