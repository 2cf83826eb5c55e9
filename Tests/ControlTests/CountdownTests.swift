import ClockCore
import ClockTime
import TestKit
import Testing

@testable import Control

@Suite("Timers, the nap, health and explanations in words and in JSON")
struct CountdownTests {
    @Test("Requests have one regular form, in which what is not given is left out")
    func requests() throws {
        let forms: [(Command, String)] = [
            (
                .timer(.add(.milliseconds(90_500), name: "Pizza", starts: false)),
                #"{"command":"timer.add","id":"1","name":"Pizza","seconds":90.5,"start":false}"#
            ),
            (
                .timer(.add(.minutes(5), name: nil, starts: true)),
                #"{"command":"timer.add","id":"1","seconds":300,"start":true}"#
            ),
            (
                .timer(.operate(.add, TimerID(2), run: 3)),
                #"{"command":"timer.add-minute","id":"1","run":3,"timer":2}"#
            ),
            (
                .nap(.operate(.stop, number: 4)), #"{"command":"nap.stop","id":"1","nap":4}"#
            ),
            (
                .nap(.set(CountdownSamples.allChanges)),
                #"{"command":"nap.set","id":"1","maxSeconds":2400,"napSeconds":1500,"#
                    + #""pulse":true,"pulsePerMinute":70,"releaseSeconds":45}"#
            ),
            (.settings(.setRehearsal(nil)), #"{"command":"health.evening","id":"1","time":null}"#),
            (.health(.explain(.next(AlarmID(3)))), #"{"alarm":3,"command":"explain","id":"1"}"#),
            (.health(.explain(.last(nil))), #"{"command":"explain","id":"1","last":true}"#),
            (
                .health(
                    .explain(
                        .occurrence(OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-29"))))),
                #"{"alarm":3,"command":"explain","date":"2026-03-29","id":"1"}"#
            ),
        ]
        for (command, line) in forms {
            #expect(try decoded(bytes(line)).command == command, "\(line)")
        }
        let short = #"{"id":"1","command":"timer.add","seconds":300}"#
        #expect(
            try decoded(bytes(short)).command == .timer(.add(.minutes(5), name: nil, starts: true)))
    }

    @Test(
        "A wrong value is refused with its path and what it must be",
        arguments: [
            (#"{"id":"1","command":"timer.add"}"#, "seconds", "is missing"),
            (#"{"id":"1","command":"timer.add","seconds":0}"#, "seconds", "from 1 to 86400"),
            (
                #"{"id":"1","command":"timer.add","seconds":5,"name":"a\nb"}"#, "name",
                "without control characters"
            ),
            (#"{"id":"1","command":"timer.stop"}"#, "timer", "is missing"),
            (#"{"id":"1","command":"timer.stop","timer":0}"#, "timer", "1 or more"),
            (#"{"id":"1","command":"timer.stop","timer":1,"run":-1}"#, "run", "from 0 to"),
            (#"{"id":"1","command":"nap.stop","nap":"x"}"#, "nap", "from 0 to"),
            (#"{"id":"1","command":"nap.set","napSeconds":59}"#, "napSeconds", "60 to 10800"),
            (
                #"{"id":"1","command":"nap.set","pulsePerMinute":39}"#, "pulsePerMinute",
                "from 40 to 120"
            ),
            (#"{"id":"1","command":"health.evening"}"#, "time", "is missing"),
            (#"{"id":"1","command":"explain","alarm":0}"#, "alarm", "1 or more"),
            (
                #"{"id":"1","command":"explain","date":"2026-03-29"}"#, "date",
                "needs the alarm's number"
            ),
            (
                #"{"id":"1","command":"explain","alarm":3,"date":"2026-03-29","last":true}"#,
                "last", "does not go together with a date"
            ),
            (#"{"id":"1","command":"explain","last":1}"#, "last", "true or false"),
        ])
    func refusals(line: String, field: String, part: String) throws {
        let error = try thrown(RequestError.self) { try decoded(bytes(line)) }
        #expect(error.refusal.field == field)
        #expect(error.refusal.message.contains(part), "\(error.refusal.message)")
    }

    @Test(
        "Wrong words are refused with what is allowed",
        arguments: [
            ("timer ad", "did you mean add?"),
            ("timer add", "how long? Give a length, such as 5m or 1h30m"),
            ("timer add 5", "the length \"5\" is not allowed; it must be 1s to 24h"),
            ("timer add 25h", "1s to 24h"), ("timer add 5m Tea --name Tea", "is given twice"),
            ("timer add 5m Tea Mint", "\"Mint\" is one word too many"),
            ("timer stop", "which timer? Give its number, as \"noiseclock timer list\" shows it"),
            ("timer stop x", "the timer \"x\" is not allowed; it must be a number"),
            ("nap go", "there is no word for nap \"go\"; there are status, start,"),
            ("nap set", "what is to change?"), ("nap set --nap 30s", "1m to 3h"),
            ("nap set --max 5h", "1m to 4h"), ("nap set --release 0s", "1s to 10m"),
            ("nap set --pulse 39", "on, off, or 40 to 120 a minute"),
            ("nap start 5m", "\"5m\" is one word too many"),
            ("health evening", "when? Give a time, such as 21:00, or off"),
            ("health evening 25:00", "the time \"25:00\""),
            ("explain x", "the alarm \"x\" is not allowed"),
            ("explain --date 2026-03-29", "--date needs the alarm's number beside it"),
            ("explain 3 --date soon", "--date \"soon\""),
            ("explain 3 --last --date 2026-03-29", "--last does not go together with a date"),
            ("explain --last=yes", "--last takes no value"),
            ("explian", "did you mean explain?"),
        ])
    func wrongWords(line: String, part: String) throws {
        let error = try thrown(UsageError.self) { try request(line) }
        #expect(error.message.contains(part), "\(error.message)")
    }

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

    @Test("What a newer clock checks, or why an alarm rings by its rules, is left out")
    func newerClock() throws {
        let health = #"""
            {"id":"1","reply":"health","health":{"trust":"trusted","rehearsing":false,"checks":[
            {"subject":"weather","verdict":"good","finding":"sunny"}]}}
            """#.filter { $0 != "\n" }
        guard case .answer(let answer) = try ReplyLine.decode(bytes(health)).outcome,
            case .health(let summary) = answer.reply
        else {
            Issue.record("that is no health")
            return
        }
        #expect(summary.checks.isEmpty)
        let reasons =
            #"{"id":"1","reply":"explanation","explanation":{"reasons":[{"code":"moon","text":"full"}]}}"#
        #expect(
            try ReplyLine.decode(bytes(reasons)).outcome
                == .answer(Answer(.explanation(Explanation(alarm: nil, reasons: [])))))
    }
}
