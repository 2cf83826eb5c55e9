/// Four bands of noise for each of two channels, whose level, frequency and grain can change with every slice:
/// the body of rain, surf, wind, water and fire.
///
/// Theory of operation. Each of the eight lanes has its own random words, a second-order filter and a gain, so
/// bands and channels are uncorrelated. The eight filters run side by side: one alone waits twelve cycles for its
/// own last sample, and eight take hardly longer. Many simultaneous events of one kind (waves, gusts) do not need
/// a band each: the powers of independent noises add up, so one noise with the root of the summed power sounds
/// the same.
///
/// A lane's noise is either even or grainy, as set by the number of grains per second. Even noise has a sample in
/// every frame, like the sum of very many tiny sources. Grainy noise (drops, sparks, foam) has an occasional
/// sample and silence in between; the filter turns each into a short ring. The graininess does not change the
/// level.
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
    /// The low twelve bits of a word gate the grains.
    private static var gate: Float {
        @_noLocks get { 4096 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var rate: Float
    private var random: RandomWords
    private var buffer: FixedBuffer<UInt32>
    private var samples: FixedBuffer<Float>
    /// One entry per sample of a slice, because a loop over lanes inside one over frames would not vectorise: the
    /// threshold below which the low bits let a word pass, and the word's factor.
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
    /// Scales a filter's output to a standard deviation of 1.
    private var unit = SIMD8<Float>()

    /// All lanes start silent, with even noise.
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

    /// Sets the filter of one channel's band.
    ///
    /// - Parameters:
    ///   - channel: 0 left, 1 right.
    ///   - frequency: corner or centre frequency in Hz.
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
        // The fraction of white noise's power that passes: the noise bandwidth over half the rate.
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

    /// Sets the filter in both channels.
    @_noLocks
    mutating func set(_ band: Int, _ shape: Shape, frequency: Float, quality: Float) {
        set(band, channel: 0, shape, frequency: frequency, quality: quality)
        set(band, channel: 1, shape, frequency: frequency, quality: quality)
    }

    /// Sets the level that a band reaches at the end of the next slice, as the RMS of its output.
    @_noLocks @inline(__always)
    mutating func setLevel(_ band: Int, left: Float, right: Float) {
        wanted[band] = left * unit[band]
        wanted[band + NoiseBands.bands] = right * unit[band + NoiseBands.bands]
    }

    /// Sets the grains per second of a band's noise in each channel; 0 or very many gives even noise. It writes a
    /// table, so do not call it for every slice.
    @_noLocks
    mutating func setGrain(_ band: Int, perSecond: Float) {
        let share = perSecond / rate
        let isEven = share <= 0 || share >= 1
        let passed = isEven ? NoiseBands.gate : share * NoiseBands.gate
        let held = passed < 1 ? 1 : Float(UInt32(passed + 0.5))
        let power = held / NoiseBands.gate / 3
        // A grain's strength is the square of a uniform number, so that few are strong; this has one fifth of the
        // power instead of one third. `render` squares words whose scale is negative.
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
    /// Lets the filters' start-up transient decay, so that the first audible sample is as loud as any other, and
    /// sets the levels to their targets.
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

    /// In place: replaces samples by the filtered output of each lane.
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
