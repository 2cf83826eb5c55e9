/// A number that wanders smoothly around zero with standard deviation 1 and never repeats: random numbers through
/// two one-pole filters, stepped once per slice. It replaces a low-frequency oscillator, whose period becomes
/// audible within minutes.
struct Drift: BitwiseCopyable {
    private var chance: Chance
    private let pull: Float
    private let scale: Float
    private var first: Float
    private var second: Float

    /// - Parameters:
    ///   - frequency: the cutoff above which it hardly moves, in Hz; at most a tenth of the slices per second.
    ///   - rate: frames per second.
    @_noLocks
    init(frequency: Float, rate: Int, seed: UInt64) {
        chance = Chance(seed: seed)
        let angle = 6.283_185_3 * frequency * Float(Slice.frames) / Float(rate)
        let kept = Rough.exponential2(-1.442_695 * angle)
        let pull = 1 - kept
        self.pull = pull
        // The variance of two equal poles in series: p^4 (1 + k^2) / (1 - k^2)^3, for an input variance of 1.
        let square = Double(kept) * Double(kept)
        let p2 = Double(pull) * Double(pull)
        let lost = 1 - square
        let variance = p2 * p2 * (1 + square) / (lost * lost * lost)
        let deviation = Hatch.squareRoot(variance)
        scale = Float(1 / deviation)
        // Start in the steady state: the second pole has half the variance of the first, and half of its value
        // comes from the first.
        let start = Float(deviation * 1.414_213_6)
        first = start * chance.bell()
        second = 0.5 * first + 0.5 * start * chance.bell()
    }

    /// The value for the next slice.
    @_noLocks @inline(__always)
    mutating func step() -> Float {
        first += pull * (chance.bell() - first)
        second += pull * (first - second)
        return second * scale
    }
}
