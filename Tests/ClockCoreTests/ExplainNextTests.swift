import ClockTime
import Control
import Testing

@testable import ClockCore

@Suite("Why it will ring when it will (product, H1c)")
struct ExplanationTests {
    private func reasons(_ night: inout Night, _ id: AlarmID? = nil) throws -> [String] {
        guard case .explanation(let explanation) = night.ask(.health(.explain(.next(id)))) else {
            throw CommandError.wrongState("no answer")
        }
        return explanation.reasons.map(\.text)
    }

    @Test("Rule, skips with their reasons and the ring that follows")
    func skips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        #expect(try reasons(&night) == ["No alarm is set to ring."])
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.observesFreeDays = true }
        night.ask(.alarm(.skipNext(id, 1)))
        night.ask(.quiet(.setFreeDays([FreeDay(date: try civilDate("2025-01-15"), name: "Fair")])))
        #expect(
            try reasons(&night) == [
                "It rings each day at 07:00.",
                "It will not ring on 2025-01-14: you asked to skip it.",
                "It will not ring on 2025-01-15: it is a free day (Fair).",
                "So it rings next on 2025-01-16 at 07:00.",
            ])
    }

    @Test("Skips beyond the first week are counted, and the last is named")
    func manySkips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.ask(.alarm(.skipNext(id, 8)))
        #expect(try reasons(&night)[8] == "Nor on 2025-01-21: you asked to skip it.")
        night.ask(.alarm(.skipNext(id, 17)))
        #expect(
            try Array(reasons(&night).suffix(3)) == [
                "It will not ring on 2025-01-20: you asked to skip it.",
                "Nor on 10 more dates, up to 2025-01-30: you asked to skip it.",
                "So it rings next on 2025-01-31 at 07:00.",
            ])
        night.ask(.alarm(.skipNext(id, 7)))
        #expect(try reasons(&night).count == 9)
        let years = DateRange(first: try civilDate("2025-01-16"), last: try civilDate("2029-01-16"))
        night.ask(.alarm(.pauseAll(years)))
        #expect(
            try Array(reasons(&night).suffix(2)) == [
                "Nor on 393 or more dates, up to 2026-02-17 and beyond: all alarms are paused then.",
                "So it will not ring, as far as can be seen.",
            ])
    }

    @Test("An alarm that is paused is none that is not set")
    func heldBack() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let date = try civilDate("2025-01-15")
        _ = try night.add(.dated(date, at: try timeOfDay("07:00")))
        night.send(.alarm(.pauseAll(DateRange(first: date, last: date))))
        #expect(
            try reasons(&night) == [
                "No alarm will ring, as far as can be seen. This one would be the first.",
                "It rings once, on 2025-01-15 at 07:00.",
                "It will not ring on 2025-01-15: all alarms are paused then.",
                "So it will not ring, as far as can be seen.",
            ])
    }

    @Test("A day that is none of its dates needs no reason why it does not count")
    func notItsDate() throws {
        // A Tuesday.
        var night = try Night(at: "2025-01-14 09:00")
        let dated = try night.add(.dated(try civilDate("2025-07-01"), at: try timeOfDay("06:00")))
        let weekend = try night.add(
            try #require(Schedule(time: try timeOfDay("06:00"), kind: .weekly(.weekends))))
        #expect(try reasons(&night, dated).count == 2)
        #expect(try reasons(&night, weekend).count == 2)
    }

    @Test("Setting the clock counts as setting the alarms, and no other day is said to be theirs")
    func clockSet() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.step(by: .hours(2), .user)
        #expect(
            try reasons(&night, id)[1]
                == "It counts from 2025-01-14 at 08:00 on, when it was changed or switched on, "
                + "or the clock or its time zone was set; its time had come already, "
                + "so that day does not count.")
    }

    @Test("Clock changes: a time that the clock jumps over, and one that it shows twice")
    func clockChanges() throws {
        var night = try Night(at: "2025-03-29 12:00")
        _ = try night.daily("02:30")
        #expect(
            try reasons(&night).last
                == "On 2025-03-30 the clock is put forward and never shows 02:30; "
                + "it rings when the clock jumps.")
        var evening = try Night(at: "2025-10-25 20:00")
        let first = try evening.daily("02:30")
        #expect(
            try reasons(&evening, first).last
                == "On 2025-10-26 the clock shows 02:30 twice, as it is put back; "
                + "it rings the first time alone.")
        var autumn = Night(
            zone: try systemZone("Europe/Berlin"),
            at: WallTime(try instant("2025-10-26T00:45:00Z")))
        let id = try autumn.once("02:30")
        #expect(try reasons(&autumn, id).last?.contains("the first time had passed") == true)
    }

    @Test(
        "A time that had passed when it was set, a ring that is over, a snooze, an alarm that is off"
    )
    func states() throws {
        var night = try Night(at: "2025-01-14 08:00")
        let id = try night.daily("07:00")
        #expect(
            try reasons(&night)[1]
                == "It was set on 2025-01-14 at 08:00; its time had come already, "
                + "so that day does not count.")
        try night.wait(until: "2025-01-15 07:00")
        night.press(.snooze)
        #expect(
            try reasons(&night).first
                == "It is snoozed, and rings again on 2025-01-15 at 07:09.")
        night.hold(.stop, for: .seconds(1))
        #expect(try reasons(&night)[1] == "The ring of today, 2025-01-15, has rung.")
        let once = try night.once("09:00")
        try night.wait(until: "2025-01-15 09:00")
        night.press(.stop)
        #expect(
            try reasons(&night, once).first == "It is switched off: it was for 2025-01-15 alone.")
        night.cutPower(for: .minutes(1), wall: nil, trust: .plausible)
        #expect(
            try reasons(&night, id).last
                == "The clock's time is not confirmed; alarms ring by it.")
    }
}
