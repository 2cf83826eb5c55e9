import ClockCore
import ClockTime
import Testing

@testable import Runtime

@Suite("What is told of timers and naps")
struct CountdownEventTests {
    private let now = Moment(
        wall: WallTime(Instant(seconds: 1_736_830_800)), boot: BootTime(nanoseconds: 2_000_000_000))

    private var due: Instant { now.wall.instant }

    private func line(_ note: Note) -> EventLine { EventLine(note, at: now) }

    @Test("Every note of a timer names it, and says what belongs to it")
    func timers() {
        let id = TimerID(3)
        let told: [(Turn, Turn.Word, String)] = [
            (.scheduled, .scheduled, "timer 3 set up"),
            (.started(until: now.wall), .started, "timer 3 started"),
            (.paused(left: .seconds(90)), .paused, "timer 3 paused"),
            (.resumed(until: now.wall), .resumed, "timer 3 goes on"),
            (.extended(until: nil), .extended, "timer 3 a minute longer"),
            (.fired(scheduled: due, lateness: .zero), .fired, "timer 3 rings"),
            (.fired(scheduled: due, lateness: .seconds(5)), .fired, "timer 3 rings late"),
            (.fired(scheduled: due, lateness: .seconds(4)), .fired, "timer 3 rings"),
            (.rangAgain(.snoozeEnded), .rangAgain, "timer 3 rings again"),
            (.snoozed(until: now.wall), .snoozed, "timer 3 snoozed"),
            (.silenced(until: now.wall), .silenced, "timer 3 silent, nobody answered"),
            (.stopped(by: .button), .stopped, "timer 3 stopped"),
            (.missed(scheduled: due, .late), .missed, "timer 3 missed"),
            (.cancelled, .cancelled, "timer 3 cancelled"),
        ]
        for (turn, word, message) in told {
            let line = line(.of(.timer(id), turn))
            #expect((line.event, line.timer, line.alarm) == (.of(.timer, word), 3, nil))
            #expect(line.message == message)
        }
        #expect(
            line(.of(.timer(id), .started(until: now.wall))).until == "2025-01-14T05:00:00.000Z")
        #expect(line(.of(.timer(id), .paused(left: .seconds(90)))).leftSeconds == 90)
        let missed = line(.of(.timer(id), .missed(scheduled: due, .unanswered)))
        #expect((missed.scheduled, missed.reason) == ("2025-01-14T05:00:00.000Z", "unanswered"))
        #expect(missed.level == .warning)
        let fields = line(.of(.timer(id), .paused(left: .seconds(90)))).fields.map { "\($0)=\($1)" }
        #expect(fields == ["event=timer.paused", "timer=3", "left=90000ms"])
    }

    @Test("Why a key does nothing is said in words")
    func keys() {
        let codes = [
            "snoozeForbidden": "what rings cannot be snoozed; stop it",
            "snoozeLimit": "what rings was snoozed as often as it allows; stop it",
            "holdToStop": "stop has to be held longer",
            "doNotDisturb": "do not disturb holds, and noise may not play",
            "wrongState": "there is nothing for it to do",
        ]
        for (code, words) in codes {
            #expect(line(.keyRefused(.snooze, code)).message == "snooze does nothing: \(words)")
        }
    }

    @Test("Every note of the nap says what belongs to it")
    func nap() {
        let told: [(Turn, Turn.Word, String)] = [
            (.started(until: nil), .started, "the nap started"),
            (.entered(.releasing), .entered, "the nap: releasing"),
            (.paused(left: .seconds(90)), .paused, "the nap paused"),
            (.resumed(until: now.wall), .resumed, "the nap goes on"),
            (.fired(scheduled: due, lateness: .zero, cause: .max), .fired, "the nap rings"),
            (.rangAgain(.powerCut), .rangAgain, "the nap rings again"),
            (.snoozed(until: now.wall), .snoozed, "the nap snoozed"),
            (.silenced(until: now.wall), .silenced, "the nap silent, nobody answered"),
            (.stopped(by: .command), .stopped, "the nap stopped"),
            (.missed(scheduled: due, .late), .missed, "the nap missed"),
        ]
        for (turn, word, message) in told {
            let line = line(.of(.nap, turn))
            #expect((line.event, line.timer) == (.of(.nap, word), nil))
            #expect(line.message == message)
        }
        #expect(line(.of(.nap, .entered(.holding))).phase == "holding")
        let fired = line(.of(.nap, .fired(scheduled: due, lateness: .seconds(3), cause: .nap)))
        #expect((fired.reason, fired.lateSeconds) == ("nap", 3))
    }
}
