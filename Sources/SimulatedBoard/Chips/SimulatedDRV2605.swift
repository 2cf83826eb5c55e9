package import ClockTime
package import HAL

/// Texas Instruments DRV2605L driver of vibration motors, from its data sheet (SLOS854D, section 8.6).
///
/// Modelled: registers with a pointer that counts up, reset, standby, real-time playback, and faults that go out when
/// they are read. Not modelled: the library of effects, calibration, and how a motor starts and stops.
package struct SimulatedDRV2605: SimulatedMotorChip {
    private var registers = SimulatedDRV2605.afterPowerUp
    private var pointer: UInt8 = 0

    package init() {}

    private static let identity: UInt8 = 0xE0
    private static let afterReset: [UInt8: UInt8] = [
        0x00: identity, 0x01: 0x40, 0x03: 0x01, 0x04: 0x01, 0x05: 0x00, 0x11: 0x05, 0x12: 0x19,
        0x13: 0xFF, 0x14: 0x19, 0x15: 0xFF, 0x16: 0x3E, 0x17: 0x8C, 0x18: 0x0C, 0x19: 0x6C,
        0x1A: 0x36, 0x1B: 0x93, 0x1C: 0xF5, 0x1D: 0xA0, 0x1E: 0x20, 0x1F: 0x80,
    ]
    private static var afterPowerUp: [UInt8] {
        (0...lastRegister).map { afterReset[$0] ?? 0 }
    }
    private static let lastRegister: UInt8 = 0x22

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        guard let first = bytes.first else { return }
        pointer = first
        for byte in bytes.dropFirst() {
            // The status can only be read.
            if pointer == 0x01, byte & 0x80 != 0 {
                registers = SimulatedDRV2605.afterPowerUp
            } else if (0x01...SimulatedDRV2605.lastRegister).contains(pointer) {
                registers[Int(pointer)] = byte
            }
            pointer &+= 1
        }
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        (0..<count).map { _ in
            defer { pointer &+= 1 }
            guard pointer <= SimulatedDRV2605.lastRegister else { return 0 }
            defer { if pointer == 0 { registers[0] = SimulatedDRV2605.identity } }
            return registers[Int(pointer)]
        }
    }

    package mutating func powerUp(at time: BootTime) {
        self = SimulatedDRV2605()
    }

    /// Whether the motor gets a current.
    package var isMotorOn: Bool {
        let mode = registers[0x01]
        return mode & 0x40 == 0 && mode & 0x07 == 5 && Int8(bitPattern: registers[0x02]) > 0
    }

    /// Whether the current is that of a swinging motor.
    package var isForSwinging: Bool { registers[0x1A] & 0x80 != 0 }

    // MARK: - The outside world

    /// Sets the bits of a fault: 1 for too great a current, 2 for too great a heat.
    package mutating func raise(faults: UInt8) {
        registers[0] |= faults & 0x03
    }
}
