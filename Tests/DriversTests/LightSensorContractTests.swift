import ClockTime
import Drivers
import HAL
import SimulatedBoard
import Testing

/// What every light sensor must do, whatever its chip.
enum LightSensorContract {
    /// How exact a sensor is. A new sensor adds one line here.
    struct Accuracy: Sendable {
        /// The step between neighbouring readings in the dark, in lux.
        var resolution: Double
        /// The part of the light that a reading may be off: the steps in brighter light.
        var share = 0.0
        /// How many readings it takes after any change of the light until one is right.
        var readings = 1
        /// How much brighter than the light an earlier one of these readings may be, in lux.
        var coarsest: Double
        /// The brightest light that it can measure, in lux.
        var brightest: Double

        func tolerance(at lux: Double) -> Double { max(resolution, lux * share) }
    }

    static let accuracies: [String: Accuracy] = [
        "bh1750": Accuracy(resolution: 1 / 2.4, coarsest: 1 / 2.4, brightest: 27_000),
        "veml7700": Accuracy(
            resolution: 0.0084, share: 0.01, readings: 2, coarsest: 0.6, brightest: 120_000),
        "tsl2591": Accuracy(
            resolution: 0.001, share: 0.01, readings: 3, coarsest: 8, brightest: 80_000),
    ]
}

struct LightSensorBench {
    let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    let bus: SimulatedI2CBus
    let address: I2CAddress
    let accuracy: LightSensorContract.Accuracy
    var sensor: any LightSensor

    init(driver: String) throws {
        let descriptor = try #require(Catalog.lightSensors.first { $0.driver == driver })
        accuracy = try #require(LightSensorContract.accuracies[driver])
        address = descriptor.addresses[0]
        bus = SimulatedI2CBus(clock: clock)
        let chip = BoardDescription.Chip(driver: driver, address: address)
        var board = BoardDescription(name: "bench")
        board.light = .chip(chip)
        #expect(bus.attachChips(of: board, seed: 0) == [])
        sensor = try Catalog.makeLightSensor(for: chip)
    }

    func expose(to lux: Double) {
        bus.expose(address, to: Lux(lux))
    }

    mutating func measure() throws(DeviceError) -> Double {
        clock.advance(by: try sensor.begin(on: bus))
        return try sensor.collect(on: bus).value
    }

    /// The reading after which the sensor has got used to the light. No earlier one may be too bright.
    mutating func settle(at lux: Double) throws(DeviceError) -> Double {
        expose(to: lux)
        for _ in 1..<accuracy.readings {
            let early = try measure()
            let limit = lux + max(accuracy.coarsest, accuracy.tolerance(at: lux))
            #expect(early <= limit, "\(lux) lux, at first read \(early)")
        }
        return try measure()
    }
}

@Suite("Every light sensor of the catalog")
struct LightSensorContractTests {
    static let drivers = Catalog.lightSensors.map(\.driver)

    @Test("reads the light that falls on it, from the dark to daylight", arguments: drivers)
    func measures(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        for lux in [0, 0.5, 3, 10, 50, 200, 1000, 20_000.0] {
            let measured = try bench.settle(at: lux)
            let tolerance = bench.accuracy.tolerance(at: lux)
            #expect(abs(measured - lux) <= tolerance, "\(lux) lux, read \(measured)")
        }
    }

    @Test(
        "follows a slow dawn and dusk without a step that the light does not have",
        arguments: drivers)
    func sweep(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        let dawn = Array(
            sequence(first: 0.01) { $0 < bench.accuracy.brightest / 1.05 ? $0 * 1.05 : nil })
        _ = try bench.settle(at: dawn[0])
        for lux in dawn + dawn.reversed() {
            bench.expose(to: lux)
            // The range in which the light before was measured serves this one too.
            let measured = try bench.measure()
            let tolerance = max(bench.accuracy.resolution * 4, lux * 0.01)
            #expect(abs(measured - lux) <= tolerance, "\(lux) lux, read \(measured)")
        }
    }

    @Test(
        "reads any light right soon after any other, and never one that is not there",
        arguments: drivers)
    func jumps(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        let lights = [0, 0.01, 0.3, 5, 9, 12, 90, 110, 600, 2500, 20_000, 75_000, 100_000.0]
            .filter { $0 <= bench.accuracy.brightest }
        for before in lights {
            for after in lights {
                _ = try bench.settle(at: before)
                let measured = try bench.settle(at: after)
                #expect(
                    abs(measured - after) <= bench.accuracy.tolerance(at: after),
                    "\(after) lux after \(before), read \(measured)")
            }
        }
    }

    @Test("reads bright light, and not more, where it can measure no more", arguments: drivers)
    func beyond(driver: String) throws {
        var bench = try LightSensorBench(driver: driver)
        for lux in [200_000, 1e6, 1e9] {
            let measured = try bench.settle(at: lux)
            #expect(measured > 10_000 && measured <= 121_000, "\(lux) lux, read \(measured)")
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
            #expect(abs(try bench.measure() - 100) <= bench.accuracy.tolerance(at: 100))
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
        #expect(abs(try bench.measure() - 100) <= bench.accuracy.tolerance(at: 100))
    }
}
