import ClockTime
@testable import HAL
import Runtime
import SimulatedBoard
import Synchronization
import Testing

@Suite("Sensors host")
struct SensorsHostTests {
    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
    private let line = SimulatedLevelLine()

    /// Runs the host as its thread does.
    private func run(
        _ host: inout SensorsHost, until end: Duration
    ) throws -> [(at: Duration, report: SensorsHost.Report)] {
        let end = BootTime(nanoseconds: 0) + end
        var reports: [(Duration, SensorsHost.Report)] = []
        while true {
            let wake = try #require(host.nextWake)
            guard wake < end else { return reports }
            if wake > clock.now().boot { clock.advance(to: wake) }
            let now = clock.now().boot
            let passed = now - BootTime(nanoseconds: 0)
            reports += host.step(at: now).map { (passed, $0) }
        }
    }

    @Test("measures a light that stands every two seconds")
    func readings() throws {
        var host = SensorsHost(light: LightSources.digital(line: line, isDarkHigh: true))
        let reports = try run(&host, until: .seconds(5))
        #expect(reports.map(\.at) == [.zero, .seconds(2), .seconds(4)])
        #expect(reports.allSatisfy { $0.report == .light(Lux(200)) })
        host.shutDown()
        #expect(!line.isHeld)
    }

    @Test("A source that answers at once is asked 20 times a second at most after a change")
    func closeLook() throws {
        var host = SensorsHost(light: Restless())
        let reports = try run(&host, until: .seconds(5))
        // From the second reading on, after two seconds, the light changes with each.
        #expect((58...62).contains(reports.count), "\(reports.count)")
    }

    /// Answers at once, and never twice the same.
    private struct Restless: LightPort {
        private var isBright = false

        mutating func step(at now: BootTime) throws(SensorError) -> LightStep {
            isBright.toggle()
            return .reading(Lux(isBright ? 200 : 1))
        }

        mutating func stop() {}
    }

    @Test("takes the steps of a measurement when they are due")
    func steps() throws {
        let charge = SimulatedChargeLine(capacitorNanofarads: 100, clock: clock)
        charge.expose(to: Lux(10))
        let resistor = BoardDescription.LightResistor(line: 26, capacitorNanofarads: 100)
        var host = SensorsHost(light: LightSources.resistor(resistor, line: charge))
        let reports = try run(&host, until: .seconds(1))
        #expect(reports.map(\.at) == [.milliseconds(150)])
        guard case .light(let lux)? = reports.first?.report else {
            Issue.record("there is no reading")
            return
        }
        #expect(abs(lux.value - 10) < 0.1)
    }

    @Test("says once what is wrong, goes on trying ever more seldom, and says when it works again")
    func failure() throws {
        var host = SensorsHost(light: LightSources.digital(line: line, isDarkHigh: true))
        line.failure = .taken
        let failed = try run(&host, until: .seconds(60))
        let problem =
            "the light sensor can't be used: another program or a kernel driver has its line"
        #expect(failed.map(\.report) == [.lightProblem(problem)])
        line.failure = nil
        let mended = try run(&host, until: .seconds(80))
        #expect(mended.prefix(2).map(\.report) == [.light(Lux(200)), .lightProblem(nil)])
    }

    /// A battery whose answers the test gives.
    private final class Answers: Sendable {
        let next = Mutex<Result<BatteryReading?, SensorError>>(.success(nil))
    }

    private struct AnsweredBattery: BatteryPort {
        let answers: Answers

        mutating func read() throws(SensorError) -> BatteryReading? {
            try answers.next.withLock { $0 }.get()
        }
    }

    @Test("reads a battery every 15 s, and looks for one every 10 min")
    func battery() throws {
        let answers = Answers()
        var host = SensorsHost(light: nil, battery: AnsweredBattery(answers: answers))
        let none = try run(&host, until: .minutes(15))
        #expect(none.map(\.at) == [.zero, .minutes(10)])
        #expect(none.allSatisfy { $0.report == .battery(nil) })
        let half = BatteryReading(charge: 50, flow: .discharging)
        answers.next.withLock { $0 = .success(half) }
        let some = try run(&host, until: .minutes(21))
        #expect(some.map(\.at) == [0, 15, 30, 45].map { .minutes(20) + .seconds($0) })
        answers.next.withLock { $0 = .failure(.absent("bq27")) }
        let failed = try run(&host, until: .minutes(22))
        let problem = "the battery is not there: the kernel has no battery bq27"
        #expect(failed.map(\.report) == [.batteryProblem(problem)])
        answers.next.withLock { $0 = .success(half) }
        let mended = try run(&host, until: .seconds(22 * 60 + 25))
        #expect(mended.prefix(2).map(\.report) == [.battery(half), .batteryProblem(nil)])
    }

    @Test("has nothing to do without a sensor")
    func nothing() {
        let host = SensorsHost(light: nil)
        #expect(host.nextWake == nil)
    }
}
