import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

@Suite("Timers, the nap, health and explanations in words")
struct CountdownTextTests {
    @Test("A timer is told in one line: what is left of it, in the form of its length")
    func timers() throws {
        #expect(
            Presentation.text(
                .timers([
                    try CountdownSamples.pizza(), try CountdownSamples.pizza(.paused),
                    try CountdownSamples.pizza(.alert), try CountdownSamples.pizza(.scheduled),
                    CountdownSamples.snoozed,
                ])) == """
                    Timer 2 Pizza (12m30s): 11:58 left.
                    Timer 2 Pizza (12m30s): paused, 11:58 left.
                    Timer 2 Pizza (12m30s): rings.
                    Timer 2 Pizza (12m30s): not running.
                    Timer 5 (42s): rings again in 7 s.

                    """)
        #expect(
            Presentation.text(.timers([]))
                == "There are no timers. Start one: noiseclock timer add 5m\n")
        #expect(
            Presentation.text(Answer(.timerGone(TimerID(2)), .notSaved("no disk")))
                == "Timer 2 is gone.\nNot saved: no disk. It holds until the power goes.\n")
    }

    @Test("The nap is told by its phase, and with the times of the next one")
    func nap() throws {
        let set = "Release 30s, nap 20m, max 30m"
        let half = Duration.minutes(30)
        let phases: [(NapStatus, String)] = [
            (try CountdownSamples.nap(.idle), "There is no nap.\n\(set).\n"),
            (
                try CountdownSamples.nap(.holding, left: half),
                "The bar is held; it rings in 30:00 at the latest.\n\(set).\n"
            ),
            (
                try CountdownSamples.nap(.releasing, left: .seconds(29), latest: half),
                "The nap begins in 29 s, and it rings in 30:00 at the latest.\n\(set).\n"
            ),
            (
                try CountdownSamples.nap(.napping, left: .seconds(65), latest: .minutes(9)),
                "The nap has 1:05 left, and it rings in 9:00 at the latest.\n"
                    + "\(set), pulse 60 a minute.\n"
            ),
            (
                try CountdownSamples.nap(.paused, left: .seconds(65)),
                "The nap is paused, 1:05 left.\n\(set).\n"
            ),
            (
                try CountdownSamples.nap(.snoozed, left: .minutes(9), cause: .nap),
                "The nap is over, and rings again in 9:00.\n\(set).\n"
            ),
            (
                try CountdownSamples.nap(.alert, cause: .max),
                "The nap is over, and rings.\n\(set).\n"
            ),
        ]
        for (status, expected) in phases {
            #expect(Presentation.text(.nap(status)) == expected)
        }
    }

    @Test("Health answers whether it will ring, then each check, with advice where it helps")
    func health() throws {
        #expect(
            Presentation.text(.health(try CountdownSamples.health())) == """
                It may not ring!
                ok    time: the time is right
                BAD   sound: the sound device is gone
                      plug it in
                note  rehearsal: there was none yet
                A rehearsal is on; ask again in some seconds.

                """)
        #expect(
            Presentation.text(.rehearsalTime(try time("21:30")))
                == "It rehearses each evening at 21:30.\n")
        #expect(Presentation.text(.rehearsalTime(nil)) == "It does not rehearse.\n")
    }

    @Test("An explanation names the alarm and gives its reasons, one a line")
    func explanation() throws {
        #expect(
            Presentation.text(.explanation(try CountdownSamples.explanation())) == """
                Alarm 3 Work
                It rings each day at 07:30.
                So it rings next on 2026-04-01 at 07:30.

                """)
        for (isDeleted, name) in [(false, "Alarm 3 Work"), (true, "Alarm 3")] {
            let past = try CountdownSamples.pastExplanation(isDeleted: isDeleted)
            #expect(
                Presentation.text(.explanation(past)) == """
                    \(name) of Sun 29 Mar 2026
                    It did not ring on 2026-03-29: it was a free day.

                    """)
        }
    }
}
