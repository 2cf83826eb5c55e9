import ClockTime
import Glibc
package import HAL
import Synchronization

/// The line of a light-dependent resistor and its capacitor, in virtual time.
package final class SimulatedChargeLine: ChargeLine {
    private struct State {
        /// Nil: the line stays low.
        var length: Duration?
        var nextLengths: [Duration] = []
        var failure: LineError?
        var isHeld = false
        /// Of the charge that goes on, its beginning and its length.
        var charge: (start: BootTime, length: Duration?)?
    }

    private let state = Mutex(State())
    private let nanofarads: Double
    private let clock: any TimeSource

    /// A standard resistor: 15 kΩ at 10 lx, whose resistance falls with the light's 0.7th power.
    private static let resistance = (ohms: 15_000.0, lux: 10.0, slope: 0.7)
    /// The line becomes high after half of resistance times capacitance.
    private static let threshold = 0.5

    package init(capacitorNanofarads: Int, clock: any TimeSource) {
        nanofarads = Double(capacitorNanofarads)
        self.clock = clock
    }

    /// How long each charge takes; nil: the line stays low.
    package var length: Duration? {
        get { state.withLock { $0.length } }
        set { state.withLock { $0.length = newValue } }
    }

    /// The lengths of the next charges, before `length` holds again.
    package var nextLengths: [Duration] {
        get { state.withLock { $0.nextLengths } }
        set { state.withLock { $0.nextLengths = newValue } }
    }

    /// What each call fails with.
    package var failure: LineError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// Whether the clock has the line.
    package var isHeld: Bool { state.withLock { $0.isHeld } }

    /// Lets this much light fall on the resistor.
    package func expose(to lux: Lux) {
        let standard = SimulatedChargeLine.resistance
        let ohms = standard.ohms * pow(standard.lux / max(lux.value, 1e-6), standard.slope)
        let nanoseconds = SimulatedChargeLine.threshold * ohms * nanofarads
        length = .nanoseconds(Int64(nanoseconds))
    }

    package func discharge() throws(LineError) {
        try change { state, _ in state.charge = nil }
    }

    package func charge() throws(LineError) {
        try change { state, now in
            let isListed = !state.nextLengths.isEmpty
            let length = isListed ? state.nextLengths.removeFirst() : state.length
            state.charge = (now, length)
        }
    }

    package func chargeTime() throws(LineError) -> Duration? {
        var time: Duration?
        try change { state, now in
            guard let charge = state.charge, let length = charge.length else { return }
            time = now - charge.start >= length ? length : nil
        }
        return time
    }

    package func stop() {
        state.withLock { $0.isHeld = false }
    }

    private func change(_ body: (inout State, BootTime) -> Void) throws(LineError) {
        let now = clock.now().boot
        let failure = state.withLock { state -> LineError? in
            if let failure = state.failure { return failure }
            state.isHeld = true
            body(&state, now)
            return nil
        }
        if let failure { throw failure }
    }
}

/// The line of a digital light module.
package final class SimulatedLevelLine: LevelLine {
    private struct State {
        var level = false
        var failure: LineError?
        var isHeld = false
    }

    private let state = Mutex(State())

    package init() {}

    package var level: Bool {
        get { state.withLock { $0.level } }
        set { state.withLock { $0.level = newValue } }
    }

    /// What each look fails with.
    package var failure: LineError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// Whether the clock has the line.
    package var isHeld: Bool { state.withLock { $0.isHeld } }

    package func isHigh() throws(LineError) -> Bool {
        let seen = state.withLock { state -> (level: Bool, failure: LineError?) in
            if state.failure == nil { state.isHeld = true }
            return (state.level, state.failure)
        }
        if let failure = seen.failure { throw failure }
        return seen.level
    }

    package func stop() {
        state.withLock { $0.isHeld = false }
    }
}
