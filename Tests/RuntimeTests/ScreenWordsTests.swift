import ClockCore
import ClockTime
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("What a screen beside the face says")
struct ScreenWordsTests {
    @Test("All that rings is named, and what has no name by what it is")
    func ringing() throws {
        let bench = try Bench(at: "2026-01-10T12:00:00Z")
        func rings() throws -> ClockStatus.Ringing {
            try #require(bench.stepped.status(at: bench.clock.now())?.ringing)
        }
        _ = bench.ask(.timer(.add(.seconds(5), name: nil, starts: true)))
        _ = bench.ask(.timer(.add(.seconds(8), name: "Pizza", starts: true)))
        bench.run(for: .seconds(6))
        #expect(try rings().title == "Timer")
        #expect(try !rings().isSeveral)
        bench.run(for: .seconds(3))
        #expect(try rings().title == "Timer, Pizza")
        #expect(try rings().isSeveral)
    }

    @Test("A clock that does not know the time says how to set it")
    func noTime() throws {
        let machine = ClockMachine(
            restoring: nil, zone: .utc, trust: .unknown, boot: BootID("a"), catalogue: .least,
            at: Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        #expect(
            ClockStatus(machine.snapshot, at: now).dateLine
                == "set the time: noiseclock time set, UTC")
    }
}
