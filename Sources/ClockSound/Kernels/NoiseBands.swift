/// Four bands of noise for each of two channels, whose level, place and grain can change with every
/// slice: the body of rain, surf, wind, water and fire.
///
/// Theory of operation. Each of the eight lanes has random words of its own, so that no band has
/// anything to do with another or with the other ear, a second-order filter and a gain. The eight
/// filters run side by side: one alone waits twelve cycles for its own last sample, and eight take
/// hardly longer. Where many things of one kind sound at once (waves, gusts), they need no band each:
/// the powers of independent noises add up, so one noise with the root of the sum of powers is the
/// same sound.
///
/// A lane's noise is even (every frame a sample: what very many tiny sources add up to) or grainy (a
/// frame now and then has a sample, the rest are silent: drops, sparks, foam), by choice of how many
/// grains come in a second; the filter makes of each a short ring. The level does not change with it.
struct NoiseBands: BitwiseCopyable {
    enum Shape: BitwiseCopyable {
        case lowPass, bandPass, highPass
    }

    static var bands: Int {
        @_noLocks get { 4 }
    }
    /// Left 0...3, right 4...7.
    static var lanes: Int {
        @_noLocks get { 8 }
    }
    private static var words: Int {
        @_noLocks get { lanes * Slice.frames }
    }
    /// Grains are gated by the low twelve bits of a word.
    private static var gate: Float {
        @_noLocks get { 4096 }
    }

    // Variables all, also what never changes: Swift 6.0 takes a call in `init` for a change of it.
    private var rate: Float
    private var random: RandomWords
    private var buffer: FixedBuffer<UInt32>
    private var samples: FixedBuffer<Float>
    /// For each sample of a slice, because a loop over lanes inside one over frames would not
    /// vectorise: below how much the low bits let a word pass, and what it is multiplied by.
    private var thresholds: FixedBuffer<UInt32>
    private var scales: FixedBuffer<Float>
    private var p = SIMD8<Float>()
    private var q = SIMD8<Float>()
    private var r = SIMD8<Float>()
    private var direct = SIMD8<Float>()
    private var ofBand = SIMD8<Float>()
    private var ofLow = SIMD8<Float>()
    private var first = SIMD8<Float>()
    private var second = SIMD8<Float>()
    private var gain = SIMD8<Float>()
    private var wanted = SIMD8<Float>()
    /// Makes a filter's output have the deviation 1.
    private var unit = SIMD8<Float>()

    /// All lanes silent, and their noise even.
    @_noLocks
    init(in arena: inout Arena, rate: Int, seed: UInt64) {
        self.rate = Float(rate)
        random = RandomWords(in: &arena, seed: seed, capacity: NoiseBands.words)
        buffer = arena.words(NoiseBands.words)
        samples = arena.floats(NoiseBands.words)
        thresholds = arena.words(NoiseBands.words)
        scales = arena.floats(NoiseBands.words)
        for band in 0..<NoiseBands.bands { setGrain(band, perSecond: 0) }
    }

    /// Sets the filter of a band in one channel.
    ///
    /// - Parameters:
    ///   - channel: 0 left, 1 right.
    ///   - frequency: corner or centre, in Hz.
    ///   - quality: Q: 0.7 is flat for the pass shapes; a band is frequency / Q wide.
    @_noLocks
    mutating func set(
        _ band: Int, channel: Int, _ shape: Shape, frequency: Float, quality: Float
    ) {
        let filter = StateVariable(frequency: frequency, quality: quality, rate: rate)
        let lane = channel * NoiseBands.bands + band
        p[lane] = filter.p
        q[lane] = filter.q
        r[lane] = filter.r
        // The share of white noise's power that passes: the noise bandwidth over half the rate.
        let quarterTurn: Float = 1.570_796_3
        let share: Float
        switch shape {
        case .lowPass:
            (direct[lane], ofBand[lane], ofLow[lane]) = (0, 0, 0.5)
            share = quarterTurn * frequency * quality * 2 / rate
        case .bandPass:
            (direct[lane], ofBand[lane], ofLow[lane]) = (0, 0.5 * filter.damping, 0)
            share = quarterTurn * frequency * filter.damping * 2 / rate
        case .highPass:
            (direct[lane], ofBand[lane], ofLow[lane]) = (1, -0.5 * filter.damping, -0.5)
            share = 1 - 2.2 * frequency / rate
        }
        unit[lane] = 1 / Rough.squareRoot(share < 1 ? (share > 0.000_01 ? share : 0.000_01) : 1)
    }

