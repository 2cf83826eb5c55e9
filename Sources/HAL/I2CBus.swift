/// The ports and roles of the hardware, and the description of a board.
///
/// Theory of operation. A *port* is what the kernel or the simulator offers (an I2C bus, a PCM, a
/// clock, a waiter, slots of storage, a socket); a *role* is what a part does for the clock (a panel
/// shows frames, a light sensor measures lux). Each port has one primitive; conveniences are
/// extensions over it. Drivers implement roles over ports and never open, close or share a port;
/// they are given one for the length of a call. Real and simulated ports are peers, and one contract
/// suite for each role holds all implementations to the same behaviour. Failures are small typed
/// errors; what becomes of them is decided above, by the hosts.

/// A 7-bit I2C address that a device may have (0x08 to 0x77; the rest is reserved by the
/// specification, UM10204 section 3.1.12).
package struct I2CAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let value: UInt8

    package init?(_ value: Int) {
        guard (0x08...0x77).contains(value) else { return nil }
        self.value = UInt8(value)
    }

    /// Those of `values` that a device may have.
    package static func range(_ values: ClosedRange<Int>) -> [I2CAddress] {
        values.compactMap { I2CAddress($0) }
    }

    /// As board files write it: `0x70`.
    package var description: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 2 - digits.count) + digits
    }

    package static func < (one: I2CAddress, other: I2CAddress) -> Bool {
        one.value < other.value
    }
}

/// An I2C bus that somebody else opened. Used by one thread, its owner; `Sendable` only so that it
/// can be handed to that thread.
package protocol I2CBus: Sendable {
    /// One combined transfer: writes `bytes` if there are any, then, after a repeated start, reads
    /// `readCount` bytes if that is not 0. Both empty asks only whether the address answers.
    ///
    /// - Returns: exactly `readCount` bytes.
    func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8]
}

extension I2CBus {
    package func write(_ bytes: [UInt8], to address: I2CAddress) throws(I2CError) {
        _ = try transfer(to: address, writing: bytes, readCount: 0)
    }

    package func read(_ count: Int, from address: I2CAddress) throws(I2CError) -> [UInt8] {
        try transfer(to: address, writing: [], readCount: count)
    }
}
