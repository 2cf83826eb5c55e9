import ClockTime
@testable import HAL
import Runtime
import SimulatedBoard
import Testing

@Suite("The calibration of a light-dependent resistor")
struct LightCalibrationTests {
    private let waiter = JumpingWaiter()
    private let line: SimulatedChargeLine

    init() {
        line = SimulatedChargeLine(capacitorNanofarads: 100, clock: waiter)
    }

    private func make() -> LightCalibration {
        LightCalibration(
            BoardDescription.LightResistor(line: 26, capacitorNanofarads: 100), line: line,
            waiter: waiter, time: waiter)
    }

    @Test("is the charge time in the dark and under a lamp")
    func points() throws {
        var calibration = make()
        line.length = .microseconds(18_900)
        let covered = try calibration.measure().microseconds
        line.length = .microseconds(80)
        let lit = try calibration.measure().microseconds
        let points = try LightCalibration.points(covered: covered, underLamp: lit)
        #expect(points == "[[18900, 0.1], [80, 300]]")
        calibration.stop()
        #expect(!line.isHeld)
    }

    @Test("is refused where the lamp made no difference")
    func noDifference() throws {
        #expect(throws: LightCalibration.Problem.noDifference) {
            try LightCalibration.points(covered: 159, underLamp: 80)
        }
    }

    @Test("says what is wrong with the line")
    func failure() throws {
        line.failure = .taken
        #expect(throws: LightCalibration.Problem.sensor(.line(.taken))) {
            var calibration = make()
            return try calibration.measure()
        }
    }
}
