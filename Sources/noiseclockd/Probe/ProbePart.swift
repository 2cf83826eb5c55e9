import HAL
import Runtime

/// A chip that people connect to a bedside clock, by the addresses at which it may answer. An address
/// alone does not tell which of several it is, so all that share one are named, unless a chip says what it
/// is (`ProbeIdentity`).
struct ProbePart: Equatable {
    /// Begins with the maker's part number.
    var name: String
    var addresses: [I2CAddress]
    /// What this program can use it for, with the driver's name in board files; nil where it cannot yet.
    var role: Role?
    var driver = ""

    /// Whether a write of no bytes is known to harm none of the parts that may be at its addresses.
    var bearsEmptyWrites: Bool { role == .display || role == .light }

    enum Role: String {
        case display
        case light = "light sensor"
        case motor = "motor driver"
    }

    /// What there is a driver for comes first.
    static let all =
        served(.display, KnownPart.displays) + served(.light, KnownPart.lightSensors)
        + served(.motor, KnownPart.motorDrivers) + others

    private static func served(_ role: Role, _ parts: [KnownPart]) -> [ProbePart] {
        parts.map {
            ProbePart(
                name: "\($0.part) \(role.rawValue)", addresses: $0.addresses, role: role,
                driver: $0.driver)
        }
    }

    private static let others = [
        ("PiJuice", [0x14, 0x68]), ("LTR-303 light sensor", [0x29]),
        ("TSL2561 light sensor", [0x29, 0x39, 0x49]), ("PiSugar 2", [0x32, 0x75]),
        ("MAX1704x battery gauge", [0x36]), ("PiSugar 3", [0x57, 0x68]),
        ("memory of a DS3231 module", [0x57]), ("DS3231 clock chip", [0x68]),
        ("PCA9548 bus switch", [0x70]), ("PCA9685 (answers to all)", [0x70]),
        ("BME280 weather sensor", [0x76, 0x77]),
    ].map { name, addresses in
        ProbePart(name: name, addresses: addresses.compactMap { I2CAddress($0) })
    }
}

/// A register in which a chip says what it is.
///
/// Only reads that disturb no other chip at these addresses are listed. So there is none for an HT16K33 and an
/// IS31FL3731, which share four addresses: a byte that selects a register of the one is a command to the other.
struct ProbeIdentity {
    /// The maker's part number.
    var part: String
    var register: UInt8
    /// Whether a chip of this part, at this address, gives this answer.
    var isRight: @Sendable (I2CAddress, UInt8) -> Bool

    private static let all = [
        // The register holds the address as it is on the wire (Adafruit's library checks the same).
        ProbeIdentity(part: "IS31FL3741", register: 0xFC) { $1 == $0.value << 1 },
        // The command bits and the register ID, 0x12, as the driver reads it.
        ProbeIdentity(part: "TSL2591", register: 0xB2) { $1 == 0x50 },
        // The number of the DRV2605L or DRV2605 is in the upper three bits; below them are faults.
        ProbeIdentity(part: "DRV2605L", register: 0x00) { [0xE0, 0x60].contains($1 & 0xE0) },
    ]

    /// What came of a question: the chip is this part, or is not.
    struct Verdict: Equatable {
        var part: String
        var isConfirmed: Bool

        /// Whether the chip may be this part.
        func allows(_ candidate: ProbePart) -> Bool {
            candidate.name.hasPrefix(part + " ") == isConfirmed
        }
    }

    /// Asks a chip that answers at `address`. Nil if there is nothing to ask, or no answer.
    static func verdict(at address: I2CAddress, on bus: any I2CBus) -> Verdict? {
        for identity in all {
            let wanted = Verdict(part: identity.part, isConfirmed: true)
            guard
                ProbePart.all.contains(where: {
                    $0.addresses.contains(address) && wanted.allows($0)
                })
            else { continue }
            let answer = try? bus.transfer(
                to: address, writing: [identity.register], readCount: 1)
            return answer?.first.map {
                Verdict(part: identity.part, isConfirmed: identity.isRight(address, $0))
            }
        }
        return nil
    }
}
