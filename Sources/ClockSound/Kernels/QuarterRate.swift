/// The way from a quarter of the rate up to the device's, for both ears: sounds that have nothing above a tenth of the
/// rate are made at a quarter of it, where they cost a quarter.
struct QuarterRate: BitwiseCopyable {
    /// Of a slice.
    static var frames: Int {
        @_noLocks get { Slice.frames / decimation }
    }
    static var decimation: Int {
        @_noLocks get { 4 }
    }
    /// Samples that the filter looks at.
    private static var taps: Int {
        @_noLocks get { 8 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    /// Eight factors for each of four frames, and the last samples of both ears.
    private var factors: FixedBuffer<Float>
    private var left: FixedBuffer<Float>
    private var right: FixedBuffer<Float>
    private var quarter: FixedBuffer<Float>

    @_noLocks
    init(in arena: inout Arena) {
        factors = arena.floats(4 * QuarterRate.taps)
        left = arena.floats(QuarterRate.taps + QuarterRate.frames)
        right = arena.floats(QuarterRate.taps + QuarterRate.frames)
        quarter = arena.floats(4 * QuarterRate.frames)
        // A sine cardinal up to 92 % of what the lower rate holds, under a raised cosine.
        for frame in 0..<4 {
            var sum: Float = 0
            for tap in 0..<QuarterRate.taps {
                let away = Float(tap) - 3.5 - (Float(frame) - 1.5) / 4
                let turns = 0.46 * (away > 0 ? away : -away)
                let window = 0.5 + 0.5 * Sines.sine(away / 8.6 + 1.25)
                let value = turns < 1e-4 ? 1 : Sines.sine(turns) / (6.283_185_3 * turns)
                factors.base[QuarterRate.taps * frame + tap] = value * window
                sum += value * window
            }
            for tap in 0..<QuarterRate.taps { factors.base[QuarterRate.taps * frame + tap] /= sum }
        }
    }

    /// Where the next slice of each ear is to be written.
    var inputs: StereoPointers {
        @_noLocks get {
            StereoPointers(left.base + QuarterRate.taps, right.base + QuarterRate.taps)
        }
    }

    /// Adds what was written to `inputs`, at the device's rate.
    @_noLocks
    func render(
        left leftOutput: UnsafeMutablePointer<Float>, right rightOutput: UnsafeMutablePointer<Float>
    ) {
        rise(left.base, leftOutput)
        rise(right.base, rightOutput)
    }

    /// Adds a slice of an ear at the full rate, and keeps its last samples.
    @_noLocks @inline(never)
    private func rise(
        _ samples: UnsafeMutablePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) {
        let count = QuarterRate.frames
        for frame in 0..<4 {
            let f = UnsafePointer(factors.base + QuarterRate.taps * frame)
            let (f0, f1, f2, f3) = (f[0], f[1], f[2], f[3])
            let (f4, f5, f6, f7) = (f[4], f[5], f[6], f[7])
            let x = UnsafePointer(samples + 1)
            let target = quarter.base + count * frame
            for index in 0..<count {
                let early =
                    (f0 * x[index] + f1 * x[index + 1]) + (f2 * x[index + 2] + f3 * x[index + 3])
                let late =
                    (f4 * x[index + 4] + f5 * x[index + 5])
                    + (f6 * x[index + 6] + f7 * x[index + 7])
                target[index] = early + late
            }
        }
        let q = UnsafePointer(quarter.base)
        for index in 0..<count {
            output[4 * index] += q[index]
            output[4 * index + 1] += q[index + count]
            output[4 * index + 2] += q[index + 2 * count]
            output[4 * index + 3] += q[index + 3 * count]
        }
        for index in 0..<QuarterRate.taps { samples[index] = samples[index + count] }
    }
}
