import ClockCore
import ClockTime
import HAL
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("Whether a started program is good, asked of a whole clock")
struct UpdateReadyTests {
    private func bad(_ bench: Bench) throws -> [UpdateReadiness.Subject] {
        guard case .updateReadiness(let readiness)? = bench.ask(.update(.readiness)) else {
            throw CommandError.wrongState(.inWords("no answer"))
        }
        return readiness.checks.filter { !$0.isGood }.map(\.subject)
    }

    @Test("Nobody plays anything, and some seconds after the question all is known to be well")
    func ready() throws {
        let bench = try Bench(at: "2026-01-14T12:00:00Z")
        bench.run(for: .seconds(1))
        #expect(try bad(bench) == [.display, .sound])
        bench.run(for: .seconds(3))
        #expect(try bad(bench) == [])
    }

    @Test("Without its card it is not good; once the card is there, it is")
    func withoutSound() throws {
        let clock = VirtualClock(
            Moment(wall: try RFC3339.parse("2026-01-14T12:00:00Z"), boot: BootTime(nanoseconds: 0)))
        let sink = SwitchablePCMSink(SimulatedPCMSink(clock: clock, capture: nil))
        sink.unplug()
        let bench = try Bench(on: clock, sinks: [sink])
        _ = try bad(bench)
        bench.run(for: .seconds(11))
        #expect(try bad(bench) == [.sound])
        sink.plugIn()
        bench.run(for: .seconds(11))
        _ = try bad(bench)
        bench.run(for: .seconds(4))
        #expect(try bad(bench) == [])
    }

    @Test("A state that got lost is not good, whatever else works")
    func lostState() throws {
        let storage = MemorySlotStorage()
        storage.replace(.a, with: [1, 2, 3])
        storage.replace(.b, with: [4, 5, 6])
        let bench = try Bench(at: "2026-01-14T12:00:00Z", storage: storage)
        _ = try bad(bench)
        bench.run(for: .seconds(4))
        #expect(try bad(bench) == [.state])
    }
}
