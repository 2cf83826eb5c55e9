/// A chip on the I2C bus that drives a vibration motor.
package protocol MotorDriver: Sendable {
    var address: I2CAddress { get }

    /// The one write that switches the motor off, for a program that dies.
    var bytesThatStop: [UInt8] { get }

    /// Switches the motor. The chip gets all its settings each time it is switched on, because it may have lost its
    /// power.
    func set(_ isOn: Bool, on bus: any I2CBus) throws(DeviceError)
}
