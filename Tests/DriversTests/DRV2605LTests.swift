import ClockTime
import Drivers
import HAL
import SimulatedBoard
import Testing

@Suite("The DRV2605L's bytes")
struct DRV2605LTests {
    typealias Step = PlaybackBus.Step

    static let address = DRV2605L.descriptor.addresses[0]

    private static func status(_ value: UInt8 = 0xE0) -> Step {
        Step(address, write: [0x00], answer: [value])
    }

    private static func on(feedback: UInt8) -> [Step] {
        [
            status(), Step(address, write: [0x01, 0x05]), Step(address, write: [0x1A, feedback]),
            Step(address, write: [0x1D, 0xA0]), Step(address, write: [0x02, 0x7F]),
        ]
    }

    private static let off: [Step] = [
        status(), Step(address, write: [0x02, 0x00]), Step(address, write: [0x01, 0x40]),
    ]

    @Test("wake it, say which motor it has and give the full level; off is standby")
    func bytes() throws {
        for (motor, feedback) in [
            (BoardDescription.MotorChip.Motor.rotating, UInt8(0x36)), (.swinging, 0xB6),
        ] {
            let bus = PlaybackBus(Self.on(feedback: feedback) + Self.off)
            let driver = DRV2605L(address: Self.address, motor: motor)
            try driver.set(true, on: bus)
            try driver.set(false, on: bus)
            #expect(bus.finish() == [])
        }
    }

    @Test("go to the forerunner too, and never to another chip")
    func identity() throws {
        let driver = DRV2605L(address: Self.address, motor: .rotating)
        let forerunner = PlaybackBus([Self.status(0x60)] + Self.off.dropFirst())
        try driver.set(false, on: forerunner)
        #expect(forerunner.finish() == [])
        for status in [UInt8(0x00), 0x20, 0xDF, 0x9F] {
            let other = PlaybackBus([Self.status(status)])
            #expect(throws: DeviceError.self) { try driver.set(true, on: other) }
            #expect(other.finish() == [], "\(status)")
        }
    }

    @Test("do not start a motor that is shorted or a chip that is too hot, but stop it")
    func faults() throws {
        let driver = DRV2605L(address: Self.address, motor: .rotating)
        for status in [UInt8(0xE1), 0xE2, 0xE3] {
            let bus = PlaybackBus([Self.status(status)])
            #expect(throws: DeviceError.self) { try driver.set(true, on: bus) }
            #expect(bus.finish() == [])
            let stopping = PlaybackBus([Self.status(status)] + Self.off.dropFirst())
            try driver.set(false, on: stopping)
            #expect(stopping.finish() == [])
        }
    }

    @Test("tell the chip's model which motor it has, and its faults go out when they are read")
    func model() throws {
        let clock = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let bus = SimulatedI2CBus(clock: clock)
        bus.attach(SimulatedDRV2605(), at: Self.address)
        for motor in BoardDescription.MotorChip.Motor.allCases {
            let driver = DRV2605L(address: Self.address, motor: motor)
            try driver.set(true, on: bus)
            let isForSwinging = bus.withChip(SimulatedDRV2605.self, at: Self.address) { chip, _ in
                chip.isForSwinging
            }
            #expect(isForSwinging == (motor == .swinging))
            _ = bus.withChip(SimulatedDRV2605.self, at: Self.address) { chip, _ in
                chip.raise(faults: 1)
            }
            #expect(throws: DeviceError.self) { try driver.set(true, on: bus) }
            try driver.set(true, on: bus)
        }
    }

    @Test("that a dying program writes are its standby")
    func lastBytes() {
        let driver = DRV2605L(address: Self.address, motor: .rotating)
        #expect(driver.bytesThatStop == [0x01, 0x40])
    }
}
