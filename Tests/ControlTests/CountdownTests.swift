import ClockCore
import ClockTime
import ReplySamples
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
            (
                #"{"id":"1","command":"nap.set","releaseSeconds":0.999}"#, "releaseSeconds",
                "from 1 to 600"
            ),
            (
                #"{"id":"1","command":"nap.set","releaseSeconds":601}"#, "releaseSeconds",
                "from 1 to 600"
            ),
            (#"{"id":"1","command":"nap.set","napSeconds":10801}"#, "napSeconds", "60 to 10800"),
            (#"{"id":"1","command":"nap.set","maxSeconds":59}"#, "maxSeconds", "60 to 14400"),
            (#"{"id":"1","command":"nap.set","maxSeconds":14401}"#, "maxSeconds", "60 to 14400"),
            (
                #"{"id":"1","command":"nap.set","pulsePerMinute":121}"#, "pulsePerMinute",
                "from 40 to 120"
            ),
            (
                #"{"id":"1","command":"ring.set","graceSeconds":-1}"#, "graceSeconds",
                "from 0 to 10800"
            ),
            (
                #"{"id":"1","command":"ring.set","graceSeconds":10801}"#, "graceSeconds",
                "from 0 to 10800"
            ),
            (
                #"{"id":"1","command":"ring.set","ringSeconds":59}"#, "ringSeconds",
                "from 60 to 3600"
            ),
            (
                #"{"id":"1","command":"ring.set","snoozeSeconds":3660}"#, "snoozeSeconds",
                "from 60 to 3600"
            ),
            (#"{"id":"1","command":"ring.set","rings":11}"#, "rings", "from 0 to 10"),
            (#"{"id":"1","command":"health.evening"}"#, "time", "is missing"),
            (#"{"id":"1","command":"explain","alarm":0}"#, "alarm", "1 or more"),
            (
                #"{"id":"1","command":"explain","date":"2026-03-29"}"#, "date",
                "needs the alarm beside it"
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
            ("timer ad", "Did you mean timer add?"),
            ("timer add", "How long? Give a length, such as 5m or 1h30m."),
            ("timer add 5", "The length can't be \"5\". Did you mean 5m?"),
            ("timer add 25h", "1s to 24h"), ("timer add 5m Tea --name Tea", "is there twice"),
            ("timer add 5m Tea Mint", "\"Mint\" is one word too many"),
            ("timer stop", "Which timer? Give its number or name;"),
            ("timer stop x", "The timer can't be \"x\". Give its number"),
            ("nap go", "There is no command \"nap go\". Try one of status, start,"),
            ("nap set", "What should change?"), ("nap set --nap 30s", "1m to 3h"),
            ("nap set --max 5h", "1m to 4h"), ("nap set --release 0s", "1s to 10m"),
            ("nap set --pulse 39", "on, off, or 40 to 120 a minute"),
            ("nap start 5m 6m", "\"6m\" is one word too many"), ("nap start 4h", "1m to 3h"),
            ("health evening", "When? Give a time, such as 21:00, or off."),
            ("health evening 25:00", "The time can't be \"25:00\""),
            ("explain x", "The alarm can't be \"x\"."),
            ("explain --date 2026-03-29", "--date needs the alarm beside it"),
            ("explain 3 --date soon", "--date can't be \"soon\""),
            ("explain 3 --last --date 2026-03-29", "--last does not go together with a date"),
            ("explain --last=yes", "--last takes no value"),
            ("explian", "Did you mean explain?"),
        ])
    func wrongWords(line: String, part: String) throws {
        let error = try thrown(UsageError.self) { try request(line) }
        #expect(error.message.contains(part), "\(error.message)")
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
