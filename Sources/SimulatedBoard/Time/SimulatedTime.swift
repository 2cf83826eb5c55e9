package import ClockTime
package import HAL
import Synchronization

/// Time that runs N times as fast as real time, pauses, or skips ahead: for a simulator whose hosts run as
/// threads.
///
/// Theory of operation. Boot time is an affine function of the real boot time: `anchor + speed * real time since
/// the anchor`, with speed 0 while paused. Every change sets a new anchor at the current time, so boot time never
/// goes back and jumps only on a skip. Wall time is boot time plus an offset that only a step changes. Setting
/// the desktop's own wall clock has no effect on this board's clock.
///
/// Threads wait on `SimulatedWaiter`s, which translate virtual deadlines into real ones. A change of the mapping
/// invalidates those, so it wakes all waiters, and each recomputes its deadline. Waiters are held weakly, because
/// they come and go with each power cut.
///
/// All members are thread-safe. The real time is read under the lock, so that readings and changes have one
/// order.
package final class SimulatedTime: TimeSource, WallClock {
    /// Higher speeds are clamped: at 69 virtual days per real minute, threads only race.
    package static let highestSpeed = 100_000

    private struct Mapping {
        var realAnchor: BootTime
        var bootAnchor: BootTime
        var wallMinusBoot: Duration
        var speed = 1
        var isPaused = false
        /// How many times the wall clock was set.
        var steps = 0

        /// 0 while paused.
        var rate: Int64 { isPaused ? 0 : Int64(speed) }

        func now(at real: BootTime) -> Moment {
            let elapsed = max(0, (real - realAnchor).wholeNanoseconds)
            let (product, overflow) = elapsed.multipliedReportingOverflow(by: rate)
            let boot = bootAnchor + .nanoseconds(overflow ? .max : product)
            let wall = WallTime(nanoseconds: boot.nanoseconds) + wallMinusBoot
            return Moment(wall: wall, boot: boot)
        }

        /// The earliest real time at which virtual time reaches `boot`; nil for never.
        func real(for boot: BootTime) -> BootTime? {
            let wanted = (boot - bootAnchor).wholeNanoseconds
            guard rate > 0, wanted < .max else { return nil }
            // Round up: a waiter that wakes a nanosecond early must wait again.
            let (quotient, rest) = max(0, wanted).quotientAndRemainder(dividingBy: rate)
            return realAnchor + .nanoseconds(quotient + (rest > 0 ? 1 : 0))
        }

        /// Moves the anchor to the current time.
        mutating func anchor(at real: BootTime) {
            bootAnchor = now(at: real).boot
            realAnchor = real
        }
    }

    private struct State {
        var mapping: Mapping
        /// One entry per live waiter. Adding one removes the dead ones.
        var waiters: [WeakWaiter] = []
    }

    private struct WeakWaiter {
        weak var waiter: SimulatedWaiter?
    }

    private let real: any TimeSource
    private let state: Mutex<State>

    /// - Parameters:
    ///   - real: the time source to follow.
    ///   - start: the initial time; nil for the real time.
    package init(over real: any TimeSource, startingAt start: Moment? = nil) {
        let now = real.now()
        let start = start ?? now
        self.real = real
        state = Mutex(
            State(
                mapping: Mapping(
                    realAnchor: now.boot, bootAnchor: start.boot,
                    wallMinusBoot: start.wallMinusBoot)))
    }

    package func now() -> Moment {
        state.withLock { $0.mapping.now(at: real.now().boot) }
    }

    /// The speed when not paused.
    package var speed: Int { state.withLock { $0.mapping.speed } }

    package var isPaused: Bool { state.withLock { $0.mapping.isPaused } }
}

// MARK: - Changes

extension SimulatedTime {
    /// Sets the speed from now on, clamped to 1...`highestSpeed`. Does not end a pause.
    package func setSpeed(_ speed: Int) {
        change { $0.speed = min(max(1, speed), SimulatedTime.highestSpeed) }
    }

    /// Stops time until `resume`.
    package func pause() {
        change { $0.isPaused = true }
    }

    package func resume() {
        change { $0.isPaused = false }
    }

    /// Advances both clocks at once, paused or not. Ignores a negative duration: boot time never goes back.
    package func skip(by duration: Duration) {
        guard duration > .zero else { return }
        change { $0.bootAnchor = $0.bootAnchor + duration }
    }

    /// Somebody steps the wall clock forward by this much or, if negative, back. Waiters report it.
    package func stepWall(by duration: Duration) {
        change {
            $0.wallMinusBoot += duration
            $0.steps += 1
        }
    }

    /// Somebody sets the wall clock. Waiters report it.
    package func setWall(to wall: WallTime) {
        change {
            $0.wallMinusBoot = Moment(wall: wall, boot: $0.bootAnchor).wallMinusBoot
            $0.steps += 1
        }
    }

    /// Sets the wall clock as the clock's own firmware does. There is no hardware clock behind it.
    package func set(to moment: Moment) throws(WallClockError) -> HardwareClockOutcome {
        change {
            $0.wallMinusBoot = moment.wallMinusBoot
            $0.steps += 1
        }
        return .absent
    }

    /// Changes the mapping from now on and wakes all waiters.
    private func change(_ body: (inout Mapping) -> Void) {
        let waiters = state.withLock { state in
            state.mapping.anchor(at: real.now().boot)
            body(&state.mapping)
            return state.waiters.compactMap(\.waiter)
        }
        for waiter in waiters { waiter.reconsider() }
    }
}

// MARK: - Waiting

extension SimulatedTime {
    /// Wraps a real-time waiter, not shared with anybody else, in one with virtual deadlines.
    package func makeWaiter(over waiter: any Waiter) -> any Waiter {
        let steps = state.withLock { $0.mapping.steps }
        let simulated = SimulatedWaiter(waiter, time: self, stepsSeen: steps)
        state.withLock { state in
            state.waiters.removeAll { $0.waiter == nil }
            state.waiters.append(WeakWaiter(waiter: simulated))
        }
        return simulated
    }

    /// A deadline as seen at one instant.
    struct Outlook {
        var isReached: Bool
        /// When to check again if nothing changes; nil for never.
        var real: BootTime?
        /// How many times the wall clock has been set.
        var steps: Int
    }

    func outlook(on deadline: Deadline) -> Outlook {
        state.withLock { state in
            let now = state.mapping.now(at: real.now().boot)
            return Outlook(
                isReached: deadline.isReached(at: now),
                real: deadline.bootTime(asSeenAt: now).flatMap { state.mapping.real(for: $0) },
                steps: state.mapping.steps)
        }
    }
}
