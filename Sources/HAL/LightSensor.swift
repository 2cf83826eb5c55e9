/// A light sensor that integrates for a while: call `begin`, then `collect` after the returned delay. A failed
/// reading is an error, never a number.
package protocol LightSensor: Sendable {
    /// Starts a measurement. Call `collect` after the returned time, not earlier.
    mutating func begin(on bus: any I2CBus) throws(DeviceError) -> Duration

    mutating func collect(on bus: any I2CBus) throws(DeviceError) -> Lux
}
