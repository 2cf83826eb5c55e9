import HAL

/// A register in which a chip says what it is.
///
/// Only reads that disturb no other chip at these addresses are listed. So there is none for an HT16K33 and an
/// IS31FL3731, which share four addresses: a byte that selects a register of the one is a command to the other.
struct ProbeIdentity {
    /// The maker's part number, with which the names of its parts begin.
    var part: String
    var register: UInt8
    /// Whether a chip of this part, at this address, gives this answer.
    var isRight: @Sendable (I2CAddress, UInt8) -> Bool

    static let all = [
        // The register holds the address as it is on the wire (Adafruit's library checks the same).
        ProbeIdentity(part: "IS31FL3741", register: 0xFC) { $1 == $0.value << 1 },
        // The command bits and the register ID, 0x12, as the driver reads it.
        ProbeIdentity(part: "TSL2591", register: 0xB2) { $1 == 0x50 },
        // The number of the DRV2605L or DRV2605 is in the upper three bits; below them are faults.
        ProbeIdentity(part: "DRV2605L", register: 0x00) { [0xE0, 0x60].contains($1 & 0xE0) },
    ]

    /// What came of a question.
    enum Verdict: Equatable {
        case confirmed(part: String)
        case excluded(part: String)

        /// Whether the chip may be this part.
        func allows(_ candidate: ProbePart) -> Bool {
            switch self {
            case .confirmed(let part): candidate.name.hasPrefix(part + " ")
            case .excluded(let part): !candidate.name.hasPrefix(part + " ")
            }
        }
    }

    /// Asks a chip that answers at `address`. Nil if there is nothing to ask, or no answer.
    static func verdict(at address: I2CAddress, on bus: any I2CBus) -> Verdict? {
        for identity in all {
            let isPossible = ProbePart.all.contains { part in
                part.name.hasPrefix(identity.part + " ") && part.addresses.contains(address)
            }
            guard isPossible else { continue }
            guard
                let bytes = try? bus.transfer(
                    to: address, writing: [identity.register], readCount: 1)
            else { return nil }
            return bytes.count == 1 && identity.isRight(address, bytes[0])
                ? .confirmed(part: identity.part) : .excluded(part: identity.part)
        }
        return nil
    }
}
