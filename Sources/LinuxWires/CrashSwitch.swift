import CGpiod
import Glibc
package import HAL

/// Switches the output lines off when the program dies of its own fault.
///
/// A kernel leaves a line as it was when its holder dies: a motor that ran would run on until somebody
/// pulls the plug. So the holders of output lines are known to a handler of the fatal signals, which
/// switches them off and lets the program die as it would have (a core dump, the signal in its status).
/// It cannot help where the kernel kills (SIGKILL, out of memory) or where a thread's stack is what ran
/// out; then the next start switches off, or `noiseclockd --switch-off`.
package enum CrashSwitch {
    /// From now on. Once for each process.
    package static func install() throws(HostError) {
        guard noiseclock_catch_crashes() == 0 else {
            throw HostError(operation: "sigaction", errno: errno)
        }
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
