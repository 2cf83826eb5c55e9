import ClockCore
import ClockTime
import Control
import ReplySamples
import Testing

@testable import noiseclock

@Suite struct PresentationTests {
    @Test("A new alarm is answered with when it rings, and when the clock change moves it")
    func alarms() throws {
        #expect(
            Presentation.text(.alarm(try Samples.work())) == """
                Alarm 3  07:30 Mon–Fri  Work, rings Mon 30 Mar 07:30, in 7 h 32 min

                """)
        #expect(
            Presentation.text(.alarm(try Samples.moved())) == """
                Alarm 12  02:30 on Sun 29 Mar 2026, rings Sun 29 Mar 03:00, in less than a minute
                It cannot be snoozed.
                The clock skips 02:30 on that date; the alarm rings as it jumps to 03:00.

                """)
        #expect(
            Presentation.text(
                Answer(.alarm(try Samples.off()), .notSaved("the disk is full"))) == """
                    Alarm 4  09:00 Sat, Sun, off
                    Not saved: the disk is full. It holds until the power goes.

                    """)
        #expect(
            Presentation.text(.alarm(try Samples.skipping())) == """
                Alarm 3  07:30 Mon–Fri  Work, rings Wed 1 Apr 07:30, in 2 d 7 h, skips 2 dates from Mon 30 Mar (skip next, free day: Open Day)

                """)
        var second = try Samples.work()
        let next = try #require(second.next)
        second.next = Occurrence(date: next.date, instant: next.instant, placement: .secondPass)
        second.untilNext = .seconds(400 * 86_400)
        #expect(
            Presentation.text(.alarm(second)) == """
                Alarm 3  07:30 Mon–Fri  Work, rings Mon 30 Mar 2026 07:30, in 400 d
                The clock shows 07:30 twice on that date; the alarm rings the second time.

                """)
    }

    @Test("A list is an aligned table, and an empty one says what to do")
    func list() throws {
        var ringing = try Samples.work()
        ringing.state = .alert
        var waiting = try Samples.off()
        waiting.state = .scheduled
        #expect(
            Presentation.text(
                .alarms([
                    try Samples.work(), try Samples.off(), try Samples.moved(), ringing, waiting,
                ])) == """
                    ID  TIME   DAYS                LABEL  SOUND    VOLUME  NEXT                                               MORE
                     3  07:30  Mon–Fri             Work   digital    60 %  Mon 30 Mar 07:30, in 7 h 32 min
                     4  09:00  Sat, Sun                   digital    60 %  off
                    12  02:30  on Sun 29 Mar 2026         digital    60 %  Sun 29 Mar 03:00, in less than a minute            snooze off
                     3  07:30  Mon–Fri             Work   digital    60 %  ringing now, then Mon 30 Mar 07:30, in 7 h 32 min
                     4  09:00  Sat, Sun                   digital    60 %  on, no date ahead or the time is not known
                    Alarm 12: The clock skips 02:30 on that date; the alarm rings as it jumps to 03:00.

                    """)
        #expect(
            Presentation.text(.alarms([]))
                == "There are no alarms. Set one: noiseclock alarm add 07:30 mon-fri\n")
    }

    @Test("What an alarm has beside the usual is told behind it, and so is what it counts down to")
    func details() throws {
        let more =
            "work, time of Europe/Berlin, pre-alert 10m, sunrise 30m, vibration heartbeat,"
            + " must wake, not on free days, not while quiet"
        let sentence =
            "It is in the category work, goes by the time of Europe/Berlin, counts down from 10m before,"
            + " brings light from 30m before, vibrates (heartbeat, 70 a minute), must wake, does not"
            + " ring on free days and does not ring while do not disturb holds."
        #expect(
            Presentation.text(.alarm(try Samples.full())) == """
                Alarm 7  07:30 Mon–Fri  Early, counts down: Mon 30 Mar 07:30, in 7 min
                \(sentence)

                """)
        #expect(
            Presentation.text(.alarms([try Samples.full(), try Samples.off()])) == """
                ID  TIME   DAYS      LABEL  SOUND    VOLUME  NEXT                                     MORE
                 7  07:30  Mon–Fri   Early  digital    60 %  counts down: Mon 30 Mar 07:30, in 7 min  \(more)
                 4  09:00  Sat, Sun         digital    60 %  off

                """)
    }

    @Test("A skipped date is told with its reason, and where no ring is left, that is said")
    func skips() throws {
        var report = try Samples.work()
        let day = try date("2026-12-25")
        let reasons: [(SkippedDate, String)] = [
            (SkippedDate(date: day, reason: .skipNext), "skip next"),
            (SkippedDate(date: day, reason: .paused), "paused"),
            (SkippedDate(date: day, reason: .freeDay, freeDay: "Christmas"), "free day: Christmas"),
            (SkippedDate(date: day, reason: .freeDay, freeDay: ""), "free day"),
            (SkippedDate(date: day, reason: .doNotDisturb), "do not disturb"),
        ]
        for (skip, words) in reasons {
            report.skips = [skip]
            let text = Presentation.text(.alarm(report))
            #expect(text.hasSuffix(", in 7 h 32 min, skips Fri 25 Dec (\(words))\n"), "\(text)")
        }
        report.skips = Array(
            repeating: SkippedDate(date: day, reason: .paused), count: SkippedDate.mostTold)
        report.furtherSkips = FurtherSkips(
            count: 10, last: day, reasons: [.paused, .doNotDisturb], isAll: true)
        #expect(
            Presentation.text(.alarm(report)).hasSuffix(
                ", skips 17 dates from Fri 25 Dec (paused, do not disturb)\n"))
        (report.next, report.nextCivil, report.untilNext) = (nil, nil, nil)
        report.furtherSkips?.isAll = false
        #expect(
            Presentation.text(.alarm(report)) == """
                Alarm 3  07:30 Mon–Fri  Work, no ring ahead, skips 17 dates or more from Fri 25 Dec (paused, do not disturb)

                """)
        var status = try Samples.quietStatus()
        (status.nextAlarm, status.heldBack) = (nil, report)
        #expect(
            Presentation.text(.status(status)).contains(
                "\nNext alarm  none; alarm 3 (Work) is set: no ring ahead, skips 17 dates or more"))
    }

    @Test("Free days and do not disturb are told in full")
    func quiet() throws {
        #expect(
            Presentation.text(.doNotDisturb(try Samples.quiet())) == """
                Quiet now   yes
                By hand     on until Mon 30 Mar 07:00
                Each day    22:00 to 07:00
                Noise       may not play meanwhile

                """)
        let usual = DoNotDisturbReport(setting: DoNotDisturb(), holds: false)
        #expect(
            Presentation.text(.doNotDisturb(usual)) == """
                Quiet now   no
                By hand     off
                Each day    no quiet hours
                Noise       may play meanwhile

                """)
        let days = [
            FreeDay(date: try date("2026-12-25"), name: "Christmas"),
            FreeDay(date: try date("2026-12-26"), name: ""),
        ]
        #expect(
            Presentation.text(.freeDays(days)) == """
                Fri 25 Dec 2026  Christmas
                Sat 26 Dec 2026

                """)
        #expect(Presentation.text(.freeDays([])).hasPrefix("There are no free days."))
    }

    @Test("The status shows the clock at a glance")
    func status() throws {
        #expect(
            Presentation.text(.status(try Samples.quietStatus())) == """
                Time        23:57:43, Sun 29 Mar 2026, Europe/Berlin
                Next alarm  3 (Work), Mon 30 Mar 07:30, in 7 h 32 min
                Noise       playing Pink noise, volume 50 %
                Display     24-hour time
                Problems    none

                """)
        #expect(
            Presentation.text(.status(try Samples.busyStatus())) == """
                Time        23:57:43, Sun 29 Mar 2026, Europe/Berlin (not confirmed by the network)
                Ringing     alarm 5
                Snoozed     alarm 3 (Work), until 07:39, snoozed once
                            alarm 6, until 07:39, snoozed 2 times
                Missed      alarm 3 of Fri 27 Mar, the last of 2: the clock was off or could not ring
                            alarm 3 of Fri 27 Mar: nobody answered
                Next alarm  12, Sun 29 Mar 03:00, in less than a minute
                            The clock skips 02:30 on that date; the alarm rings as it jumps to 03:00.
                Timers      2 Pizza (12m30s): 11:58 left
                            5 (42s): rings again in 7 s
                Nap         19:00 left, and it rings in 28:00 at the latest
                Noise       a preview of white, else off (Pink noise, volume 50 %)
                Paused      all alarms, Mon 20 Jul 2026 to Sun 2 Aug 2026
                Quiet       do not disturb holds
                Stop button held for 2s to stop a ring
                Display     12-hour time
                Problems    display: does not answer at 0x70
                            sound: no device

                """)
        #expect(
            Presentation.text(.status(try Samples.unknownStatus())) == """
                Time        not known (Europe/Berlin); set it: "noiseclock time set YYYY-MM-DDTHH:MM"
                Next alarm  not known without the time
                Noise       playing Pink noise, volume 50 %
                Display     24-hour time
                Problems    none

                """)
        let phases: [(NapPhase, String)] = [
            (.holding, "the bar is held; it rings in 19:00 at the latest"),
            (.releasing, "begins in 1140 s"), (.paused, "paused, 19:00 left"),
            (.snoozed, "over, and rings again in 19:00"), (.alert, "over, and rings"),
        ]
        for (phase, words) in phases {
            var resting = try Samples.quietStatus()
            resting.nap = try CountdownSamples.nap(phase, left: .minutes(19))
            #expect(Presentation.text(.status(resting)).contains("Nap         \(words)\n"))
        }
        var empty = try Samples.quietStatus()
        empty.nextAlarm = nil
        #expect(
            Presentation.text(.status(empty)).contains(
                "Next alarm  none; set one: noiseclock alarm add 07:30 mon-fri\n"))
    }

    @Test("Short answers are one line, and say what is not saved")
    func shortAnswers() throws {
        let until = try wall("2026-03-29T05:39:00Z")
        let table: [(Reply, String)] = [
            (.removed(AlarmID(3)), "Alarm 3 is removed.\n"),
            (
                .paused(
                    DateRange(first: try date("2026-07-20"), last: try date("2026-08-02"))),
                "No alarm rings from Mon 20 Jul 2026 to Sun 2 Aug 2026.\n"
            ),
            (.paused(nil), "The alarms are not paused.\n"),
            (.category([]), "No alarm was switched: their dates are over.\n"),
            (.testing(AlarmID(3), .seconds(60)), "Alarm 3 rings for 1m; stop ends it.\n"),
            (
                .snoozed(until: until, civil: try civil("2026-03-29", "07:39")),
                "Snoozed until 07:39.\n"
            ),
            (.snoozed(until: until, civil: nil), "Snoozed.\n"), (.stopped, "Stopped.\n"),
            (.noise(Samples.noise(true)), "Noise: playing Pink noise, volume 50 %.\n"),
            (.noise(Samples.noise(false)), "Noise: off (Pink noise, volume 50 %).\n"),
            (.style(ClockStyle()), "The display shows 24-hour time.\n"),
            (
                .holdToStop(true), "The stop button stops a ring when it is held for 2s.\n"
            ),
            (.holdToStop(false), "The stop button stops a ring at once.\n"),
            (.refused(.notFound(AlarmID(9))), "The clock refused: there is no alarm 9.\n"),
        ]
        for (reply, expected) in table { #expect(Presentation.text(reply) == expected) }
    }

    @Test(
        "A wait is told in whole minutes, rounded down",
        arguments: [
            (-5, "less than a minute"), (0, "less than a minute"), (59, "less than a minute"),
            (60, "1 min"), (3599, "59 min"), (3600, "1 h"), (27_149, "7 h 32 min"),
            (86_399, "23 h 59 min"),
            (86_400, "1 d"), (90_000, "1 d 1 h"), (86_459, "1 d"), (1_000_000, "11 d 13 h"),
        ])
    func intervals(seconds: Int, expected: String) {
        #expect(TimeText.interval(.seconds(seconds)) == expected)
    }

    @Test("Days are told as ranges from three in a row on")
    func days() throws {
        let table: [([Int], String)] = [
            ([1], "Mon"), ([6, 7], "Sat, Sun"), ([1, 2, 3, 4, 5], "Mon–Fri"),
            ([1, 3, 5], "Mon, Wed, Fri"), ([1, 2, 3, 6, 7], "Mon–Wed, Sat, Sun"),
            ([1, 2, 3, 4, 5, 6, 7], "daily"), ([2, 3, 4, 5, 6, 7], "Tue–Sun"),
        ]
        for (numbers, expected) in table {
            let days = numbers.compactMap { Weekday(rawValue: $0).map { WeekdaySet($0) } }
            #expect(TimeText.days(.weekly(WeekdaySet(days))) == expected)
        }
        #expect(TimeText.days(.once) == "once")
    }

    @Test("A label cannot steer the terminal")
    func hostileLabel() throws {
        var report = try Samples.work()
        report.alarm.label = "\u{1b}]0;x\u{7}\u{9b}2J"
        for text in [
            Presentation.text(.alarm(report)), Presentation.text(.alarms([report])),
        ] {
            #expect(!text.unicodeScalars.contains { $0 != "\n" && Spelling.isControl($0) })
        }
    }
}
