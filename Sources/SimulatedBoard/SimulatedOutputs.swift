package import HAL
import Synchronization

/// A simulated output line: a motor, a buzzer.
package final class SimulatedLine: OutputLine {
    private struct State {
        var isOn = false
        var error: LineError?
    }

    private let state = Mutex(State())

    package init() {}

    package func set(_ isOn: Bool) throws(LineError) {
        let error = state.withLock { state -> LineError? in
            if state.error == nil { state.isOn = isOn }
            return state.error
        }
        if let error { throw error }
    }

    package func stop() {
        state.withLock { $0.isOn = false }
    }

    // MARK: - The outside world

    package var isOn: Bool { state.withLock { $0.isOn } }

    /// Makes switching fail from now on; nil ends that.
    package func fail(_ error: LineError?) {
        state.withLock { $0.error = error }
    }
}

/// A simulated bedside lamp.
package final class SimulatedLamp: LightOutput {
    private let shown = Mutex<Brightness?>(nil)

    package init() {}

    package func set(_ brightness: Brightness?) throws(LineError) {
        shown.withLock { $0 = brightness }
    }

    package func stop() {
        shown.withLock { $0 = nil }
    }

    // MARK: - The outside world

    /// Nil if off.
    package var brightness: Brightness? { shown.withLock { $0 } }
}
