import ClockTime
package import HAL
import Synchronization

/// A sound device for a host with its own thread. It consumes frames at the pace of a time source and plays them
/// to nobody, or to a capture.
///
/// Playback starts at the first write. If a writer is late (the machine was busy, or time skipped), the missed
/// playing time is lost and the stream restarts from now, as on a device that ran dry. That does not count as an
/// underrun, because here it says nothing about the clock. `underruns` counts only requested ones.
///
/// While time stands still, a write to a full buffer blocks until time runs on or the device is unplugged.
package final class PacedPCMSink: PCMSink {
    /// The same format that ALSASink requests from real hardware.
    package static let defaultFormat = PCMFormat(
        sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4 * 1024)

    private struct State {
        var isPluggedIn = true
        var isOpen = false
        /// When the frames counted below started to play; nil until the first write.
        var startedAt: BootTime?
        var framesSinceStart = 0
        /// Frames of earlier streams since it was opened.
        var framesOfEarlierStreams = 0
        var framesWritten = 0
        var underruns = 0
    }

    private let clock: any TimeSource
    private let waiter: any Waiter
    private let format: PCMFormat
    private let capture: (@Sendable (UnsafeRawBufferPointer) -> Void)?
    /// Held only for arithmetic, never while waiting.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - clock: sets the pace.
    ///   - waiter: waits in that clock's time; not shared with anybody else.
    ///   - format: its period, buffer and rate must be positive.
    ///   - capture: receives the bytes of each accepted write, valid during the call.
    package init(
        clock: any TimeSource, waiter: any Waiter, format: PCMFormat = PacedPCMSink.defaultFormat,
        capture: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil
    ) {
        self.clock = clock
        self.waiter = waiter
        self.format = format
        self.capture = capture
    }

    package func open() throws(PCMError) -> PCMFormat {
        let error = state.withLock { state -> PCMError? in
            guard state.isPluggedIn else { return .gone }
            guard !state.isOpen else { return .busy }
            state.isOpen = true
            state.startedAt = nil
            state.framesSinceStart = 0
            state.framesOfEarlierStreams = 0
            return nil
        }
        if let error { throw error }
        return format
    }

    package func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        restartIfDry()
        while true {
            let now = clock.now().boot
            switch state.withLock({ accept(frames, in: &$0, at: now) }) {
            case .taken:
                let count = frames * format.bytesPerFrame
                capture?(UnsafeRawBufferPointer(start: samples, count: count))
                return
            case .full(let end): _ = waiter.wait(until: Deadline(boot: end))
            case .closed: throw .gone
            }
        }
    }

    package func close(draining: Bool) {
        while draining {
            let now = clock.now().boot
            let end = state.withLock { state in
                state.isOpen ? playing(state.framesSinceStart, in: state) : nil
            }
            guard let end, now < end else { break }
            _ = waiter.wait(until: Deadline(boot: end))
        }
        state.withLock { $0.isOpen = false }
    }

    /// Samples are always needed, even without a capture, because somebody may watch the meter.
    package var needsSamples: Bool { true }

    package var underruns: Int {
        state.withLock { $0.underruns }
    }

    package var playedFrames: Int? {
        let now = clock.now().boot
        return state.withLock { state in
            let passed = state.startedAt.map { format.frames(in: now - $0) } ?? 0
            return state.framesOfEarlierStreams + min(passed, state.framesSinceStart)
        }
    }

    package var queuedFrames: Int? {
        let now = clock.now().boot
        return state.withLock { state in
            guard state.isOpen else { return nil }
            let passed = state.startedAt.map { format.frames(in: now - $0) } ?? 0
            return max(0, state.framesSinceStart - passed)
        }
    }

    package var isOpen: Bool {
        state.withLock { $0.isOpen }
    }

    /// Frames accepted since the sink was created.
    package var framesWritten: Int {
        state.withLock { $0.framesWritten }
    }

    private enum Attempt {
        case taken
        /// The buffer has room at this time.
        case full(until: BootTime)
        case closed
    }

    /// Called once per write, not after each wait of a long one: its frames belong to one stream.
    private func restartIfDry() {
        let now = clock.now().boot
        state.withLock { state in
            let isDry = playing(state.framesSinceStart, in: state).map { $0 < now } ?? true
            guard state.isOpen, isDry else { return }
            state.startedAt = now
            state.framesOfEarlierStreams += state.framesSinceStart
            state.framesSinceStart = 0
        }
    }

    /// Buffers the frames if they fit. A write larger than the buffer is accepted as soon as its remainder fits,
    /// as if written frame by frame.
    private func accept(_ frames: Int, in state: inout State, at now: BootTime) -> Attempt {
        guard state.isOpen else { return .closed }
        guard frames > 0 else { return .taken }
        let surplus = state.framesSinceStart + frames - format.bufferFrames
        if surplus > 0, let end = playing(surplus, in: state), now < end {
            return .full(until: end)
        }
        state.framesSinceStart += frames
        state.framesWritten += frames
        return .taken
    }

    /// When this many frames of the stream have played, rounded up to the nanosecond; nil before it starts.
    private func playing(_ frames: Int, in state: State) -> BootTime? {
        guard let start = state.startedAt else { return nil }
        // Whole seconds are computed separately: frames times a billion overflow after two days.
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: format.rate)
        let nanoseconds =
            (Int64(rest) * 1_000_000_000 + Int64(format.rate) - 1) / Int64(format.rate)
        return start + .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}

// MARK: - The outside world

extension PacedPCMSink {
    /// Removes the device. A write in progress and the next one fail, even if it is plugged in again by then;
    /// opening fails until it is.
    package func unplug() {
        state.withLock {
            $0.isPluggedIn = false
            $0.isOpen = false
        }
        waiter.notify()
    }

    package func plugIn() {
        state.withLock { $0.isPluggedIn = true }
    }

    /// Simulates an underrun with recovery.
    package func underrun() {
        state.withLock { $0.underruns += 1 }
    }
}
