package import HAL

/// ams TSL2591 ambient light sensor, with one channel for all light and one for infrared.
///
/// Source: TSL2591 datasheet, ams163.5 (ams, April 2013); page numbers below are its own. It leaves the formula for
/// lux to the reader. The one here, its constant and the gains are those of Adafruit's library and of the Linux
/// driver (drivers/iio/light/tsl2591.c). Known limit: gains vary by 10 per cent from chip to chip.
///
/// Each reading stops the chip, sets the gain and starts it, so that the measurement is a new one. It may use another
/// gain than the last: a reading shows which gain the light wants. Power lost in between also loses the chip's word
/// that the measurement has ended.
///
/// A channel at its maximum means: at least this much light. The difference of two full channels would be darkness,
/// which is wrong. The driver takes the maximum, and for the infrared no more than in the warmest lamp's light. This
/// is too little, never too much, so a display cannot become too bright by it. An error would be worse: a lamp
/// switched on at night is no defect of the sensor. The next reading has less gain.
package struct TSL2591: LightSensor {
    package static let descriptor = LightSensorDescriptor(
        driver: "tsl2591",
        part: "TSL2591",
        addresses: [I2CAddress(0x29)].compactMap { $0 },
        make: { address in TSL2591(address: address) }
    )

    private let address: I2CAddress
    private var isIdentified = false
    /// For the next measurement.
    private var gain = Gain.medium
    /// The gain of the measurement that was begun.
    private var measuring: Gain?

    package init(address: I2CAddress) {
        self.address = address
    }

    package mutating func begin(on bus: any I2CBus) throws(DeviceError) -> Duration {
        let (isKnown, gain) = (isIdentified, gain)
        forget()
        if !isKnown { try identify(on: bus) }
        try write(Enable.powerOn, to: Register.enable, on: bus)
        try write(gain.rawValue, to: Register.control, on: bus)
        try write(Enable.powerOn | Enable.measure, to: Register.enable, on: bus)
        isIdentified = true
        self.gain = gain
        measuring = gain
        return Self.longestMeasurement
    }

    /// Throws `.implausible` if no measurement was begun since the last reading.
    package mutating func collect(on bus: any I2CBus) throws(DeviceError) -> Lux {
        guard let gain = measuring else { throw .implausible("no measurement was begun") }
        forget()
        // The channels follow the status (page 10).
        let bytes = try read(5, from: Register.status, on: bus)
        guard bytes[0] & Status.isValid != 0 else {
            throw .implausible("its measurement has not ended")
        }
        let counts = Counts(
            all: UInt16(bytes[2]) << 8 | UInt16(bytes[1]),
            infrared: UInt16(bytes[4]) << 8 | UInt16(bytes[3]))
        guard counts.arePossible else {
            throw .implausible(
                "it counts \(counts.all) for all light, \(counts.infrared) for infrared")
        }
        isIdentified = true
        self.gain = gain.next(after: counts)
        return Lux(counts.light / gain.countsPerLux)
    }

    /// After a failure nothing is known.
    private mutating func forget() {
        isIdentified = false
        gain = .medium
        measuring = nil
    }

    private func identify(on bus: any I2CBus) throws(DeviceError) {
        let identity = try read(1, from: Register.identity, on: bus)[0]
        guard identity == Self.identity else {
            throw .implausible(
                "its ID is \(hexadecimal(identity)) and a TSL2591's \(hexadecimal(Self.identity)); "
                    + "an LTR-303 has the same address")
        }
    }

    private static let identity: UInt8 = 0x50

    /// An integration of 100 ms takes at most 108, and the chip needs a moment to wake up.
    private static let longestMeasurement = Duration.milliseconds(120)

    // MARK: - Registers

    private func write(
        _ value: UInt8, to register: UInt8, on bus: any I2CBus
    ) throws(DeviceError) {
        _ = try bus.exchange(with: address, writing: [Register.command | register, value])
    }

    private func read(
        _ count: Int, from register: UInt8, on bus: any I2CBus
    ) throws(DeviceError) -> [UInt8] {
        try bus.exchange(
            with: address, writing: [Register.command | register], reading: count)
    }
}

/// What a measurement of 100 ms counts on both channels.
private struct Counts {
    var all: UInt16
    var infrared: UInt16

    /// A count that a measurement of 100 ms cannot exceed.
    static let maximum: UInt16 = 36_863

    /// The share of infrared in the light of an incandescent lamp, as this chip sees it.
    static let warmestShare = 0.7

    var brighter: UInt16 { max(all, infrared) }

    var isSaturated: Bool { brighter >= Counts.maximum }

    /// Infrared is a part of all light. Noise and the gains' spread may make it a little more.
    var arePossible: Bool { Double(infrared) <= 1.5 * Double(all) + 32 }

    /// In counts of visible light; none at all is darkness.
    var light: Double {
        guard all > 0 else { return 0 }
        let seen = min(1, Double(infrared) / Double(all))
        let share = isSaturated ? min(seen, Counts.warmestShare) : seen
        return Double(min(all, Counts.maximum)) * (1 - share) * (1 - share)
    }
}

/// The control register with this gain and 100 ms of integration, a multiple of a half wave of the mains
/// (pages 12 and 13).
private enum Gain: UInt8, CaseIterable {
    case low = 0x00
    case medium = 0x10
    case high = 0x20
    case maximum = 0x30

    var factor: Double {
        switch self {
        case .low: 1
        case .medium: 25
        case .high: 428
        case .maximum: 9876
        }
    }

    var countsPerLux: Double { 100 * factor / 408 }

    /// The highest gain that uses at most half the range for the same light. A full channel does not show how much
    /// less is needed. Two steps suffice for any lamp at night, and are fine enough for it.
    func next(after counts: Counts) -> Gain {
        if counts.isSaturated { return self == .maximum ? .medium : .low }
        let atLowGain = Double(counts.brighter) / factor
        let half = Double(Counts.maximum) / 2
        return Gain.allCases.last { atLowGain * $0.factor <= half } ?? .low
    }
}

/// Register addresses (page 10), and the bits of the command byte that select a register (page 11).
private enum Register {
    static let command: UInt8 = 0b1010_0000
    static let enable: UInt8 = 0x00
    static let control: UInt8 = 0x01
    static let identity: UInt8 = 0x12
    static let status: UInt8 = 0x13
}

/// Bits of the enable register (pages 12 and 13).
private enum Enable {
    static let powerOn: UInt8 = 0x01
    static let measure: UInt8 = 0x02
}

/// Bits of the status register (pages 15 to 17).
private enum Status {
    static let isValid: UInt8 = 0x01
}
