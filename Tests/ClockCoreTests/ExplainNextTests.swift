import ClockTime
import Testing

@testable import ClockCore

@Suite("Why it will ring when it will (product, H1c)")
struct ExplanationTests {
    private func reasons(_ night: inout Night, _ id: AlarmID? = nil) throws -> [Explanation.Reason]
    {
        guard case .explanation(let explanation) = night.ask(.health(.explain(.next(id)))) else {
            throw CommandError.wrongState(.inWords("no answer"))
        }
        return explanation.reasons
    }

    private func skipped(
        _ date: String, _ reason: SkipReason, _ freeDay: String? = nil
    ) throws -> Explanation.Reason {
        .skipped(SkippedDate(date: try civilDate(date), reason: reason, freeDay: freeDay))
    }

    private func skippedFurther(
        _ count: Int, upTo last: String, _ reason: SkipReason, isAll: Bool = true
    ) throws -> Explanation.Reason {
        let last = try civilDate(last)
        return .skippedFurther(
            FurtherSkips(count: count, last: last, reasons: [reason], isAll: isAll))
    }

    private func placed(
        _ placement: Placement, _ date: String, _ time: String
    ) throws -> Explanation.Reason {
        .placed(placement, try civilDate(date), try timeOfDay(time), isPast: false)
    }

    @Test("Rule, skips with their reasons and the ring that follows")
    func skips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        #expect(try reasons(&night) == [.noAlarm(hasFirst: false)])
        let daily = Schedule.daily(at: try timeOfDay("07:00"))
        let id = try night.add(daily) { $0.observesFreeDays = true }
        night.ask(.alarm(.skipNext(id, 1)))
        night.ask(.quiet(.setFreeDays([FreeDay(date: try civilDate("2025-01-15"), name: "Fair")])))
        let expected: [Explanation.Reason] = [
            .rule(daily), try skipped("2025-01-14", .skipNext),
            try skipped("2025-01-15", .freeDay, "Fair"),
            .next(try civil("2025-01-16 07:00")),
        ]
        #expect(try reasons(&night) == expected)
    }

    @Test("Skips beyond the first week are counted, and the last is named")
    func manySkips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.ask(.alarm(.skipNext(id, 8)))
        #expect(try reasons(&night)[8] == skippedFurther(1, upTo: "2025-01-21", .skipNext))
        night.ask(.alarm(.skipNext(id, 17)))
        let counted: [Explanation.Reason] = [
            try skipped("2025-01-20", .skipNext),
            try skippedFurther(10, upTo: "2025-01-30", .skipNext),
            .next(try civil("2025-01-31 07:00")),
        ]
        #expect(try Array(reasons(&night).suffix(3)) == counted)
        night.ask(.alarm(.skipNext(id, 7)))
        #expect(try reasons(&night).count == 9)
        let years = DateRange(first: try civilDate("2025-01-16"), last: try civilDate("2029-01-16"))
        night.ask(.alarm(.pauseAll(years)))
        let endless: [Explanation.Reason] = [
            try skippedFurther(393, upTo: "2026-02-17", .paused, isAll: false), .never,
        ]
        #expect(try Array(reasons(&night).suffix(2)) == endless)
    }

    @Test("An alarm that is paused is none that is not set")
    func heldBack() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let date = try civilDate("2025-01-15")
        let dated = Schedule.dated(date, at: try timeOfDay("07:00"))
        _ = try night.add(dated)
        night.send(.alarm(.pauseAll(DateRange(first: date, last: date))))
        let expected: [Explanation.Reason] = [
            .noAlarm(hasFirst: true), .rule(dated), try skipped("2025-01-15", .paused), .never,
        ]
        #expect(try reasons(&night) == expected)
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
        let since = try civil("2025-01-14 08:00")
        #expect(try reasons(&night, id)[1] == .countsFrom(since, isNew: false, after: nil))
    }

    @Test("Clock changes: a time that the clock jumps over, and one that it shows twice")
    func clockChanges() throws {
        var night = try Night(at: "2025-03-29 12:00")
        _ = try night.daily("02:30")
        #expect(try reasons(&night).last == placed(.movedByGap, "2025-03-30", "02:30"))
        var evening = try Night(at: "2025-10-25 20:00")
        let first = try evening.daily("02:30")
        #expect(try reasons(&evening, first).last == placed(.exact, "2025-10-26", "02:30"))
        var autumn = Night(
            zone: try systemZone("Europe/Berlin"),
            at: WallTime(try instant("2025-10-26T00:45:00Z")))
        let id = try autumn.once("02:30")
        #expect(try reasons(&autumn, id).last == placed(.secondPass, "2025-10-26", "02:30"))
    }

    @Test(
        "A time that had passed when it was set, a ring that is over, a snooze, an alarm that is off"
    )
    func states() throws {
        var night = try Night(at: "2025-01-14 08:00")
        let id = try night.daily("07:00")
        let since = try civil("2025-01-14 08:00")
        #expect(try reasons(&night)[1] == .countsFrom(since, isNew: true, after: nil))
        try night.wait(until: "2025-01-15 07:00")
        night.press(.snooze)
        let end = try civil("2025-01-15 07:09")
        #expect(try reasons(&night).first == .snoozed(until: end))
        night.hold(.stop, for: .seconds(1))
        let today = try civilDate("2025-01-15")
        #expect(try reasons(&night)[1] == .usedUp(today, .rung))
        let once = try night.once("09:00")
        try night.wait(until: "2025-01-15 09:00")
        night.press(.stop)
        #expect(try reasons(&night, once).first == .off(after: today))
        night.cutPower(for: .minutes(1), wall: nil, trust: .plausible)
        #expect(try reasons(&night, id).last == .timeNotConfirmed(isPast: false))
    }
}
