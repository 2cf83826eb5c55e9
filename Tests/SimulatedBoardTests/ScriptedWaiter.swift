import ClockTime
import HAL
import SimulatedBoard
import Synchronization
import Testing

/// Stands in for a real waiter: each wait runs the next scripted event, or, if none is left, lets the clock run
/// to the deadline.
final class ScriptedWaiter: Waiter {
    typealias Action = @Sendable () -> Void

    private struct State {
        var actions: [Action] = []
        var isNotified = false
        var deadlines: [Deadline] = []
        /// Wakes a thread that would wait forever, so that a failing test ends.
        var rescue: Action?
    }

    private let clock: VirtualClock
    private let state = Mutex(State())

    init(clock: VirtualClock) {
        self.clock = clock
    }

    /// The deadline of each wait.
    var deadlines: [Deadline] { state.withLock { $0.deadlines } }

    /// The waits' deadlines in boot time, in milliseconds; nil for never.
    var milliseconds: [Int64?] { deadlines.map { $0.boot.map { $0.nanoseconds / 1_000_000 } } }

    func meanwhile(_ happening: @escaping Action) {
        state.withLock { $0.actions.append(happening) }
    }

    func rescue(_ rescue: @escaping Action) {
        state.withLock { $0.rescue = rescue }
    }

    /// Clears the notifications so far.
    func forgetNotifications() {
        state.withLock { $0.isNotified = false }
    }

    func notify() {
        state.withLock { $0.isNotified = true }
    }

    func wait(until deadline: Deadline) -> WakeReasons {
        let happening = state.withLock { state -> Action? in
            state.deadlines.append(deadline)
            guard !state.isNotified, !state.actions.isEmpty else { return nil }
            return state.actions.removeFirst()
        }
        happening?()
        let isNotified = state.withLock { state in
            defer { state.isNotified = false }
            return state.isNotified
        }
        if isNotified { return .notified }
        if let boot = deadline.boot {
            clock.advance(to: boot)
            return .deadline
        }
        Issue.record("waits for a notification that never comes")
        state.withLock { $0.rescue }?()
        return .notified
    }
}
