package import HAL
import Synchronization

/// The first of several sound devices that can be opened: the one that the board names, then what to
/// use when it is not there. Each opening begins with the first again, so a card that comes back is
/// used from the next sound on.
package final class FirstAvailableSink: PCMSink {
    private let sinks: [any PCMSink]
    /// The index of the one that is open.
    private let current = Atomic<Int>(0)

    /// - Parameter sinks: at least one, preferred first.
    package init?(_ sinks: [any PCMSink]) {
        guard !sinks.isEmpty else { return nil }
        self.sinks = sinks
    }

    /// - Throws: what the first one said, where none can be opened: that is the one to mend.
    package func open() throws(PCMError) -> PCMFormat {
        var first: PCMError?
        for (index, sink) in sinks.enumerated() {
            do throws(PCMError) {
                let format = try sink.open()
                current.store(index, ordering: .relaxed)
                return format
            } catch {
                first = first ?? error
            }
        }
        throw first ?? .gone
    }

    package func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        try sinks[current.load(ordering: .relaxed)].write(samples, frames: frames)
    }

    package func close(draining: Bool) {
        sinks[current.load(ordering: .relaxed)].close(draining: draining)
    }

    package var underruns: Int { sinks.reduce(0) { $0 + $1.underruns } }

    package var playedFrames: Int? { sinks[current.load(ordering: .relaxed)].playedFrames }

    package var needsSamples: Bool { sinks[current.load(ordering: .relaxed)].needsSamples }
}
