import ClockCore
import ClockTime
import Control
import ReplySamples
import Testing

@testable import noiseclock

/// A machine that is spoken to as the client speaks: words in, text out, each way through the bytes.
private struct Conversation {
    var machine: ClockMachine
    var now: Moment
    /// What the store says to every save.
    var saveFailure: String?

    init(catalogue: SoundCatalogue = .least) throws {
        now = Moment(
            wall: try wall("2026-03-29T21:57:43.750Z"), boot: BootTime(nanoseconds: 5_000_000_000))
        machine = ClockMachine(
            restoring: nil, zone: .fixed(name: "Europe/Berlin", offsetSeconds: 7200),
            trust: .trusted, boot: BootID("a"), catalogue: catalogue, at: now)
        _ = machine.handle(.started, at: now)
    }

    mutating func say(_ words: String) throws -> String {
        let request = try ClientWords.request(ClientWords.split(words), zones: TestZones())
        var outgoing = request.outgoing
        if let question = request.namingQuestion, case .answer(let answer) = try ask(question) {
            do {
                outgoing = try request.named(by: answer.reply)
            } catch {
                return Presentation.text(Refusal(error))
            }
        }
        switch try ask(outgoing) {
        case .answer(let answer): return Presentation.text(answer)
        case .refused(let refusal): return Presentation.text(refusal)
        }
    }

    private mutating func ask(_ request: OutgoingRequest) throws -> ReplyLine.Outcome {
        let received = try RequestLine.decode(
            RequestLine.encode(request, id: "7"), zones: TestZones())
        var effects = machine.handle(.command(RequestID(1), received.command), at: now)
        for case .save(_, let revision) in effects {
            effects += machine.handle(.saved(revision: revision, failure: saveFailure), at: now)
        }
        var answers: [Answer] = []
        for case .reply(RequestID(1), let answer) in effects { answers.append(answer) }
        try #require(answers.count == 1)
        let answer = try ReplyLine.decode(ReplyLine.encode(id: received.id, answers[0]))
        #expect(answer.id == "7")
        return answer.outcome
    }
}

