package import ClockTime
package import HAL
import Synchronization

/// Time that stands still until somebody moves it.
package final class VirtualClock: TimeSource, WallClock {
    private let moment: Mutex<Moment>

    package init(_ start: Moment) {
        moment = Mutex(start)
    }

    package func now() -> Moment {
        moment.withLock { $0 }
    }

    /// Both clocks run on. A negative duration is ignored: boot time never goes back.
    package func advance(by duration: Duration) {
        guard duration > .zero else { return }
        moment.withLock { $0 = $0.advanced(by: duration) }
    }

    /// Both clocks run on until this boot time; does nothing if it has passed.
    package func advance(to boot: BootTime) {
        moment.withLock { moment in
            let duration = boot - moment.boot
            guard duration > .zero else { return }
            moment = moment.advanced(by: duration)
        }
    }

    /// The power was off for so long: wall time went on, and boot time begins anew.
    package func reboot(after duration: Duration) {
        moment.withLock { moment in
            moment = Moment(
                wall: moment.wall + max(duration, .zero), boot: BootTime(nanoseconds: 0))
        }
    }

    /// Somebody sets the wall clock, by this much forward or, if negative, back.
    package func stepWall(by duration: Duration) {
        moment.withLock { $0.wall = VirtualClock.held($0.wall + duration) }
    }

    /// Somebody sets the wall clock to this time.
    package func setWall(to wall: WallTime) {
        moment.withLock { $0.wall = VirtualClock.held(wall) }
    }

    /// The same, as a clock's own program does it. There is no hardware clock behind it.
    package func set(to target: Moment) throws(WallClockError) -> HardwareClockOutcome {
        moment.withLock { $0.wall = VirtualClock.held(target.wall + ($0.boot - target.boot)) }
        return .absent
    }

    /// The years that a clock is set to. Near the end of what can be held, time would stand still.
    private static let earliest = WallTime(Instant(seconds: 0))
    private static let latest = WallTime(Instant(seconds: 7_258_118_400))

    /// A wall clock shows no time before 1970 and none after 2199.
    static func held(_ wall: WallTime) -> WallTime { min(latest, max(earliest, wall)) }
}
