/// The output level since the last query.
package struct OutputLevel: Equatable, Sendable {
    /// The greatest sample magnitude; 1 is full scale.
    package var peak: Float
    /// Root mean square over both channels; 1 is full scale.
    package var rootMeanSquare: Float

    package init(peak: Float, rootMeanSquare: Float) {
        self.peak = peak
        self.rootMeanSquare = rootMeanSquare
    }
}

struct Meter {
    private var peakBits: Int32 = 0
    private var squares = 0.0
    private var frames = 0

    /// Accumulates a slice of interleaved output.
    @_noLocks @inline(never)
    mutating func count(_ output: UnsafePointer<Float>) {
        var greatest = peakBits
        var sum = SIMD4<Float>(repeating: 0)
        for index in 0..<(2 * Slice.frames) {
            let bits = Int32(bitPattern: output[index].bitPattern & 0x7FFF_FFFF)
            greatest = bits > greatest ? bits : greatest
        }
        for index in 0..<(Slice.frames / 2) {
            let four = output + 4 * index
            let values = SIMD4(four[0], four[1], four[2], four[3])
            sum += values * values
        }
        peakBits = greatest
        squares += Double((sum[0] + sum[1]) + (sum[2] + sum[3])) * 0.5
        frames += Slice.frames
    }

    /// Accumulates skipped frames, from the estimated power of noise and tone. The tone counts as if it had no
    /// pauses.
    @_noLocks
    mutating func count(noise: Double, tone: Double, frames skipped: Int) {
        squares += (noise + tone) * Double(skipped)
        frames += skipped
        // Noise peaks at about three times its RMS, a sine at the square root of two times.
        let peak = Float(3 * Hatch.squareRoot(noise) + Hatch.squareRoot(2 * tone))
        let held = peak < Limiter.ceiling ? peak : Limiter.ceiling
        let bits = Int32(bitPattern: held.bitPattern & 0x7FFF_FFFF)
        peakBits = bits > peakBits ? bits : peakBits
    }

    @_noLocks
    mutating func readOut() -> OutputLevel {
        let peak = Float(bitPattern: UInt32(bitPattern: peakBits))
        let mean = frames > 0 ? squares / Double(frames) : 0
        self = Meter()
        return OutputLevel(peak: peak, rootMeanSquare: Float(Hatch.squareRoot(mean)))
    }
}
