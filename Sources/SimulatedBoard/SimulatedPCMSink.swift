import ClockTime
package import HAL
import Synchronization

/// A sound device whose frames are played in the run's time, to nobody, or to whoever captures them.
///
/// It never blocks: in virtual time nobody else could move the clock meanwhile. The host that renders
/// in virtual time asks `freeFrames` and writes as many; a host with a real thread needs a device
/// that blocks, which this is not. What was written beyond the buffer is counted as written all the
/// same. The device runs dry only when told to.
package final class SimulatedPCMSink: PCMSink {
    private struct State {
        var isPluggedIn = true
        var isOpen = false
        var openedAt = BootTime(nanoseconds: 0)
        var framesSinceOpen = 0
        var framesWritten = 0
        var underruns = 0
    }

    private let clock: any TimeSource
    private let format: PCMFormat
    private let capture: (@Sendable (UnsafeRawBufferPointer) -> Void)?
    private let state = Mutex(State())
    package let isSoundless: Bool

    /// - Parameters:
    ///   - isSoundless: it has no jack.
    ///   - capture: is given the bytes of each write, valid during the call.
    package init(
        clock: any TimeSource,
        format: PCMFormat = PCMFormat(
            sample: .int16, rate: 48_000, periodFrames: 960, bufferFrames: 3_840),
        isSoundless: Bool = false,
        capture: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil
    ) {
        self.isSoundless = isSoundless
        self.clock = clock
        self.format = format
        self.capture = capture
    }

    package func open() throws(PCMError) -> PCMFormat {
        let time = clock.now().boot
        let error = state.withLock { state -> PCMError? in
            guard state.isPluggedIn else { return .gone }
            guard !state.isOpen else { return .busy }
            state.isOpen = true
            state.openedAt = time
            state.framesSinceOpen = 0
            return nil
        }
        if let error { throw error }
        return format
    }

    package func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        let error = state.withLock { state -> PCMError? in
            guard state.isOpen else { return .gone }
            state.framesSinceOpen += frames
            state.framesWritten += frames
            return nil
        }
        if let error { throw error }
        capture?(UnsafeRawBufferPointer(start: samples, count: frames * format.bytesPerFrame))
    }

    package func close(draining: Bool) {
        state.withLock { $0.isOpen = false }
    }

    /// Without somebody to capture them, samples need not be made.
    package var needsSamples: Bool { capture != nil }

    package var underruns: Int {
        state.withLock { $0.underruns }
    }

    package var isOpen: Bool {
        state.withLock { $0.isOpen }
    }

    /// Frames accepted since the sink was made.
    package var framesWritten: Int {
        state.withLock { $0.framesWritten }
    }

    /// Frames that the device could have played since it was opened: its own clock.
    package var framesElapsed: Int {
        let now = clock.now().boot
        return state.withLock { framesElapsed(in: $0, at: now) }
    }

    /// Frames that can be written now until the buffer is full; 0 while closed.
    package var freeFrames: Int {
        let now = clock.now().boot
        return state.withLock { state in
            guard state.isOpen else { return 0 }
            let wanted = framesElapsed(in: state, at: now) + format.bufferFrames
            return max(0, wanted - state.framesSinceOpen)
        }
    }

    /// Where samples are not made they count as written in time.
    package var playedFrames: Int? {
        let now = clock.now().boot
        return state.withLock { state in
            let elapsed = framesElapsed(in: state, at: now)
            return needsSamples ? min(elapsed, state.framesSinceOpen) : elapsed
        }
    }

    private func framesElapsed(in state: State, at now: BootTime) -> Int {
        state.isOpen ? format.frames(in: now - state.openedAt) : 0
    }
}

extension PCMFormat {
    /// Whole frames that are played in that time.
    func frames(in duration: Duration) -> Int {
        // Seconds apart from the rest: nanoseconds times the rate overflows after two days.
        let (seconds, nanoseconds) = duration.wholeNanoseconds
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(seconds) * rate + Int(nanoseconds) * rate / 1_000_000_000
    }
}

// MARK: - The outside world

extension SimulatedPCMSink {
    /// The device goes away: the next write fails, even if it is plugged in again by then, and opening
    /// fails until it is.
    package func unplug() {
        state.withLock {
            $0.isPluggedIn = false
            $0.isOpen = false
        }
    }

    package func plugIn() {
        state.withLock { $0.isPluggedIn = true }
    }

    /// The device ran dry and recovered.
    package func underrun() {
        state.withLock { $0.underruns += 1 }
    }
}
