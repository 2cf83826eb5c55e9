import CLinux
package import ClockTime
import Glibc
package import HAL

/// The kernel's calls for setting clocks, so that tests can cover every outcome without setting any.
package protocol WallClockCalls: Sendable {
    /// Whether the wall clock is kept synchronised; false if the kernel does not say.
    var isSynchronised: Bool { get }
    /// Sets CLOCK_REALTIME; needs CAP_SYS_TIME (clock_settime(2)).
    func setWallTime(_ wall: WallTime) throws(CallFailure)
    /// Opens the hardware clock and sets it, in UTC; needs CAP_SYS_TIME, and the device (rtc(4)).
    func setHardwareClock(_ time: CivilTime) throws(CallFailure)
}

/// This kernel's wall clock, and the real-time clock that keeps the time while the power is off.
///
/// The kernel writes the time to it every 11 minutes, but only while the network keeps it synchronised. A time set by
/// a person would be lost with the power, so it is written here.
package struct LinuxWallClock: WallClock {
    private let calls: any WallClockCalls
    private let time: any TimeSource

    package init(
        calls: any WallClockCalls = KernelWallClockCalls(), time: any TimeSource = LinuxClock()
    ) {
        self.calls = calls
        self.time = time
    }

    package func set(to moment: Moment) throws(WallClockError) -> HardwareClockOutcome {
        guard !calls.isSynchronised else { throw .synchronised }
        do throws(CallFailure) {
            try calls.setWallTime(wall(of: moment))
        } catch {
            throw error.errno == EPERM ? .notPermitted : .refused(errno: error.errno)
        }
        // It counts whole seconds, so round to the nearest.
        let nearest = wall(of: moment) + .milliseconds(500)
        do throws(CallFailure) {
            try calls.setHardwareClock(CivilTime(secondsAsUTC: nearest.instant.seconds))
            return .set
        } catch {
            switch error.errno {
            case ENOENT, ENODEV, ENXIO: return .absent
            case EACCES, EPERM: return .notPermitted
            default: return .failed(errno: error.errno)
            }
        }
    }

    /// The wall time to set at this very instant.
    private func wall(of moment: Moment) -> WallTime {
        moment.wall + (time.now().boot - moment.boot)
    }
}

/// The kernel's own calls.
package struct KernelWallClockCalls: WallClockCalls {
    private let device: String

    /// - Parameter device: the path of the real-time clock.
    package init(device: String = "/dev/rtc0") {
        self.device = device
    }

    package var isSynchronised: Bool {
        (try? KernelClockState.read().isSynchronised) ?? false
    }

    package func setWallTime(_ wall: WallTime) throws(CallFailure) {
        guard noiseclock_set_clock(CLOCK_REALTIME, wall.nanoseconds) == 0 else {
            throw CallFailure(errno: errno)
        }
    }

    package func setHardwareClock(_ time: CivilTime) throws(CallFailure) {
        let file = retryingInterrupted { open(device, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard file >= 0 else { throw CallFailure(errno: errno) }
        defer { _ = close(file) }
        let (year, month, day) = time.date.components
        let result = retryingInterrupted {
            noiseclock_rtc_set(
                file, Int32(year), Int32(month), Int32(day), Int32(time.hour), Int32(time.minute),
                Int32(time.second))
        }
        guard result == 0 else { throw CallFailure(errno: errno) }
    }
}
