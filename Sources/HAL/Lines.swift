/// A failed request to switch an output.
package enum LineError: Error, Hashable, Sendable {
    /// The chip does not exist; the text says which one was sought.
    case noChip(String)
    /// Another program or a kernel driver holds one of the lines (EBUSY).
    case taken
    /// The chip was removed (ENODEV).
    case gone
    /// Any other kernel error.
    case io(errno: Int32)
    /// The part is not on a line but behind a chip on the I2C bus, which failed.
    case chip(DeviceError)
}

/// An output line that switches something: a motor, a buzzer. Off after creation and after `stop`. One thread at
/// a time.
package protocol OutputLine: AnyObject, Sendable {
    /// Switches the line; requests it first if it is not held.
    func set(_ isOn: Bool) throws(LineError)

    /// Switches off and releases the line.
    func stop()
}

/// A lamp with adjustable brightness. Off after `stop`. One thread at a time.
package protocol LightOutput: AnyObject, Sendable {
    /// - Parameter brightness: as perceived; 0 is the lamp's minimum; nil is off.
    func set(_ brightness: Brightness?) throws(LineError)

    /// Switches the lamp off and releases it.
    func stop()
}
