package import HAL

/// Maxim MAX17048 battery gauge, and the older MAX17043 of many UPS boards.
///
/// Source: MAX17048/MAX17049 data sheet (Maxim 19-6171, revision 7), table 2 and the sections of its registers. The
/// MAX17043 has the same registers but CRATE.
///
/// The gauge models the battery by itself and needs no setting. Whether the battery is charged shows only in CRATE, the
/// rate of its charge. A rate near 0 says nothing: a full battery and one that feeds a sleeping clock look alike.
package struct MAX17048: BatteryGauge {
    package static let descriptor = BatteryGaugeDescriptor(
        driver: "max17048",
        part: "MAX17048",
        // Its address is fixed.
        addresses: [I2CAddress(0x36)].compactMap { $0 },
        make: { address in MAX17048(address: address) }
    )

    private let address: I2CAddress
    /// Whether the chip has CRATE; nil before the first reading.
    private var hasRate: Bool?

    package init(address: I2CAddress) {
        self.address = address
    }

    package mutating func read(on bus: any I2CBus) throws(DeviceError) -> BatteryReading {
        do throws(DeviceError) {
            let hasRate: Bool
            if let known = self.hasRate { hasRate = known } else { hasRate = try isWithRate(bus) }
            self.hasRate = hasRate
            let voltage = try word(.voltage, on: bus)
            // Less than a lithium cell ever has: only the chip is there.
            guard voltage >= Self.leastVoltage else {
                throw .implausible("a cell of \(Int(voltage) * 5 / 64) mV")
            }
            let charge = try word(.charge, on: bus)
            let percent = Int((Double(charge) / Self.stepsPerPercent).rounded())
            var rate: Int16 = 0
            if hasRate { rate = Int16(bitPattern: try word(.rate, on: bus)) }
            return BatteryReading(charge: percent, flow: Self.flow(rate: rate, percent: percent))
        } catch {
            // Another chip may be there next time.
            hasRate = nil
            throw error
        }
    }

    private static func flow(rate: Int16, percent: Int) -> BatteryReading.Flow {
        if rate <= -leastRate { return .discharging }
        if percent >= 100 { return .full }
        return rate >= leastRate ? .charging : .unknown
    }

    private func isWithRate(_ bus: any I2CBus) throws(DeviceError) -> Bool {
        let version = try word(.version, on: bus)
        switch version & 0xFFF0 {
        case Self.versionWithRate: return true
        case Self.versionWithoutRate: return false
        default: throw .implausible("the version is \(hexadecimal(version))")
        }
    }

    /// High byte first.
    private func word(
        _ register: Register, on bus: any I2CBus
    ) throws(DeviceError) -> UInt16 {
        let bytes = try bus.exchange(with: address, writing: [register.rawValue], reading: 2)
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }

    /// 1.5 V, in steps of 78.125 uV.
    private static let leastVoltage: UInt16 = 19_200
    private static let stepsPerPercent = 256.0
    /// In steps of 0.208 % an hour; less is the gauge's own noise.
    private static let leastRate: Int16 = 5
    private static let versionWithRate: UInt16 = 0x0010
    private static let versionWithoutRate: UInt16 = 0x0000
}

/// Table 2.
private enum Register: UInt8 {
    case voltage = 0x02
    case charge = 0x04
    case version = 0x08
    case rate = 0x16
}
