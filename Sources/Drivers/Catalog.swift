package import HAL

/// Chips, one file each, and the list of them.
///
/// Theory of operation. A driver is a value that plays a role (`Panel`, `LightSensor`) over a bus
/// that it is lent for the length of each call; it never opens, closes or shares a bus, never sleeps
/// and never logs. It remembers what its chip holds only as far as the bus has confirmed it, so that
/// an error at any byte is mended by bringing the chip up again. A reading that failed is an error
/// and never a number. Registers are named in private enums at the end of a chip's file, with the
/// datasheet's pages.
///
/// To add a part: one file here with a `descriptor`, one line below, a chip model of the same driver
/// name in SimulatedBoard, and its exact bytes in a playback test. The tests ask for what is missing.
/// The list is explicit, so nothing registers itself and the order is the one that people see.
package enum Catalog {
    package static let panels: [PanelDescriptor] = [
        HT16K33SevenSegment.descriptor,
        HT16K33SevenSegment.bigDescriptor,
    ]

    package static let lightSensors: [LightSensorDescriptor] = [
        BH1750.descriptor
    ]

    /// The panel of a board, not yet brought up.
    ///
    /// - Parameter display: nil for a board without one.
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

    /// The sensor of a board.
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

/// One driver of a display.
package struct PanelDescriptor: Sendable {
    /// The name in board files.
    package var driver: String
    /// The maker's part number.
    package var part: String
    /// The addresses that the chip can be set to, the usual one first.
    package var addresses: [I2CAddress]
    package var make: @Sendable (BoardDescription.Display) throws(CatalogError) -> any Panel
}

/// One driver of a light sensor.
package struct LightSensorDescriptor: Sendable {
    /// The name in board files.
    package var driver: String
    /// The maker's part number.
    package var part: String
    /// The addresses that the chip can be set to, the usual one first.
    package var addresses: [I2CAddress]
    package var make: @Sendable (I2CAddress) -> any LightSensor
}

/// A board names a part that these drivers cannot serve.
package enum CatalogError: Error, Hashable, Sendable, CustomStringConvertible {
    case noDriver(at: String, named: String, known: [String])
    /// Where in the board file, and what is wrong and allowed there.
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
