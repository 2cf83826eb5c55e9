import ClockCore
import ClockTime
import Runtime
import SimulatedBoard
import Testing

@Suite("How far the wall clock is believed at the start (law, 5)")
struct ClockTrustTests {
    /// A clock that had the right time and a daily alarm for 07:00. Its next start does not trust the time.
    private func bench() throws -> Bench {
        let bench = try Bench(at: "2026-01-10T06:00:00Z")
        bench.ask(
            .alarm(
                .add(
                    .daily(at: try #require(TimeOfDay(hour: 7, minute: 0))), AlarmChanges())))
        bench.trust = .plausible
        bench.madeAt = try RFC3339.parse("2026-01-01T00:00:00Z").instant
        return bench
    }

    @Test(
        "5.1: an unconfirmed clock that shows no less than was recorded is plausible, and alarms ring"
    )
    func plausible() throws {
        let bench = try bench()
        try bench.cutPower(for: .minutes(10))
        #expect(bench.lines(.booted).last?.trust == .plausible)
        bench.run(for: .minutes(51))
        #expect(bench.lines(.of(.alarm, .fired)).count == 1)
    }

    @Test(
        "5.1: one that shows less than what is known to have been is not believed, and asks for the time"
    )
    func belowTheRecord() throws {
        let bench = try bench()
        bench.clock.setWall(to: try RFC3339.parse("2026-01-09T05:57:00Z"))
        try bench.cutPower(for: .seconds(1))
        #expect(bench.lines(.booted).last?.trust == .unknown)
        #expect(bench.stepped.snapshot?.civil == nil)
        bench.run(for: .hours(2))
        #expect(bench.lines(.of(.alarm, .fired)).isEmpty)
    }

    @Test(
        "5.1, 5.3: one that shows little less is plausible once it shows as much, and alarms ring")
    func shortlyBelowTheRecord() throws {
        let bench = try bench()
        bench.clock.setWall(to: try RFC3339.parse("2026-01-10T05:57:00Z"))
        try bench.cutPower(for: .seconds(1))
        #expect(bench.lines(.booted).last?.trust == .unknown)
        bench.run(for: .hours(2))
        #expect(bench.lines(.trustChanged).last?.trust == .plausible)
        #expect(bench.lines(.of(.alarm, .fired)).count == 1)
    }

    @Test(
        "5.1: a clock that goes on from the time saved a minute before our last record is plausible"
    )
    func savedTime() throws {
        let bench = try bench()
        bench.clock.setWall(to: try RFC3339.parse("2026-01-10T05:59:00Z"))
        try bench.cutPower(for: .seconds(1))
        #expect(bench.lines(.booted).last?.trust == .plausible)
    }

    @Test(
        "5.1, 5.3: put back to the saved time after the start, a clock is plausible, and alarms ring"
    )
    func savedTimeAfterTheStart() throws {
        let bench = try bench()
        bench.clock.setWall(to: try RFC3339.parse("1970-01-01T00:00:10Z"))
        try bench.cutPower(for: .seconds(1))
        #expect(bench.lines(.booted).last?.trust == .unknown)
        bench.run(for: .seconds(5))
        bench.clock.setWall(to: try RFC3339.parse("2026-01-10T06:01:00Z"))
        bench.run(for: .hours(1))
        #expect(bench.lines(.trustChanged).last?.trust == .plausible)
        #expect(bench.lines(.of(.alarm, .fired)).count == 1)
    }

    @Test(
        "5.1, 5.2: an unconfirmed clock that steps below what was recorded is believed no more")
    func steppedBelowTheRecord() throws {
        let bench = try bench()
        try bench.cutPower(for: .minutes(10))
        #expect(bench.lines(.booted).last?.trust == .plausible)
        bench.clock.setWall(to: try RFC3339.parse("1970-01-01T06:59:00Z"))
        bench.run(for: .hours(1))
        #expect(bench.lines(.trustChanged).last?.trust == .unknown)
        #expect(bench.stepped.snapshot?.civil == nil)
        #expect(bench.lines(.of(.alarm, .fired)).isEmpty)
    }

    @Test("5.1: a clock without a record is not believed before the day its program was made")
    func belowTheProgram() throws {
        let bench = try Bench(at: "2026-01-10T06:00:00Z", storage: MemorySlotStorage())
        bench.trust = .plausible
        bench.madeAt = try RFC3339.parse("2026-03-01T00:00:00Z").instant
        try bench.cutPower(for: .seconds(1))
        #expect(bench.lines(.booted).last?.trust == .unknown)
    }

    /// A clock without a record in a system of 2026-03-01, which starts and shows that time, `seconds` after its date.
    private func liftedBench(_ seconds: Int) throws -> Bench {
        let bench = try Bench(at: "2026-02-01T00:00:00Z", storage: MemorySlotStorage())
        let date = try RFC3339.parse("2026-03-01T00:00:00Z")
        bench.trust = .plausible
        bench.madeAt = date.instant
        bench.systemDates = [date.instant]
        // A new card, and no record of the bench's first start.
        bench.storage = MemorySlotStorage()
        bench.clock.setWall(to: date + .seconds(seconds))
        try bench.cutPower(for: .nanoseconds(1))
        return bench
    }

    @Test(
        "5.1: a clock that the system has lifted to its own date knows no time, nor at its next start",
        arguments: [0, 299])
    func liftedBySystem(seconds: Int) throws {
        let bench = try liftedBench(seconds)
        #expect(bench.lines(.booted).last?.trust == .unknown)
        #expect(bench.stepped.snapshot?.civil == nil)
        bench.run(for: .hours(9))
        try bench.kill()
        #expect(bench.lines(.trustChanged).isEmpty)
        // A service has saved the time, and restores it.
        try bench.cutPower(for: .seconds(1))
        #expect(bench.lines(.booted).last?.trust == .unknown)
        try bench.kill()
        #expect(bench.lines(.booted).last?.trust == .unknown)
        // Somebody without authority sets it to a time that can be right.
        bench.clock.setWall(to: try RFC3339.parse("2026-04-01T00:00:00Z"))
        bench.run(for: .seconds(1))
        #expect(bench.lines(.trustChanged).last?.trust == .plausible)
    }

    @Test("5.1: a time well after the system's own date is somebody's, and plausible")
    func laterThanSystem() throws {
        #expect(try liftedBench(301).lines(.booted).last?.trust == .plausible)
    }

    @Test("5.1: a clock that was right in this boot still is when the program starts anew")
    func sameBoot() throws {
        let bench = try bench()
        try bench.kill()
        #expect(bench.lines(.booted).last?.trust == .trusted)
    }

    @Test(
        "5.7: alarms are armed in the very first step, before display, sound or socket were needed")
    func armedAtOnce() throws {
        let bench = try bench()
        bench.trust = .trusted
        try bench.cutPower(for: .seconds(1))
        #expect(
            try bench.stepped.nextRing == RFC3339.parse("2026-01-10T07:00:00Z").instant)
    }
}
