package import ClockTime
package import HAL
import Synchronization

/// Waits for virtual deadlines, on a waiter that knows only real ones.
///
/// The wrapped waiter is woken by two kinds of people: those who notify this one, and the time itself
/// when its mapping changes. A flag tells them apart, so that nobody returns from a wait for nothing;
/// a wake that was already answered costs one more look. It always blocks in the wrapped waiter: with
/// the real deadline, or, while time stands still or nothing falls due, for a notification alone.
package final class SimulatedWaiter: Waiter {
    private let wrapped: any Waiter
    private let time: SimulatedTime
    private let isNotified = Atomic<Bool>(false)
    /// Steps of the wall clock that were reported. Only the waiting thread touches it.
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

    /// The mapping changed: a wait that is under way has to look again.
    func reconsider() {
        wrapped.notify()
    }

    /// As `Waiter.wait(until:)`, in virtual time. A step of the wall clock since the last wait ends the
    /// next one at once.
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
            // Why it woke does not matter: what it woke for is asked anew above.
            _ = wrapped.wait(until: Deadline(boot: outlook.real))
        }
    }
}
