package import HAL

/// Texas Instruments DRV2605L driver of vibration motors, and its forerunner DRV2605.
///
/// Source: DRV2605L data sheet (SLOS854D), section 8.6 (registers) and 8.4.2 (modes). Pin EN belongs at VDD, as the
/// usual boards wire it.
///
/// The chip follows the level in one register (real-time playback) and is in standby while the motor is off. It has
/// no timer for this mode, so the motor runs until it is switched off. The chip measures how its motor answers, and
/// so starts and brakes it quickly; it uses the maker's settings for a motor of about 1.3 V, not a calibration.
package struct DRV2605L: MotorDriver {
    package static let descriptor = MotorDriverDescriptor(
        driver: "drv2605l",
        part: "DRV2605L",
        // Its address is fixed.
        addresses: [I2CAddress(0x5A)].compactMap { $0 },
        make: { chip in DRV2605L(address: chip.address, motor: chip.motor) }
    )

    package let address: I2CAddress
    private let motor: BoardDescription.MotorChip.Motor

    package init(address: I2CAddress, motor: BoardDescription.MotorChip.Motor) {
        self.address = address
        self.motor = motor
    }

    package var bytesThatStop: [UInt8] { [Register.mode.rawValue, Self.standby] }

    package func set(_ isOn: Bool, on bus: any I2CBus) throws(DeviceError) {
        // Another chip at this address must not get our bytes.
        let status = try bus.exchange(
            with: address, writing: [Register.status.rawValue], reading: 1)[0]
        guard Self.identities.contains(status & Self.identityBits) else {
            throw .implausible("the status is \(hexadecimal(status))")
        }
        guard isOn else {
            try write(.level, 0, on: bus)
            return try write(.mode, Self.standby, on: bus)
        }
        // The bits go out when they are read. Until the next switching, the motor may have been mended.
        guard status & Self.overcurrent == 0 else {
            throw .implausible("its outputs were shorted, or the motor takes too much")
        }
        guard status & Self.overheated == 0 else { throw .implausible("it is too hot") }
        try write(.mode, Self.realTimePlayback, on: bus)
        try write(.feedback, motor == .swinging ? Self.swinging : Self.rotating, on: bus)
        try write(.control3, Self.openLoopForRotating, on: bus)
        try write(.level, Self.fullLevel, on: bus)
    }

    private func write(
        _ register: Register, _ value: UInt8, on bus: any I2CBus
    ) throws(DeviceError) {
        _ = try bus.exchange(with: address, writing: [register.rawValue, value])
    }

    /// The DRV2605 and the DRV2605L, in bits 7 to 5.
    private static let identities: [UInt8] = [0x60, 0xE0]
    private static let identityBits: UInt8 = 0xE0
    private static let overcurrent: UInt8 = 0x01
    private static let overheated: UInt8 = 0x02

    private static let realTimePlayback: UInt8 = 0x05
    private static let standby: UInt8 = 0x40
    /// The values after power-up; bit 7 tells a swinging motor from a rotating one.
    private static let rotating: UInt8 = 0x36
    private static let swinging: UInt8 = 0xB6
    /// The value after power-up: open loop for a rotating motor (bit 5), closed for a swinging one, signed levels.
    private static let openLoopForRotating: UInt8 = 0xA0
    private static let fullLevel: UInt8 = 0x7F
}

private enum Register: UInt8 {
    case status = 0x00
    case mode = 0x01
    /// The level in real-time playback.
    case level = 0x02
    case feedback = 0x1A
    case control3 = 0x1D
}
