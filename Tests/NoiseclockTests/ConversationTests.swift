import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

/// A machine reached as the client reaches it: words in, text out, with both directions encoded as bytes.
private struct Conversation {
    var machine: ClockMachine
    var now: Moment
    /// The conversation as a terminal shows it.
    private(set) var transcript = ""
    /// The error that the store reports for every save; nil: saves succeed.
    var saveFailure: String?

    init(catalogue: SoundCatalogue = .least, equipment: Equipment = Equipment()) throws {
        now = Moment(
            wall: try wall("2026-03-29T21:57:43.750Z"), boot: BootTime(nanoseconds: 5_000_000_000))
        machine = ClockMachine(
            restoring: nil, zone: .fixed(name: "Europe/Berlin", offsetSeconds: 7200),
            trust: .trusted, boot: BootID("a"), catalogue: catalogue, equipment: equipment, at: now)
        _ = machine.handle(.started, at: now)
    }

    /// Says one line after the other, and records the answers.
    mutating func hear(_ lines: [String]) throws {
        for words in lines { transcript += "$ noiseclock \(words)\n" + (try say(words)) }
    }

    mutating func say(_ words: String) throws -> String {
        let request = try ClientWords.request(ClientWords.split(words), zones: TestZones())
        var outgoing = request.outgoing
        var subjects = request.subjects(by: nil)
        if let question = request.namingQuestion, case .answer(let answer) = try ask(question) {
            do {
                outgoing = try request.named(by: answer.reply)
                subjects = request.subjects(by: answer.reply)
            } catch {
                return Presentation.text(Refusal(error))
            }
        }
        switch try ask(outgoing) {
        case .answer(let answer): return Presentation.text(answer, about: subjects)
        case .refused(let refusal): return Presentation.text(refusal)
        }
    }

    private mutating func ask(_ request: OutgoingRequest) throws -> ReplyLine.Outcome {
        let line = RequestLine.encode(request, id: "7")
        guard case .request(let received) = try RequestLine.decode(line, zones: TestZones()) else {
            throw RequestError(id: nil, refusal: Refusal(code: "", message: "no request"))
        }
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
    @Test("A query changes nothing in the clock, and a change asks a host only if its kind says so")
    func kinds() throws {
        var equipment = Equipment()
        equipment.listsOutputs = true
        let clock = try Conversation(equipment: equipment)
        var awake = clock.machine
        _ = awake.handle(.wake, at: clock.now)
        var tried = 0
        for description in CommandBook.typed {
            for example in description.examples {
                let words = try ClientWords.split(example)
                // The client asks a clock what the words of some examples mean.
                guard let request = try? ClientWords.request(words, zones: TestZones()) else {
                    continue
                }
                var machine = clock.machine
                let effects = machine.handle(
                    .command(RequestID(1), request.command), at: clock.now)
                let asksHost = effects.contains { effect in
                    switch effect {
                    case .ask, .setClock: true
                    default: false
                    }
                }
                tried += 1
                switch description.kind {
                case .query: #expect(machine == awake, "\(example)")
                // A file that comes with it is read by a host.
                case .change: #expect(!asksHost || request.file != nil, "\(example)")
                case .hostChange:
                    let isRefused = effects.contains { effect in
                        if case .reply(_, let answer) = effect, case .refused = answer.reply {
                            true
                        } else {
                            false
                        }
                    }
                    // Only the host of secrets has a code.
                    let drawsCode = effects.contains(.drawSecrets)
                    #expect(asksHost || isRefused || drawsCode, "\(example)")
                }
            }
        }
        #expect(tried > 150)
    }

    @Test("An evening with the clock, in the client's words")
    func evening() throws {
        var clock = try Conversation()
        try clock.hear([
            "alarm list", "alarm add 07:30 mon-fri --label Work", "alarm edit 1 07:45",
            "alarm edit 1 weekends", "alarm disable 1", "alarm edit 1 once", "alarm remove 2",
            "alarm edit 1 2026-03-28", "noise play rain", "noise play pink --volume 50",
            "noise volume 30", "style set --hours 12", "status", "alarm stop", "noise stop",
        ])
        try Golden.expect(clock.transcript, "Conversations/evening.txt")
    }

    @Test("Skips, a pause and operations that mean nothing are told in words")
    func alarms() throws {
        var clock = try Conversation()
        try clock.hear([
            "alarm add 07:30 daily --label Work", "alarm edit 1 --label Work", "alarm skip 1 2",
            "alarm edit 1 --volume 60", "alarm edit 1 --volume 60",
            "alarm pause 2026-12-20 2027-01-05", "alarm list",
            "alarm acknowledge", "alarm show 2", "history",
            "alarm show 1",
        ])
        try Golden.expect(clock.transcript, "Conversations/alarms.txt")
    }

    @Test("A mix: sounds one by one, a favourite, its code on another clock, and the sleep timer")
    func mix() throws {
        var clock = try Conversation(catalogue: NoiseSamples.catalogue)
        try clock.hear([
            "noise play rain", "mix add brown --volume 40 --pan -30",
            "mix set rain --variant heavy --volume 100", "mix set rain --slider drops=30",
            "mix set rain --slider wet=30", "mix set brown --slider drops=30", "mix save Storm",
            "noise play brown",
            "mix load storm", "noise sleep 45m", "mix add thunder", "mix load Gale",
            "sound show rain", "sound remove rain", "sound list HÉAVY",
        ])
        try Golden.expect(clock.transcript, "Conversations/mix.txt")
        let code = try clock.say("mix share Storm").dropLast()
        var other = try Conversation(catalogue: NoiseSamples.catalogue)
        let loaded = try other.say("mix load \(code.lowercased())")
        #expect(
            loaded.contains(
                "Rain (Heavy), drops 30 + Brown noise at 40 %, 30 % left, volume 30 %"))
        #expect(other.machine.playing.noise.seed == clock.machine.playing.noise.seed)
    }

