import ClockTime
import Drivers
@testable import HAL
import SimulatedBoard
import Testing

@Suite("A light-dependent resistor on one line")
struct PhotoresistorTests {
    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    private let line: SimulatedChargeLine

    init() {
        line = SimulatedChargeLine(capacitorNanofarads: 100, clock: clock)
    }

    private func resistor(
        _ calibration: [(microseconds: Int, lux: Double)] = []
    ) -> Photoresistor {
        var resistor = BoardDescription.LightResistor(line: 26, capacitorNanofarads: 100)
        for point in calibration {
            resistor.calibration.append(
                BoardDescription.LightResistor.CalibrationPoint(
                    chargeTime: .microseconds(point.microseconds), illuminance: Lux(point.lux)))
        }
        return Photoresistor(resistor, line: line)
    }

    /// Takes steps until there is a reading; also returns how long that took.
    private func measure(
        _ sensor: inout Photoresistor
    ) throws -> (lux: Double, pauses: [Duration]) {
        var pauses: [Duration] = []
        for _ in 0..<20 {
            switch try sensor.step(at: clock.now().boot) {
            case .reading(let lux): return (lux.value, pauses)
            case .wait(let pause):
                pauses.append(pause)
                clock.advance(by: pause)
            }
        }
        throw SensorError.implausible("no reading after 20 steps")
    }

    @Test("reads a usual resistor right uncalibrated", arguments: [0.1, 1, 10, 100, 300])
    func typical(lux: Double) throws {
        line.expose(to: Lux(lux))
        var sensor = resistor()
        let read = try measure(&sensor).lux
        #expect(abs(read / lux - 1) < 0.02, "\(lux) lx was read as \(read)")
    }

    @Test("goes through both points of its calibration, and on along their line")
    func calibrated() throws {
        var sensor = resistor([(20_000, 0.5), (200, 300)])
        line.length = .microseconds(20_000)
        #expect(abs(try measure(&sensor).lux - 0.5) < 0.001)
        line.length = .microseconds(200)
        #expect(abs(try measure(&sensor).lux - 300) < 0.1)
        // Half the way between the logarithms.
        line.length = .microseconds(2000)
        #expect(abs(try measure(&sensor).lux - 12.25) < 0.1)
        line.length = .microseconds(40_000)
        let dark = try measure(&sensor).lux
        #expect(dark > 0.1 && dark < 0.3)
    }

    @Test("moves a typical line through a single point")
    func onePoint() throws {
        var sensor = resistor([(1500, 10)])
        line.length = .microseconds(1500)
        #expect(abs(try measure(&sensor).lux - 10) < 0.01)
        line.length = .microseconds(7518)
        #expect(abs(try measure(&sensor).lux - 1) < 0.02)
    }

    @Test("a line that stays low is darkness; a shorter time than the jitter is no more light")
    func limits() throws {
        var sensor = resistor()
        line.length = nil
        let dark = try measure(&sensor)
        #expect(dark.lux < 0.01)
        #expect(dark.pauses.prefix(3) == [.milliseconds(5), .milliseconds(25), .milliseconds(175)])
        line.length = .zero
        let bright = try measure(&sensor).lux
        line.length = .microseconds(60)
        #expect(try measure(&sensor).lux == bright)
    }

    @Test("takes the median of five charges, so that a disturbed one does not count")
    func median() throws {
        var sensor = resistor([(20_000, 0.5), (200, 300)])
        line.nextLengths = [200, 200, 100_000, 60, 200].map { .microseconds($0) }
        #expect(abs(try measure(&sensor).lux - 300) < 0.1)
        #expect(line.nextLengths == [])
    }

    @Test("a failure is an error, and the next step starts over")
    func failure() throws {
        line.expose(to: Lux(10))
        var sensor = resistor()
        _ = try sensor.step(at: clock.now().boot)
        line.failure = .gone
        #expect(throws: SensorError.line(.gone)) {
            var sensor = sensor
            return try sensor.step(at: clock.now().boot)
        }
        line.failure = nil
        #expect(abs(try measure(&sensor).lux - 10) < 0.2)
        sensor.stop()
        #expect(!line.isHeld)
    }
}
