import ClockTime
import Foundation
import TestKit
import Testing

@testable import CalendarFile

/// Writes the table of Tests/README.md, which a person reads.
@Suite("What becomes of each form of calendar (product, A11a)")
struct CalendarTableTests {
    private static let start = "DTSTART;VALUE=DATE:20270301"
    private static let times = ["DTSTART:20270228T230000Z", "DTEND:20270302T230000Z"]

    /// What an event has, in the table's words, and its lines.
    private static let events: [(String, [String])] = [
        ("a date", [start]), ("a date and an end", [start, "DTEND;VALUE=DATE:20270303"]),
        ("a date and an end with a time", [start, "DTEND:20270301T050001Z"]),
        ("a date and an empty rule", [start, "RRULE:"]),
        ("a date, and DTEND:None", [start, "DTEND:None"]),
        (
            "a deleted date with a time",
            [start, "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20270302T000000"]
        ),
        ("an end in UTC", [start, "RRULE:FREQ=WEEKLY;UNTIL=20270307T230000Z"]),
        ("times, and Exchange's mark of whole days", times + ["X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"]),
        ("times, and no mark", times),
        ("a broken time", ["DTSTART:20270301T1200", "SUMMARY:Meeting"]),
        ("no start", ["SUMMARY:Day off"]), ("a start that is none", ["DTSTART:None"]),
        ("a start that no month has", ["DTSTART;VALUE=DATE:20270231"]),
        ("an end before its start", [start, "DTEND;VALUE=DATE:20270201"]),
        ("a rule that is none", [start, "RRULE:FREQ=SOMETIMES"]),
        ("a rule for hours", [start, "RRULE:FREQ=HOURLY"]),
        ("a deleted date that is none", [start, "EXDATE;VALUE=DATE:x"]),
    ]

    @Test("Each form is read or refused, with a sentence that says where and what is wrong")
    func table() throws {
        var files = Self.events.map { name, lines in
            (name, Calendars.file(["BEGIN:VEVENT"] + lines + ["END:VEVENT"]))
        }
        files += [
            ("nothing else than a web page", Array("<html>\n".utf8)),
            ("a file that is cut off", Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n".utf8)),
            ("UTF-16", Array("BEGIN:VCALENDAR\n".utf8).flatMap { [$0, 0] }),
            ("more than 8 MiB", [UInt8](repeating: 0x0A, count: CalendarLimits.bytes + 1)),
        ]
        let folder = ProcessInfo.processInfo.environment["TZDIR"] ?? "/usr/share/zoneinfo"
        let zone = try Zone(
            name: "Europe/Berlin",
            tzif: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/Europe/Berlin"))))
        var table = "| Calendar with | The client |\n| --- | --- |\n"
        for (name, bytes) in files { table += "| \(name) | \(said(of: bytes, zone)) |\n" }
        try Golden.expect(
            table, inReadme: "Tests/README.md", under: "### Calendars that are read and refused")
    }

    private func said(of bytes: [UInt8], _ zone: Zone) -> String {
        do throws(CalendarError) {
            let found = try Calendars.days(in: bytes, years: 2027...2027, zone: zone)
            let odd = found.oddLines.map { "leaves out \($0.property) in line \($0.line)" }
            let days = Calendars.words(found)
            let read = days.isEmpty ? "makes no day free" : "takes " + days.joined(separator: ", ")
            return ([read] + odd).joined(separator: "; ")
        } catch {
            return "refuses it: \(error)"
        }
    }
}
