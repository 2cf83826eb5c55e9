package import ClockTime
package import HAL
import Synchronization

/// Waits for virtual deadlines on a waiter that knows only real ones.
///
/// Two sources wake the wrapped waiter: callers of `notify`, and the time itself when its mapping changes. A flag
/// tells them apart, so that no wait returns without a reason; a wake that was already handled costs one more
/// check. The thread always blocks in the wrapped waiter: until the real deadline or, while time stands still or
/// nothing is due, until a notification.
package final class SimulatedWaiter: Waiter {
    private let wrapped: any Waiter
    private let time: SimulatedTime
    private let isNotified = Atomic<Bool>(false)
    /// Wall clock steps already reported. Only the waiting thread touches it.
    private let stepsSeen: Atomic<Int>

    init(_ wrapped: any Waiter, time: SimulatedTime, stepsSeen: Int) {
        self.wrapped = wrapped
        self.time = time
        self.stepsSeen = Atomic(stepsSeen)
    }

    package func notify() {
        isNotified.store(true, ordering: .releasing)
        wrapped.notify()
    }

    /// The mapping changed: a wait in progress must check again.
    func reconsider() {
        wrapped.notify()
    }

    /// Like `Waiter.wait(until:)`, in virtual time. If the wall clock was stepped since the last wait, returns at
    /// once.
    package func wait(until deadline: Deadline) -> WakeReasons {
        while true {
            let outlook = time.outlook(on: deadline)
            var reasons: WakeReasons = []
            if outlook.isReached { reasons.insert(.deadline) }
            if isNotified.exchange(false, ordering: .acquiringAndReleasing) {
                reasons.insert(.notified)
            }
            let seen = stepsSeen.exchange(outlook.steps, ordering: .relaxed)
            if seen != outlook.steps { reasons.insert(.clockSet) }
            guard reasons.isEmpty else { return reasons }
            // Ignore why it woke: the loop above checks the conditions again.
            _ = wrapped.wait(until: Deadline(boot: outlook.real))
        }
    }
}
