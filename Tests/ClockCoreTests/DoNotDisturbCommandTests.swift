import ClockTime
import Testing

@testable import ClockCore

@Suite("Do not disturb by command (product, A11)")
struct DoNotDisturbCommandTests {
    private func report(_ night: inout Night, _ command: Command) throws -> DoNotDisturbReport {
        guard case .doNotDisturb(let report) = night.ask(command) else {
            throw CommandError.wrongState(.inWords("refused"))
        }
        return report
    }

    @Test("Switched on until a time, it holds until the clock shows that time next")
    func untilTime() throws {
        var night = try Night(at: "2025-01-14 22:00")
        let change = Command.quiet(.setDoNotDisturb(.onUntil(try timeOfDay("07:00"))))
        #expect(try report(&night, change).holds)
        try night.wait(until: "2025-01-15 06:59")
        #expect(try report(&night, .quiet(.doNotDisturb)).holds)
        try night.wait(until: "2025-01-15 07:00")
        #expect(try report(&night, .quiet(.doNotDisturb)).holds == false)
    }

    @Test("An end that is over is refused, and changes nothing")
    func pastEnd() throws {
        var night = try Night(at: "2025-01-14 22:00")
        let before = try report(&night, .quiet(.doNotDisturb))
        let past = Instant(seconds: 1_000_000_000)
        guard case .refused(let error) = night.ask(.quiet(.setDoNotDisturb(.byHand(.until(past)))))
        else {
            Issue.record("not refused")
            return
        }
        #expect(error.field == "until")
        #expect(try report(&night, .quiet(.doNotDisturb)) == before)
    }

    @Test(
        "A free day among the skipped dates is told by its name, and a long pause by its first week"
    )
    func skippedDates() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        var changes = AlarmChanges()
        changes.observesFreeDays = true
        night.send(.alarm(.edit(id, changes)))
        let day = try #require(CivilDate("2025-01-15"))
        night.send(.quiet(.setFreeDays([FreeDay(date: day, name: "Open Day")])))
        night.send(.alarm(.skipNext(id, 1)))
        guard case .alarms(let list, _) = night.ask(.alarm(.list)) else { return }
        #expect(list.first?.skips.map(\.reason) == [.skipNext, .freeDay])
        #expect(list.first?.skips.map(\.freeDay) == [nil, "Open Day"])
        let last = try #require(CivilDate("2026-06-30"))
        night.send(.alarm(.pauseAll(DateRange(first: day, last: last))))
        guard case .alarms(let paused, _) = night.ask(.alarm(.list)) else { return }
        #expect(paused.first?.skips.count == SkippedDate.mostReported)
    }

    @Test("A11a: the list has the pause, also where it lies far ahead, until it is over")
    func pauseInList() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        let first = try #require(CivilDate("2025-02-01"))
        let dates = DateRange(first: first, last: first.adding(days: 1))
        night.send(.alarm(.pauseAll(dates)))
        let expected: [(time: String, pauses: [DateRange])] = [
            ("2025-01-20 00:00", [dates]), ("2025-02-02 23:59", [dates]),
            ("2025-02-03 00:00", []),
        ]
        for (time, pauses) in expected {
            try night.wait(until: time)
            guard case .alarms(_, let standing) = night.ask(.alarm(.list)) else {
                Issue.record("no list")
                return
            }
            #expect(standing == pauses, "\(time)")
        }
    }
}
