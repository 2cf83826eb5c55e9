import ClockCore
import ClockTime
import Control
import ReplySamples
import Testing

@testable import noiseclock

@Suite("What ended is called by its name")
struct EndTextTests {
    private func stop(_ target: RingTarget) throws -> ClientRequest {
        var request = try ClientWords.request(["stop"], zones: TestZones())
        request.command = .ring(.stop(target))
        return request
    }

    @Test("What rings has its number and label, or its name")
    func subjects() throws {
        var status = try Samples.quietStatus()
        status.ringing = [
            try Samples.member(3, snoozes: 0, until: nil),
            try Samples.member(6, snoozes: 0, until: nil),
        ]
        status.timers = [try CountdownSamples.pizza(.alert)]
        status.nap = try CountdownSamples.nap(.alert)
        status.tested = AlarmID(5)
        #expect(
            try stop(.current).subjects(by: .status(status))
                == ["Alarm 3 (Work)", "Alarm 6", "Pizza", "the nap", "the test of alarm 5"])
        #expect(try stop(.alarm(AlarmID(6))).subjects(by: .status(status)) == ["Alarm 6"])
        // A ring that the request names was not asked about.
        let ring = RingName.alarm(OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-29")))
        #expect(try stop(.rings([ring])).subjects(by: nil) == ["Alarm 3"])
        let other = try ClientWords.request(["noise", "stop"], zones: TestZones())
        #expect(other.subjects(by: .status(status)).isEmpty)
    }

    @Test("One, several or nobody knows what was stopped or snoozed")
    func sentences() throws {
        let until = try civil("2026-03-29", "07:39")
        let end = Reply.snoozed(until: try wall("2026-03-29T05:39:00Z"), civil: until)
        let texts: [(Reply, [String], String)] = [
            (.stopped, [], "Stopped.\n"), (.stopped, ["work"], "work stopped.\n"),
            (.stopped, ["the nap"], "The nap stopped.\n"),
            (.stopped, ["Work", "Tea", "the nap"], "Work, Tea and the nap stopped.\n"),
            (end, [], "Snoozed until 07:39.\n"), (end, ["Work"], "Work snoozed until 07:39.\n"),
            (end, ["Work", "Tea"], "Work and Tea snoozed. The first rings again at 07:39.\n"),
        ]
        for (reply, subjects, text) in texts {
            #expect(Presentation.text(reply, about: subjects) == text)
        }
    }

    @Test("What was removed is told as it was; an older clock tells its number alone")
    func removed() throws {
        let alarm = try Samples.work().alarm
        #expect(
            Presentation.text(.removed(AlarmID(3), was: alarm))
                == "Alarm 3 (Work, 07:30) removed.\n")
        #expect(Presentation.text(.removed(AlarmID(3))) == "Alarm 3 removed.\n")
        var plain = alarm
        plain.label = ""
        #expect(
            Presentation.text(.removed(AlarmID(3), was: plain)) == "Alarm 3 (07:30) removed.\n")
        #expect(
            Presentation.text(.timerGone(TimerID(2), was: try CountdownSamples.pizza()))
                == "Timer 2 Pizza (12 min 30 s) removed.\n")
        #expect(Presentation.text(.timerGone(TimerID(2))) == "Timer 2 removed.\n")
    }

    @Test("A pause of one day names one day")
    func oneDay() throws {
        let day = try date("2026-03-30")
        #expect(
            Presentation.text(.paused(DateRange(first: day, last: day)))
                == "No alarm rings on Mon 30 Mar 2026.\n")
    }
}
