package import HAL

/// Chip drivers, one file each, and their list.
///
/// Theory of operation. A driver is a value that implements a role (`Panel`, `LightSensor`) over a bus that it
/// borrows for each call. It never opens, closes or shares a bus, never sleeps and never logs. It remembers the
/// chip's content only as far as the bus has confirmed it, so that bringing the chip up again recovers from an
/// error at any byte. A failed reading is an error, never a number. Private enums at the end of a chip's file
/// name the registers, with datasheet pages.
///
/// To add a part: write one file here with a `descriptor`, one line below, a chip model with the same driver name
/// in SimulatedBoard, and its exact bytes in a playback test. The tests report what is missing. The list is
/// explicit: nothing registers itself, and its order is the one that people see.
package enum Catalog {
    package static let panels: [PanelDescriptor] = [
        HT16K33SevenSegment.descriptor,
        HT16K33SevenSegment.bigDescriptor,
        HT16K33FourteenSegment.descriptor,
        HT16K33Matrix.smallDescriptor,
        HT16K33Matrix.backpackDescriptor,
        HT16K33Matrix.wingDescriptor,
        HT16K33Matrix.bicolorDescriptor,
        IS31FL3731.gridDescriptor,
        IS31FL3731.bonnetDescriptor,
        IS31FL3731.scrollDescriptor,
        IS31FL3741.descriptor,
        SSD1306.descriptor,
        SSD1306.smallDescriptor,
        SH1106.descriptor,
    ]

    package static let lightSensors: [LightSensorDescriptor] = [
        BH1750.descriptor,
        VEML7700.descriptor,
        TSL2591.descriptor,
    ]

    package static let batteryGauges: [BatteryGaugeDescriptor] = [
        MAX17048.descriptor
    ]

    package static let motorDrivers: [MotorDriverDescriptor] = [
        DRV2605L.descriptor
    ]

    /// Creates the panel of a board, not yet brought up.
    ///
    /// - Parameter display: nil for a board without a display.
    package static func makePanel(
        for display: BoardDescription.Display?
    ) throws(CatalogError) -> any Panel {
        guard let display else { return AbsentPanel() }
        guard let descriptor = panels.first(where: { $0.driver == display.driver }) else {
            throw .noDriver(
                at: "display.driver", named: display.driver,
                known: panels.map(\.driver) + ["none"])
        }
        return try descriptor.make(display)
    }

    /// Creates the battery gauge of a board.
    package static func makeBatteryGauge(
        for chip: BoardDescription.BatteryChip
    ) throws(CatalogError) -> any BatteryGauge {
        guard let descriptor = batteryGauges.first(where: { $0.driver == chip.driver }) else {
            throw .noDriver(
                at: "battery.source", named: chip.driver,
                known: ["none", "auto", "power-supply"] + batteryGauges.map(\.driver))
        }
        guard descriptor.addresses.contains(chip.address) else {
            let allowed = descriptor.addresses.map(\.description).joined(separator: ", ")
            throw .unsuitable(
                "battery.address",
                "is \(chip.address); a \(descriptor.part) can only have \(allowed)")
        }
        return descriptor.make(chip.address)
    }

    /// Creates the driver of a board's vibration motor.
    package static func makeMotorDriver(
        for chip: BoardDescription.MotorChip
    ) throws(CatalogError) -> any MotorDriver {
        guard let descriptor = motorDrivers.first(where: { $0.driver == chip.driver }) else {
            throw .noDriver(
                at: "vibration.driver", named: chip.driver,
                known: ["none", "gpio"] + motorDrivers.map(\.driver))
        }
        guard descriptor.addresses.contains(chip.address) else {
            let allowed = descriptor.addresses.map(\.description).joined(separator: ", ")
            throw .unsuitable(
                "vibration.address",
                "is \(chip.address); a \(descriptor.part) can only have \(allowed)")
        }
        return descriptor.make(chip)
    }

    /// Creates the light sensor of a board.
    package static func makeLightSensor(
        for chip: BoardDescription.LightChip
    ) throws(CatalogError) -> any LightSensor {
        guard let descriptor = lightSensors.first(where: { $0.driver == chip.driver }) else {
            throw .noDriver(
                at: "light.source", named: chip.driver,
                known: lightSensors.map(\.driver) + ["none"])
        }
        guard descriptor.addresses.contains(chip.address) else {
            let allowed = descriptor.addresses.map(\.description).joined(separator: ", ")
            throw .unsuitable(
                "light.address",
                "is \(chip.address); a \(descriptor.part) can only have \(allowed)")
        }
        return descriptor.make(chip.address)
    }
}

/// A battery gauge's driver.
package struct BatteryGaugeDescriptor: Sendable {
    /// The driver's name in board files.
    package var driver: String
    /// The manufacturer's part number.
    package var part: String
    /// The addresses that the chip can be set to, the default first.
    package var addresses: [I2CAddress]
    package var make: @Sendable (I2CAddress) -> any BatteryGauge
}

/// The driver of a chip that drives a vibration motor.
package struct MotorDriverDescriptor: Sendable {
    /// The driver's name in board files.
    package var driver: String
    /// The manufacturer's part number.
    package var part: String
    /// The addresses that the chip can be set to, the default first.
    package var addresses: [I2CAddress]
    package var make: @Sendable (BoardDescription.MotorChip) -> any MotorDriver
}

/// A display driver.
package struct PanelDescriptor: Sendable {
    /// The driver's name in board files.
    package var driver: String
    /// The manufacturer's part number.
    package var part: String
    /// The addresses that the chip can be set to, the default first.
    package var addresses: [I2CAddress]
    package var make: @Sendable (BoardDescription.Display) throws(CatalogError) -> any Panel
}

/// A light sensor driver.
package struct LightSensorDescriptor: Sendable {
    /// The driver's name in board files.
    package var driver: String
    /// The manufacturer's part number.
    package var part: String
    /// The addresses that the chip can be set to, the default first.
    package var addresses: [I2CAddress]
    package var make: @Sendable (I2CAddress) -> any LightSensor
}

/// A board names a part that these drivers do not support.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    case noDriver(at: String, named: String, known: [String])
    /// Where in the board file, then what is wrong and what is allowed there.
    case unsuitable(String, String)

    /// One line for the log.
    package var description: String { BoardDescription.Problem(catalog: self).description }
}

extension BoardDescription.Problem {
    package init(catalog error: CatalogError) {
        switch error {
        case .noDriver(let path, let name, let known):
            self.init(
                path: path,
                explanation: "is \"\(name)\", for which there is no driver; allowed are "
                    + known.joined(separator: ", "))
        case .unsuitable(let path, let explanation):
            self.init(path: path, explanation: explanation)
        }
    }
}
