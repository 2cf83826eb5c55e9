import ClockTime
package import HAL
import Synchronization

/// A sound device that plays frames in the run's virtual time, to nobody or to a capture.
///
/// It never blocks, because in virtual time nobody else could advance the clock meanwhile. A host that renders in
/// virtual time asks for `freeFrames` and writes that many; a host with a real thread needs a blocking device
/// instead. Frames beyond the buffer still count as written. The device runs dry only on command.
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
    ///   - isSoundless: the device has no jack.
    ///   - capture: receives the bytes of each write, valid during the call.
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

    /// Without a capture, samples need not be rendered.
    package var needsSamples: Bool { capture != nil }

    package var underruns: Int {
        state.withLock { $0.underruns }
    }

    package var isOpen: Bool {
        state.withLock { $0.isOpen }
    }

    /// Frames accepted since the sink was created.
    package var framesWritten: Int {
        state.withLock { $0.framesWritten }
    }

    /// Frames that could have played since it was opened: the device's own clock.
    package var framesElapsed: Int {
        let now = clock.now().boot
        return state.withLock { framesElapsed(in: $0, at: now) }
    }

    /// Frames that fit into the buffer now; 0 while closed.
    package var freeFrames: Int {
        let now = clock.now().boot
        return state.withLock { state in
            guard state.isOpen else { return 0 }
            let wanted = framesElapsed(in: state, at: now) + format.bufferFrames
            return max(0, wanted - state.framesSinceOpen)
        }
    }

    /// If samples are not rendered, they count as written on time.
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
    /// Whole frames that play in this duration.
    func frames(in duration: Duration) -> Int {
        // Whole seconds are computed separately: nanoseconds times the rate overflow after two days.
        let (seconds, nanoseconds) = duration.wholeNanoseconds
            .quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(seconds) * rate + Int(nanoseconds) * rate / 1_000_000_000
    }
}

// MARK: - The outside world

extension SimulatedPCMSink {
    /// Removes the device. The next write fails, even if it is plugged in again by then; opening fails until it
    /// is.
    package func unplug() {
        state.withLock {
            $0.isPluggedIn = false
            $0.isOpen = false
        }
    }

    package func plugIn() {
        state.withLock { $0.isPluggedIn = true }
    }

    /// Simulates an underrun with recovery.
    package func underrun() {
        state.withLock { $0.underruns += 1 }
    }
}
