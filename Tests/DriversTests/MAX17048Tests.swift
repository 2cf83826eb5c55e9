import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("The MAX17048's bytes")
struct MAX17048Tests {
    typealias Step = PlaybackBus.Step

    static let address = MAX17048.descriptor.addresses[0]

    private static func steps(
        version: [UInt8] = [0x00, 0x12], voltage: [UInt8] = [0xB9, 0x00], charge: [UInt8],
        rate: [UInt8]? = [0x00, 0x00]
    ) -> [Step] {
        var steps = [
            Step(address, write: [0x08], answer: version),
            Step(address, write: [0x02], answer: voltage),
            Step(address, write: [0x04], answer: charge),
        ]
        if let rate { steps.append(Step(address, write: [0x16], answer: rate)) }
        return steps
    }

    @Test(
        "are the version once, then voltage, charge and rate, high byte first",
        arguments: [
            ([0x55, 0x80] as [UInt8], [0x00, 0x3C] as [UInt8], 86, BatteryReading.Flow.charging),
            ([0x0E, 0x40], [0xFF, 0xC4], 14, .discharging),
            ([0x64, 0x00], [0x00, 0x00], 100, .full),
            // The gauge may pass 100.
            ([0x66, 0x00], [0x00, 0x01], 100, .full),
            ([0x32, 0x00], [0x00, 0x04], 50, .unknown),
        ])
    func readings(
        charge: [UInt8], rate: [UInt8], percent: Int, flow: BatteryReading.Flow
    ) throws {
        let one = Self.steps(charge: charge, rate: rate)
        let bus = PlaybackBus(one + one.dropFirst())
        var gauge = MAX17048(address: Self.address)
        let expected = BatteryReading(charge: percent, flow: flow)
        #expect(try gauge.read(on: bus) == expected)
        #expect(try gauge.read(on: bus) == expected)
        #expect(bus.finish() == [])
    }

    @Test("leave out the rate, which the older MAX17043 does not have")
    func olderChip() throws {
        let bus = PlaybackBus(Self.steps(version: [0x00, 0x03], charge: [0x28, 0x00], rate: nil))
        var gauge = MAX17048(address: Self.address)
        #expect(try gauge.read(on: bus) == BatteryReading(charge: 40, flow: .unknown))
        #expect(bus.finish() == [])
    }

    @Test("give an error and no number where another chip answers or no cell is there")
    func implausible() throws {
        var gauge = MAX17048(address: Self.address)
        let other = PlaybackBus([Step(Self.address, write: [0x08], answer: [0xFF, 0xFF])])
        #expect(throws: DeviceError.implausible("the version is 0xFFFF")) {
            try gauge.read(on: other)
        }
        let empty = PlaybackBus(
            Array(Self.steps(voltage: [0x00, 0x10], charge: [0x28, 0x00]).prefix(2)))
        #expect(throws: DeviceError.implausible("a cell of 1 mV")) { try gauge.read(on: empty) }
        #expect(empty.finish() == [])
    }

    @Test("give an error and no number when the chip does not answer", arguments: 0..<4)
    func errors(failing: Int) throws {
        var steps = Self.steps(charge: [0x28, 0x00])
        steps[failing].error = .nack
        let bus = PlaybackBus(Array(steps[...failing]))
        var gauge = MAX17048(address: Self.address)
        #expect(throws: DeviceError.bus(.nack)) { try gauge.read(on: bus) }
        #expect(bus.finish() == [])
    }
}
