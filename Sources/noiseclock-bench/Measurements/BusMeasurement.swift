import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization

extension Measurement {
    /// What an idle clock sends over its bus: the real hosts and drivers on the simulated board, in
    /// virtual time. The same on every machine and in every run.
    static let bus = Measurement(
        name: "bus", summary: "address and data bytes on the I2C bus of an idle clock, per minute"
    ) { _ in
        [
            row("bus/display", hasLight: false, "steady colon, \(BusRun.minutes) minutes"),
            row("bus/display and light sensor", hasLight: true, "the light steady"),
        ]
    }

    private static func row(_ name: String, hasLight: Bool, _ remark: String) -> Row {
        var row = Row(name: name, unit: .bytesPerMinute, outcome: .failed("nothing was counted"))
        row.remark = remark
        do throws(RunFailure) {
            let minutes = try BusRun.bytesPerMinute(hasLight: hasLight)
            if let statistics = Statistics(minutes.map(Double.init)) {
                row.outcome = .measured(statistics)
            }
        } catch {
            row.outcome = .failed(error.reason)
        }
        return row
    }
}

/// An idle clock on the simulated board.
enum BusRun {
    static let minutes = 10

    /// The bytes of each of ten minutes, after one in which the chips were set up.
    static func bytesPerMinute(hasLight: Bool) throws(RunFailure) -> [Int] {
        let time = VirtualClock(AlarmSet.start)
        let count = SharedCount()
        let bus = SimulatedI2CBus(clock: time) { transfer in
            count.add(BusBytes.count(written: transfer.written.count, read: transfer.read.count))
        }
        let board = try BenchBoard.description(hasLight: hasLight)
        let unknown = bus.attachChips(of: board, seed: 1)
        guard unknown.isEmpty else {
            throw RunFailure(reason: "no chip model for \(unknown.joined(separator: ", "))")
        }
        let parts = ClockParts(
            time: time, bus: bus, drivers: try BenchBoard.drivers(hasLight: hasLight),
            sinks: [SimulatedPCMSink(clock: time)], storage: MemorySlotStorage(), zones: OnlyUTC(),
            bootName: "bench", seed: 1, emit: { _ in })
        let clock = SteppedClock(parts)
        run(clock, time, for: .minutes(1))
        return (0..<minutes).map { _ in
            let before = count.value
            run(clock, time, for: .minutes(1))
            return count.value - before
        }
    }

    /// Lets time run on, from wake to wake.
    private static func run(_ clock: SteppedClock, _ time: VirtualClock, for duration: Duration) {
        let end = time.now().boot + duration
        while true {
            clock.step()
            let now = time.now().boot
            guard now < end else { return }
            // A wake that is not ahead would stop time.
            time.advance(to: min(end, max(clock.nextWake ?? end, now + .nanoseconds(1))))
        }
    }
}

/// A count that a bus's observer adds to.
private final class SharedCount: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add(_ number: Int) { count.wrappingAdd(number, ordering: .relaxed) }
}

/// What a bus carries does not depend on the zone.
private struct OnlyUTC: ZoneSource {
    var systemZoneName: String? { Zone.utc.name }

    func zone(named name: String) -> Result<Zone, ZoneProblem> { .success(.utc) }
}