    /// Sets it in both.
    @_noLocks
    mutating func set(_ band: Int, _ shape: Shape, frequency: Float, quality: Float) {
        set(band, channel: 0, shape, frequency: frequency, quality: quality)
        set(band, channel: 1, shape, frequency: frequency, quality: quality)
    }

    /// The level that a band reaches at the end of the next slice, as the root mean square of what
    /// is heard of it.
    @_noLocks @inline(__always)
    mutating func setLevel(_ band: Int, left: Float, right: Float) {
        wanted[band] = left * unit[band]
        wanted[band + NoiseBands.bands] = right * unit[band + NoiseBands.bands]
    }

    /// How many grains a second make a band's noise in each channel; 0 or very many is even noise.
    /// Not for every slice: it writes a table.
    @_noLocks
    mutating func setGrain(_ band: Int, perSecond: Float) {
        let share = perSecond / rate
        let isEven = share <= 0 || share >= 1
        let passed = isEven ? NoiseBands.gate : share * NoiseBands.gate
        let held = passed < 1 ? 1 : Float(UInt32(passed + 0.5))
        let power = held / NoiseBands.gate / 3
        // A grain's strength is the square of an even number, so that few are strong: one fifth of
        // the power instead of one third. `render` squares what carries a sign in its scale.
        let scale = 1 / Rough.squareRoot(isEven ? power : power * 0.6)
        for frame in 0..<Slice.frames {
            let place = frame * NoiseBands.lanes + band
            thresholds.base[place] = UInt32(held)
            thresholds.base[place + NoiseBands.bands] = UInt32(held)
            scales.base[place] = isEven ? scale : -scale
            scales.base[place + NoiseBands.bands] = isEven ? scale : -scale
        }
    }
}

// MARK: - Rendering

extension NoiseBands {
    /// Lets the filters forget that they began with nothing, so that the first audible sample is as
    /// loud as any other, and brings the levels to where they are wanted.
    @_noLocks
    mutating func settle(slices: Int) {
        gain = wanted
        for _ in 0..<slices {
            makeSamples()
            filter()
        }
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        makeSamples()
        filter()
        let sums = UnsafePointer(samples.base)
        for index in 0..<Slice.frames {
            let frame = sums + NoiseBands.lanes * index
            left[index] = (frame[0] + frame[1]) + (frame[2] + frame[3])
            right[index] = (frame[4] + frame[5]) + (frame[6] + frame[7])
        }
    }

    @_noLocks @inline(never)
    private mutating func makeSamples() {
        random.fill(buffer.base, count: NoiseBands.words)
        let words = UnsafePointer(buffer.base)
        let limits = UnsafePointer(thresholds.base)
        let factors = UnsafePointer(scales.base)
        let output = samples.base
        for index in 0..<NoiseBands.words {
            let word = words[index]
            let x = Float(Int32(bitPattern: word)) * 0x1p-31
            let factor = factors[index]
            let size = x > 0 ? x : -x
            let shaped = factor > 0 ? x : x * size
            output[index] = word & 0xFFF < limits[index] ? shaped * factor : 0
        }
    }

    /// In place: samples become what each lane sounds like.
    @_noLocks @inline(never)
    private mutating func filter() {
        let (p, q, r) = (self.p, self.q, self.r)
        let (direct, ofBand, ofLow) = (self.direct, self.ofBand, self.ofLow)
        var (first, second, gain) = (self.first, self.second, self.gain)
        let slope = (wanted - gain) * (1 / Float(Slice.frames))
        for index in 0..<Slice.frames {
            let place = UnsafeMutableRawPointer(samples.base + NoiseBands.lanes * index)
            let x = place.loadUnaligned(as: SIMD8<Float>.self)
            let d = x - second
            let newFirst = p * first + q * d
            let newSecond = second + (q * first + r * d)
            gain += slope
            let y =
                direct * x + ofBand * (first + newFirst) + ofLow * (second + newSecond)
            place.storeBytes(of: y * gain, as: SIMD8<Float>.self)
            first = newFirst
            second = newSecond
        }
        self.first = first
        self.second = second
        self.gain = wanted
    }
}
