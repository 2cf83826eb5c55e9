package import ClockTime
package import HAL

/// ams TSL2591 light sensor, from its datasheet ams163.5 (page numbers below).
///
/// Modelled: the command byte and reading on through the registers; power, start and reset; gain and integration time
/// with its maximum duration; the flag of a finished measurement; both channels and the ends of their ranges. Counts
/// per lux follow the formula of the Linux driver. Not modelled: noise, dark counts, the spread between chips,
/// interrupts, and the sleep after them.
package struct SimulatedTSL2591: SimulatedLightChip {
    private var illuminance = Lux(0)
    /// The share of infrared in the light, as the chip's channels see it: about 0.2 in daylight, 0.7 in the light of
    /// an incandescent lamp.
    private var infraredShare = Self.standardInfraredShare
    private var registers = Self.registersAtPowerUp
    /// When the running measurement ends; nil if none runs.
    private var end: BootTime?
    private var register = 0

    private static let standardInfraredShare = 0.25

    /// A chip that has just powered up, in the dark.
    package init() {}

    package mutating func expose(to illuminance: Lux, at time: BootTime) {
        expose(to: illuminance, infraredShare: Self.standardInfraredShare, at: time)
    }

    package mutating func expose(
        to illuminance: Lux, infraredShare: Double, at time: BootTime
    ) {
        finishMeasurements(at: time)
        self.illuminance = illuminance
        self.infraredShare = infraredShare
    }

    package mutating func powerUp(at time: BootTime) {
        registers = Self.registersAtPowerUp
        end = nil
        register = 0
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        finishMeasurements(at: time)
        // Only normal operation selects a register (page 11); special functions concern interrupts.
        guard let command = bytes.first, command & 0xE0 == 0xA0 else { return }
        register = Int(command & 0x1F)
        for byte in bytes.dropFirst() {
            set(byte, at: time)
            register = (register + 1) % registers.count
        }
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        finishMeasurements(at: time)
        return (0..<count).map { offset in
            registers[(register + offset) % registers.count]
        }
    }

    // MARK: - Registers

    private enum Register {
        static let enable = 0x00
        static let control = 0x01
        static let lastWritable = 0x0C
        static let identity = 0x12
        static let status = 0x13
        static let channels = 0x14
    }

    private static let registersAtPowerUp: [UInt8] = {
        var registers = [UInt8](repeating: 0, count: 32)
        registers[Register.identity] = 0x50
        return registers
    }()

    private mutating func set(_ byte: UInt8, at time: BootTime) {
        guard register <= Register.lastWritable else { return }
        // A reset that clears itself (pages 12 and 13).
        if register == Register.control, byte & 0x80 != 0 {
            powerUp(at: time)
            return
        }
        let wasRunning = isRunning
        registers[register] = byte
        switch register {
        case Register.enable:
            // Valid means: since the start.
            if !isRunning || !wasRunning { registers[Register.status] &= ~1 }
            if !isRunning { end = nil } else if !wasRunning { end = time + measurementTime }
        case Register.control where isRunning: end = time + measurementTime
        default: break
        }
    }

    /// Powered and started.
    private var isRunning: Bool { registers[Register.enable] & 0x03 == 0x03 }

    /// In units of 100 ms.
    private var integration: Int { min(6, Int(registers[Register.control] & 0x07) + 1) }

    /// At most 108 ms per unit, which exposes a driver that waits only 100.
    private var measurementTime: Duration { .milliseconds(108) * integration }

    private var gain: Double {
        switch registers[Register.control] >> 4 & 0x03 {
        case 1: 25
        case 2: 428
        case 3: 9876
        default: 1
        }
    }

    /// The light has not changed since the last call, so the last of several measurements represents them all.
    private mutating func finishMeasurements(at time: BootTime) {
        guard let end, end <= time else { return }
        let countsPerLux = Double(integration * 100) * gain / 408
        let visible = 1 - infraredShare
        let all = illuminance.value * countsPerLux / (visible * visible)
        let maximum = integration == 1 ? 36_863.0 : 65_535.0
        for (channel, light) in [all, all * infraredShare].enumerated() {
            let counts = UInt16(min(light, maximum))
            registers[Register.channels + 2 * channel] = UInt8(counts & 0xFF)
            registers[Register.channels + 2 * channel + 1] = UInt8(counts >> 8)
        }
        registers[Register.status] |= 1
        let late = (time - end).wholeNanoseconds
        self.end = end + measurementTime * Int(late / measurementTime.wholeNanoseconds + 1)
    }
}
