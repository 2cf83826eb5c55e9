import ClockTime
package import HAL
import Synchronization

/// A sound device for a host with a thread of its own: it takes frames at the pace of a time source
/// and plays them to nobody, or to whoever captures them.
///
/// It plays from the first write on. A writer that is late (the machine was busy, or time skipped) has
/// lost what could have been played meanwhile, and the stream starts again from now, as on a device
/// that ran dry; that is not counted, because here it says nothing about the clock. `underruns` counts
/// those that were asked for.
///
/// While time stands still a write that finds the buffer full blocks until it runs on; unplugging ends
/// it too.
package final class PacedPCMSink: PCMSink {
    /// As ALSASink asks of real hardware.
    package static let defaultFormat = PCMFormat(
        sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4 * 1024)

    private struct State {
        var isPluggedIn = true
        var isOpen = false
        /// When the frames counted below began to play; nil until the first write.
        var startedAt: BootTime?
        var framesSinceStart = 0
        /// Of the streams before, since it was opened.
        var framesOfEarlierStreams = 0
        var framesWritten = 0
        var underruns = 0
    }

    private let clock: any TimeSource
    private let waiter: any Waiter
    private let format: PCMFormat
    private let capture: (@Sendable (UnsafeRawBufferPointer) -> Void)?
    /// Held for some arithmetic only, never while waiting.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - clock: the pace.
    ///   - waiter: knows that clock's time, and nobody else waits on it.
    ///   - format: its period, buffer and rate; all positive.
    ///   - capture: is given the bytes of each write, valid during the call, once they were taken.
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
            switch state.withLock({ take(frames, in: &$0, at: now) }) {
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

    /// Somebody may look at the meter, so they are made even where nobody captures them.
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

    /// Frames taken since the sink was made.
    package var framesWritten: Int {
        state.withLock { $0.framesWritten }
    }

    private enum Attempt {
        case taken
        /// There is room at this time.
        case full(until: BootTime)
        case closed
    }

    /// Asked once for each write, not after each wait of a long one, whose frames count as one stream.
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

    /// The frames go into the buffer if they fit. More than fit at all are taken as soon as the rest
    /// of them does, as if they had gone in one by one.
    private func take(_ frames: Int, in state: inout State, at now: BootTime) -> Attempt {
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

    /// When so many frames of the stream are played, rounded up to the nanosecond; nil before it starts.
    private func playing(_ frames: Int, in state: State) -> BootTime? {
        guard let start = state.startedAt else { return nil }
        // Seconds apart from the rest: frames times a billion overflow after two days.
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: format.rate)
        let nanoseconds =
            (Int64(rest) * 1_000_000_000 + Int64(format.rate) - 1) / Int64(format.rate)
        return start + .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}

// MARK: - The outside world

extension PacedPCMSink {
    /// The device goes away: a write under way and the next one fail, even if it is plugged in again by
    /// then, and opening fails until it is.
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

    /// The device ran dry and recovered.
    package func underrun() {
        state.withLock { $0.underruns += 1 }
    }
}
