/// How a caller should take a failure, whatever the device: the one thing that generic code asks.
package enum FailureKind: String, Sendable, Codable {
    /// It may work the next time: try again, with a bound.
    case retry
    /// Nobody answers: the part is not there, or not any more. Look again now and then.
    case absent
    /// It answers, but wrongly, or the host refuses: a person has to look.
    case broken
}

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

    package var kind: FailureKind {
        switch self {
        case .nack, .busGone: .absent
        case .timedOut: .retry
        case .taken, .io: .broken
        }
    }
}

/// A failure of a chip as its driver sees it: of the bus below it, or of what the chip answered.
package enum DeviceError: Error, Hashable, Sendable {
    case bus(I2CError)
    /// The answer cannot be true; says what was read.
    case implausible(String)

    package var kind: FailureKind {
        switch self {
        case .bus(let error): error.kind
        case .implausible: .retry
        }
    }
}
