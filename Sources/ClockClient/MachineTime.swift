import CLinux
package import ClockTime
import Glibc

/// The time since the machine's start. Deadlines count by it, because the wall clock can be set.
package func bootTime() -> BootTime {
    BootTime(nanoseconds: noiseclock_nanoseconds(CLOCK_BOOTTIME))
}
