import CGpiod
import Glibc
package import HAL

/// Switches the output lines and the lamp off when the program crashes.
///
/// The kernel leaves a line, or a lamp that it dims, as it was when its holder dies: a running motor would run on until
/// somebody pulls the plug. So a handler of the fatal signals knows the requests of the output lines, the lamp's file
/// and the motor's chip. It switches them off and lets the program die as it would have (a core dump, the signal in its
/// status). It cannot help if the kernel kills the program (SIGKILL, out of memory) or a thread's stack overflows; then
/// the next start switches off, or `noiseclockd --switch-off`.
package enum CrashSwitch {
    /// Installs the handler. Call it once per process.
    package static func install() throws(HostError) {
        guard noiseclock_catch_crashes() == 0 else {
            throw HostError(operation: "sigaction", errno: errno)
        }
    }

    /// Covers the lamp too from now on. Call it once: a board has one lamp.
    ///
    /// - Parameter file: the kernel's file, in which 0 is dark.
    /// - Returns: false for a path longer than any of the kernel's.
    @discardableResult
    package static func add(lamp file: String) -> Bool {
        noiseclock_lamp_set(file) != 0
    }

    /// Covers a motor behind a chip on the bus too from now on. Call it once: a board has one motor.
    ///
    /// - Parameter bus: the bus's number.
    /// - Returns: false if the chip takes more bytes than any.
    @discardableResult
    package static func add(motor: any MotorDriver, onBus bus: Int) -> Bool {
        add(motor: motor, file: LinuxI2CBus.path(ofBus: bus))
    }

    @discardableResult
    static func add(motor: any MotorDriver, file: String) -> Bool {
        let bytes = motor.bytesThatStop
        return noiseclock_motor_set(file, Int32(motor.address.value), bytes, bytes.count) != 0
    }

    /// The handler's work before the program dies.
    static func switchAllOff() {
        noiseclock_switch_outputs_off()
    }

    /// - Parameter request: the descriptor of a request for one output line.
    /// - Returns: false if more lines are held than any board has; this one is not covered.
    @discardableResult
    static func add(_ request: Int32) -> Bool {
        noiseclock_outputs_add(request) != 0
    }

    /// Call this before closing the request.
    @discardableResult
    static func remove(_ request: Int32) -> Bool {
        noiseclock_outputs_remove(request) != 0
    }
}
