import ClockTime
import Drivers
@testable import HAL
import SimulatedBoard
import Testing

/// What every driver of a vibration motor must do, whatever its chip.
@Suite("Every motor driver of the catalog")
struct MotorDriverContractTests {
    static let drivers = Catalog.motorDrivers.map(\.driver)

    private let bus = SimulatedI2CBus(
        clock: VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000))))

    private func make(
        _ driver: String, motor: BoardDescription.MotorChip.Motor = .rotating
    ) throws -> any MotorDriver {
        let descriptor = try #require(Catalog.motorDrivers.first { $0.driver == driver })
        let chip = BoardDescription.MotorChip(
            driver: driver, address: descriptor.addresses[0], motor: motor)
        var board = BoardDescription(name: "bench")
        board.vibration = .chip(chip)
        #expect(bus.attachChips(of: board, seed: 0) == [])
        return try Catalog.makeMotorDriver(for: chip)
    }

    @Test("switches the motor on and off, as often as it is asked", arguments: drivers)
    func switches(driver: String) throws {
        for motor in BoardDescription.MotorChip.Motor.allCases {
            let chip = try make(driver, motor: motor)
            for isOn in [false, true, true, false, false, true] {
                try chip.set(isOn, on: bus)
                #expect(bus.isMotorOn(chip.address) == isOn)
            }
        }
    }

    @Test("is off after a power cut, and starts again by itself", arguments: drivers)
    func comesBack(driver: String) throws {
        let chip = try make(driver)
        try chip.set(true, on: bus)
        bus.unplug(chip.address)
        #expect(throws: DeviceError.bus(.nack)) { try chip.set(true, on: bus) }
        bus.plugIn(chip.address)
        #expect(!bus.isMotorOn(chip.address))
        try chip.set(true, on: bus)
        #expect(bus.isMotorOn(chip.address))
    }

    @Test("fails with an error at whatever transfer the bus fails", arguments: drivers)
    func faults(driver: String) throws {
        let chip = try make(driver)
        for isOn in [true, false] {
            var failures = 0
            for failing in 0..<10 {
                let counter = FaultAfter(failing, on: bus)
                let faulty = InterceptingBus(bus, before: { _, _, _ in counter.count() })
                do throws(DeviceError) {
                    try chip.set(isOn, on: faulty)
                } catch {
                    #expect(error == .bus(.timedOut))
                    failures += 1
                    continue
                }
                bus.clearFaults()
                #expect(bus.isMotorOn(chip.address) == isOn)
                break
            }
            #expect(failures >= 1 && failures < 10)
        }
    }

    @Test("has one write that stops the motor", arguments: drivers)
    func lastWrite(driver: String) throws {
        let chip = try make(driver)
        try chip.set(true, on: bus)
        try bus.write(chip.bytesThatStop, to: chip.address)
        #expect(!bus.isMotorOn(chip.address))
    }

    @Test("is refused at an address that it cannot have", arguments: drivers)
    func addresses(driver: String) throws {
        let address = try #require(I2CAddress(0x70))
        #expect(throws: CatalogError.self) {
            try Catalog.makeMotorDriver(
                for: BoardDescription.MotorChip(
                    driver: driver, address: address, motor: .rotating))
        }
    }
}