@Suite struct ConversationTests {
    @Test("An evening with the clock, in the client's words")
    func evening() throws {
        var clock = try Conversation()
        let evening: [(String, String)] = [
            ("alarm list", "There are no alarms. Set one: noiseclock alarm add 07:30 mon-fri\n"),
            (
                "alarm add 07:30 mon-fri --label Work",
                "Alarm 1  07:30 Mon–Fri  Work, rings Mon 30 Mar 07:30, in 7 h 32 min\n"
            ),
            (
                "alarm edit 1 07:45",
                "Alarm 1  07:45 Mon–Fri  Work, rings Mon 30 Mar 07:45, in 7 h 47 min\n"
            ),
            (
                "alarm edit 1 weekends",
                "Alarm 1  07:45 Sat, Sun  Work, rings Sat 4 Apr 07:45, in 5 d 7 h\n"
            ),
            (
                "alarm disable 1",
                "Alarm 1  07:45 Sat, Sun  Work, off\n"
                    + "No alarm is switched on: nothing will wake you.\n"
            ),
            (
                "alarm edit 1 once",
                "Alarm 1  07:45 once  Work, rings Mon 30 Mar 07:45, in 7 h 47 min\n"
            ),
            ("alarm remove 2", "The clock refused: there is no alarm 2.\n"),
            (
                "alarm edit 1 2026-03-28",
                "The clock refused: date: 2026-03-28 07:45 is over, or Europe/Berlin leaves it out.\n"
            ),
            (
                "noise play rain",
                "The clock refused: sound: there is none called \"rain\"; there are pink.\n"
            ),
            ("noise play pink --volume 50", "Noise: playing Pink noise, volume 50 %.\n"),
            ("noise volume 30", "Noise: playing Pink noise, volume 30 %.\n"),
            ("display format 12", "The display shows 12-hour time.\n"),
            (
                "status",
                """
                Time        23:57:43, Sun 29 Mar 2026, Europe/Berlin
                Next alarm  1 (Work), Mon 30 Mar 07:45, in 7 h 47 min
                Noise       playing Pink noise, volume 30 %
                Display     12-hour time
                Problems    none

                """
            ),
            (
                "stop",
                "The clock refused: nothing rings or is snoozed; the noise is ended by "
                    + "\"noiseclock noise stop\".\n"
            ),
            ("noise stop", "Noise: off (Pink noise, volume 30 %).\n"),
        ]
        for (words, expected) in evening { #expect(try clock.say(words) == expected, "\(words)") }
    }

    @Test("Skips, a pause and operations that mean nothing are told in words")
    func alarms() throws {
        var clock = try Conversation()
        let alarm = "Alarm 1  07:30 daily  Work, rings Mon 30 Mar 07:30, in 7 h 32 min\n"
        let words: [(String, String)] = [
            ("alarm add 07:30 daily --label Work", alarm),
            ("alarm edit 1 --label Work", alarm),
            (
                "alarm skip 1 2",
                "Alarm 1  07:30 daily  Work, rings Wed 1 Apr 07:30, in 2 d 7 h, skips 2 dates from Mon "
                    + "30 Mar (skip next)\n"
            ),
            ("alarm edit 1 --volume 60", alarm + "The skips of alarm 1 are over.\n"),
            ("alarm edit 1 --volume 60", alarm),
            (
                "alarm pause 2026-12-20 2027-01-05",
                "No alarm rings from Sun 20 Dec 2026 to Tue 5 Jan 2027.\n"
            ),
            (
                "alarm list",
                """
                ID  TIME   DAYS   LABEL  SOUND    VOLUME  NEXT
                 1  07:30  daily  Work   digital    60 %  Mon 30 Mar 07:30, in 7 h 32 min
                No alarm rings from Sun 20 Dec 2026 to Tue 5 Jan 2027.

                """
            ),
            ("alarm schedule 1", "The clock refused: alarm 1 is on already.\n"),
            ("alarm countdown 1", "The clock refused: alarm 1 does not ring now.\n"),
            (
                "alarm repeat 1",
                "The clock refused: alarms ring at a time and have no length; this is for timers.\n"
            ),
            ("alarm acknowledge", "Nothing was missed.\n"),
            ("alarm show 2", "The clock refused: there is no alarm 2.\n"),
        ]
        for (line, expected) in words { #expect(try clock.say(line) == expected, "\(line)") }
        #expect(
            try clock.say("history").contains("  The skips of alarm 1 (Work) were set\n"))
        #expect(try clock.say("alarm show 1").hasPrefix("Alarm       1 (Work)\n"))
    }

    @Test("A mix: sounds one by one, a favourite, its code on another clock, and the sleep timer")
    func mix() throws {
        var clock = try Conversation(catalogue: NoiseSamples.catalogue)
        let evening: [(String, String)] = [
            ("noise play rain", "Noise: playing Rain (Light) at 80 %, volume 30 %.\n"),
            (
                "mix add brown --volume 40 --pan -30",
                "Noise: playing Rain (Light) at 80 % + Brown noise at 40 %, 30 % left, volume 30 %.\n"
            ),
            (
                "mix set rain --variant heavy --volume 100",
                "Noise: playing Rain (Heavy) + Brown noise at 40 %, 30 % left, volume 30 %.\n"
            ),
            (
                "mix save Storm",
                "The favourite \"Storm\" is Rain (Heavy) + Brown noise at 40 %, 30 % left.\n"
            ),
            ("noise play brown", "Noise: playing Brown noise at 40 %, 30 % left, volume 30 %.\n"),
            (
                "mix load storm",
                "Noise: playing \"Storm\": Rain (Heavy) + Brown noise at 40 %, 30 % left, volume 30 %.\n"
            ),
            (
                "noise sleep 45m",
                "Noise: playing \"Storm\": Rain (Heavy) + Brown noise at 40 %, 30 % left, volume 30 %.\n"
                    + "Sleep timer: 45:00 left.\n"
            ),
            (
                "mix add thunder",
                "The clock refused: sound: there is none called \"thunder\"; there are rain, brown, cat.\n"
            ),
            (
                "mix load Gale",
                "The clock refused: there is no favourite \"Gale\", and it is no mix's code.\n"
            ),
            (
                "sound delete rain",
                "The clock refused: \"rain\" is built in, and can be neither renamed nor deleted.\n"
            ),
            ("sound search HÉAVY", "Nature\n  rain  Rain (light, heavy)\n"),
        ]
        for (words, expected) in evening { #expect(try clock.say(words) == expected, "\(words)") }
        let code = try clock.say("mix share Storm").dropLast()
        var other = try Conversation(catalogue: NoiseSamples.catalogue)
        #expect(
            try other.say("mix load \(code.lowercased())")
                == "Noise: playing Rain (Heavy) + Brown noise at 40 %, 30 % left, volume 30 %.\n")
        #expect(other.machine.noise.seed == clock.machine.noise.seed)
    }

    @Test("A morning: snooze, its end on the face's own clock, and stop")
    func morning() throws {
        var clock = try Conversation()
        _ = try clock.say("alarm add 07:30 --label Work --snooze 5m")
        clock.now = clock.now.advanced(by: .seconds(7 * 3600 + 32 * 60 + 17))
        _ = clock.machine.handle(.wake, at: clock.now)
        #expect(try clock.say("status").contains("Ringing     alarm 1 (Work)\n"))
        #expect(
            try clock.say("alarm snooze 1 --date 2026-03-29")
                == "The clock refused: that ring is over.\n")
        #expect(try clock.say("alarm snooze") == "Snoozed until 07:35.\n")
        // Somebody else may have snoozed it, so a bare stop leaves that alone.
        #expect(
            try clock.say("alarm stop")
                == "The clock refused: nothing rings; alarm 1 is snoozed, which its number ends: "
                + "noiseclock alarm stop 1.\n")
        #expect(
            try clock.say("status").contains(
                "Snoozed     alarm 1 (Work), until 07:35, snoozed once\n"))
        #expect(
            try clock.say("alarm snooze 1") == "The clock refused: alarm 1 is snoozed already.\n")
        #expect(try clock.say("alarm stop 1") == "Stopped.\n")
        #expect(
            try clock.say("alarm stop 1")
                == "The clock refused: alarm 1 neither rings nor is snoozed.\n")
        #expect(
            try clock.say("alarm stop 1 --date 2026-03-30")
                == "The clock refused: that ring is over.\n")
    }

    @Test("An evening in the kitchen: a timer and a nap are named by their runs")
    func kitchen() throws {
        var clock = try Conversation()
        _ = try clock.say("timer add 5m Tea")
        #expect(try clock.say("timer stop 1").contains("Tea"))
        #expect(try clock.say("timer stop 7") == "The clock refused: there is no timer 7.\n")
        _ = try clock.say("timer start 1")
        _ = try clock.say("alarm add 00:02")
        clock.now = clock.now.advanced(by: .minutes(5))
        _ = clock.machine.handle(.wake, at: clock.now)
        #expect(clock.machine.isRinging)
        // All that rings, and no more.
        #expect(try clock.say("alarm snooze").hasPrefix("Snoozed until"))
        #expect(!clock.machine.isRinging)
        clock.now = clock.now.advanced(by: .minutes(9))
        _ = clock.machine.handle(.wake, at: clock.now)
        #expect(try clock.say("timer snooze 1").contains("Tea"))
        #expect(try clock.say("alarm stop") == "Stopped.\n")
        #expect(!clock.machine.isRinging)
        #expect(try clock.say("nap start").contains("The nap begins"))
        #expect(try clock.say("nap stop").contains("There is no nap"))
    }

    @Test("How late a ring may be and how timers and naps ring is shown, set and bounded")
    func ringRules() throws {
        var clock = try Conversation()
        #expect(
            try clock.say("ring") == """
                Late        what is up to 1h late rings, the rest is missed
                Countdowns  timers and naps ring 10m unanswered, then 2 times more
                Snooze      theirs lasts 9m

                """)
        #expect(
            try clock.say("ring set --grace 0m --rings 0 --ring 1m --snooze 60m") == """
                Late        what is up to 0s late rings, the rest is missed
                Countdowns  timers and naps ring 1m unanswered, then they were missed
                Snooze      theirs lasts 1h

                """)
        for words in ["ring set", "ring set --grace 181m", "ring set --snooze off"] {
            #expect(throws: UsageError.self) { try clock.say(words) }
        }
    }

    @Test("What the disk did not take is said with the reply")
    func notSaved() throws {
        var clock = try Conversation()
        clock.saveFailure = "the disk is full"
        #expect(
            try clock.say("alarm add 07:30").hasSuffix(
                "\nNot saved: the disk is full. It holds until the power goes.\n"))
    }
}
