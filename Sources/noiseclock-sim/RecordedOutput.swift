import Resampling

/// The sound of one output for a recording, resampled to the recording's rate.
final class RecordedOutput {
    /// Frames delivered to the recording so far.
    var frames = 0
    private var rate = Recording.rate
    /// Nil if the rates are equal.
    private var resampler: Resampler<Float>?

    /// - Parameters:
    ///   - samples: interleaved stereo.
    ///   - rate: the rate of the output's device, which may have changed.
    /// - Returns: the frames available so far. A rate change holds back some milliseconds.
    func atRecordingRate(
        _ samples: [Float], rate: Int
    ) throws(ResamplingError) -> [Float] {
        var made: [Float] = []
        if rate != self.rate {
            made = end()
            self.rate = rate
            if rate != Recording.rate {
                resampler = try Resampler(from: rate, to: Recording.rate)
            }
        }
        if resampler == nil { return made.isEmpty ? samples : made + samples }
        try resample(samples, frames: samples.count / 2, into: &made)
        return made
    }

    /// Flushes the frames held back. Afterwards the sound starts afresh.
    func end() -> [Float] {
        var made: [Float] = []
        if resampler != nil {
            // A resampler that was created works.
            try? resample(nil, frames: 0, into: &made)
        }
        resampler = nil
        rate = Recording.rate
        return made
    }

    private func resample(
        _ samples: UnsafePointer<Float>?, frames: Int, into made: inout [Float]
    ) throws(ResamplingError) {
        let capacity = 4096
        var block = [Float](repeating: 0, count: 2 * capacity)
        var taken = 0
        while true {
            let rest = samples.map { $0 + 2 * taken }
            let step = try resampler?.process(
                rest, frames: frames - taken, into: &block, capacity: capacity)
            guard let step else { return }
            taken += step.taken
            made += block.prefix(2 * step.made)
            if step.made < capacity, taken == frames { return }
        }
    }
}
