/// Four parallel filters on each of two channels, with weighted and summed outputs.
///
/// On noise it gives the broad, bumpy spectrum of moving air; on short impulses, with sharp filters, the ring of
/// struck things. State-variable filters (trapezoidal; Simper, "Linear Trapezoidal Integrated SVF", 2011),
/// because they stay exact at 30 Hz in `Float` and can be retuned at any time without a click. The four run in
/// the lanes of one vector, because each alone would wait for its own last sample.
struct StereoBands: BitwiseCopyable {
    enum Shape: BitwiseCopyable {
        /// Falls by 6 dB per octave on both sides.
        case band
        /// Flat below, falls by 12 dB per octave above.
        case low
    }

    private let rate: Float
    private var p = SIMD4<Float>(repeating: 0)
    private var q = SIMD4<Float>(repeating: 0)
    private var r = SIMD4<Float>(repeating: 0)
    private var ofBand = SIMD4<Float>(repeating: 0)
    private var ofLow = SIMD4<Float>(repeating: 0)
    private var weights = SIMD4<Float>(repeating: 0)
    private var goals = SIMD4<Float>(repeating: 0)
    /// The gain of each band from noise of level 1 to an output of level 1.
    private var units = SIMD4<Float>(repeating: 0)
    private var left = State()
    private var right = State()
    private let sums: FixedBuffer<Float>

    private struct State: BitwiseCopyable {
        var one = SIMD4<Float>(repeating: 0)
        var two = SIMD4<Float>(repeating: 0)
    }

    @_noLocks
    init(in arena: inout Arena, rate: Int) {
        sums = arena.floats(8 * Slice.frames)
        self.rate = Float(rate)
    }

    /// Tunes a filter; its state rings on.
    ///
    /// - Parameters:
    ///   - frequency: centre or corner in Hz, below 0.42 of the rate.
    ///   - quality: 0.707 is maximally flat; a band is `frequency / quality` wide.
    @_noLocks
    mutating func tune(_ band: Int, _ shape: Shape, frequency: Float, quality: Float) {
        let filter = StateVariable(frequency: frequency, quality: quality, rate: rate)
        p[band] = filter.p
        q[band] = filter.q
        r[band] = filter.r
        // Noise bandwidths: pi/2 f / Q for the band, pi/2 f Q for the low-pass.
        let width: Float
        switch shape {
        case .band:
            ofBand[band] = 0.5 * filter.damping
            ofLow[band] = 0
            width = frequency * filter.damping
        case .low:
            ofBand[band] = 0
            ofLow[band] = 0.5
            width = frequency * quality
        }
        units[band] = 1 / Rough.squareRoot(3.141_592_7 * width / rate)
    }

    /// Sets a band's level at the end of the next slice: its RMS for noise with an RMS of 1.
    @_noLocks
    mutating func aim(_ band: Int, level: Float) { goals[band] = level * units[band] }

    /// Sets all levels to their targets at once.
    @_noLocks
    mutating func jump() { weights = goals }

    /// Writes a slice of each channel; input and output may be the same memory.
    @_noLocks @inline(never)
    mutating func render(
        leftInput: UnsafePointer<Float>, rightInput: UnsafePointer<Float>,
        left leftOutput: UnsafeMutablePointer<Float>, right rightOutput: UnsafeMutablePointer<Float>
    ) {
        let (p, q, r) = (self.p, self.q, self.r)
        let (ofBand, ofLow) = (self.ofBand, self.ofLow)
        let slope = (goals - weights) * (1 / Float(Slice.frames))
        var weight = weights
        var (l1, l2, r1, r2) = (left.one, left.two, right.one, right.two)
        for index in 0..<Slice.frames {
            weight = weight + slope
            let dl = SIMD4<Float>(repeating: leftInput[index]) - l2
            let nl1 = p * l1 + q * dl
            let nl2 = l2 + (q * l1 + r * dl)
            let leftSum = weight * (ofBand * (l1 + nl1) + ofLow * (l2 + nl2))
            let dr = SIMD4<Float>(repeating: rightInput[index]) - r2
            let nr1 = p * r1 + q * dr
            let nr2 = r2 + (q * r1 + r * dr)
            let rightSum = weight * (ofBand * (r1 + nr1) + ofLow * (r2 + nr2))
            // Lanes are summed later: reading them here would spill all of them.
            let place = UnsafeMutableRawPointer(sums.base + 8 * index)
            place.storeBytes(of: leftSum, as: SIMD4<Float>.self)
            (place + 16).storeBytes(of: rightSum, as: SIMD4<Float>.self)
            (l1, l2, r1, r2) = (nl1, nl2, nr1, nr2)
        }
        let lanes = UnsafePointer(sums.base)
        for index in 0..<Slice.frames {
            let frame = lanes + 8 * index
            leftOutput[index] = (frame[0] + frame[1]) + (frame[2] + frame[3])
            rightOutput[index] = (frame[4] + frame[5]) + (frame[6] + frame[7])
        }
        weights = goals
        left = State(one: l1, two: l2)
        right = State(one: r1, two: r2)
    }
}
