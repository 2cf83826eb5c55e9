package import HAL

/// The vibration motor behind a chip on the I2C bus, as an output that is switched.
///
/// The panel's thread uses the same bus. So this has a connection of its own: the kernel, and the simulated bus, let one
/// transfer through at a time, and the chip takes its bytes one by one. A display that hangs then holds up the motor no
/// longer than the bus itself does.
package final class BusMotor: OutputLine {
    private let driver: any MotorDriver
    private let bus: any I2CBus

    package init(_ driver: any MotorDriver, on bus: any I2CBus) {
        self.driver = driver
        self.bus = bus
    }

    package func set(_ isOn: Bool) throws(LineError) {
        do throws(DeviceError) {
            try driver.set(isOn, on: bus)
        } catch {
            throw .chip(error)
        }
    }

    package func stop() {
        // A chip that cannot be reached is off, or out of our reach.
        try? driver.set(false, on: bus)
    }
}
