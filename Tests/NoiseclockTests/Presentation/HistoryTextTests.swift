import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

@Suite("The history in words (product, A9)")
struct HistoryTextTests {
    private let id = OccurrenceID(
        alarm: AlarmID(3), date: CivilDate(daysSinceEpoch: 20_542))
    private let then = Instant(seconds: 1_774_848_600)

    private func text(_ events: [(local: String, event: HistoryEvent)]) throws -> String {
        Presentation.text(.history(try HistorySamples.report(events)))
    }

    @Test("A ring is one line: when, how late, how often snoozed, how it ended")
    func oneRing() throws {
        var told = ""
        told += try text([
            (
                "2026-03-30T07:30:00",
                .alarm(id, .fired(scheduled: then, lateness: .zero))
            ),
            ("2026-03-30T07:31:00", .alarm(id, .snoozed(until: WallTime(then)))),
            ("2026-03-30T07:40:00", .alarm(id, .rangAgain(.snoozeEnded))),
            ("2026-03-30T07:41:00", .alarm(id, .snoozed(until: WallTime(then)))),
            ("2026-03-30T07:50:00", .alarm(id, .rangAgain(.snoozeEnded))),
            ("2026-03-30T07:51:00", .alarm(id, .snoozed(until: WallTime(then)))),
            ("2026-03-30T08:00:00", .alarm(id, .rangAgain(.snoozeEnded))),
            ("2026-03-30T08:00:09", .alarm(id, .stopped(by: .button))),
        ])
        try Golden.expect(told, "History/oneRing.txt")
    }

    @Test("A late ring that nobody answered says so, and which rungs sounded")
    func unanswered() throws {
        var told = ""
        told += try text([
            ("2026-03-30T07:34:00", .booted(hadSavedState: true)),
            (
                "2026-03-30T07:34:00",
                .alarm(id, .fired(scheduled: then, lateness: .seconds(240)))
            ),
            ("2026-03-30T07:34:02", .rungTaken(.builtInTone, .noFrames)),
            ("2026-03-30T07:44:00", .alarm(id, .silenced(until: WallTime(then)))),
            ("2026-03-30T07:53:00", .alarm(id, .rangAgain(.unanswered))),
            (
                "2026-03-30T08:03:00",
                .alarm(id, .missed(scheduled: then, .unanswered, count: 1))
            ),
        ])
        try Golden.expect(told, "History/unanswered.txt")
    }

    @Test("The clock's own events stand in between, and a date that is due again has a new line")
    func clockEvents() throws {
        var told = ""
        told += try text([
            (
                "2026-03-30T07:30:00",
                .alarm(id, .fired(scheduled: then, lateness: .zero))
            ),
            ("2026-03-30T07:30:05", .alarm(id, .stopped(by: .command))),
            ("2026-03-30T06:30:00", .clockStepped(by: .seconds(-3_610), .synchronised)),
            ("2026-03-30T06:30:00", .alarm(id, .reopened)),
            (
                "2026-03-30T07:30:00",
                .alarm(id, .fired(scheduled: then, lateness: .zero, joined: true))
            ),
            ("2026-03-30T07:31:00", .alarmEdited(AlarmID(3), .edited)),
            ("2026-03-30T07:31:00", .alarm(id, .stopped(by: .edited))),
            ("2026-03-30T08:00:00", .zoneChanged),
        ])
        try Golden.expect(told, "History/clockEvents.txt")
    }

    @Test("Nothing, a time that nobody knows, and what a newer clock wrote")
    func edges() throws {
        var told = ""
        told += try text([])
        let unknown = try HistorySamples.report(
            [("2026-03-30T07:30:00", .unknown(kind: 7))], trust: .unknown)
        told += Presentation.text(.history(unknown))
        try Golden.expect(told, "History/edges.txt")
    }

    @Test("Every kind of event has words")
    func allKinds() throws {
        for record in try HistorySamples.all().records {
            let line = Presentation.text(
                .history(HistoryReport(records: [record], zoneNames: [:])))
            #expect(line.count > 25 && line.hasSuffix("\n"), "\(record.event): \(line)")
            #expect(!line.contains("  \n"), "\(record.event)")
        }
    }
}
