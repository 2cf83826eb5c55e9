import Drivers
package import HAL

/// The drivers that a board needs, not yet brought up.
package struct BoardDrivers: Sendable {
    package var panel: any Panel
    package var light: (any LightSensor)?
    /// The address of the light sensor's chip.
    package var lightAddress: I2CAddress?
    package var gauge: (any BatteryGauge)?
    /// The chip that drives the vibration motor, if one does.
    package var motor: (any MotorDriver)?
    /// What the light sensor sees of the display at its greatest light.
    package var ownLight: Lux

    /// - Throws: the part that no driver can serve, in words for people.
    package init(for board: BoardDescription) throws(BoardDescription.Problem) {
        do throws(CatalogError) {
            panel = try Catalog.makePanel(for: board.display)
            ownLight = board.ownLight
            if case .gauge(let chip) = board.battery {
                gauge = try Catalog.makeBatteryGauge(for: chip)
            }
            if case .chip(let chip) = board.vibration {
                motor = try Catalog.makeMotorDriver(for: chip)
            }
            guard case .chip(let chip) = board.light else { return }
            light = try Catalog.makeLightSensor(for: chip)
            lightAddress = chip.address
        } catch {
            throw BoardDescription.Problem(catalog: error)
        }
    }
}

/// The drivers of light sensors that are not on the bus, for programs.
package enum LightSources {
    package static func resistor(
        _ resistor: BoardDescription.LightResistor, line: any ChargeLine
    ) -> any LightPort {
        Photoresistor(resistor, line: line)
    }

    package static func digital(line: any LevelLine, isDarkHigh: Bool) -> any LightPort {
        DigitalLight(line: line, isDarkHigh: isDarkHigh)
    }
}

/// A part that a board file may name, and the addresses where it may answer.
package struct KnownPart: Sendable {
    /// The name in board files.
    package var driver: String
    /// The maker's part number.
    package var part: String
    /// The addresses that the chip can be set to, the usual one first.
    package var addresses: [I2CAddress]

    /// In the catalog's order.
    package static var displays: [KnownPart] {
        Catalog.panels.map { KnownPart(driver: $0.driver, part: $0.part, addresses: $0.addresses) }
    }

    /// In the catalog's order.
    package static var motorDrivers: [KnownPart] {
        Catalog.motorDrivers.map {
            KnownPart(driver: $0.driver, part: $0.part, addresses: $0.addresses)
        }
    }

    /// In the catalog's order.
    package static var lightSensors: [KnownPart] {
        Catalog.lightSensors.map {
            KnownPart(driver: $0.driver, part: $0.part, addresses: $0.addresses)
        }
    }
}
