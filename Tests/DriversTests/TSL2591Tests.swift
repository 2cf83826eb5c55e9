import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("The TSL2591's bytes")
struct TSL2591Tests {
    typealias Step = PlaybackBus.Step

    static let address = TSL2591.descriptor.addresses[0]

    private static let identity = Step(address, write: [0xB2], answer: [0x50])

    /// One reading: power on, the gain, start, then the status and two channels, low byte first.
    private static func reading(
        gain: UInt8, _ all: UInt16, _ infrared: UInt16, status: UInt8 = 0x01
    ) -> [Step] {
        [
            Step(address, write: [0xA0, 0x01]),
            Step(address, write: [0xA1, gain]),
            Step(address, write: [0xA0, 0x03]),
            Step(
                address, write: [0xB3],
                answer: [
                    status, UInt8(all & 0xFF), UInt8(all >> 8), UInt8(infrared & 0xFF),
                    UInt8(infrared >> 8),
                ]),
        ]
    }

    private static func measure(
        _ sensor: inout TSL2591, on bus: PlaybackBus
    ) throws(DeviceError) -> Double {
        let delay = try sensor.begin(on: bus)
        #expect(delay == .milliseconds(120))
        return try sensor.collect(on: bus).value
    }

    @Test("are the identity once, then power, gain, start, and five bytes read")
    func oneReading() throws {
        let bus = PlaybackBus([
            Step(Self.address, write: [0xB2], answer: [0x50]),
            Step(Self.address, write: [0xA0, 0x01]),
            Step(Self.address, write: [0xA1, 0x10]),
            Step(Self.address, write: [0xA0, 0x03]),
            Step(Self.address, write: [0xB3], answer: [0x01, 0xE8, 0x03, 0xFA, 0x00]),
            Step(Self.address, write: [0xA0, 0x01]),
            Step(Self.address, write: [0xA1, 0x20]),
            Step(Self.address, write: [0xA0, 0x03]),
            Step(Self.address, write: [0xB3], answer: [0x11, 0xE8, 0x03, 0xFA, 0x00]),
        ])
        var sensor = TSL2591(address: Self.address)
        // 1000 counts, a quarter of them infrared: 750 * 0.75 / (100 * gain / 408).
        #expect(abs(try Self.measure(&sensor, on: bus) - 91.8) < 1e-9)
        #expect(abs(try Self.measure(&sensor, on: bus) - 5.362149532710) < 1e-9)
        #expect(bus.finish() == [])
    }

    @Test("choose the gain for the light that the last reading found")
    func gains() throws {
        let readings: [(gain: UInt8, all: UInt16, infrared: UInt16)] = [
            (0x10, 1100, 100), (0x10, 1000, 100), (0x20, 700, 90), (0x30, 20_000, 5000),
            (0x20, 36_863, 9000), (0x00, 730, 100), (0x10, 18_500, 3000), (0x00, 1, 0),
            (0x30, 36_863, 36_863), (0x10, 36_863, 5000), (0x00, 36_863, 5000),
            // The infrared channel alone is full.
            (0x00, 1, 1), (0x30, 30_000, 36_863), (0x10, 0, 0), (0x30, 0, 0), (0x30, 1, 1),
        ]
        let bus = PlaybackBus(
            [Self.identity]
                + readings.flatMap { Self.reading(gain: $0.gain, $0.all, $0.infrared) })
        var sensor = TSL2591(address: Self.address)
        for _ in readings { _ = try Self.measure(&sensor, on: bus) }
        #expect(bus.finish() == [])
    }

