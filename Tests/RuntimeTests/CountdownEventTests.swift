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
        let told: [(SubjectEvent, SubjectEvent.Name, String)] = [
            (.scheduled, .scheduled, "Timer 3 is set up"),
            (.started(until: now.wall), .started, "Timer 3 starts"),
            (.paused(left: .seconds(90)), .paused, "Timer 3 pauses"),
            (.resumed(until: now.wall), .resumed, "Timer 3 goes on"),
            (.extended(until: nil), .extended, "Timer 3 has a minute more"),
            (.fired(scheduled: due, lateness: .zero), .fired, "Timer 3 rings"),
            (.fired(scheduled: due, lateness: .seconds(5)), .fired, "Timer 3 rings late"),
            (.fired(scheduled: due, lateness: .seconds(4)), .fired, "Timer 3 rings"),
            (.rangAgain(.snoozeEnded), .rangAgain, "Timer 3 rings again"),
            (.snoozed(until: now.wall), .snoozed, "Timer 3 snoozes until 05:00"),
            (
                .silenced(until: now.wall), .silenced,
                "Timer 3 rings again at 05:00; nobody answered"
            ),
            (.stopped(by: .button), .stopped, "Timer 3 stops"),
            (.missed(scheduled: due, .late), .missed, "Timer 3 could not ring in time"),
            (.cancelled, .cancelled, "Timer 3 is removed"),
        ]
        for (event, word, message) in told {
            let line = line(.of(.timer(id), event))
            #expect((line.event, line.timer, line.alarm) == (.of(.timer, word), id, nil))
            #expect(line.message() == message)
        }
        let started = line(.of(.timer(id), .started(until: now.wall)))
        #expect(started.json.contains(#""until":"2025-01-14T05:00:00.000Z""#))
        #expect(line(.of(.timer(id), .paused(left: .seconds(90)))).left == .seconds(90))
        let missed = line(.of(.timer(id), .missed(scheduled: due, .unanswered)))
        #expect((missed.scheduled, missed.reason) == (due, "unanswered"))
        #expect(missed.json.contains(#""scheduled":"2025-01-14T05:00:00.000Z""#))
        #expect(missed.level == .warning)
        let fields = line(.of(.timer(id), .paused(left: .seconds(90)))).fields.map { "\($0)=\($1)" }
        #expect(fields == ["event=timer.paused", "timer=3", "left=90000ms"])
    }

    @Test("Why a key does nothing is said in words")
    func keys() {
        let codes = [
            "snoozeForbidden": "this alarm can't be snoozed. Stop it instead",
            "snoozeLimit": "this alarm can't be snoozed again. Stop it instead",
            "holdToStop": "stop has to be held longer",
            "doNotDisturb": "do not disturb is on and lets no noise play",
            "wrongState": "there is nothing for it to do",
        ]
        for (code, words) in codes {
            #expect(
                line(.keyRefused(.snooze, code)).message()
                    == "The snooze button does nothing: \(words)")
        }
    }

    @Test("Every note of the nap says what belongs to it")
    func nap() {
        let told: [(SubjectEvent, SubjectEvent.Name, String?)] = [
            (.started(until: nil), .started, nil),
            (.entered(.releasing), .entered, "You let go of the bar; the nap starts soon"),
            (.paused(left: .seconds(90)), .paused, "The nap pauses"),
            (.resumed(until: now.wall), .resumed, "The nap goes on"),
            (.fired(scheduled: due, lateness: .zero, cause: .max), .fired, "The nap rings"),
            (.rangAgain(.powerCut), .rangAgain, "The nap rings again"),
            (.snoozed(until: now.wall), .snoozed, "The nap snoozes until 05:00"),
            (
                .silenced(until: now.wall), .silenced,
                "The nap rings again at 05:00; nobody answered"
            ),
            (.stopped(by: .command), .stopped, "The nap stops"),
            (.missed(scheduled: due, .late), .missed, "The nap could not ring in time"),
            (.missed(scheduled: due, .unanswered), .missed, "Nobody answered the nap"),
        ]
        for (event, word, message) in told {
            let line = line(.of(.nap, event))
            #expect((line.event, line.timer) == (.of(.nap, word), nil))
            #expect(line.message() == message)
        }
        #expect(line(.of(.nap, .entered(.holding))).phase == .holding)
        let fired = line(.of(.nap, .fired(scheduled: due, lateness: .seconds(3), cause: .nap)))
        #expect((fired.reason, fired.lateness) == ("nap", .seconds(3)))
    }
}
