package import ClockTime
package import HAL

/// A chip on the simulated bus: takes and gives the bytes of its address, one transaction at a time.
package protocol SimulatedChip: Sendable {
    /// Bytes written in one transaction, at least one. Throws when the chip does not acknowledge.
    mutating func write(_ bytes: [UInt8], at time: BootTime) throws(I2CError)

    /// Exactly `count` bytes.
    mutating func read(_ count: Int, at time: BootTime) throws(I2CError) -> [UInt8]

    /// Power was lost and has come back: the state after power-up, undefined memory undefined again.
    mutating func powerUp(at time: BootTime)
}

/// The chip models by the driver's name in board files, so that a bus can be populated from one.
package enum ChipModels {
    /// For each driver of a display, what one of its chips is; the seed decides what memory holds at
    /// power-up.
    package static let displays: [String: @Sendable (_ seed: UInt64) -> any SimulatedChip] = [
        "ht16k33-7seg": { seed in SimulatedHT16K33(seed: seed) },
        "ht16k33-7seg-big": { seed in SimulatedHT16K33(seed: seed) },
    ]

    package static let lightSensors: [String: @Sendable () -> any SimulatedChip] = [
        "bh1750": { SimulatedBH1750() }
    ]
}

extension SimulatedI2CBus {
    /// Puts the chips of a board on the bus. A part that has no model is left out and answers to
    /// nobody, as a part that is not plugged in; the names of those are returned.
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
        return missing
    }
}
