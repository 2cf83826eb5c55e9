package import ClockTime
package import HAL
import Synchronization

/// Time that runs N times as fast as the real one, or stands still, or jumps on: for a simulator whose
/// hosts run as threads.
///
/// Theory of operation. Boot time is an affine function of the real boot time: `anchor + speed * real
/// time since the anchor`, with speed 0 while paused. Every change sets a new anchor at the present
/// time, so boot time never goes back, and leaps only when it is told to skip. Wall time is boot time
/// plus an offset; only a step changes that. The desktop's own wall clock, should somebody set
/// it, is not looked at: what this board's clock shows is the board's affair.
///
/// Threads wait on `SimulatedWaiter`s, which translate virtual deadlines into real ones. A change of
/// the mapping makes these wrong, so it wakes all waiters, and each works out its deadline anew.
/// Waiters are held weakly: they come and go with each power cut.
///
/// All of it may be called from any thread. The real time is read under the lock, so that what the
/// threads read is in one order with the changes.
package final class SimulatedTime: TimeSource, WallClock {
    /// Speeds beyond it are clamped: at a real minute for 69 virtual days threads only race.
    package static let highestSpeed = 100_000

    private struct Mapping {
        var realAnchor: BootTime
        var bootAnchor: BootTime
        var wallMinusBoot: Duration
        var speed = 1
        var isPaused = false
        /// How often the wall clock was set.
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

        /// The first real time at which that virtual time is reached; nil for never.
        func real(for boot: BootTime) -> BootTime? {
            let wanted = (boot - bootAnchor).wholeNanoseconds
            guard rate > 0, wanted < .max else { return nil }
            // Rounded up: a waiter that woke a nanosecond early would have to wait again.
            let (quotient, rest) = max(0, wanted).quotientAndRemainder(dividingBy: rate)
            return realAnchor + .nanoseconds(quotient + (rest > 0 ? 1 : 0))
        }

        /// Starts anew from the present time.
        mutating func anchor(at real: BootTime) {
            bootAnchor = now(at: real).boot
            realAnchor = real
        }
    }

    private struct State {
        var mapping: Mapping
        /// One for each waiter that lives; the dead are swept out whenever one is added.
        var waiters: [WeakWaiter] = []
    }

    private struct WeakWaiter {
        weak var waiter: SimulatedWaiter?
    }

    private let real: any TimeSource
    private let state: Mutex<State>

    /// - Parameters:
    ///   - real: what it runs along with.
    ///   - start: what the clocks show now; nil for what the real ones show.
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

    /// How fast it runs when it is not paused.
    package var speed: Int { state.withLock { $0.mapping.speed } }

    package var isPaused: Bool { state.withLock { $0.mapping.isPaused } }
}

// MARK: - Changes

extension SimulatedTime {
    /// Runs so many times as fast from now on; clamped to 1...`highestSpeed`. It does not end a pause.
    package func setSpeed(_ speed: Int) {
        change { $0.speed = min(max(1, speed), SimulatedTime.highestSpeed) }
    }

    /// Stands still until `resume`.
    package func pause() {
        change { $0.isPaused = true }
    }

    package func resume() {
        change { $0.isPaused = false }
    }

    /// Both clocks run on by this at once, paused or not. A negative duration is ignored: boot time
    /// never goes back.
    package func skip(by duration: Duration) {
        guard duration > .zero else { return }
        change { $0.bootAnchor = $0.bootAnchor + duration }
    }

    /// Somebody sets the wall clock, by this much forward or, if negative, back. Waiters report it.
    package func stepWall(by duration: Duration) {
        change {
            $0.wallMinusBoot += duration
            $0.steps += 1
        }
    }

    /// Somebody sets the wall clock to this time. Waiters report it.
    package func setWall(to wall: WallTime) {
        change {
            $0.wallMinusBoot = Moment(wall: wall, boot: $0.bootAnchor).wallMinusBoot
            $0.steps += 1
        }
    }

    /// The same, as a clock's own program does it. There is no hardware clock behind it.
    package func set(to moment: Moment) throws(WallClockError) -> HardwareClockOutcome {
        change {
            $0.wallMinusBoot = moment.wallMinusBoot
            $0.steps += 1
        }
        return .absent
    }

    /// Changes the mapping from the present time on and wakes all who wait by it.
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
    /// A waiter with virtual deadlines over one with real ones, which nobody else may wait on.
    package func makeWaiter(over waiter: any Waiter) -> any Waiter {
        let steps = state.withLock { $0.mapping.steps }
        let simulated = SimulatedWaiter(waiter, time: self, stepsSeen: steps)
        state.withLock { state in
            state.waiters.removeAll { $0.waiter == nil }
            state.waiters.append(WeakWaiter(waiter: simulated))
        }
        return simulated
    }

    /// A deadline as it looks at one instant.
    struct Outlook {
        var isReached: Bool
        /// When to look again if nothing changes; nil for never.
        var real: BootTime?
        /// How often the wall clock was set so far.
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
