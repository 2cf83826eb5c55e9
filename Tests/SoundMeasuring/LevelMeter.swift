/// Peaks, means and crest factor of a sound that comes in pieces.
package struct LevelMeter {
    package private(set) var frames = 0
    /// The largest sample of both channels.
    package private(set) var peak: Float = 0
    /// Samples at or beyond full scale, and NaNs.
    package private(set) var clipped = 0
    private var sums = SIMD2<Double>()
    private var squares = SIMD2<Double>()

    package init() {}

    package init(_ take: Take) {
        add(take.left.base, take.right.base, frames: take.frames)
    }

    package mutating func add(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, frames count: Int
    ) {
        var greatest = peak
        var (sumLeft, sumRight, squareLeft, squareRight) = (0.0, 0.0, 0.0, 0.0)
        var beyond = 0
        for index in 0..<count {
            let (l, r) = (left[index], right[index])
            let (a, b) = (abs(l), abs(r))
            greatest = a > greatest ? a : greatest
            greatest = b > greatest ? b : greatest
            // A NaN must not go unnoticed: it counts as beyond full scale.
            beyond += a < 1 ? 0 : 1
            beyond += b < 1 ? 0 : 1
            sumLeft += Double(l)
            sumRight += Double(r)
            squareLeft += Double(l) * Double(l)
            squareRight += Double(r) * Double(r)
        }
        peak = greatest
        clipped += beyond
        sums += SIMD2(sumLeft, sumRight)
        squares += SIMD2(squareLeft, squareRight)
        frames += count
    }

    /// The mean of the samples of the channel where it is farther from 0.
    package var offset: Double {
        let means = sums / Double(max(frames, 1))
        return max(abs(means[0]), abs(means[1]))
    }

    /// Root mean square over both channels.
    package var rootMeanSquare: Double {
        ((squares[0] + squares[1]) / Double(max(2 * frames, 1))).squareRoot()
    }

    /// Decibels from the root mean square to the peak.
    package var crest: Double {
        decibels(amplitude: Double(peak)) - decibels(amplitude: rootMeanSquare)
    }

    /// Right relative to left, in decibels.
    package var balance: Double { decibels(power: squares[1]) - decibels(power: squares[0]) }
}
