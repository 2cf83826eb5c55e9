import ClockCore
import ClockTime
import Control
import ReplySamples
import Testing

@testable import noiseclock

@Suite("How the history puts records together (product, A9)")
struct HistoryLinesTests {
    private typealias Told = (local: String, event: HistoryEvent)

    private let then = Instant(seconds: 1_774_848_600)

    private func text(_ events: [Told]) throws -> String {
        var report = try HistorySamples.report(events)
        report.alarmLabels = [AlarmID(2): "Work", AlarmID(3): ""]
        report.timerNames = [TimerID(1): "Pizza"]
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

    @Test("What was passed over is told with its date, and many in a row once")
    func passedOver() throws {
        let step = HistoryEvent.clockStepped(by: .seconds(86_400 * 3), .user)
        #expect(
            try text([
                ("2026-03-31T12:00:00", step),
                ("2026-03-31T12:00:00", .alarm(try id("2026-03-28"), .passedOver)),
            ]) == """
                Tue 31 Mar 2026 12:00  Somebody set the clock forward by 3 d
                Tue 31 Mar 2026 12:00  Alarm 2 (Work) of Sat 28 Mar 2026 was passed over, as the clock or \
                its zone was set past it

                """)
        #expect(
            try text([
                ("2026-03-31T12:00:00", .alarm(try id("2026-03-28"), .passedOver)),
                ("2026-03-31T12:00:00", .alarm(try id("2026-03-28", alarm: 3), .passedOver)),
                ("2026-03-31T12:00:00", .alarm(try id("2026-03-29"), .passedOver)),
                ("2026-03-31T12:00:00", .alarm(try id("2026-03-30"), .passedOver)),
                ("2026-04-03T12:00:00", step),
                ("2026-04-03T12:00:00", .alarm(try id("2026-04-01"), .passedOver)),
            ]) == """
                Tue 31 Mar 2026 12:00  Alarm 2 (Work) was passed over 3 times, Sat 28 Mar 2026 to Mon 30 \
                Mar 2026, as the clock or its zone was set past it
                Tue 31 Mar 2026 12:00  Alarm 3 of Sat 28 Mar 2026 was passed over, as the clock or its zone was set \
                past it
                Fri 3 Apr 2026 12:00  Somebody set the clock forward by 3 d
                Fri 3 Apr 2026 12:00  Alarm 2 (Work) of Wed 1 Apr 2026 was passed over, as the clock or \
                its zone was set past it

                """)
    }

    @Test("Skipped dates in a row are one line; another reason is another")
    func skipped() throws {
        #expect(
            try text([
                ("2026-03-30T07:30:00", .alarm(try id("2026-03-30"), .skipped(.paused))),
                ("2026-03-31T07:30:00", .alarm(try id("2026-03-31"), .skipped(.paused))),
                ("2026-04-01T07:30:00", .alarm(try id("2026-04-01"), .skipped(.freeDay))),
            ]) == """
                Mon 30 Mar 2026 07:30  Alarm 2 (Work) was skipped 2 times, Mon 30 Mar 2026 to Tue 31 Mar \
                2026, as all alarms were paused
                Wed 1 Apr 2026 07:30  Alarm 2 (Work) was skipped, as it was a free day

                """)
    }

    @Test("The whole ladder is one clause: what gave no sound, and what was taken then")
    func ladder() throws {
        let whole = rungs([.builtInTone, .output(1), .buzzer, .motor, .flashingDisplay])
        let words =
            "(no sound came out of the chosen sound, the built-in tone and sound output 2, so the buzzer, the"
            + " motor and the flashing display were taken)"
        #expect(
            try text([try fired()] + whole)
                == "Mon 30 Mar 2026 07:30  Alarm 2 (Work) rang on time \(words)\n")
        let end: [Told] = [
            ("2026-03-30T07:31:00", .alarm(try id("2026-03-30"), .stopped(by: .button)))
        ]
        let another = rungs([.builtInTone, .buzzer, .otherCard, .otherCard])
        #expect(
            try text([try fired()] + another + end) == """
                Mon 30 Mar 2026 07:30  Alarm 2 (Work) rang on time (no sound came out of the chosen sound, \
                the built-in tone and another sound card, so the buzzer and another sound card were \
                taken) and was stopped by a button at 07:31

                """)
    }

    @Test(
        "Rungs for other reasons, and those of the ring after a snooze, have clauses of their own")
    func reasons() throws {
        let snooze: [Told] = [
            ("2026-03-30T07:31:00", .alarm(try id("2026-03-30"), .snoozed(until: WallTime(then)))),
            ("2026-03-30T07:40:00", .alarm(try id("2026-03-30"), .rangAgain(.snoozeEnded))),
        ]
        #expect(
            try text(
                [try fired()] + rungs([.builtInTone]) + snooze
                    + rungs([.output(1), .motor], .nobodyAnswered) + rungs([.buzzer])) == """
                    Mon 30 Mar 2026 07:30  Alarm 2 (Work) rang on time (no sound came out of the chosen \
                    sound, so the built-in tone was taken), was snoozed once and rang again (nobody \
                    answered, so sound output 2 and the motor were taken; no sound came out of the chosen sound \
                    and sound output 2, so the buzzer was taken)

                    """)
        #expect(
            try text([try fired()] + rungs([.builtInTone], .silence) + rungs([.buzzer])) == """
                Mon 30 Mar 2026 07:30  Alarm 2 (Work) rang on time (it was to be silent, so the built-in \
                tone was taken; no sound came out of the built-in tone, so the buzzer was taken)

                """)
    }

    @Test(
        "A timer's rungs stand in the line of its ring, and those of a ring not told in one alone")
    func timer() throws {
        let over: [Told] = [("2026-03-30T07:30:00", .timer(TimerID(1), .fired))]
        let stopped: [Told] = [("2026-03-30T07:31:00", .timer(TimerID(1), .stopped))]
        #expect(
            try text(
                over + rungs([.builtInTone, .buzzer]) + stopped + rungs([.builtInTone, .motor]))
                    == """
                    Mon 30 Mar 2026 07:30  Timer 1 (Pizza) was over (no sound came out of the chosen sound and \
                    the built-in tone, so the buzzer was taken)
                    Mon 30 Mar 2026 07:31  Timer 1 (Pizza) was stopped
                    Mon 30 Mar 2026 07:30  The ring: no sound came out, so the built-in tone and the motor \
                    were taken

                    """)
    }

    @Test("Alarms are named, also where their skips were set")
    func names() throws {
        #expect(
            try text([
                ("2026-03-30T07:30:00", .alarmEdited(AlarmID(2), .skips)),
                ("2026-03-30T07:30:00", .alarmEdited(AlarmID(9), .removed)),
            ]) == """
                Mon 30 Mar 2026 07:30  The skips of alarm 2 (Work) were set
                Mon 30 Mar 2026 07:30  Alarm 9 was deleted

                """)
    }
}
