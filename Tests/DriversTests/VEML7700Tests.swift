import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("The VEML7700's bytes")
struct VEML7700Tests {
    typealias Step = PlaybackBus.Step

    static let address = VEML7700.descriptor.addresses[0]

    /// One reading: the settings written while off and on, then the counts and the settings, low byte first.
    private static func reading(
        _ settings: UInt16, counts: UInt16, settingsRead: UInt16? = nil
    ) -> [Step] {
        func bytes(_ word: UInt16) -> [UInt8] { [UInt8(word & 0xFF), UInt8(word >> 8)] }
        return [
            Step(address, write: [0x00] + bytes(settings | 1)),
            Step(address, write: [0x00] + bytes(settings)),
            Step(address, write: [0x04], answer: bytes(counts)),
            Step(address, write: [0x00], answer: bytes(settingsRead ?? settings)),
        ]
    }

    /// Gain 2 and 400 ms, gain 2 and 100 ms, gain 1/8 and 100 ms.
    private static let dark: UInt16 = 0x0880
    private static let room: UInt16 = 0x0800
    private static let daylight: UInt16 = 0x1000

    @Test("are the settings while off, the same while on, then counts and settings read")
    func oneReading() throws {
        let bus = PlaybackBus([
            Step(Self.address, write: [0x00, 0x01, 0x08]),
            Step(Self.address, write: [0x00, 0x00, 0x08]),
            Step(Self.address, write: [0x04], answer: [0xE8, 0x03]),
            Step(Self.address, write: [0x00], answer: [0x00, 0x08]),
        ])
        var sensor = VEML7700(address: Self.address)
        #expect(try sensor.begin(on: bus) == .milliseconds(205))
        let lux = try sensor.collect(on: bus).value
        // 1000 counts of 0.0336 lx, and the correction for bright light.
        #expect(abs(lux - 33.769) < 0.001)
        #expect(bus.finish() == [])
    }

    @Test("choose the range for the light that the last reading found")
    func ranges() throws {
        let readings: [(settings: UInt16, counts: UInt16, milliseconds: Int)] = [
            (Self.room, 100, 205), (Self.dark, 1100, 805), (Self.dark, 65_535, 805),
            (Self.daylight, 190, 205), (Self.daylight, 100, 205), (Self.room, 3000, 205),
            (Self.daylight, 0, 205), (Self.dark, 0, 805), (Self.dark, 1200, 805),
            (Self.room, 1000, 205),
        ]
        let bus = PlaybackBus(readings.flatMap { Self.reading($0.settings, counts: $0.counts) })
        var sensor = VEML7700(address: Self.address)
        for reading in readings {
            #expect(try sensor.begin(on: bus) == .milliseconds(reading.milliseconds))
            _ = try sensor.collect(on: bus)
        }
        #expect(bus.finish() == [])
    }

    @Test("at the end of a range are that end, less than the light, and never beyond direct sun")
    func saturation() throws {
        let bus = PlaybackBus(
            Self.reading(Self.room, counts: 65_535)
                + Self.reading(Self.daylight, counts: 65_535))
        var sensor = VEML7700(address: Self.address)
        _ = try sensor.begin(on: bus)
        let first = try sensor.collect(on: bus).value
        #expect(first > 2200 && first < 2600)
        _ = try sensor.begin(on: bus)
        #expect(try sensor.collect(on: bus) == Lux(120_000))
        #expect(bus.finish() == [])
    }

    @Test("that read other settings than were written are no light: the chip lost its power")
    func lostPower() throws {
        let bus = PlaybackBus(
            Self.reading(Self.room, counts: 0)
                + Self.reading(Self.dark, counts: 4000, settingsRead: 0x0001)
                + Self.reading(Self.room, counts: 0))
        var sensor = VEML7700(address: Self.address)
        _ = try sensor.begin(on: bus)
        #expect(try sensor.collect(on: bus) == Lux(0))
        _ = try sensor.begin(on: bus)
        #expect(
            throws: DeviceError.implausible("its settings are 0x0001, but 0x0880 were written")
        ) {
            try sensor.collect(on: bus)
        }
        // After an error it begins as at first.
        _ = try sensor.begin(on: bus)
        #expect(try sensor.collect(on: bus) == Lux(0))
        #expect(bus.finish() == [])
    }

    @Test("give an error and no number when the chip does not answer", arguments: 0..<4)
    func errors(failing: Int) throws {
        var steps = Self.reading(Self.room, counts: 1000)
        steps[failing].error = .nack
        let bus = PlaybackBus(Array(steps.prefix(failing + 1)))
        var sensor = VEML7700(address: Self.address)
        #expect(throws: DeviceError.bus(.nack)) {
            _ = try sensor.begin(on: bus)
            _ = try sensor.collect(on: bus)
        }
        #expect(throws: DeviceError.implausible("no measurement was begun")) {
            _ = try sensor.collect(on: bus)
        }
        #expect(bus.finish() == [])
    }

    @Test("after a loss of power in the middle of a measurement are an error, not darkness")
    func powerCycle() throws {
        var bench = try LightSensorBench(driver: "veml7700")
        bench.expose(to: 50)
        bench.clock.advance(by: try bench.sensor.begin(on: bench.bus))
        bench.bus.powerCycle(bench.address)
        #expect(
            throws: DeviceError.implausible("its settings are 0x0001, but 0x0800 were written")
        ) {
            try bench.sensor.collect(on: bench.bus)
        }
        #expect(abs(try bench.settle(at: 50) - 50) < 0.5)
    }
}
