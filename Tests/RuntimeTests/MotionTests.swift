import ClockCore
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Testing

@Suite("Movement on the panel's bus")
struct MotionTests {
    /// The pictures that the panel showed in some time, and the time between them.
    private func pictures(_ bench: Bench, for duration: Duration) throws -> [(BootTime, LitPicture)]
    {
        var pictures: [(BootTime, LitPicture)] = []
        let end = bench.clock.now().boot + duration
        while bench.clock.now().boot < end {
            bench.stepped.step()
            if let picture = try bench.picture, picture != pictures.last?.1 {
                pictures.append((bench.clock.now().boot, picture))
            }
            bench.clock.advance(to: min(end, bench.stepped.nextWake ?? end))
        }
        return pictures
    }

    @Test("C10: rolling digits show two pictures on their way within 0.35 s, then stand still")
    func rolls() throws {
        let bench = try Bench(at: "2026-01-10T12:09:59.500Z", hasLight: false)
        _ = try bench.ask(words: "style set --roll on")
        bench.run(for: .milliseconds(100))
        let start = bench.clock.now().boot
        let shown = try pictures(bench, for: .seconds(30))
        let times = shown.dropFirst().map { ($0.0 - start) / .milliseconds(1) }
        // With the time before, and the one after.
        #expect(shown.count == 4)
        #expect(times.allSatisfy { $0 >= 400 && $0 <= 751 })
    }

    @Test("Without movement an idle face wakes the panel once a minute, as it always did")
    func idle() throws {
        let bench = try Bench(at: "2026-01-10T12:09:30Z", hasLight: false)
        bench.run(for: .seconds(1))
        #expect(try pictures(bench, for: .minutes(5)).count == 6)
    }

    @Test("A display that is unplugged while something moves comes back with the newest picture")
    func unplugged() throws {
        let bench = try Bench(at: "2026-01-10T12:09:59.500Z", hasLight: false)
        _ = try bench.ask(words: "style set --roll on")
        bench.run(for: .milliseconds(600))
        let address = try #require(Bench.display)
        bench.bus.unplug(address)
        bench.run(for: .seconds(5))
        bench.bus.plugIn(address)
        bench.run(for: .seconds(30))
        let back = try #require(try bench.picture)
        let other = try Bench(at: "2026-01-10T12:10:20Z", hasLight: false)
        other.run(for: .seconds(1))
        let undisturbed = try #require(try other.picture)
        #expect(back.segments == undisturbed.segments)
    }
}
