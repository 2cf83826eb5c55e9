package import HAL
import Synchronization

/// Wraps any sound device with a plug that can be pulled.
///
/// Only the sound thread touches the device itself. Pulling the plug sets a flag; the next write then closes the
/// device and fails. It takes no lock, because the device may be real.
package final class SwitchablePCMSink: PCMSink {
    private let wrapped: any PCMSink
    private let isIn = Atomic<Bool>(true)
    /// How many times the plug was pulled. A stream opened before the last pull is dead, even if the plug is
    /// back.
    private let pulls = Atomic<Int>(0)
    /// Only the sound thread touches it.
    private let pullsAtOpening = Atomic<Int>(0)
    private let isHeld = Atomic<Bool>(false)
    /// Frames written while stalled, since opening. Only the sound thread touches these two.
    private let lost = Atomic<Int>(0)
    private let lastPlayed = Atomic<Int>(0)

    package init(_ wrapped: any PCMSink) {
        self.wrapped = wrapped
    }

    package func open() throws(PCMError) -> PCMFormat {
        // Read the count before the plug: if somebody pulls it in between, the first write notices.
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
        // Nobody hears what is left in the buffer of an unplugged device.
        wrapped.close(draining: draining && isPluggedIn)
    }

    package var underruns: Int { wrapped.underruns }

    package var needsSamples: Bool { wrapped.needsSamples }

    package var isSoundless: Bool { wrapped.isSoundless }

    package var isStandIn: Bool { wrapped.isStandIn }

    package var mustReopen: Bool { wrapped.mustReopen }

    /// Frames written during a stall count as played once it ends.
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

    /// Pulls the plug; thread-safe. The next write fails, even if the plug is back by then; opening fails until
    /// it is.
    package func unplug() {
        isIn.store(false, ordering: .releasing)
        pulls.wrappingAdd(1, ordering: .acquiringAndReleasing)
    }

    package func plugIn() {
        isIn.store(true, ordering: .releasing)
    }

    package var isStalled: Bool { isHeld.load(ordering: .acquiring) }

    /// Starts or ends a stall, in which the device accepts frames and plays none; thread-safe. The device may be
    /// opened meanwhile.
    package func setStalled(_ isStalled: Bool) {
        isHeld.store(isStalled, ordering: .releasing)
    }
}
