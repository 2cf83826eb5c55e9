/// A number that wanders smoothly about zero with deviation 1 and never repeats: chance through two
/// one-pole filters, stepped once a slice. What a low-frequency oscillator does elsewhere; an
/// oscillator is heard as one within minutes.
struct Drift: BitwiseCopyable {
    private var chance: Chance
    private let pull: Float
    private let scale: Float
    private var first: Float
    private var second: Float

    /// - Parameters:
    ///   - frequency: above which it hardly moves, in Hz; at most a tenth of the slices in a second.
    ///   - rate: frames a second.
    @_noLocks
    init(frequency: Float, rate: Int, seed: UInt64) {
        chance = Chance(seed: seed)
        let angle = 6.283_185_3 * frequency * Float(Slice.frames) / Float(rate)
        let kept = Rough.exponential2(-1.442_695 * angle)
        let pull = 1 - kept
        self.pull = pull
        // The variance of two equal poles in a row: p^4 (1 + k^2) / (1 - k^2)^3, for input of 1.
        let square = Double(kept) * Double(kept)
        let p2 = Double(pull) * Double(pull)
        let lost = 1 - square
        let variance = p2 * p2 * (1 + square) / (lost * lost * lost)
        let deviation = Hatch.squareRoot(variance)
        scale = Float(1 / deviation)
        // It begins as if it had run for ever: the second pole's value has half the variance of
        // the first's, and half of it is the first's.
        let start = Float(deviation * 1.414_213_6)
        first = start * chance.bell()
        second = 0.5 * first + 0.5 * start * chance.bell()
    }

    /// The next slice's value.
    @_noLocks @inline(__always)
    mutating func step() -> Float {
        first += pull * (chance.bell() - first)
        second += pull * (first - second)
        return second * scale
    }
}
