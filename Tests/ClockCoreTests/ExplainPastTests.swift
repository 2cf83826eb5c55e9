import ClockTime
import Control
import Testing

@testable import ClockCore

@Suite("Why a past ring was as it was (product, H1c)")
struct ExplainPastTests {
    private func explanation(
        _ night: inout Night, _ target: ExplainTarget
    ) throws -> Explanation {
        switch night.ask(.health(.explain(target))) {
        case .explanation(let explanation): return explanation
        case .refused(let error): throw error
        default: throw CommandError.wrongState("no answer")
        }
    }

    private func last(_ night: inout Night, _ id: AlarmID? = nil) throws -> [String] {
        try explanation(&night, .last(id)).reasons.map(\.text)
    }

    private func on(_ date: String, _ night: inout Night, _ id: AlarmID) throws -> [String] {
        let occurrence = OccurrenceID(alarm: id, date: try civilDate(date))
        let explanation = try explanation(&night, .occurrence(occurrence))
        #expect(explanation.occurrence == occurrence)
        return explanation.reasons.map(\.text)
    }

    @Test("A ring on time, how often it was snoozed, and who stopped it")
    func onTime() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:01")
        night.press(.snooze)
        #expect(
            try last(&night) == [
                "It rings each day at 07:00.", "It rang on 2025-01-14 at 07:00, on time.",
                "It was snoozed once, until 2025-01-14 at 07:10.",
                "It is snoozed, and rings again on 2025-01-14 at 07:10.",
            ])
        night.wait(.minutes(10))
        night.press(.snooze)
        night.wait(.minutes(10))
        night.press(.stop)
        #expect(
            try last(&night, id) == [
                "It rings each day at 07:00.", "It rang on 2025-01-14 at 07:00, on time.",
                "It was snoozed 2 times, the last time until 2025-01-14 at 07:20.",
                "It was stopped by a button on 2025-01-14 at 07:21.",
            ])
    }

    @Test("A skipped date names what it was skipped for")
    func skips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.observesFreeDays = true
            $0.respectsDoNotDisturb = true
        }
        night.ask(.alarm(.skipNext(id, 1)))
        night.ask(.quiet(.setFreeDays([FreeDay(date: try civilDate("2025-01-15"), name: "Fair")])))
        let pause = try civilDate("2025-01-16")
        night.ask(.alarm(.pauseAll(DateRange(first: pause, last: pause))))
        try night.wait(until: "2025-01-16 12:00")
        night.ask(.quiet(.setDoNotDisturb(.byHand(.on))))
        try night.wait(until: "2025-01-17 12:00")
        let reasons = [
            ("2025-01-14", "you had asked to skip it"),
            ("2025-01-15", "it was a free day (Fair)"), ("2025-01-16", "all alarms were paused"),
            ("2025-01-17", "do not disturb held, and this alarm respects it"),
        ]
        for (date, why) in reasons {
            #expect(try on(date, &night, id).last == "It did not ring on \(date): \(why).")
        }
        #expect(try explanation(&night, .last(nil)).occurrence?.date == civilDate("2025-01-17"))
    }

    @Test("Some seconds are not worth the word late, and need no reason")
    func barelyLate() throws {
        for (seconds, words) in [(4, "on time"), (5, "5s late")] {
            var night = try Night(at: "2025-01-14 06:59")
            _ = try night.daily("07:00")
            night.pass(.seconds(60 + Int64(seconds)))
            night.handle(.wake)
            night.press(.stop)
            let reasons = try last(&night)
            #expect(reasons[1] == "It rang on 2025-01-14 at 07:00, \(words).")
            #expect(reasons.contains { $0.contains("Why it was late") } == (seconds == 5))
        }
    }

    @Test("A late ring and a missed one name what kept the clock from ringing")
    func late() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        try night.cutPower(for: .minutes(5))
        night.press(.stop)
        #expect(
            try last(&night) == [
                "It rings each day at 07:00.", "It rang on 2025-01-14 at 07:04, 4m late.",
                "The clock started on 2025-01-14 at 07:04, and did not run just before.",
                "It was stopped by a button on 2025-01-14 at 07:04.",
            ])
        // Three mornings without power, and then an hour of a clock that is not yet set.
        try night.cutPower(for: .hours(74), clock: "2025-01-14 07:05", trust: .plausible)
        night.synchronise()
        let lastMissed = try on("2025-01-17", &night, id)
        #expect(
            lastMissed == [
                "It rings each day at 07:00.",
                "It was missed: when the clock could ring, its time was more than 1h ago. "
                    + "It was the last of 3 dates missed together.",
                "The clock started on 2025-01-14 at 07:05, and did not run just before.",
                "The network's time set the clock forward by 3d1h59m, to 2025-01-17 at 09:04.",
                "The clock's time was not confirmed before 2025-01-17 at 09:04.",
            ])
        let missedWithIt = try on("2025-01-16", &night, id)
        #expect(
            missedWithIt == [
                "It was missed on 2025-01-16.",
                "The clock started on 2025-01-14 at 07:05, and did not run just before.",
                "The network's time set the clock forward by 3d1h59m, to 2025-01-17 at 09:04.",
                "The clock's time was not confirmed before 2025-01-17 at 09:04.",
            ])
    }

    @Test("A ring that nobody answered, and what was taken where no sound came out")
    func unanswered() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        night.workingOutputs = []
        try night.wait(until: "2025-01-14 08:00")
        let reasons = try last(&night)
        #expect(reasons.contains("No sound came out, so the built-in tone was taken."))
        #expect(
            reasons.suffix(2) == [
                "It fell silent unanswered 2 times, the last time until 2025-01-14 at 07:38.",
                "It was missed: it rang as often as it should, and nobody answered.",
            ])
    }

    @Test("What a change of the clock made of its time: the jump, the first time, the second")
    func clockChanges() throws {
        var night = try Night(at: "2025-03-29 12:00")
        _ = try night.daily("02:30")
        try night.wait(until: "2025-03-30 03:00")
        night.press(.stop)
        #expect(
            try last(&night)[1...2] == [
                "It rang on 2025-03-30 at 03:00, on time.",
                "On 2025-03-30 the clock was put forward and never showed 02:30; "
                    + "the ring is due when the clock jumps.",
            ])
        var autumn = try Night(at: "2025-10-25 12:00")
        _ = try autumn.daily("02:30")
        autumn.wait(.hours(14) + .minutes(30))
        let both = "On 2025-10-26 the clock showed 02:30 twice, as it was put back; "
        #expect(try last(&autumn)[2] == both + "the ring is due the first time alone.")
        var second = Night(
            zone: try systemZone("Europe/Berlin"),
            at: WallTime(try instant("2025-10-26T00:45:00Z")))
        _ = try second.once("02:30")
        second.wait(.minutes(45))
        #expect(
            try last(&second)[2] == both + "the first time had passed when the alarm was set.")
    }

    @Test("Passed over by a hand, due again as the clock went back, ended by the next ring")
    func steps() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.step(by: .hours(2), .user)
        let passed = try last(&night).suffix(2)
        #expect(
            passed == [
                "It did not ring: its time was passed over when the clock was set.",
                "Somebody set the clock forward by 2h, to 2025-01-14 at 08:00.",
            ])
        try night.cutPower(for: .hours(27))
        night.step(by: .hours(-3))
        let reopened = try on("2025-01-15", &night, id)
        #expect(
            reopened.contains(
                "On 2025-01-15 at 06:00 the clock had gone back, so the date was due again."))
    }

    @Test("A clock that was not confirmed says so; another zone of then is named")
    func quality() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        #expect(
            try last(&night).last == "The clock's time was not confirmed then; alarms ring by it.")
        try night.changeZone("Asia/Tokyo")
        #expect(try last(&night)[2] == "The clock's time zone was Europe/Berlin then.")
    }

    @Test("What the history does not know is said: changed, deleted, lost and forgotten")
    func unknown() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        var lost = night
        lost.restartProgram(keepingRecords: 0)
        #expect(
            try last(&lost, id) == [
                "It rang on 2025-01-14.",
                "The history has no record of it; only that the date is used up is known.",
            ])
        #expect(
            try on("2025-01-13", &lost, id) == [
                "What came of 2025-01-13 is not known: "
                    + "the history begins on 2025-01-14 at 07:00."
            ])
        var changes = AlarmChanges()
        changes.time = try timeOfDay("08:00")
        night.ask(.alarm(.edit(id, changes)))
        #expect(
            try last(&night, id)[0]
                == "It was changed on 2025-01-14 at 07:00, after that; "
                + "what it was set to before, the history does not say.")
        night.ask(.alarm(.remove(id)))
        let deleted = try explanation(&night, .last(nil))
        #expect(deleted.alarm == nil && deleted.occurrence?.alarm == id)
        #expect(deleted.reasons.first?.code == .deleted)
    }

    @Test("A date without a record: none of its dates, off, set too late, yet to come, refused")
    func nothing() throws {
        var night = try Night(at: "2025-01-14 08:00")
        #expect(try last(&night) == ["The history knows of no past ring."])
        let days: WeekdaySet = [WeekdaySet(.monday), WeekdaySet(.tuesday)]
        let seven = try timeOfDay("07:00")
        let id = try night.add(try #require(Schedule(time: seven, kind: .weekly(days))))
        #expect(
            try on("2025-01-14", &night, id).last
                == "It was set on 2025-01-14 at 08:00: after its time on 2025-01-14.")
        night.ask(.alarm(.setEnabled(id, false)))
        try night.wait(until: "2025-01-21 06:00")
        #expect(
            try on("2025-01-20", &night, id).last
                == "It was switched off then, since 2025-01-14 at 08:00.")
        night.ask(.alarm(.setEnabled(id, true)))
        #expect(
            try on("2025-01-20", &night, id).last
                == "It was switched off then, since 2025-01-14 at 08:00.")
        #expect(
            try on("2025-01-19", &night, id).last == "So 2025-01-19 was none of its dates.")
        #expect(
            try on("2025-01-21", &night, id).last
                == "Its time on 2025-01-21 is yet to come.")
        let far = OccurrenceID(alarm: id, date: try civilDate("2025-01-22"))
        #expect(throws: CommandError.self) { try explanation(&night, .occurrence(far)) }
        #expect(throws: CommandError.notFound(AlarmID(9))) {
            try explanation(&night, .last(AlarmID(9)))
        }
    }
}
