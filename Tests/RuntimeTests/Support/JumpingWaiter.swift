import ClockTime
import HAL
import SimulatedBoard
import Synchronization

/// A waiter whose waits advance virtual time up to the deadline. A test can act after each wait, or
/// at planned times, which end the wait as a notification does.
final class JumpingWaiter: Waiter, TimeSource {
    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
    private let count = Atomic<Int>(0)
    private let atWait: @Sendable (Int) -> Void
    private let planned = Mutex<[(at: BootTime, act: @Sendable () -> Void)]>([])

    init(_ atWait: @escaping @Sendable (Int) -> Void = { _ in }) { self.atWait = atWait }

    var waits: Int { count.load(ordering: .acquiring) }

    func now() -> Moment { clock.now() }

    /// Acts when a wait reaches that time.
    func plan(at time: BootTime, _ act: @escaping @Sendable () -> Void) {
        planned.withLock {
            $0.append((time, act))
            $0.sort { $0.at < $1.at }
        }
    }

    func wait(until deadline: Deadline) -> WakeReasons {
        let due = planned.withLock { planned -> (at: BootTime, act: @Sendable () -> Void)? in
            guard let next = planned.first, deadline.boot.map({ next.at <= $0 }) ?? true else {
                return nil
            }
            return planned.removeFirst()
        }
        if let due {
            clock.advance(to: due.at)
            due.act()
        } else if let boot = deadline.boot {
            clock.advance(to: boot)
        }
        atWait(count.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue)
        return due == nil ? .deadline : .notified
    }

    func notify() {}
}
