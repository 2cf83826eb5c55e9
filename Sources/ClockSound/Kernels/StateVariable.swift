/// Coefficients of a second-order filter in the state-variable form of Zavalishin and Simper (trapezoidal
/// integrators), arranged for only twelve cycles from one sample to the next:
///
///     d = x - s2;   s1' = p s1 + q d;   s2' = s2 + q s1 + r d
///     band = (s1 + s1') / 2;   low = (s2 + s2') / 2;   high = x - k band - low
///
/// It stays stable and does not click however its frequency changes, unlike a direct form.
struct StateVariable: BitwiseCopyable {
    let p: Float
    let q: Float
    let r: Float
    /// 1 / Q: the factor that gives the band-pass gain 1 at its centre.
    let damping: Float

    /// - Parameters:
    ///   - frequency: in Hz; clamped to 5 Hz ... 0.42 of the rate.
    ///   - quality: Q, above 0.1.
    @_noLocks @inline(__always)
    init(frequency: Float, quality: Float, rate: Float) {
        let highest = 0.42 * rate
        let held = frequency > highest ? highest : (frequency < 5 ? 5 : frequency)
        let g = Rough.tangent(3.141_592_7 * held / rate)
        damping = 1 / quality
        let a1 = 1 / (1 + g * (g + damping))
        p = 2 * a1 - 1
        q = 2 * g * a1
        r = g * q
    }
}

/// Removes frequencies below a cutoff with 12 dB per octave: small speakers cannot play them but would waste
/// excursion on them. Two channels, in place.
struct LowCut: BitwiseCopyable {
    private let filter: StateVariable
    private var first = SIMD2<Float>()
    private var second = SIMD2<Float>()

    @_noLocks
    init(frequency: Float, rate: Int) {
        filter = StateVariable(frequency: frequency, quality: 0.707_106_8, rate: Float(rate))
    }

    @_noLocks @inline(never)
    mutating func apply(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let (p, q, r) = (filter.p, filter.q, filter.r)
        let half = 0.5 * filter.damping
        var (l1, l2, r1, r2) = (first[0], second[0], first[1], second[1])
        for index in 0..<Slice.frames {
            let x = left[index]
            let y = right[index]
            let dl = x - l2
            let dr = y - r2
            let nl1 = p * l1 + q * dl
            let nr1 = p * r1 + q * dr
            let nl2 = l2 + (q * l1 + r * dl)
            let nr2 = r2 + (q * r1 + r * dr)
            left[index] = x - half * (l1 + nl1) - 0.5 * (l2 + nl2)
            right[index] = y - half * (r1 + nr1) - 0.5 * (r2 + nr2)
            l1 = nl1
            l2 = nl2
            r1 = nr1
            r2 = nr2
        }
        first = SIMD2(l1, r1)
        second = SIMD2(l2, r2)
    }
}
