/// A failed transfer on an I2C bus.
package enum I2CError: Error, Hashable, Sendable {
    /// The address or a byte was not acknowledged (EREMOTEIO, ENXIO).
    case nack
    /// The bus is held by somebody, or the controller gave up (ETIMEDOUT).
    case timedOut
    /// The kernel's own driver has the address (EBUSY); its name where known.
    case taken(by: String?)
    /// The adapter itself is gone (ENODEV, ENOENT).
    case busGone
    /// Anything else that the kernel says.
    case io(errno: Int32)
}

/// A failure of a chip as its driver sees it: of the bus below it, or of what the chip answered.
package enum DeviceError: Error, Hashable, Sendable {
    case bus(I2CError)
    /// The answer cannot be true; says what was read.
    case implausible(String)
}
