import CGpiod
import Glibc
package import HAL

/// Switches the output lines and the lamp off when the program dies of its own fault.
///
/// A kernel leaves a line, and a lamp that it dims, as it was when its holder dies: a motor that ran would
/// run on until somebody pulls the plug. So the holders of output lines and the lamp's file are known to a
/// handler of the fatal signals, which switches them off and lets the program die as it would have (a core dump, the signal in its status).
/// It cannot help where the kernel kills (SIGKILL, out of memory) or where a thread's stack is what ran
/// out; then the next start switches off, or `noiseclockd --switch-off`.
package enum CrashSwitch {
    /// From now on. Once for each process.
    package static func install() throws(HostError) {
        guard noiseclock_catch_crashes() == 0 else {
            throw HostError(operation: "sigaction", errno: errno)
        }
    }

    /// From now on the lamp is looked after too. Once: a board has one.
    ///
    /// - Parameter file: the kernel's, in which 0 is dark.
    /// - Returns: false for a path that is longer than any of the kernel's.
    @discardableResult
    package static func add(lamp file: String) -> Bool {
        noiseclock_lamp_set(file) != 0
    }

    /// What the handler does before the program dies.
    static func switchAllOff() {
        noiseclock_switch_outputs_off()
    }

    /// - Parameter request: the descriptor of a request that holds one output line.
    /// - Returns: false where more lines are held than any board has; that one is not looked after.
    @discardableResult
    static func add(_ request: Int32) -> Bool {
        noiseclock_outputs_add(request) != 0
    }

    /// Before the request is closed.
    @discardableResult
    static func remove(_ request: Int32) -> Bool {
        noiseclock_outputs_remove(request) != 0
    }
}
