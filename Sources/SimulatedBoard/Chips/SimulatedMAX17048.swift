package import ClockTime
package import HAL

/// Maxim MAX17048 battery gauge, from its data sheet (19-6171, revision 7).
///
/// Modelled: the registers of voltage, charge, version and rate, and a register pointer that counts up by reads. Not
/// modelled: how the gauge learns the charge, its alerts, and its other registers, which read 0.
package struct SimulatedMAX17048: SimulatedBatteryChip {
    private var registers: [UInt8: UInt16] = [:]
    private var pointer: UInt8 = 0
    private let version: UInt16

    package static let versionOfMAX17048: UInt16 = 0x0012
    package static let versionOfMAX17043: UInt16 = 0x0003

    /// A gauge at a half-full battery that is neither charged nor used.
    package init(version: UInt16 = SimulatedMAX17048.versionOfMAX17048) {
        self.version = version
        registers[0x08] = version
        setBattery(percent: 50, flow: .unknown)
    }

    package mutating func setBattery(percent: Double, flow: BatteryReading.Flow) {
        // 3.7 V, in steps of 78.125 uV.
        registers[0x02] = 47_360
        registers[0x04] = UInt16(clamping: Int((percent * 256).rounded()))
        guard version != SimulatedMAX17048.versionOfMAX17043 else { return }
        // 12.5 % an hour, in steps of 0.208 %.
        let rate: Int16 =
            switch flow {
            case .charging: 60
            case .discharging: -60
            case .full, .unknown: 0
            }
        registers[0x16] = UInt16(bitPattern: rate)
    }

    /// Sets a register to a value that no battery gives.
    package mutating func setRegister(_ register: UInt8, to value: UInt16) {
        registers[register] = value
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        guard let first = bytes.first else { return }
        pointer = first
        guard bytes.count >= 3 else { return }
        // Voltage, charge, version and rate can only be read.
        guard ![0x02, 0x04, 0x08, 0x16].contains(first) else { return }
        registers[first] = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        (0..<count).map { offset in
            let address = pointer &+ UInt8(truncatingIfNeeded: offset)
            let word = registers[address & 0xFE] ?? 0
            return UInt8(address & 1 == 0 ? word >> 8 : word & 0xFF)
        }
    }

    /// The battery itself feeds the chip, so its charge stays.
    package mutating func powerUp(at time: BootTime) {
        pointer = 0
    }
}
