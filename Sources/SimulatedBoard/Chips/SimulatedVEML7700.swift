package import ClockTime
package import HAL

/// Vishay VEML7700 light sensor, from its datasheet 84286 (table numbers below) and application note 84323.
///
/// Modelled: shutdown, which keeps the last value; gain and integration time; the time to wake up; too few counts in
/// bright light; the end of the range; reading back all registers. The first value after a change of the settings
/// takes two integration times, as the field reports. Not modelled: noise, the white channel, interrupts, and the slow
/// measurements of the power-saving modes.
package struct SimulatedVEML7700: SimulatedLightChip {
    private var illuminance = Lux(0)
    /// Registers 0 to 3. The chip powers up in shutdown (table 1).
    private var settings: [UInt16] = [1, 0, 0, 0]
    /// The value of the last finished measurement.
    private var counts: UInt16 = 0
    /// When the running measurement ends; nil in shutdown.
    private var end: BootTime?
    private var register: UInt8 = 0

    /// A chip that has just powered up, in the dark.
    package init() {}

    package mutating func expose(to illuminance: Lux, at time: BootTime) {
        finishMeasurements(at: time)
        self.illuminance = illuminance
    }

    package mutating func powerUp(at time: BootTime) {
        let illuminance = illuminance
        self = SimulatedVEML7700()
        self.illuminance = illuminance
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        finishMeasurements(at: time)
        guard let register = bytes.first else { return }
        self.register = register
        // A register has two bytes, the low one first; half a register changes nothing.
        guard bytes.count >= 3, settings.indices.contains(Int(register)) else { return }
        settings[Int(register)] = UInt16(bytes[2]) << 8 | UInt16(bytes[1])
        guard register == 0 else { return }
        let wakeUp = Duration.microseconds(2500)
        end = settings[0] & 1 == 0 ? time + wakeUp + integrationTime * 2 : nil
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        finishMeasurements(at: time)
        let value = value(of: register)
        let answer = [UInt8(value & 0xFF), UInt8(value >> 8)]
        // A chip without more data releases the line, which then reads as ones.
        return (0..<count).map { answer.indices.contains($0) ? answer[$0] : 0xFF }
    }

    private func value(of register: UInt8) -> UInt16 {
        switch register {
        case 0...3: settings[Int(register)]
        case 4: counts
        case 7: 0xC481
        default: 0
        }
    }

    // MARK: - Measurements

    /// Bits 6 to 9 (table 1); reserved values count as 100 ms.
    private var integrationTime: Duration {
        switch settings[0] >> 6 & 0x0F {
        case 0b1100: .milliseconds(25)
        case 0b1000: .milliseconds(50)
        case 0b0001: .milliseconds(200)
        case 0b0010: .milliseconds(400)
        case 0b0011: .milliseconds(800)
        default: .milliseconds(100)
        }
    }

    /// Bits 11 and 12 (table 1).
    private var gain: Double {
        switch settings[0] >> 11 & 0x03 {
        case 0b01: 2
        case 0b10: 1 / 8
        case 0b11: 1 / 4
        default: 1
        }
    }

    /// The light has not changed since the last call, so the last of several measurements represents them all.
    private mutating func finishMeasurements(at time: BootTime) {
        guard let end, end <= time else { return }
        // 1 count per 0.0042 lx at gain 2 and 800 ms.
        let exposure = Double(integrationTime.wholeNanoseconds) / 800e6
        let raw = Self.linear(illuminance.value) / 0.0042 * exposure * gain / 2
        counts = UInt16(min(raw, Double(UInt16.max)))
        let late = (time - end).wholeNanoseconds
        self.end = end + integrationTime * Int(late / integrationTime.wholeNanoseconds + 1)
    }

    /// What the chip sees of `lux`: the inverse of the correction formula, by bisection.
    private static func linear(_ lux: Double) -> Double {
        var (low, high) = (0.0, 60_000.0)
        for _ in 0..<80 {
            let middle = (low + high) / 2
            let square = middle * middle
            let seen =
                6.0135e-13 * square * square - 9.3924e-9 * square * middle + 8.1488e-5 * square
                + 1.0023 * middle
            if seen < lux { low = middle } else { high = middle }
        }
        return high
    }
}
