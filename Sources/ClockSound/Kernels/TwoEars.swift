/// Two ears in one place.
///
/// What arrives from everywhere is alike for both ears where the wave is much longer than the head, and
/// independent where it is shorter: in a diffuse field the correlation at two points is sin(kd) / kd (Cook et al.,
/// "Measurement of correlation coefficients in reverberant sound fields", 1955). Sounds make their channels
/// independently; this makes them alike below by a high-pass of their difference, of first order. Two
/// independent channels leave it with a correlation of 0.94 at 125 Hz, 0.50 at 500 Hz and 0.06 at 2 kHz. Their sum,
/// which one speaker plays, stays as it was.
struct TwoEars: BitwiseCopyable {
    private var pull: Float
    /// What the channels differ by, below the corner.
    private var low: Float = 0

    /// - Parameter corner: below it the channels become alike, in Hz; 0 leaves them as they are.
    @_noLocks
    init(corner: Float, rate: Int) {
        // 2 pi / ln 2 octaves.
        pull = corner > 0 ? 1 - Rough.exponential2(-9.064_72 * corner / Float(rate)) : 0
    }

    /// Applies it to a slice.
    @_noLocks @inline(never)
    mutating func apply(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        guard pull > 0 else { return }
        let pull = self.pull
        var low = self.low
        for index in 0..<Slice.frames {
            low += pull * (0.5 * (left[index] - right[index]) - low)
            left[index] -= low
            right[index] += low
        }
        // Stop the decay before it reaches denormals.
        self.low = low > 1e-20 || low < -1e-20 ? low : 0
    }
}
