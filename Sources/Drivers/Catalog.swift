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
        for chip: BoardDescription.Chip
    ) throws(CatalogError) -> any BatteryGauge {
        let known = ["none", "auto", "power-supply"] + batteryGauges.map(\.driver)
        return try batteryGauges.named(
            chip.driver, at: chip.address, "battery.source", "battery.address", known: known
        ).make(chip.address)
    }

    /// Creates the driver of a board's vibration motor.
    package static func makeMotorDriver(
        for chip: BoardDescription.MotorChip
    ) throws(CatalogError) -> any MotorDriver {
        let known = ["none", "gpio"] + motorDrivers.map(\.driver)
        return try motorDrivers.named(
            chip.driver, at: chip.address, "vibration.driver", "vibration.address", known: known
        ).make(chip)
    }

    /// Creates the light sensor of a board.
    package static func makeLightSensor(
        for chip: BoardDescription.Chip
    ) throws(CatalogError) -> any LightSensor {
        let known = lightSensors.map(\.driver) + ["none"]
        return try lightSensors.named(
            chip.driver, at: chip.address, "light.source", "light.address", known: known
        ).make(chip.address)
    }
}

/// The driver of a chip that has one address on the bus.
package struct ChipDescriptor<Settings, Driver>: Sendable {
    /// The driver's name in board files.
    package var driver: String
    /// The manufacturer's part number.
    package var part: String
    /// The addresses that the chip can be set to, the default first.
    package var addresses: [I2CAddress]
    package var make: @Sendable (Settings) -> Driver
}

package typealias LightSensorDescriptor = ChipDescriptor<I2CAddress, any LightSensor>
package typealias BatteryGaugeDescriptor = ChipDescriptor<I2CAddress, any BatteryGauge>
package typealias MotorDriverDescriptor = ChipDescriptor<
    BoardDescription.MotorChip, any MotorDriver
>

extension Array {
    /// The driver that a board names, if its chip can have the address that the board gives.
    ///
    /// - Parameters:
    ///   - driverPath, addressPath: where both stand in the board file.
    ///   - known: what else may stand in place of the name, and all names.
    fileprivate func named<Settings, Driver>(
        _ name: String, at address: I2CAddress, _ driverPath: String, _ addressPath: String,
        known: [String]
    ) throws(CatalogError) -> Element where Element == ChipDescriptor<Settings, Driver> {
        guard let descriptor = first(where: { $0.driver == name }) else {
            throw .noDriver(at: driverPath, named: name, known: known)
        }
        guard descriptor.addresses.contains(address) else {
            let allowed = descriptor.addresses.map(\.description).joined(separator: ", ")
            throw .unsuitable(
                addressPath,
                "\(address) is not allowed; a \(descriptor.part) can only have \(allowed)")
        }
        return descriptor
    }
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
                explanation: "\"\(name)\" has no driver; it must be one of "
                    + known.joined(separator: ", "))
        case .unsuitable(let path, let explanation):
            self.init(path: path, explanation: explanation)
        }
    }
}
