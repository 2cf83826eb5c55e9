package import HAL

/// Vishay VEML7700 ambient light sensor.
///
/// Sources: VEML7700 datasheet, document 84286 (Vishay); table numbers below are its own. "Designing the VEML7700
/// into an Application", document 84323 (Vishay), for the correction of bright light.
///
/// The chip measures again and again while it is on. Each reading turns it off and on, so that the measurement is a
/// new one, and may use another range than the last: a reading shows which range the light wants. At the end the
/// driver reads the settings back. A chip that lost its power in between has others, and so has another chip at this
/// address.
///
/// A measurement beyond the end of its range counts as the end of that range. This is too little, never too much, so
/// a display cannot become too bright by it. An error would be worse: a lamp switched on at night is no defect of the
/// sensor. The next reading uses the widest range, which no light exceeds.
package struct VEML7700: LightSensor {
    package static let descriptor = LightSensorDescriptor(
        driver: "veml7700",
        part: "VEML7700",
        addresses: [I2CAddress(0x10)].compactMap { $0 },
        make: { address in VEML7700(address: address) }
    )

    private let address: I2CAddress
    /// For the next measurement.
    private var range = LightRange.room
    /// The range of the measurement that was begun.
    private var measuring: LightRange?

    package init(address: I2CAddress) {
        self.address = address
    }

    package mutating func begin(on bus: any I2CBus) throws(DeviceError) -> Duration {
        let range = range
        forget()
        try write(range.settings | Settings.isOff, on: bus)
        try write(range.settings, on: bus)
        self.range = range
        measuring = range
        return range.longestMeasurement
    }

    /// Throws `.implausible` if no measurement was begun since the last reading.
    package mutating func collect(on bus: any I2CBus) throws(DeviceError) -> Lux {
        guard let range = measuring else { throw .implausible("no measurement was begun") }
        forget()
        let counts = try read(Register.light, on: bus)
        let settings = try read(Register.settings, on: bus)
        guard settings == range.settings else {
            throw .implausible(
                "its settings are \(hexadecimal(settings)), "
                    + "but \(hexadecimal(range.settings)) were written")
        }
        let light = Self.corrected(Double(counts) * range.luxPerCount)
        self.range = LightRange(for: light)
        return Lux(light)
    }

    /// After a failure nothing is known.
    private mutating func forget() {
        range = .room
        measuring = nil
    }

    /// Bright light gives fewer counts than its share (document 84323, the correction formula). The formula holds up
    /// to daylight, and grows without measure beyond it.
    private static func corrected(_ linear: Double) -> Double {
        let factors = [6.0135e-13, -9.3924e-9, 8.1488e-5, 1.0023, 0]
        return min(daylight, factors.reduce(0) { $0 * linear + $1 })
    }

    /// The end of the chip's range, and as bright as direct sun.
    private static let daylight = 120_000.0

    // MARK: - Registers

    /// Low byte first ("Command register format").
    private func write(_ settings: UInt16, on bus: any I2CBus) throws(DeviceError) {
        let bytes = [Register.settings, UInt8(settings & 0xFF), UInt8(settings >> 8)]
        _ = try bus.exchange(with: address, writing: bytes)
    }

    private func read(_ register: UInt8, on bus: any I2CBus) throws(DeviceError) -> UInt16 {
        let bytes = try bus.exchange(with: address, writing: [register], reading: 2)
        return UInt16(bytes[1]) << 8 | UInt16(bytes[0])
    }
}

/// Gain and integration time together. All times are multiples of a half wave of the mains, which makes lamps flicker.
private enum LightRange {
    /// A dark bedroom. Twice the time would halve the steps, but answer a lamp later.
    case dark
    case room
    /// With the least gain, 100 ms suffice for direct sun.
    case daylight

    /// The larger gains become inexact above 100 lx (document 84323).
    init(for lux: Double) {
        self = lux < 10 ? .dark : lux < 100 ? .room : .daylight
    }

    /// Configuration register 0 (table 1).
    var settings: UInt16 {
        switch self {
        case .dark: Settings.gain2 | Settings.time400
        case .room: Settings.gain2 | Settings.time100
        case .daylight: Settings.gainEighth | Settings.time100
        }
    }

    /// 0.0042 lx at gain 2 and 800 ms ("Resolution and maximum detection range").
    var luxPerCount: Double {
        switch self {
        case .dark: 0.0042 * 2
        case .room: 0.0042 * 8
        case .daylight: 0.0042 * 8 * 16
        }
    }

    /// The chip needs 2.5 ms to wake up ("Command register format"). In the field, the first result after a change
    /// of the settings takes up to two integration times.
    var longestMeasurement: Duration {
        switch self {
        case .dark: .milliseconds(805)
        case .room, .daylight: .milliseconds(205)
        }
    }
}

/// Command codes ("Command register format").
private enum Register {
    static let settings: UInt8 = 0x00
    static let light: UInt8 = 0x04
}

/// Fields of configuration register 0 (table 1).
private enum Settings {
    static let isOff: UInt16 = 1
    static let time100: UInt16 = 0b0000 << 6
    static let time400: UInt16 = 0b0010 << 6
    static let gain2: UInt16 = 0b01 << 11
    static let gainEighth: UInt16 = 0b10 << 11
}
