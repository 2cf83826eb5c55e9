/// Hardware ports and roles, and the description of a board.
///
/// Theory of operation. A *port* is what the kernel or the simulator offers (an I2C bus, a PCM, a clock, a
/// waiter, storage slots, a socket). A *role* is what a part does for the clock (a panel shows frames, a light
/// sensor measures lux). Each port has one primitive; conveniences are extensions over it. Drivers implement
/// roles over ports. They borrow a port for the duration of a call and never open, close or share one. Real and
/// simulated ports are peers: one contract suite per role holds all implementations to the same behaviour.
/// Failures are small typed errors. The hosts above decide how to handle them.

/// A 7-bit I2C device address (0x08 to 0x77; UM10204 section 3.1.12 reserves the rest).
package struct I2CAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let value: UInt8

    package init?(_ value: Int) {
        guard (0x08...0x77).contains(value) else { return nil }
        self.value = UInt8(value)
    }

    /// The valid addresses among `values`.
    package static func range(_ values: ClosedRange<Int>) -> [I2CAddress] {
        values.compactMap { I2CAddress($0) }
    }

    /// The form used in board files: `0x70`.
    package var description: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "0x" + String(repeating: "0", count: 2 - digits.count) + digits
    }

    package static func < (one: I2CAddress, other: I2CAddress) -> Bool {
        one.value < other.value
    }
}

/// An I2C bus that its owner has opened. One thread, the owner, uses it; it is `Sendable` only so that it can be
/// handed to that thread.
package protocol I2CBus: Sendable {
    /// One combined transfer: writes `bytes`, if any, then reads `readCount` bytes, if not 0, after a repeated
    /// start. With neither, it only probes whether the address acknowledges.
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
