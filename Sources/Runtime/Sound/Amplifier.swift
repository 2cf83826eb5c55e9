package import HAL
import Synchronization

/// The line that switches an amplifier, shared by all sound outputs: one that stands in for another may lead to the
/// same loudspeaker.
///
/// The amplifier is on while any output plays. A sound thread calls this only when its output begins or ends to play,
/// so it may wait for the others and for the kernel, which takes microseconds.
package final class Amplifier: Sendable {
    private let line: any OutputLine
    /// How long it needs until it plays.
    package let wakeTime: Duration
    private let state = Mutex(State())

    private struct State {
        /// One bit for each output that plays.
        var playing: UInt64 = 0
    }

    package init(_ line: any OutputLine, wakeTime: Duration) {
        self.line = line
        self.wakeTime = wakeTime
    }

    /// An output whose sound could not switch the line on counts as silent, so that it may try again.
    ///
    /// - Returns: whether the line could be switched.
    func setPlaying(_ isPlaying: Bool, output: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(min(63, output))
        return state.withLock { state -> Bool in
            let before = state.playing
            state.playing = isPlaying ? before | bit : before & ~bit
            guard (before == 0) != (state.playing == 0) else { return true }
            do throws(LineError) {
                try line.set(state.playing != 0)
                return true
            } catch {
                if isPlaying { state.playing = before }
                return false
            }
        }
    }
}

/// When an output's amplifier is on.
///
/// Amplifiers click when their input starts or ends. So the amplifier comes on once silence flows, and the first sound
/// follows after as much silence as it needs to wake. It goes off once as much silence has flowed as can still hold a
/// sound's end, and always before the stream closes.
struct AmplifierSwitch {
    private let amplifier: Amplifier?
    private let output: Int
    private(set) var isOn = false
    private var isLineOn = false
    /// Whether the line could not be switched on when it was last tried.
    private(set) var isStuck = false
    /// Frames of sound until the line is tried again.
    private(set) var framesToRetry = 0
    /// Frames of silence that must still flow before sound does.
    private(set) var framesToWake = 0

    /// Longer than a device's buffer and the gaps of an alarm.
    static let lingering = Duration.seconds(2)
    static let retryPause = Duration.seconds(1)

    init(_ amplifier: Amplifier?, output: Int) {
        self.amplifier = amplifier
        self.output = output
    }

    /// Whether silence must come before a sound that is due now.
    var mustWake: Bool { amplifier != nil && (!isOn || framesToWake > 0) }

    /// Call after silence was written, while a sound is due. The first call switches the amplifier on.
    mutating func silenceFlowed(frames: Int, rate: Int) {
        guard let amplifier else { return }
        if !isOn {
            isOn = true
            framesToWake = SoundHost.frames(amplifier.wakeTime, rate: rate)
            switchOn(amplifier, rate: rate)
        } else {
            framesToWake = max(0, framesToWake - frames)
        }
    }

    /// Call after sound was written. A line that failed, with its whole GPIO chip perhaps, is tried once a second, so
    /// that a ring is heard again as soon as it can be. Meanwhile the sound goes on, perhaps heard.
    mutating func soundFlowed(frames: Int, rate: Int) {
        guard let amplifier, isOn, !isLineOn else { return }
        framesToRetry -= frames
        if framesToRetry <= 0 { switchOn(amplifier, rate: rate) }
    }

    private mutating func switchOn(_ amplifier: Amplifier, rate: Int) {
        isLineOn = amplifier.setPlaying(true, output: output)
        isStuck = !isLineOn
        framesToRetry = SoundHost.frames(AmplifierSwitch.retryPause, rate: rate)
    }

    /// Switches the amplifier off, if it is on.
    mutating func turnOff() {
        guard isOn else { return }
        isOn = false
        framesToWake = 0
        guard isLineOn else { return }
        isLineOn = false
        _ = amplifier?.setPlaying(false, output: output)
    }
}
