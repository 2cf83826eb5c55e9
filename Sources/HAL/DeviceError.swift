/// A failed transfer on an I2C bus.
package enum I2CError: Error, Hashable, Sendable {
    /// The address or a byte was not acknowledged (EREMOTEIO, ENXIO).
    case nack
    /// The bus is stuck, or the controller gave up (ETIMEDOUT).
    case timedOut
    /// A kernel driver owns the address (EBUSY); its name if known.
    case taken(by: String?)
    /// The adapter itself is gone (ENODEV, ENOENT).
    case busGone
    /// Any other kernel error.
    case io(errno: Int32)
}

/// A chip failure as its driver sees it: a bus error, or a bad answer from the chip.
package enum DeviceError: Error, Hashable, Sendable {
    case bus(I2CError)
    /// The answer cannot be valid; the text says what was read.
    case implausible(String)
}
