package import HAL

/// ROHM BH1750FVI ambient light sensor.
///
/// Source: BH1750FVI technical note, revision B (ROHM, April 2009); page numbers below are its own.
///
/// Each reading is a single measurement in H-resolution mode 2. Its steps of 0.42 lx are the finest without a
/// longer exposure: a bedside clock lives below 10 lx, where mode 1 would jump from 0 to 0.83. It saturates at
/// 27 klx, far beyond any bedroom. The chip powers down after each measurement, so the driver simply finds a chip
/// that was unplugged in between.
package struct BH1750: LightSensor {
    package static let descriptor = LightSensorDescriptor(
        driver: "bh1750",
        part: "BH1750FVI",
        // Pin ADDR low or high (page 10).
        addresses: [I2CAddress(0x23), I2CAddress(0x5C)].compactMap { $0 },
        make: { address in BH1750(address: address) }
    )

    private let address: I2CAddress
    private var isMeasuring = false

    package init(address: I2CAddress) {
        self.address = address
    }

    package mutating func begin(on bus: any I2CBus) throws(DeviceError) -> Duration {
        isMeasuring = false
        // Each opcode needs its own stop condition (page 10).
        for opcode in [Opcode.powerOn, Opcode.onceInHighResolution2] {
            _ = try bus.exchange(with: address, writing: [opcode])
        }
        isMeasuring = true
        return Self.longestMeasurement
    }

    /// Throws `.implausible` if no measurement was begun since the last reading, because the chip would repeat an
    /// old value. Known limit: a chip that lost and regained power since `begin` reads 0 lx, which looks like
    /// darkness. The next reading is right again.
    package mutating func collect(on bus: any I2CBus) throws(DeviceError) -> Lux {
        guard isMeasuring else { throw .implausible("no measurement was begun") }
        isMeasuring = false
        let bytes = try bus.exchange(with: address, writing: [], reading: 2)
        // High byte first (page 10).
        let counts = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        return Lux(Double(counts) / Self.countsPerLux)
    }

    /// H-resolution: typically 120 ms, at most 180 ms (page 2).
    private static let longestMeasurement = Duration.milliseconds(180)

    /// 1.2 counts per lux (page 2), doubled in mode 2.
    private static let countsPerLux = 2.4
}

/// Instruction set (page 5).
private enum Opcode {
    static let powerOn: UInt8 = 0x01
    static let onceInHighResolution2: UInt8 = 0x21
}
