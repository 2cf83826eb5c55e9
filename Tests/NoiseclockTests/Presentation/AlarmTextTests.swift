import ClockCore
import ClockTime
import Control
import ReplySamples
import Testing

@testable import noiseclock

@Suite("Alarms in words: lists, one alone, and what a change ends (product, A2, A7, A11a)")
struct AlarmTextTests {
    @Test("A11a: a list shows the pause of all alarms, wherever it lies")
    func pause() throws {
        let line = "No alarm rings from Mon 20 Jul 2026 to Sun 2 Aug 2026.\n"
        let list = Presentation.text(
            .alarms([try Samples.work()], pause: try Samples.holiday()))
        #expect(list.hasSuffix("in 7 h 32 min\n" + line))
        #expect(
            Presentation.text(.alarms([], pause: try Samples.holiday())).hasSuffix("\n" + line))
    }

    @Test("A7: a snoozed alarm is listed with the end of its snooze and the ring after it")
    func snoozed() throws {
        #expect(
            Presentation.text(.alarm(try Samples.snoozed())) == """
                Alarm 3  07:30 Mon–Fri  Work, snoozed until 07:39, then Tue 31 Mar 07:30, in 23 h 58 min

                """)
        var once = try Samples.snoozed()
        (once.next, once.nextCivil, once.untilNext) = (nil, nil, nil)
        #expect(Presentation.text(.alarms([once])).contains("  snoozed until 07:39\n"))
        // A pre-alert that is longer than the time to the next ring makes no countdown of a snooze.
        var long = try Samples.snoozed()
        long.alarm.preAlert = .minutes(60)
        long.untilNext = .minutes(50)
        #expect(Presentation.text(.alarms([long])).contains("snoozed until 07:39, then Tue"))
    }

    @Test("6.7: the answer to a change says that skips are over")
    func skipsEnded() throws {
        #expect(
            Presentation.text(.alarm(try Samples.edited())) == """
                Alarm 3  07:30 Mon–Fri  Work, rings Mon 30 Mar 07:30, in 7 h 32 min
                The skips of alarm 3 are over.

                """)
        #expect(
            Presentation.text(.category([try Samples.edited()]))
                .hasSuffix("\nThe skips of alarm 3 are over.\n"))
    }

    @Test("What is not as usual is told in a sentence, however little it is")
    func habits() throws {
        let table: [((inout Alarm) -> Void, String)] = [
            ({ $0.observesFreeDays = true }, "It does not ring on free days.\n"),
            (
                {
                    $0.isMustWake = true
                    $0.respectsDoNotDisturb = true
                }, "It must wake and does not ring while do not disturb holds.\n"
            ),
            ({ $0.snooze.isAllowed = false }, "It cannot be snoozed.\n"),
            (
                { $0.snooze = SnoozeRule(length: .minutes(5), limit: 3) },
                "It has a snooze of 5m, 3 times at most.\n"
            ),
        ]
        for (change, sentence) in table {
            var report = try Samples.work()
            change(&report.alarm)
            #expect(
                Presentation.text(.alarm(report)).hasSuffix("in 7 h 32 min\n" + sentence))
        }
    }

    @Test("A2: all that an alarm has stands in the answer to `alarm show`")
    func shown() throws {
        #expect(
            Presentation.text(.shownAlarm(try Samples.full())) == """
                Alarm       7 (Early)
                Time        07:30 Mon–Fri, time of Europe/Berlin
                Next        counts down: Mon 30 Mar 07:30, in 7 min
                Sound       digital, 60 %
                Grows       for 30s
                Vibration   heartbeat, 70 a minute
                Snooze      9m
                Unanswered  rings for 10m, 2 times again after the snooze, then it is missed
                Must wake   yes
                Pre-alert   10m before
                Sunrise     30m before
                Free days   does not ring on them
                Quiet       does not ring while do not disturb holds
                Category    work
                Message     bring the key
                Icon        train
                Tint        #ff8800
                Set at      00:00:00, Thu 1 Jan 1970, UTC

                """)
        var plain = try Samples.off()
        plain.alarm.ramp = .zero
        plain.alarm.snooze.limit = 1
        plain.alarm.automaticRings = 0
        #expect(
            Presentation.text(.shownAlarm(plain)) == """
                Alarm       4
                Time        09:00 Sat, Sun
                Next        off
                Sound       digital, 60 %
                Grows       no, it is loud at once
                Vibration   none
                Snooze      9m, once at most
                Unanswered  rings for 10m, then it is missed
                Must wake   no
                Pre-alert   none
                Sunrise     none
                Free days   rings on them
                Quiet       rings while do not disturb holds
                Category    none
                Message     none
                Icon        none
                Tint        none
                Set at      00:00:00, Thu 1 Jan 1970, UTC

                """)
    }

    @Test("Wide characters keep the columns, and a long label is cut")
    func wide() throws {
        var japanese = try Samples.work()
        japanese.alarm.label = "日本語 🎉"
        var long = try Samples.work()
        long.alarm.label = String(repeating: "long ", count: 20)
        var accent = try Samples.work()
        accent.alarm.label = "Cafe\u{301}"
        #expect(
            Presentation.text(.alarms([japanese, long, accent])) == """
                ID  TIME   DAYS     LABEL                             SOUND    VOLUME  NEXT
                 3  07:30  Mon–Fri  日本語 🎉                         digital    60 %  Mon 30 Mar 07:30, in 7 h 32 min
                 3  07:30  Mon–Fri  long long long long long long l…  digital    60 %  Mon 30 Mar 07:30, in 7 h 32 min
                 3  07:30  Mon–Fri  Cafe\u{301}                              digital    60 %  Mon 30 Mar 07:30, in 7 h 32 min

                """)
        #expect(TextTable.fitted("日本語", to: 6) == "日本語")
        #expect(TextTable.fitted("日本語", to: 5) == "日本…")
        #expect(TextTable.fitted("日本語", to: 4) == "日…")
    }

    @Test("Missed rings are acknowledged with their number")
    func acknowledged() {
        #expect(Presentation.text(.acknowledged(0)) == "Nothing was missed.\n")
        #expect(
            Presentation.text(.acknowledged(1)) == "1 notice taken away.\n")
        #expect(
            Presentation.text(.acknowledged(2)) == "2 notices taken away.\n"
        )
    }

    @Test("A timer of a day is told as it was asked for")
    func longTimer() throws {
        var timer = try CountdownSamples.pizza()
        timer.length = .hours(24)
        #expect(Presentation.text(.timer(timer)).hasPrefix("Timer 2 Pizza (24h): "))
    }
}
