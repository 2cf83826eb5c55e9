package import HAL
import Synchronization

/// Any sound device, with a plug that somebody can pull.
///
/// Only the sound thread touches the device itself: pulling the plug leaves word, and the next write
/// closes the device and fails. It takes no lock, because it may stand before a real device.
package final class SwitchablePCMSink: PCMSink {
    private let wrapped: any PCMSink
    private let isIn = Atomic<Bool>(true)
    /// How often the plug was pulled: a stream that was opened before the last time is dead, whether
    /// the plug is back by now or not.
    private let pulls = Atomic<Int>(0)
    /// Only the sound thread touches it.
    private let pullsAtOpening = Atomic<Int>(0)
    private let isHeld = Atomic<Bool>(false)
    /// Frames since the opening that came while it was stalled. Only the sound thread touches these two.
    private let lost = Atomic<Int>(0)
    private let lastPlayed = Atomic<Int>(0)

    package init(_ wrapped: any PCMSink) {
        self.wrapped = wrapped
    }

    package func open() throws(PCMError) -> PCMFormat {
        // Counted before the look at the plug: if it is pulled in between, the first write notices.
        pullsAtOpening.store(pulls.load(ordering: .acquiring), ordering: .relaxed)
        guard isPluggedIn else { throw .gone }
        lost.store(0, ordering: .relaxed)
        lastPlayed.store(0, ordering: .relaxed)
        return try wrapped.open()
    }

    package func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        guard pulls.load(ordering: .acquiring) == pullsAtOpening.load(ordering: .relaxed) else {
            wrapped.close(draining: false)
            throw .gone
        }
        guard !isStalled else {
            lost.wrappingAdd(frames, ordering: .relaxed)
            return
        }
        try wrapped.write(samples, frames: frames)
    }

    package func close(draining: Bool) {
        // What is in the buffer of a device that went away is not heard.
        wrapped.close(draining: draining && isPluggedIn)
    }

    package var underruns: Int { wrapped.underruns }

    package var needsSamples: Bool { wrapped.needsSamples }

    package var isSoundless: Bool { wrapped.isSoundless }

    package var mustReopen: Bool { wrapped.mustReopen }

    /// What came while it was stalled counts as gone once it is not.
    package var playedFrames: Int? {
        if isStalled { return lastPlayed.load(ordering: .relaxed) }
        guard let played = wrapped.playedFrames else { return nil }
        let all = played + lost.load(ordering: .relaxed)
        lastPlayed.store(all, ordering: .relaxed)
        return all
    }

    package var queuedFrames: Int? { isStalled ? nil : wrapped.queuedFrames }

    // MARK: - The outside world

    package var isPluggedIn: Bool { isIn.load(ordering: .acquiring) }

    /// Pulls the plug, from any thread: the next write fails, even if the plug is back by then, and
    /// opening fails until it is.
    package func unplug() {
        isIn.store(false, ordering: .releasing)
        pulls.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    package func plugIn() {
        isIn.store(true, ordering: .releasing)
    }

    package var isStalled: Bool { isHeld.load(ordering: .acquiring) }

    /// From now on, or no longer, it takes all frames and none comes out, from any thread. It may be
    /// opened meanwhile.
    package func setStalled(_ isStalled: Bool) {
        isHeld.store(isStalled, ordering: .releasing)
    }
}
