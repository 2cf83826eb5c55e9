import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("The BH1750's bytes")
struct BH1750Tests {
    typealias Step = PlaybackBus.Step

    static let address = BH1750.descriptor.addresses[0]

    @Test("are power on and one measurement, each in its own transaction, then two bytes read")
    func oneReading() throws {
        let bus = PlaybackBus([
            Step(Self.address, write: [0x01]),
            Step(Self.address, write: [0x21]),
            Step(Self.address, write: [], answer: [0x01, 0x20]),
        ])
        var sensor = BH1750(address: Self.address)
        #expect(try sensor.begin(on: bus) == .milliseconds(180))
        #expect(try sensor.collect(on: bus) == Lux(120))
        #expect(bus.finish() == [])
    }

    @Test(
        "are high byte first, over the whole range",
        arguments: [
            ([0x00, 0x00], 0.0), ([0x00, 0x01], 1 / 2.4), ([0x01, 0x00], 256 / 2.4),
            ([0xFF, 0xFF], 65_535 / 2.4),
        ])
    func counts(answer: [UInt8], lux: Double) throws {
        let bus = PlaybackBus([
            Step(Self.address, write: [0x01]),
            Step(Self.address, write: [0x21]),
            Step(Self.address, write: [], answer: answer),
        ])
        var sensor = BH1750(address: Self.address)
        _ = try sensor.begin(on: bus)
        #expect(try sensor.collect(on: bus) == Lux(lux))
        #expect(bus.finish() == [])
    }

    @Test("give an error and no number when the chip does not answer", arguments: 0..<3)
    func errors(failing: Int) throws {
        var steps = [
            Step(Self.address, write: [0x01]),
            Step(Self.address, write: [0x21]),
            Step(Self.address, write: [], answer: [0x01, 0x20]),
        ]
        steps[failing].error = .nack
        let bus = PlaybackBus(Array(steps.prefix(failing + 1)))
        var sensor = BH1750(address: Self.address)
        #expect(throws: DeviceError.bus(.nack)) {
            _ = try sensor.begin(on: bus)
            _ = try sensor.collect(on: bus)
        }
        #expect(bus.finish() == [])
    }
}
