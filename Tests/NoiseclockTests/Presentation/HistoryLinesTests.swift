import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

@Suite("How the history puts records together (product, A9)")
struct HistoryLinesTests {
    private typealias Told = (local: String, event: HistoryEvent)

    private let then = Instant(seconds: 1_774_848_600)

    private func text(_ events: [Told]) throws -> String {
        var report = try HistorySamples.report(events)
        report.alarmLabels = [AlarmID(2): "Work", AlarmID(3): ""]
        report.schedules = [
            AlarmID(2): try weekly(.weekdays, "07:30"), AlarmID(3): try weekly(.weekends, "09:00"),
        ]
        report.timerNames = [TimerID(1): "Pizza"]
        report.timerLengths = [TimerID(1): .seconds(750), TimerID(2): .seconds(300)]
        return Presentation.text(.history(report))
    }

    private func id(_ day: String, alarm: Int = 2) throws -> OccurrenceID {
        OccurrenceID(alarm: AlarmID(alarm), date: try date(day))
    }

    private func rungs(_ rungs: [RingRung], _ reason: RungReason = .noFrames) -> [Told] {
        rungs.map { ("2026-03-30T07:30:04", .rungTaken($0, reason)) }
    }

    private func fired() throws -> Told {
        (
            "2026-03-30T07:30:00",
            .alarm(try id("2026-03-30"), .fired(scheduled: then, lateness: .zero))
        )
    }

    @Test("A ring that somebody ended in its countdown says who was up, and when")
    func gotUp() throws {
        let told = try text([("2026-03-30T07:22:10", .alarm(try id("2026-03-30"), .gotUp))])
        #expect(
            told.hasSuffix(
                "Alarm 2 (Work) did not ring: stop was held at 07:22, in its countdown\n"))
    }

    @Test("What was passed over is told with its date, and many in a row once")
    func passedOver() throws {
        var told = ""
        let step = HistoryEvent.clockStepped(by: .seconds(86_400 * 3), .user)
        told += try text([
            ("2026-03-31T12:00:00", step),
            ("2026-03-31T12:00:00", .alarm(try id("2026-03-28"), .passedOver)),
        ])
        told += try text([
            ("2026-03-31T12:00:00", .alarm(try id("2026-03-28"), .passedOver)),
            ("2026-03-31T12:00:00", .alarm(try id("2026-03-28", alarm: 3), .passedOver)),
            ("2026-03-31T12:00:00", .alarm(try id("2026-03-29"), .passedOver)),
            ("2026-03-31T12:00:00", .alarm(try id("2026-03-30"), .passedOver)),
            ("2026-04-03T12:00:00", step),
            ("2026-04-03T12:00:00", .alarm(try id("2026-04-01"), .passedOver)),
        ])
        try Golden.expect(told, "History/passedOver.txt")
    }

    @Test("Skipped dates in a row are one line; another reason is another")
    func skipped() throws {
        var told = ""
        told += try text([
            ("2026-03-30T07:30:00", .alarm(try id("2026-03-30"), .skipped(.paused))),
            ("2026-03-31T07:30:00", .alarm(try id("2026-03-31"), .skipped(.paused))),
            ("2026-04-01T07:30:00", .alarm(try id("2026-04-01"), .skipped(.freeDay))),
        ])
        try Golden.expect(told, "History/skipped.txt")
    }

    @Test("The whole ladder is one clause: what gave no sound, and what was taken then")
    func ladder() throws {
        var told = ""
        let whole = rungs([.builtInTone, .output(1), .buzzer, .motor, .flashingDisplay])
        told += try text([try fired()] + whole)
        let end: [Told] = [
            ("2026-03-30T07:31:00", .alarm(try id("2026-03-30"), .stopped(by: .button)))
        ]
        let another = rungs([.builtInTone, .buzzer, .otherCard, .otherCard])
        told += try text([try fired()] + another + end)
        try Golden.expect(told, "History/ladder.txt")
    }

    @Test(
        "Rungs for other reasons, and those of the ring after a snooze, have clauses of their own")
    func reasons() throws {
        var told = ""
        let snooze: [Told] = [
            ("2026-03-30T07:31:00", .alarm(try id("2026-03-30"), .snoozed(until: WallTime(then)))),
            ("2026-03-30T07:40:00", .alarm(try id("2026-03-30"), .rangAgain(.snoozeEnded))),
        ]
        told += try text(
            [try fired()] + rungs([.builtInTone]) + snooze
                + rungs([.output(1), .motor], .nobodyAnswered) + rungs([.buzzer]))
        told += try text([try fired()] + rungs([.builtInTone], .silence) + rungs([.buzzer]))
        try Golden.expect(told, "History/reasons.txt")
    }

    @Test(
        "A timer's rungs stand in the line of its ring, and those of a ring not told in one alone")
    func timer() throws {
        var told = ""
        let over: [Told] = [("2026-03-30T07:30:00", .timer(TimerID(1), .fired))]
        let stopped: [Told] = [("2026-03-30T07:31:00", .timer(TimerID(1), .stopped))]
        told += try text(
            over + rungs([.builtInTone, .buzzer]) + stopped + rungs([.builtInTone, .motor]))
        try Golden.expect(told, "History/timer.txt")
    }

    @Test("Alarms and timers are named by label or name, or else by days or length, if known")
    func names() throws {
        var told = ""
        told += try text([
            ("2026-03-30T07:30:00", .alarmEdited(AlarmID(2), .skips)),
            ("2026-03-30T07:30:00", .alarmEdited(AlarmID(2), .removed)),
            ("2026-03-30T07:30:00", .alarmEdited(AlarmID(3), .removed)),
            ("2026-03-30T07:30:00", .alarm(try id("2026-03-30", alarm: 3), .stopped(by: .edited))),
            ("2026-03-30T07:30:00", .alarmEdited(AlarmID(9), .removed)),
            ("2026-03-30T07:30:00", .timer(TimerID(1), .cancelled)),
            ("2026-03-30T07:30:00", .timer(TimerID(2), .fired)),
            ("2026-03-30T07:30:00", .timer(TimerID(3), .fired)),
        ])
        try Golden.expect(told, "History/names.txt")
    }
}
