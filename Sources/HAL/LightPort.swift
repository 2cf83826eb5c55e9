package import ClockTime

/// A source of the room's light beside the I2C bus: a line, or a driver of the kernel. Its measurement takes several
/// steps, so that nothing sleeps. A failed one is an error, never a number.
package protocol LightPort: Sendable {
    /// Takes the next step. After an error, the next step begins a new measurement.
    ///
    /// - Parameter now: the current time, not earlier than the last step asked for.
    mutating func step(at now: BootTime) throws(SensorError) -> LightStep

    /// Gives back what the source holds. A later step takes it again.
    mutating func stop()
}

/// The result of one step of a measurement.
package enum LightStep: Hashable, Sendable {
    /// The next step is due after this time.
    case wait(Duration)
    /// The measurement is complete.
    case reading(Lux)
}

package enum SensorError: Error, Hashable, Sendable {
    case line(LineError)
    /// The kernel has no such sensor; the text names the one that was sought.
    case absent(String)
    /// The kernel has the sensor, which cannot be read.
    case unreadable(errno: Int32)
    /// The answer cannot be valid; the text says what was read.
    case implausible(String)
}

/// A line whose capacitor charges through a resistor. One thread at a time.
package protocol ChargeLine: AnyObject, Sendable {
    /// Pulls the line low, which empties the capacitor. Requests the line first if it is not held.
    func discharge() throws(LineError)

    /// Lets go of the line, and the capacitor charges.
    func charge() throws(LineError)

    /// How long the line took to become high since `charge`; nil while it is low. Never waits.
    func chargeTime() throws(LineError) -> Duration?

    /// Releases the line.
    func stop()
}

/// An input line that is looked at. One thread at a time.
package protocol LevelLine: AnyObject, Sendable {
    /// Requests the line first if it is not held.
    func isHigh() throws(LineError) -> Bool

    /// Releases the line.
    func stop()
}
