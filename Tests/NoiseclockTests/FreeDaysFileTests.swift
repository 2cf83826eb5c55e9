import CalendarFile
import ClockCore
import ClockTime
import Foundation
import ReplySamples
import Testing

@testable import noiseclock

@Suite("The client reads calendar files (product, A11a)")
struct FreeDaysFileTests {
    private static func date(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
        CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSinceEpoch: 0)
    }

    private static let today = date(2026, 3, 1)

    /// Reads a calendar with these events, each given as its lines.
    private func read(_ events: [[String]]) throws -> FreeDaysFile {
        let lines = events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
        return try read(
            (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n"))
    }

    private func read(_ text: String) throws -> FreeDaysFile {
        let path = FileManager.default.temporaryDirectory.appending(path: "days-\(UUID()).ics").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return try FreeDaysFile.freeDays(file: path, today: FreeDaysFileTests.today)
    }

    @Test("Days from today on are taken, with what they are called, and what was ignored is told")
    func taken() throws {
        let long = String(repeating: "\u{fc}", count: 60)
        let file = try read([
            ["DTSTART;VALUE=DATE:20260228", "DURATION:P2D", "SUMMARY:\(long)"],
            ["DTSTART;VALUE=DATE:20200101", "RRULE:FREQ=YEARLY", "SUMMARY:New Year"],
            ["DTSTART:20260401T100000", "SUMMARY:Dentist"],
            ["DTSTART;VALUE=DATE:20260402", "STATUS:CANCELLED"],
        ])
        let years = [2027, 2028, 2029, 2030, 2031]
        let newYears = years.map {
            FreeDay(date: FreeDaysFileTests.date($0, 1, 1), name: "New Year")
        }
        let first = FreeDay(
            date: FreeDaysFileTests.today, name: String(repeating: "\u{fc}", count: 40))
        #expect(file.days == [first] + newYears)
        let lines: [String] = [
            "free days: 6, from 2026-03-01 to 2031-01-01",
            "  Sun 1 Mar 2026  \(String(repeating: "\u{fc}", count: 40))",
            "  Fri 1 Jan 2027  New Year", "  Sat 1 Jan 2028  New Year",
            "  Mon 1 Jan 2029  New Year", "  Tue 1 Jan 2030  New Year",
            "  Wed 1 Jan 2031  New Year",
            "events with a time of day, which make no free day: 1", "cancelled events: 1",
        ]
        #expect(file.lines == lines)
    }

    @Test("Of more days than the clock keeps the next ones are taken, and the rest is told")
    func tooMany() throws {
        let file = try read([["DTSTART;VALUE=DATE:20260101", "RRULE:FREQ=DAILY;UNTIL=20271231"]])
        #expect(file.days.count == FreeDays.capacity)
        #expect(file.days.first?.date == FreeDaysFileTests.today)
        #expect(file.leftOut == 306 + 365 - FreeDays.capacity)
        #expect(file.lines.last == "171 later days were left out; 500 can be kept")
        #expect(
            try read([[String]]()).lines == ["no free day lies ahead in this file"])
    }

    @Test("Days are chosen by a word in their names, and what was left out is named")
    func chosen() throws {
        let states = ["Bayern", "Berlin", "M\u{fc}nchen"].map {
            ["DTSTART;VALUE=DATE:20260401", "RRULE:FREQ=DAILY;COUNT=2", "SUMMARY:Ferien \($0)"]
        }
        let single = ["DTSTART;VALUE=DATE:20260501", "SUMMARY:Tag in Bayern", "DTEND:None"]
        let path = try write(states.map { [$0] }.flatMap { $0 } + [single])
        defer { try? FileManager.default.removeItem(atPath: path) }
        func days(_ choice: NameChoice) throws -> FreeDaysFile {
            try FreeDaysFile.freeDays(file: path, today: Self.today, choice: choice)
        }
        let bayern = try days(NameChoice(only: "bayern"))
        #expect(bayern.days.count == 3)
        #expect(bayern.lines.last?.contains("DTEND of \"Tag in Bayern\" in line") == true)
        #expect(try days(NameChoice(only: "munchen")).days.isEmpty)
        #expect(try days(NameChoice(without: "FERIEN")).days.map(\.name) == ["Tag in Bayern"])
        #expect(try days(NameChoice(without: "FERIEN")).unwantedDays == 2)
    }

    private func write(_ events: [[String]]) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "days-\(UUID()).ics").path
        let lines = events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
        let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    @Test("A file that cannot be taken is named, with the line and the reason")
    func refused() throws {
        #expect(throws: FreeDaysFile.Failure.self) { try read("BEGIN:VCALENDAR\n") }
        let missing = FreeDaysFile.Failure.unreadable(
            path: "/no/such.ics", "No such file or directory")
        #expect(throws: missing) {
            try FreeDaysFile.freeDays(file: "/no/such.ics", today: FreeDaysFileTests.today)
        }
        #expect(missing.description == #""/no/such.ics": No such file or directory"#)
        let refused = FreeDaysFile.Failure.refused(
            path: "/home/me/a.ics", CalendarError(line: 7, .badValue("DTEND")))
        #expect(
            refused.description == #""a.ics", line 7: the value of DTEND cannot be read; "#
                + "a date is YYYYMMDD, as in 20261225. Correct the event in the calendar and export "
                + "it again, or delete it from the file")
    }
}
