package import ClockTime
package import HAL

/// ROHM BH1750FVI light sensor, from its technical note, revision B (page numbers below).
///
/// Modelled: power and reset, continuous and single measurements in the three resolutions, the measurement-time
/// register, and the measurement time; a read before its end returns the previous value. Not modelled: noise, and
/// the spread of 0.96 to 1.44 counts per lux between chips (page 2).
package struct SimulatedBH1750: SimulatedLightChip {
    private var illuminance = Lux(0)
    private var isPowered = false
    /// The value that a read returns: the last finished measurement.
    private var counts: UInt16 = 0
    private var measurement: Measurement?
    private var measurementTime = Self.defaultMeasurementTime

    private struct Measurement {
        var mode: Mode
        var isContinuous: Bool
        var end: BootTime
    }

    /// The lower bits of a measurement opcode (page 5).
    private enum Mode: UInt8 {
        case highResolution = 0
        case highResolution2 = 1
        case lowResolution = 3

        /// The datasheet's maximum (page 2), which exposes a driver that waits only the typical 120 ms.
        var duration: Duration {
            switch self {
            case .highResolution, .highResolution2: .milliseconds(180)
            case .lowResolution: .milliseconds(24)
            }
        }

        var countsPerLux: Double {
            switch self {
            case .highResolution, .lowResolution: 1.2
            case .highResolution2: 2.4
            }
        }
    }

    /// A chip that has just powered up, in the dark.
    package init() {}

    package mutating func expose(to illuminance: Lux, at time: BootTime) {
        finishMeasurements(at: time)
        self.illuminance = illuminance
    }

    package mutating func powerUp(at time: BootTime) {
        let illuminance = illuminance
        self = SimulatedBH1750()
        self.illuminance = illuminance
    }

    package mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError) {
        finishMeasurements(at: time)
        // One opcode per transaction (page 10); the rest is ignored.
        guard let opcode = bytes.first else { return }
        switch opcode {
        case 0x00:
            isPowered = false
            measurement = nil
        case 0x01:
            isPowered = true
        case 0x07:
            // Only clears the data register; not accepted while powered down (page 5).
            if isPowered { counts = 0 }
        case 0x10, 0x11, 0x13, 0x20, 0x21, 0x23:
            startMeasurement(opcode, at: time)
        case 0x40...0x47:
            measurementTime = (opcode & 0x07) << 5 | measurementTime & 0x1F
        case 0x60...0x7F:
            measurementTime = measurementTime & 0xE0 | opcode & 0x1F
        default:
            // Acknowledge and ignore unknown opcodes.
            break
        }
    }

    package mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8] {
        finishMeasurements(at: time)
        let answer = [UInt8(counts >> 8), UInt8(counts & 0xFF)]
        // A chip without more data releases the line, which then reads as ones.
        return (0..<count).map { answer.indices.contains($0) ? answer[$0] : 0xFF }
    }

    /// A measurement opcode also powers the chip on (page 5).
    private mutating func startMeasurement(_ opcode: UInt8, at time: BootTime) {
        guard let mode = Mode(rawValue: opcode & 0x03) else { return }
        isPowered = true
        measurement = Measurement(
            mode: mode, isContinuous: opcode & 0x10 != 0, end: time + duration(of: mode))
    }

    private func duration(of mode: Mode) -> Duration {
        mode.duration * Int(measurementTime) / Int(Self.defaultMeasurementTime)
    }

    /// The light has not changed since the last call, so the last of several continuous measurements represents
    /// them all.
    private mutating func finishMeasurements(at time: BootTime) {
        guard var measurement, measurement.end <= time else { return }
        let exposure = Double(measurementTime) / Double(Self.defaultMeasurementTime)
        let raw = illuminance.value * measurement.mode.countsPerLux * exposure
        counts = UInt16(min(raw, Double(UInt16.max)))
        guard measurement.isContinuous else {
            // A single measurement ends in power-down (page 5).
            self.measurement = nil
            isPowered = false
            return
        }
        let period = duration(of: measurement.mode)
        let late = (time - measurement.end).wholeNanoseconds
        let periods = late / max(1, period.wholeNanoseconds) + 1
        measurement.end = measurement.end + period * Int(periods)
        self.measurement = measurement
    }

    /// The register's value after power-up (page 11).
    private static let defaultMeasurementTime: UInt8 = 69
}
