import HAL

/// A panel that remembers what its chips hold, to send only what has changed.
protocol RememberingPanel: Panel {
    associatedtype Held

    /// What the chips hold as confirmed by the bus; nil if unknown: before the first bring-up and after an error.
    var held: Held? { get set }
}

extension RememberingPanel {
    /// A failed transfer clears what the driver remembers, so that the next `show` starts over and cannot build on
    /// bytes that never arrived.
    mutating func send(
        _ bytes: [UInt8], to address: I2CAddress, on bus: any I2CBus
    ) throws(DeviceError) {
        do throws(I2CError) {
            try bus.write(bytes, to: address)
        } catch {
            held = nil
            throw .bus(error)
        }
    }
}

extension BoardDescription.Display {
    /// The dimming steps that may be used: the chip's own, or those of them that the board file allows.
    func levels(of part: String, within all: ClosedRange<Int>) throws(CatalogError)
        -> ClosedRange<Int>
    {
        let levels = levels ?? all
        guard all.contains(levels.lowerBound), all.contains(levels.upperBound) else {
            throw .unsuitable(
                "display.levels",
                "\(levels.lowerBound) to \(levels.upperBound) is not allowed; an \(part) has the levels "
                    + "\(all.lowerBound) to \(all.upperBound)")
        }
        return levels
    }
}
