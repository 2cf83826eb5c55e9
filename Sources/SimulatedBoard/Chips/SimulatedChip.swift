package import ClockTime
package import HAL

/// A chip on the simulated bus. It handles the bytes for its address, one transaction at a time.
package protocol SimulatedChip: Sendable {
    /// Takes the bytes of one transaction, at least one. Throws if the chip does not acknowledge.
    mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError)

    /// Returns exactly `count` bytes.
    mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8]

    /// Power returned after a loss: resets to the power-up state, with undefined memory undefined again.
    mutating func powerUp(at time: BootTime)
}

/// A chip that drives a display, or one module of it.
package protocol SimulatedDisplayChip: SimulatedChip {
    /// What an eye would see of this chip's lamps now. Segments follow the wiring of the board file. Pixels are in the
    /// board's own coordinates: neither transposed, mirrored nor turned.
    func litPicture(of display: BoardDescription.Display, at time: BootTime) -> LitPicture
}

/// A chip that measures the light that falls on it.
package protocol SimulatedLightChip: SimulatedChip {
    /// Changes the light. Measurements that ended before `time` keep their values.
    mutating func expose(to illuminance: Lux, at time: BootTime)
}

/// A chip that measures a battery.
package protocol SimulatedBatteryChip: SimulatedChip {
    mutating func setBattery(percent: Double, flow: BatteryReading.Flow)
}

/// A chip that drives a vibration motor.
package protocol SimulatedMotorChip: SimulatedChip {
    var isMotorOn: Bool { get }
}

/// The chip models by driver name, to populate a bus from a board file.
package enum ChipModels {
    /// Creates a chip for each display driver. The seed determines the memory content at power-up.
    package static let displays: [String: @Sendable (_ seed: UInt64) -> any SimulatedDisplayChip] =
        [
            "ht16k33-7seg": { seed in SimulatedHT16K33(seed: seed) },
            "ht16k33-7seg-big": { seed in SimulatedHT16K33(seed: seed) },
            "ht16k33-14seg": { seed in SimulatedHT16K33(seed: seed) },
            "ht16k33-8x8": { seed in SimulatedHT16K33(seed: seed) },
            "ht16k33-8x16": { seed in SimulatedHT16K33(seed: seed) },
            "ht16k33-8x16-featherwing": { seed in SimulatedHT16K33(seed: seed) },
            "ht16k33-bicolor-8x8": { seed in SimulatedHT16K33(seed: seed) },
            "ssd1306-128x64": { seed in SimulatedSSD1306(seed: seed, rows: 64) },
            "ssd1306-128x32": { seed in SimulatedSSD1306(seed: seed, rows: 32) },
            "sh1106-128x64": { seed in SimulatedSH1106(seed: seed) },
            "is31fl3731-16x9": { seed in SimulatedIS31FL3731(seed: seed) },
            "is31fl3731-16x8": { seed in SimulatedIS31FL3731(seed: seed) },
            "is31fl3731-17x7": { seed in SimulatedIS31FL3731(seed: seed) },
            "is31fl3741-13x9": { seed in SimulatedIS31FL3741(seed: seed) },
        ]

    package static let lightSensors: [String: @Sendable () -> any SimulatedLightChip] = [
        "bh1750": { SimulatedBH1750() },
        "veml7700": { SimulatedVEML7700() },
        "tsl2591": { SimulatedTSL2591() },
    ]

    package static let batteryGauges: [String: @Sendable () -> any SimulatedBatteryChip] = [
        "max17048": { SimulatedMAX17048() }
    ]

    package static let motorDrivers: [String: @Sendable () -> any SimulatedMotorChip] = [
        "drv2605l": { SimulatedDRV2605() }
    ]
}

extension SimulatedI2CBus {
    /// Attaches the chips of a board. A part without a model is omitted and never answers, like an unplugged one.
    ///
    /// - Returns: the names of the omitted parts.
    package func attachChips(of board: BoardDescription, seed: UInt64) -> [String] {
        var missing: [String] = []
        if let display = board.display {
            if let makeChip = ChipModels.displays[display.driver] {
                for address in display.addresses {
                    attach(makeChip(seed &+ UInt64(address.value)), at: address)
                }
            } else {
                missing.append(display.driver)
            }
        }
        if case .chip(let sensor) = board.light {
            if let makeChip = ChipModels.lightSensors[sensor.driver] {
                attach(makeChip(), at: sensor.address)
            } else {
                missing.append(sensor.driver)
            }
        }
        if case .gauge(let gauge) = board.battery {
            if let makeChip = ChipModels.batteryGauges[gauge.driver] {
                attach(makeChip(), at: gauge.address)
            } else {
                missing.append(gauge.driver)
            }
        }
        if case .chip(let motor) = board.vibration {
            if let makeChip = ChipModels.motorDrivers[motor.driver] {
                attach(makeChip(), at: motor.address)
            } else {
                missing.append(motor.driver)
            }
        }
        return missing
    }
}
