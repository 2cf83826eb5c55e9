import ClockTime
import Drivers
import HAL
import SimulatedBoard
import Testing

/// What every light sensor must do, whatever its chip.
enum LightSensorContract {
    /// The world around a sensor's chip model. A new sensor adds one line here.
    struct World: Sendable {
        /// Lets light fall on the chip at an address.
        var expose: @Sendable (SimulatedI2CBus, I2CAddress, Lux) -> Void
        /// The step between neighbouring readings in the dark.
        var resolution: Double
    }

    static let worlds: [String: World] = [
        "bh1750": World(
            expose: { bus, address, lux in
                _ = bus.withChip(SimulatedBH1750.self, at: address) { chip, time in
                    chip.expose(to: lux, at: time)
                }
            },
            resolution: 1 / 2.4)
    ]
}

struct LightSensorBench {
    let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    let bus: SimulatedI2CBus
    let address: I2CAddress
    let world: LightSensorContract.World
    var sensor: any LightSensor

    init(driver: String) throws {
        let descriptor = try #require(Catalog.lightSensors.first { $0.driver == driver })
        world = try #require(LightSensorContract.worlds[driver])
        address = descriptor.addresses[0]
        bus = SimulatedI2CBus(clock: clock)
        let chip = BoardDescription.LightChip(driver: driver, address: address)
        var board = BoardDescription(name: "bench")
        board.light = .chip(chip)
        #expect(bus.attachChips(of: board, seed: 0) == [])
        sensor = try Catalog.makeLightSensor(for: chip)
    }

    func expose(to lux: Double) {
        world.expose(bus, address, Lux(lux))
    }

    mutating func measure() throws(DeviceError) -> Double {
        clock.advance(by: try sensor.begin(on: bus))
        return try sensor.collect(on: bus).value
    }
}

@Suite("Every light sensor of the catalog")
struct LightSensorContractTests {
    static let drivers = Catalog.lightSensors.map(\.driver)

    @Test("reads the light that falls on it, from the dark to daylight", arguments: drivers)
    func measures(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        for lux in [0, 0.5, 3, 10, 50, 200, 1000, 20_000.0] {
            bench.expose(to: lux)
            let measured = try bench.measure()
            #expect(abs(measured - lux) <= bench.world.resolution, "\(lux) lux, read \(measured)")
        }
    }

    @Test("never reads what was there before its measurement", arguments: drivers)
    func fresh(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        bench.expose(to: 500)
        _ = try bench.measure()
        bench.expose(to: 0)
        #expect(try bench.measure() == 0)
    }

    @Test("refuses to collect what was not begun", arguments: drivers)
    func collectWithoutBegin(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        #expect(throws: DeviceError.implausible("no measurement was begun")) {
            try bench.sensor.collect(on: bench.bus)
        }
        _ = try bench.measure()
        #expect(throws: DeviceError.implausible("no measurement was begun")) {
            try bench.sensor.collect(on: bench.bus)
        }
    }

    @Test(
        "gives an error for a fault at any transfer, and measures again after it",
        arguments: drivers)
    func faultAtEachTransfer(driver: String) throws {
        // More transfers than any sensor needs for a reading; the last round proves it by succeeding.
        for index in 0..<8 {
            var bench = try LightSensorBench(driver: driver)
            bench.expose(to: 100)
            let counter = FaultAfter(index, on: bench.bus)
            let bus = InterceptingBus(bench.bus) { _, _, _ in counter.count() }
            var error: DeviceError?
            do throws(DeviceError) {
                bench.clock.advance(by: try bench.sensor.begin(on: bus))
                _ = try bench.sensor.collect(on: bus)
            } catch let failure {
                error = failure
            }
            #expect(error == (index < counter.total ? .bus(.timedOut) : nil))
            if index == 7 { #expect(error == nil) }
            bench.bus.clearFaults()
            #expect(abs(try bench.measure() - 100) <= bench.world.resolution)
        }
    }

    @Test(
        "says that it is absent while unplugged, and works when plugged in again",
        arguments: drivers)
    func unplugged(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        bench.expose(to: 100)
        _ = try bench.measure()
        bench.bus.unplug(bench.address)
        #expect(throws: DeviceError.bus(.nack)) { try bench.measure() }
        bench.bus.plugIn(bench.address)
        #expect(abs(try bench.measure() - 100) <= bench.world.resolution)
    }
}
