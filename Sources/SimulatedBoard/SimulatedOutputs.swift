package import HAL
import Synchronization

/// A line that switches something that is not there: a motor, a buzzer.
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

    /// Switching fails from now on; nil: it works.
    package func fail(_ error: LineError?) {
        state.withLock { $0.error = error }
    }
}

/// A bedside lamp that is not there.
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

    /// Nil: off.
    package var brightness: Brightness? { shown.withLock { $0 } }
}
