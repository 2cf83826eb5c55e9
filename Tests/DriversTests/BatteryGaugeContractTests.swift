import ClockTime
import Drivers
import HAL
import SimulatedBoard
import Testing

/// What every battery gauge must do, whatever its chip.
@Suite("Every battery gauge of the catalog")
struct BatteryGaugeContractTests {
    static let drivers = Catalog.batteryGauges.map(\.driver)

    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    private let bus: SimulatedI2CBus

    init() {
        bus = SimulatedI2CBus(clock: clock)
    }

    private func make(_ driver: String) throws -> (gauge: any BatteryGauge, address: I2CAddress) {
        let descriptor = try #require(Catalog.batteryGauges.first { $0.driver == driver })
        let chip = BoardDescription.Chip(
            driver: driver, address: descriptor.addresses[0])
        var board = BoardDescription(name: "bench")
        board.battery = .gauge(chip)
        #expect(bus.attachChips(of: board, seed: 0) == [])
        return (try Catalog.makeBatteryGauge(for: chip), chip.address)
    }

    @Test("reads the charge of its battery, and which way it goes", arguments: drivers)
    func reads(driver: String) throws {
        var (gauge, address) = try make(driver)
        for percent in [0, 1, 14, 15, 50, 99, 100] {
            bus.setBattery(address, percent: Double(percent), flow: .discharging)
            #expect(
                try gauge.read(on: bus) == BatteryReading(charge: percent, flow: .discharging))
        }
        bus.setBattery(address, percent: 60, flow: .charging)
        #expect(try gauge.read(on: bus).flow == .charging)
        bus.setBattery(address, percent: 100, flow: .full)
        #expect(try gauge.read(on: bus).flow == .full)
    }

    @Test("fails with an error when it is gone, and comes back by itself", arguments: drivers)
    func comesBack(driver: String) throws {
        var (gauge, address) = try make(driver)
        bus.setBattery(address, percent: 70, flow: .unknown)
        #expect(try gauge.read(on: bus).charge == 70)
        bus.unplug(address)
        #expect(throws: DeviceError.bus(.nack)) { try gauge.read(on: bus) }
        bus.plugIn(address)
        #expect(try gauge.read(on: bus).charge == 70)
    }

    @Test("fails with an error at whatever transfer the bus fails", arguments: drivers)
    func faults(driver: String) throws {
        var (gauge, address) = try make(driver)
        bus.setBattery(address, percent: 70, flow: .unknown)
        _ = try gauge.read(on: bus)
        for error in [I2CError.nack, .timedOut, .busGone] {
            bus.fail(SimulatedI2CBus.Fault(error: error, transfers: 1), at: address)
            #expect(throws: DeviceError.bus(error)) { try gauge.read(on: bus) }
            #expect(try gauge.read(on: bus).charge == 70)
        }
    }

    @Test("is refused at an address that it cannot have", arguments: drivers)
    func addresses(driver: String) throws {
        let address = try #require(I2CAddress(0x70))
        #expect(throws: CatalogError.self) {
            try Catalog.makeBatteryGauge(
                for: BoardDescription.Chip(driver: driver, address: address))
        }
    }
}