    @Test("without a count are darkness, whatever noise the infrared channel adds")
    func darkness() throws {
        let bus = PlaybackBus(
            [Self.identity] + Self.reading(gain: 0x10, 0, 0)
                + Self.reading(gain: 0x30, 0, 20) + Self.reading(gain: 0x30, 100, 120))
        var sensor = TSL2591(address: Self.address)
        for _ in 1...3 { #expect(try Self.measure(&sensor, on: bus) == 0) }
        #expect(bus.finish() == [])
    }

    @Test(
        "of two full channels are a light that is there at least, not darkness"
    )
    func saturation() throws {
        let bus = PlaybackBus(
            [Self.identity] + Self.reading(gain: 0x10, 36_863, 36_863)
                + Self.reading(gain: 0x00, 36_863, 12_000)
                + Self.reading(gain: 0x00, 65_535, 65_535))
        var sensor = TSL2591(address: Self.address)
        #expect(abs(try Self.measure(&sensor, on: bus) - 541.4) < 1)
        #expect(abs(try Self.measure(&sensor, on: bus) - 68_427) < 50)
        #expect(abs(try Self.measure(&sensor, on: bus) - 13_536) < 10)
        #expect(bus.finish() == [])
    }

    @Test("of another chip at the address are an error that says what was read")
    func otherChip() throws {
        let bus = PlaybackBus([Step(Self.address, write: [0xB2], answer: [0x0A])])
        var sensor = TSL2591(address: Self.address)
        #expect(
            throws: DeviceError.implausible(
                "its ID is 0x0A and a TSL2591's 0x50; an LTR-303 has the same address")
        ) {
            _ = try sensor.begin(on: bus)
        }
        #expect(bus.finish() == [])
    }

    @Test("that cannot be are an error that says them, and so are those before the end")
    func impossible() throws {
        let bus = PlaybackBus(
            [Self.identity] + Self.reading(gain: 0x10, 100, 5000)
                + [Self.identity] + Self.reading(gain: 0x10, 100, 20, status: 0)
                + [Self.identity] + Self.reading(gain: 0x10, 0, 0))
        var sensor = TSL2591(address: Self.address)
        #expect(
            throws: DeviceError.implausible("it counts 100 for all light, 5000 for infrared")
        ) {
            _ = try Self.measure(&sensor, on: bus)
        }
        #expect(throws: DeviceError.implausible("its measurement has not ended")) {
            _ = try Self.measure(&sensor, on: bus)
        }
        // After an error it begins as at first, with the identity.
        #expect(try Self.measure(&sensor, on: bus) == 0)
        #expect(bus.finish() == [])
    }

    @Test("give an error and no number when the chip does not answer", arguments: 0..<5)
    func errors(failing: Int) throws {
        var steps = [Self.identity] + Self.reading(gain: 0x10, 1000, 250)
        steps[failing].error = .nack
        let bus = PlaybackBus(Array(steps.prefix(failing + 1)))
        var sensor = TSL2591(address: Self.address)
        #expect(throws: DeviceError.bus(.nack)) {
            _ = try sensor.begin(on: bus)
            _ = try sensor.collect(on: bus)
        }
        #expect(throws: DeviceError.implausible("no measurement was begun")) {
            _ = try sensor.collect(on: bus)
        }
        #expect(bus.finish() == [])
    }

    @Test("measure a warm lamp, cold light and daylight alike", arguments: [0.02, 0.2, 0.45, 0.7])
    func infrared(share: Double) throws {
        var bench = try LightSensorBench(driver: "tsl2591")
        for lux in [0.05, 3, 40, 300, 4000] {
            _ = bench.bus.withChip(SimulatedTSL2591.self, at: bench.address) { chip, time in
                chip.expose(to: Lux(lux), infraredShare: share, at: time)
            }
            for _ in 1...3 { _ = try bench.measure() }
            let measured = try bench.measure()
            #expect(abs(measured - lux) <= lux * 0.02, "\(lux) lux, read \(measured)")
        }
    }

    @Test("after a loss of power in the middle of a measurement are an error, not darkness")
    func powerCycle() throws {
        var bench = try LightSensorBench(driver: "tsl2591")
        bench.expose(to: 50)
        bench.clock.advance(by: try bench.sensor.begin(on: bench.bus))
        bench.bus.powerCycle(bench.address)
        #expect(throws: DeviceError.implausible("its measurement has not ended")) {
            try bench.sensor.collect(on: bench.bus)
        }
        #expect(abs(try bench.settle(at: 50) - 50) < 0.5)
    }
}
