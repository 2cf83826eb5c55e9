import HAL
import Runtime

/// A chip that people connect to a bedside clock, by the addresses at which it may answer. An address
/// alone does not tell which of several it is, so all that share one are named, unless a chip says what it
/// is (`ProbeIdentity`).
struct ProbePart: Equatable {
    var name: String
    var addresses: [I2CAddress]
    /// What this program can use it for, with the driver's name in board files; nil where it cannot yet.
    var role: Role?
    var driver = ""

    /// Whether a write of no bytes is known to harm none of the parts that may be at its addresses.
    var bearsEmptyWrites: Bool { role == .display || role == .light }

    enum Role {
        case display, light, motor
    }

    /// What there is a driver for comes first.
    static let all: [ProbePart] = served + others

    private static let served: [ProbePart] = {
        let displays = KnownPart.displays.map { part in
            ProbePart(
                name: "\(part.part) display", addresses: part.addresses, role: .display,
                driver: part.driver)
        }
        let sensors = KnownPart.lightSensors.map { part in
            ProbePart(
                name: "\(part.part) light sensor", addresses: part.addresses, role: .light,
                driver: part.driver)
        }
        let motors = KnownPart.motorDrivers.map { part in
            ProbePart(
                name: "\(part.part) motor driver", addresses: part.addresses, role: .motor,
                driver: part.driver)
        }
        return displays + sensors + motors
    }()

    private static let others: [ProbePart] = [
        ProbePart(name: "PiJuice", addresses: at(0x14, 0x68)),
        ProbePart(name: "LTR-303 light sensor", addresses: at(0x29)),
        ProbePart(name: "TSL2561 light sensor", addresses: at(0x29, 0x39, 0x49)),
        ProbePart(name: "PiSugar 2", addresses: at(0x32, 0x75)),
        ProbePart(name: "MAX1704x battery gauge", addresses: at(0x36)),
        ProbePart(name: "PiSugar 3", addresses: at(0x57, 0x68)),
        ProbePart(name: "memory of a DS3231 module", addresses: at(0x57)),
        ProbePart(name: "DS3231 clock chip", addresses: at(0x68)),
        ProbePart(name: "PCA9548 bus switch", addresses: at(0x70)),
        ProbePart(name: "PCA9685 (answers to all)", addresses: at(0x70)),
        ProbePart(name: "BME280 weather sensor", addresses: at(0x76, 0x77)),
    ]

    private static func at(_ values: Int...) -> [I2CAddress] {
        values.compactMap { I2CAddress($0) }
    }

    /// The names of all that may answer there, each once.
    ///
    /// - Parameter verdict: what the chip itself said, if it was asked.
    static func names(at address: I2CAddress, _ verdict: ProbeIdentity.Verdict?) -> [String] {
        var names: [String] = []
        for part in all where part.addresses.contains(address) && !names.contains(part.name) {
            guard verdict?.allows(part) != false else { continue }
            names.append(part.name)
        }
        return names
    }
}
