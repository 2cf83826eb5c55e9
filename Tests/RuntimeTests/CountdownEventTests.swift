import ClockCore
import ClockTime
import Testing

@testable import Runtime

@Suite("What is told of timers and naps")
struct CountdownEventTests {
    private let now = Moment(
        wall: WallTime(Instant(seconds: 1_736_830_800)), boot: BootTime(nanoseconds: 2_000_000_000))

    private func line(_ note: Note) -> EventLine { EventLine(note, at: now) }

    @Test("Every note of a timer names it, and says what belongs to it")
    func timers() {
        let id = TimerID(3)
        let told: [(TimerNote, EventName, String)] = [
            (.scheduled, .timerScheduled, "timer 3 set up"),
            (.started(until: now.wall), .timerStarted, "timer 3 started"),
            (.paused(left: .seconds(90)), .timerPaused, "timer 3 paused"),
            (.resumed(until: now.wall), .timerResumed, "timer 3 goes on"),
            (.extended(until: nil), .timerExtended, "timer 3 a minute longer"),
            (.fired(lateness: .zero), .timerFired, "timer 3 rings"),
            (.fired(lateness: .seconds(5)), .timerFired, "timer 3 rings late"),
            (.fired(lateness: .seconds(4)), .timerFired, "timer 3 rings"),
            (.rangAgain(.snoozeEnded), .timerRangAgain, "timer 3 rings again"),
            (.snoozed(until: now.wall), .timerSnoozed, "timer 3 snoozed"),
            (.silenced(until: now.wall), .timerSilenced, "timer 3 silent, nobody answered"),
            (.stopped(by: .button), .timerStopped, "timer 3 stopped"),
            (.missed(due: now.wall.instant, .late), .timerMissed, "timer 3 missed"),
            (.removed, .timerRemoved, "timer 3 removed"),
        ]
        for (note, event, message) in told {
            let line = line(.timer(id, note))
            #expect((line.event, line.timer, line.alarm) == (event, 3, nil))
            #expect(line.message == message)
        }
        #expect(line(.timer(id, .started(until: now.wall))).until == "2025-01-14T05:00:00.000Z")
        #expect(line(.timer(id, .paused(left: .seconds(90)))).leftSeconds == 90)
        let missed = line(.timer(id, .missed(due: now.wall.instant, .unanswered)))
        #expect((missed.scheduled, missed.reason) == ("2025-01-14T05:00:00.000Z", "unanswered"))
        #expect(missed.level == .warning)
        let fields = line(.timer(id, .paused(left: .seconds(90)))).fields.map { "\($0)=\($1)" }
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
        let told: [(NapNote, EventName, String)] = [
            (.started, .napStarted, "the nap started"),
            (.entered(.releasing), .napPhase, "the nap: releasing"),
            (.paused(left: .seconds(90)), .napPaused, "the nap paused"),
            (.resumed(until: now.wall), .napResumed, "the nap goes on"),
            (.fired(.max, lateness: .zero), .napFired, "the nap rings"),
            (.rangAgain(.powerCut), .napRangAgain, "the nap rings again"),
            (.snoozed(until: now.wall), .napSnoozed, "the nap snoozed"),
            (.silenced(until: now.wall), .napSilenced, "the nap silent, nobody answered"),
            (.ended(by: .command), .napEnded, "the nap stopped"),
            (.missed(due: now.wall.instant, .late), .napMissed, "the nap missed"),
        ]
        for (note, event, message) in told {
            let line = line(.nap(note))
            #expect((line.event, line.timer) == (event, nil))
            #expect(line.message == message)
        }
        #expect(line(.nap(.entered(.holding))).phase == "holding")
        let fired = line(.nap(.fired(.nap, lateness: .seconds(3))))
        #expect((fired.reason, fired.lateSeconds) == ("nap", 3))
    }
}