    @Test("A morning: snooze, its end on the face's own clock, and stop")
    func morning() throws {
        var clock = try Conversation()
        try clock.hear(["alarm add 07:30 --label Work --snooze 5m"])
        let seconds = 7 * 3600 + 32 * 60 + 17
        clock.now = clock.now.advanced(by: .seconds(seconds))
        _ = clock.machine.handle(.wake, at: clock.now)
        // Somebody else may have snoozed it, so a bare stop leaves that alarm alone.
        try clock.hear([
            "status", "alarm snooze 1 --date 2026-03-29", "alarm snooze", "alarm stop", "status",
            "alarm snooze 1", "alarm stop 1", "alarm stop 1", "alarm stop 1 --date 2026-03-30",
        ])
        try Golden.expect(clock.transcript, "Conversations/morning.txt")
    }

    @Test("An evening in the kitchen: a timer and a nap are named by their runs")
    func kitchen() throws {
        var clock = try Conversation()
        try clock.hear([
            "timer add 5m Tea", "timer stop 1", "timer stop 7", "timer start 1", "alarm add 00:02",
        ])
        clock.now = clock.now.advanced(by: .minutes(5))
        _ = clock.machine.handle(.wake, at: clock.now)
        #expect(clock.machine.isRinging)
        // Everything that rings, and nothing else.
        try clock.hear(["alarm snooze"])
        #expect(!clock.machine.isRinging)
        clock.now = clock.now.advanced(by: .minutes(9))
        _ = clock.machine.handle(.wake, at: clock.now)
        try clock.hear(["timer snooze 1", "alarm stop"])
        #expect(!clock.machine.isRinging)
        try clock.hear(["nap start", "nap stop"])
        try Golden.expect(clock.transcript, "Conversations/kitchen.txt")
    }

    @Test("How late a ring may be and how timers and naps ring is shown, set and bounded")
    func ringRules() throws {
        var clock = try Conversation()
        try clock.hear(["ring", "ring set --grace 0m --rings 0 --ring 1m --snooze 60m"])
        try Golden.expect(clock.transcript, "Conversations/ring-rules.txt")
        for words in ["ring set", "ring set --grace 181m", "ring set --snooze off"] {
            #expect(throws: UsageError.self) { try clock.say(words) }
        }
    }

    @Test("What the disk did not take is said with the reply")
    func notSaved() throws {
        var clock = try Conversation()
        clock.saveFailure = "the disk is full"
        try clock.hear(["alarm add 07:30"])
        try Golden.expect(clock.transcript, "Conversations/not-saved.txt")
    }
}
