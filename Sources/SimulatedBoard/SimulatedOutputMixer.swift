package import HAL
import Synchronization

/// A simulated card's only volume control, called `Master`.
package final class SimulatedOutputMixer: OutputMixer {
    private struct State {
        var isOn = true
        var percent = 100
        var error: MixerError?
        var held: Hold?
    }

    /// The values before and after `hold`, for what it changed.
    private struct Hold {
        var wasOn: Bool?
        var percentBefore: Int?
        var percentLeft = 0
    }

    private let state = Mutex(State())

    package init() {}

    package func read() throws(MixerError) -> MixerReading {
        try state.withLock { state throws(MixerError) in try SimulatedOutputMixer.reading(state) }
    }

    package func hold(atLeast least: Int) throws(MixerError) -> MixerReading {
        try state.withLock { state throws(MixerError) in
            if let error = state.error { throw error }
            let least = min(100, max(0, least))
            var hold = state.held ?? Hold()
            if !state.isOn {
                hold.wasOn = false
                state.isOn = true
            }
            if state.percent < least {
                hold.percentBefore = hold.percentBefore ?? state.percent
                hold.percentLeft = least
                state.percent = least
            }
            state.held = hold
            return try SimulatedOutputMixer.reading(state)
        }
    }

    package func release() throws(MixerError) {
        try state.withLock { state throws(MixerError) in
            guard let hold = state.held else { return }
            state.held = nil
            if let error = state.error { throw error }
            if let before = hold.percentBefore, state.percent == hold.percentLeft {
                state.percent = before
            }
            if hold.wasOn == false { state.isOn = false }
        }
    }

    private static func reading(_ state: State) throws(MixerError) -> MixerReading {
        if let error = state.error { throw error }
        return MixerReading(controls: [
            MixerReading.Control(name: "Master", isOn: state.isOn, percent: state.percent)
        ])
    }

    // MARK: - The outside world

    /// Somebody mutes or unmutes the control.
    package func setOn(_ isOn: Bool) { state.withLock { $0.isOn = isOn } }

    /// Somebody sets the volume, 0 to 100.
    package func turn(to percent: Int) { state.withLock { $0.percent = min(100, max(0, percent)) } }

    /// Makes every call fail from now on; nil ends that.
    package func fail(_ error: MixerError?) { state.withLock { $0.error = error } }

    package var isOn: Bool { state.withLock { $0.isOn } }

    package var percent: Int { state.withLock { $0.percent } }

    package var isHeld: Bool { state.withLock { $0.held != nil } }
}
