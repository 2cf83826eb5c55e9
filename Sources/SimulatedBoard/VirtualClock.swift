package import ClockTime
package import HAL
import Synchronization

/// A clock that stands still until somebody advances it.
package final class VirtualClock: TimeSource, WallClock {
    private let moment: Mutex<Moment>

    package init(_ start: Moment) {
        moment = Mutex(start)
    }

    package func now() -> Moment {
        moment.withLock { $0 }
    }

    /// Advances both clocks. Ignores a negative duration: boot time never goes back.
    package func advance(by duration: Duration) {
        guard duration > .zero else { return }
        moment.withLock { $0 = $0.advanced(by: duration) }
    }

    /// Advances both clocks to this boot time; does nothing if it has passed.
    package func advance(to boot: BootTime) {
        moment.withLock { moment in
            let duration = boot - moment.boot
            guard duration > .zero else { return }
            moment = moment.advanced(by: duration)
        }
    }

    /// A power cut of this duration: wall time continues and boot time restarts.
    package func reboot(after duration: Duration) {
        moment.withLock { moment in
            moment = Moment(
                wall: moment.wall + max(duration, .zero), boot: BootTime(nanoseconds: 0))
        }
    }

    /// Somebody steps the wall clock forward by this much or, if negative, back.
    package func stepWall(by duration: Duration) {
        moment.withLock { $0.wall = VirtualClock.held($0.wall + duration) }
    }

    /// Somebody sets the wall clock.
    package func setWall(to wall: WallTime) {
        moment.withLock { $0.wall = VirtualClock.held(wall) }
    }

    /// Sets the wall clock as the clock's own firmware does. There is no hardware clock behind it.
    package func set(to target: Moment) throws(WallClockError) -> HardwareClockOutcome {
        moment.withLock { $0.wall = VirtualClock.held(target.wall + ($0.boot - target.boot)) }
        return .absent
    }

    /// The limits of settable times. Near the end of the representable range, time would stand still.
    private static let earliest = WallTime(Instant(seconds: 0))
    private static let latest = WallTime(Instant(seconds: 7_258_118_400))

    /// Clamps a wall time to the years 1970 to 2199.
    static func held(_ wall: WallTime) -> WallTime { min(latest, max(earliest, wall)) }
}
