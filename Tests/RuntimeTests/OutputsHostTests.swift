@testable import ClockCore
import ClockTime
@testable import HAL
@testable import Runtime
import SimulatedBoard
import Testing

@Suite("Motor, buzzer and lamp")
struct OutputsHostTests {
    private let motor = SimulatedLine()
    private let buzzer = SimulatedLine()
    private let lamp = SimulatedLamp()

    private func makeHost() -> OutputsHost {
        OutputsHost(BoardOutputs(motor: motor, buzzer: buzzer, light: lamp))
    }

    private static func levels(
        motor: Bool = false, buzzer: Bool = false, light: Int = 0
    ) -> OutputLevels {
        var levels = OutputLevels()
        levels.motor = motor
        levels.buzzer = buzzer
        levels.light = Percent(clamping: light)
        return levels
    }

    private static func at(_ milliseconds: Int64) -> BootTime {
        BootTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("follow the newest levels, and rest where nothing is due")
    func follows() throws {
        try motor.set(true)
        var host = makeHost()
        #expect(host.nextWake != nil)
        #expect(
            host.step(levels: nil, at: Self.at(0)) == HealthReport(part: .outputs, problem: nil))
        #expect(!motor.isOn)
        #expect(host.nextWake == nil)
        _ = host.step(levels: Self.levels(motor: true, light: 40), at: Self.at(10))
        #expect(motor.isOn)
        #expect(!buzzer.isOn)
        #expect(lamp.brightness == Brightness(percent: 40))
        _ = host.step(levels: Self.levels(buzzer: true), at: Self.at(20))
        #expect(!motor.isOn)
        #expect(buzzer.isOn)
        #expect(lamp.brightness == nil)
        #expect(host.nextWake == nil)
    }

    @Test("one that fails is said once, tried again with growing pauses, and the others go on")
    func fails() {
        var host = makeHost()
        _ = host.step(levels: nil, at: Self.at(0))
        motor.fail(.gone)
        let on = Self.levels(motor: true, buzzer: true)
        let report = host.step(levels: on, at: Self.at(0))
        #expect(
            report
                == HealthReport(
                    part: .outputs,
                    problem:
                        "the GPIO lines of the vibration can't be used: their GPIO chip is gone"))
        #expect(buzzer.isOn)
        #expect(host.nextWake == Self.at(250))
        // The pattern's next edge does not make it retry earlier.
        #expect(host.step(levels: on, at: Self.at(100)) == nil)
        #expect(host.nextWake == Self.at(250))
        #expect(host.step(levels: nil, at: Self.at(250)) == nil)
        #expect(host.nextWake == Self.at(750))
        motor.fail(nil)
        #expect(
            host.step(levels: nil, at: Self.at(750)) == HealthReport(part: .outputs, problem: nil))
        #expect(motor.isOn)
    }

    @Test("a motor on the bus has a host of its own, which tells how its chip fails")
    func busMotor() throws {
        let address = try #require(I2CAddress(0x5A))
        let chip = BoardDescription.MotorChip(
            driver: "drv2605l", address: address, motor: .rotating)
        var board = BoardDescription(name: "bench")
        board.vibration = .chip(chip)
        let moment = Moment(wall: WallTime(nanoseconds: 0), boot: Self.at(0))
        let bus = SimulatedI2CBus(clock: VirtualClock(moment))
        #expect(bus.attachChips(of: board, seed: 1) == [])
        let driver = try #require(try BoardDrivers(for: board).motor)
        let line = BusMotor(driver, on: bus)
        try line.set(true)
        var host = OutputsHost(busMotor: line)
        #expect(
            host.step(levels: nil, at: Self.at(0)) == HealthReport(part: .vibration, problem: nil))
        #expect(!bus.isMotorOn(address))
        bus.unplug(address)
        let on = Self.levels(motor: true)
        #expect(
            host.step(levels: on, at: Self.at(10))
                == HealthReport(
                    part: .vibration, problem: "the chip of the vibration does not answer"))
        bus.plugIn(address)
        #expect(
            host.step(levels: on, at: Self.at(260)) == HealthReport(part: .vibration, problem: nil))
        #expect(bus.isMotorOn(address))
        host.shutDown()
        #expect(!bus.isMotorOn(address))
        #expect(OutputsHost(BoardOutputs(busMotor: line)).nextWake == nil)
    }

    @Test("what may have been lost is switched anew; at the end everything is off")
    func renewsAndStops() {
        var host = makeHost()
        _ = host.step(levels: Self.levels(motor: true, buzzer: true, light: 100), at: Self.at(0))
        motor.stop()
        #expect(host.nextWake == nil)
        host.renew()
        _ = host.step(levels: nil, at: Self.at(1000))
        #expect(motor.isOn)
        host.shutDown()
        #expect(!motor.isOn && !buzzer.isOn && lamp.brightness == nil)
    }

    @Test("the pulses of a pattern are one use, told at its begin and 2 s after its end")
    func uses() {
        var use = OutputUse()
        var told: [OutputUse.Change] = []
        for second in 0..<10 {
            let begin = Int64(second) * 1000
            told += use.update(Self.levels(motor: true), at: Self.at(begin))
            told += use.update(Self.levels(), at: Self.at(begin + 600))
        }
        #expect(told == [OutputUse.Change(name: .motor, isUsed: true)])
        #expect(use.nextWake == Self.at(9600 + 2000))
        #expect(use.advance(to: Self.at(11_599)) == [])
        #expect(
            use.advance(to: Self.at(11_600)) == [OutputUse.Change(name: .motor, isUsed: false)])
        #expect(use.nextWake == nil)
        #expect(
            use.update(Self.levels(light: 1), at: Self.at(12_000))
                == [OutputUse.Change(name: .light, isUsed: true)])
    }
}
