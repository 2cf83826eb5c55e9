import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
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

    @Test("Who stops while nothing rings is told what is snoozed, or else what else runs")
    func nothingRings() throws {
        func why(_ change: (inout StatusReport) throws -> Void) throws -> String {
            var status = try Samples.quietStatus()
            try change(&status)
            let error = try thrown(CommandError.self) {
                _ = try stop(.current).named(by: .status(status))
            }
            return Refusal(error).message
        }
        let nothing = "Nothing is ringing or snoozed"
        #expect(try why { _ in } == "\(nothing). To stop the noise: noiseclock noise stop")
        let pizza = try CountdownSamples.pizza()
        #expect(
            try why { $0.timers = [pizza] }
                == "\(nothing). To end timer 2 Pizza (12 min 30 s): noiseclock timer stop 2")
        #expect(
            try why { $0.timers = [pizza, CountdownSamples.snoozed] }
                == "Nothing is ringing, but timer 5 (42 s) is snoozed. "
                + "To end that: noiseclock timer stop 5")
        let nap = try CountdownSamples.nap(.snoozed)
        #expect(
            try why { ($0.timers, $0.nap) = ([pizza], nap) }
                == "Nothing is ringing, but the nap is snoozed. To end that: noiseclock nap stop")
        let member = try Samples.member(3, snoozes: 1, until: nil)
        #expect(
            try why { $0.snoozed = [member] }
                == "Nothing is ringing, but alarm 3 (Work) is snoozed. "
                + "To end that: noiseclock alarm stop 3")
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
            Presentation.text(.timerRemoved(TimerID(2), was: try CountdownSamples.pizza()))
                == "Timer 2 Pizza (12 min 30 s) removed.\n")
        #expect(Presentation.text(.timerRemoved(TimerID(2))) == "Timer 2 removed.\n")
    }

    @Test("A pause of one day names one day")
    func oneDay() throws {
        let day = try date("2026-03-30")
        #expect(
            Presentation.text(.paused([DateRange(first: day, last: day)]))
                == "No alarm rings on Mon 30 Mar 2026.\n")
    }

    @Test("All pauses are listed, and what ended comes first")
    func pauses() throws {
        let day = try date("2026-03-30")
        let one = DateRange(first: day, last: day)
        let two = DateRange(first: try date("2026-04-02"), last: try date("2026-04-03"))
        let later = "No alarm rings from Thu 2 Apr 2026 to Fri 3 Apr 2026.\n"
        #expect(
            Presentation.text(.paused([one, two], .added(two)))
                == "No alarm rings on Mon 30 Mar 2026.\n" + later)
        #expect(
            Presentation.text(.paused([two], .ended([one])))
                == "Alarms ring again on Mon 30 Mar 2026.\n" + later)
        #expect(Presentation.text(.paused([two], .unchanged)) == "Nothing changed.\n" + later)
        #expect(
            Presentation.text(.paused([], .unchanged))
                == "Nothing changed.\nAlarms aren't paused.\n")
    }

    @Test("A new list of free days names the days that it drops")
    func dropped() throws {
        let christmas = FreeDay(date: try date("2026-12-25"), name: "Christmas")
        let days = (1...22).map { FreeDay(date: christmas.date.adding(days: $0), name: "") }
        let list = "Fri 25 Dec 2026  Christmas\n"
        func text(_ added: [FreeDay], _ dropped: [FreeDay]) -> String {
            Presentation.text(
                .freeDays([christmas], FreeDaysChange(added: added, dropped: dropped)))
        }
        #expect(text([christmas], []) == list)
        #expect(text([], []) == "Nothing changed.\n" + list)
        #expect(
            text([], Array(days.prefix(1))) == list + "No longer free:\n  Sat 26 Dec 2026\n")
        #expect(text([], days).hasSuffix("  Thu 14 Jan 2027\n  and 2 more\n"))
    }

    @Test("6.7: A change that changes nothing says so")
    func nothing() throws {
        #expect(
            Presentation.text(.alarm(try Samples.unchanged()))
                .hasPrefix("Nothing changed. Alarm 3 (Work), 07:30 Mon–Fri, rings "))
        #expect(
            Presentation.text(.category([try Samples.unchanged()]))
                .hasPrefix("Nothing changed.\nID "))
    }
}
