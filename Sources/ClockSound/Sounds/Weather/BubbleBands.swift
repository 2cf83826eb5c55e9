/// Thirty-two narrow bands of noise, each under its own pulses: water, whose every bubble sounds in one band only.
///
/// The bands are as wide as those of the ear (equivalent rectangular bandwidths; Glasberg and Moore 1990) and lie
/// side by side from 150 Hz to 12 kHz. A pulse raises its band at once; then the band fades like a bubble of its
/// pitch. Water under envelopes below 50 Hz is heard as water if it has thirty bands (McDermott and Simoncelli 2011
/// and our own trials). But a level that moves along straight lines has less power between its corners, so with one
/// step per slice high bands, whose bubbles last no longer, would hum at the rate of slices. They have four. Noise
/// and not sines, because crowds of sines are heard as music.
///
/// Theory of operation. All bands filter the same noise, of which each takes another part. The lower sixteen run
/// at a quarter of the rate and are interpolated; their images lie 31 dB lower. A state-variable filter has two
/// outputs a quarter turn apart, hence uncorrelated: one ear hears their sum, the other their difference. So
/// the ears get independent noises from one filter, and one speaker that plays both hears the first output alone.
/// The second output passes lower frequencies too. Its sign alternates from band to band, so that these cancel.
struct BubbleBands: BitwiseCopyable {
    static var count: Int {
        @_noLocks get { 32 }
    }
    private static var lanes: Int {
        @_noLocks get { 8 }
    }
    /// Groups of eight lanes; the first half run at the lower rate.
    private static var groups: Int {
        @_noLocks get { 4 }
    }
    /// The second output over the first one. Beside the loud bands all hear the first ones' skirts alike; this
    /// makes up for it.
    private static var share: Float {
        @_noLocks get { 1.7 }
    }
    private static var decimation: Int {
        @_noLocks get { 4 }
    }
    private static var slowFrames: Int {
        @_noLocks get { 32 }
    }
    /// Steps of the levels in a slice.
    static var steps: Int {
        @_noLocks get { 4 }
    }
    private static var stepFrames: Int {
        @_noLocks get { Slice.frames / steps }
    }
    /// Words for a slice, at both rates.
    private static var words: Int {
        @_noLocks get { 160 }
    }

    private struct Group: BitwiseCopyable {
        var p = SIMD8<Float>()
        var q = SIMD8<Float>()
        var r = SIMD8<Float>()
        /// The second output's share; which ear adds it and which takes it away varies.
        var turn = SIMD8<Float>()
        var first = SIMD8<Float>()
        var second = SIMD8<Float>()
        var left = SIMD8<Float>()
        var right = SIMD8<Float>()
        /// The gain for an output level of 1, and what of it remains of a pulse after a step.
        var unit = SIMD8<Float>()
        var kept = SIMD8<Float>()
        /// Levels of the even noise, and of the pulses as they fade.
        var even = SIMD8<Float>()
        var leftPulse = SIMD8<Float>()
        var rightPulse = SIMD8<Float>()
    }

    private var rate: Float
    private var random: RandomWords
    private var buffer: FixedBuffer<UInt32>
    private var noise: FixedBuffer<Float>
    /// Per frame eight lanes for the left, then eight for the right; and the same of the lower bands.
    private var sums: FixedBuffer<Float>
    private var slowSums: FixedBuffer<Float>
    private var slow: FixedBuffer<Float>
    private var group: UnsafeMutablePointer<Group>
    /// The last sample of the lower bands in each channel.
    private var last = SIMD2<Float>()
    /// The factors of the even noise for each ear, and how they change in a step.
    private var even = SIMD2<Float>()
    private var slope = SIMD2<Float>()

    /// All bands start silent.
    @_noLocks
    init(in arena: inout Arena, rate: Int, seed: UInt64) {
        self.rate = Float(rate)
        random = RandomWords(in: &arena, seed: seed, capacity: BubbleBands.words)
        buffer = arena.words(BubbleBands.words)
        noise = arena.floats(BubbleBands.words)
        sums = arena.floats(2 * BubbleBands.lanes * Slice.frames)
        slowSums = arena.floats(2 * BubbleBands.lanes * BubbleBands.slowFrames)
        slow = arena.floats(2 * BubbleBands.slowFrames)
        let memory = arena.reserve(bytes: BubbleBands.groups * MemoryLayout<Group>.stride)
        group = memory.assumingMemoryBound(to: Group.self)
        for index in 0..<BubbleBands.groups { group[index] = Group() }
    }

    /// The centre of a band in Hz.
    @_noLocks
    static func frequency(_ band: Int) -> Float {
        // 4.7 to 36.9 on the ERB-rate scale, 21.4 log10(1 + 0.00437 f).
        let place = 4.7 + 32.2 / 31 * Float(band)
        return (Rough.exponential2(0.155_230 * place) - 1) / 0.004_37
    }

    /// The width of a band in Hz.
    @_noLocks
    static func width(_ band: Int) -> Float { 25.6 + 0.112 * frequency(band) }

    /// Sets a band.
    ///
    /// - Parameters:
    ///   - even: level of its even noise in each channel, as RMS.
    ///   - decay: of its pulses, in 1/s.
    @_noLocks
    mutating func set(_ band: Int, even: Float, decay: Float) {
        let (index, lane) = (band / BubbleBands.lanes, band % BubbleBands.lanes)
        let isSlow = index < BubbleBands.groups / 2
        let rate = isSlow ? self.rate / Float(BubbleBands.decimation) : self.rate
        let centre = BubbleBands.frequency(band)
        let filter = StateVariable(
            frequency: centre, quality: centre / BubbleBands.width(band), rate: rate)
        group[index].p[lane] = filter.p
        group[index].q[lane] = filter.q
        group[index].r[lane] = filter.r
        group[index].turn[lane] = band % 2 == 0 ? BubbleBands.share : -BubbleBands.share
        // The share of the noise's power that passes by both outputs; a third is the power of uniform noise.
        let both = 1 + BubbleBands.share * BubbleBands.share
        let power = both * 3.141_592_7 * BubbleBands.width(band) / rate / 3
        group[index].unit[lane] = 0.5 * filter.damping / Rough.squareRoot(power)
        group[index].kept[lane] = Rough.exponential2(
            -1.442_695 * decay * Float(BubbleBands.stepFrames) / self.rate)
        group[index].even[lane] = even
    }

    /// The energy of a pulse of 1 in a band, in seconds.
    @_noLocks
    func energy(_ band: Int) -> Float {
        let kept = group[band / BubbleBands.lanes].kept[band % BubbleBands.lanes]
        // It rises within one step, and falls by straight lines from step to step.
        let fall = (1 + kept + kept * kept) / (1 - kept * kept)
        return Float(BubbleBands.stepFrames) / rate * (1 + fall) / 3
    }

    /// Adds a pulse: the level that its band reaches over its even noise.
    @_noLocks @inline(__always)
    mutating func strike(_ band: Int, left: Float, right: Float) {
        let (index, lane) = (band / BubbleBands.lanes, band % BubbleBands.lanes)
        group[index].leftPulse[lane] += left
        group[index].rightPulse[lane] += right
    }

    /// Lets the filters' start-up transient decay.
    @_noLocks
    mutating func settle(left: Float, right: Float) {
        even = SIMD2(left, right)
        for _ in 0..<24 {
            begin(evenLeft: left, evenRight: right)
            for step in 0..<BubbleBands.steps { run(step) }
        }
    }

    /// Begins a slice, at whose end the even noise has these factors. `run` for each step follows, and then `end`.
    @_noLocks
    mutating func begin(evenLeft: Float, evenRight: Float) {
        random.fill(buffer.base, count: BubbleBands.words)
        Uniform.convert(buffer.base, into: noise.base, count: BubbleBands.words, scale: 1)
        slope = (SIMD2(evenLeft, evenRight) - even) * (1 / Float(BubbleBands.steps))
    }

    /// Filters a step of the slice at both rates, with the pulses that were added until now.
    @_noLocks
    mutating func run(_ step: Int) {
        even += slope
        let samples = UnsafePointer(noise.base)
        let perFrame = 2 * BubbleBands.lanes
        let (first, count) = (step * BubbleBands.stepFrames, BubbleBands.stepFrames)
        let (slowFirst, slowCount) = (
            first / BubbleBands.decimation, count / BubbleBands.decimation
        )
        BubbleBands.filter(
            group, samples + Slice.frames + slowFirst, slowCount, even,
            slowSums.base + perFrame * slowFirst)
        BubbleBands.filter(
            group + 2, samples + first, count, even, sums.base + perFrame * first)
    }

    /// Writes the slice of each channel.
    @_noLocks
    mutating func end(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
        BubbleBands.addLanes(sums.base, count: Slice.frames, left, right)
        let (slowLeft, slowRight) = (slow.base, slow.base + BubbleBands.slowFrames)
        BubbleBands.addLanes(slowSums.base, count: BubbleBands.slowFrames, slowLeft, slowRight)
        last[0] = BubbleBands.interpolate(slowLeft, from: last[0], left)
        last[1] = BubbleBands.interpolate(slowRight, from: last[1], right)
    }

    /// Writes the sum of the lanes of each frame, for each channel.
    @_noLocks @inline(never)
    private static func addLanes(
        _ sums: UnsafePointer<Float>, count: Int, _ left: UnsafeMutablePointer<Float>,
        _ right: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<count {
            let l = sums + 2 * lanes * index
            let r = l + lanes
            left[index] = ((l[0] + l[1]) + (l[2] + l[3])) + ((l[4] + l[5]) + (l[6] + l[7]))
            right[index] = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        }
    }

    /// Filters `count` samples by two groups, side by side, and lets their pulses fade.
    @_noLocks @inline(never)
    private static func filter(
        _ group: UnsafeMutablePointer<Group>, _ input: UnsafePointer<Float>, _ count: Int,
        _ even: SIMD2<Float>, _ output: UnsafeMutablePointer<Float>
    ) {
        let (one, two) = (group[0], group[1])
        var (s1, s2, t1, t2) = (one.first, one.second, two.first, two.second)
        let step = 1 / Float(count)
        var (sl, sr, tl, tr) = (one.left, one.right, two.left, two.right)
        let goalSL = one.unit * (one.even * even[0] + one.leftPulse)
        let goalSR = one.unit * (one.even * even[1] + one.rightPulse)
        let goalTL = two.unit * (two.even * even[0] + two.leftPulse)
        let goalTR = two.unit * (two.even * even[1] + two.rightPulse)
        let (slopeSL, slopeSR) = ((goalSL - sl) * step, (goalSR - sr) * step)
        let (slopeTL, slopeTR) = ((goalTL - tl) * step, (goalTR - tr) * step)
        for index in 0..<count {
            let x = SIMD8<Float>(repeating: input[index])
            let d = x - s2
            let e = x - t2
            let newS1 = one.p * s1 + one.q * d
            let newS2 = s2 + (one.q * s1 + one.r * d)
            let newT1 = two.p * t1 + two.q * e
            let newT2 = t2 + (two.q * t1 + two.r * e)
            let (band, low) = (s1 + newS1, one.turn * (s2 + newS2))
            let (upper, under) = (t1 + newT1, two.turn * (t2 + newT2))
            sl += slopeSL
            sr += slopeSR
            tl += slopeTL
            tr += slopeTR
            let place = UnsafeMutableRawPointer(output + 2 * lanes * index)
            let l = (band + low) * sl + (upper + under) * tl
            let r = (band - low) * sr + (upper - under) * tr
            place.storeBytes(of: l, as: SIMD8<Float>.self)
            (place + 32).storeBytes(of: r, as: SIMD8<Float>.self)
            (s1, s2, t1, t2) = (newS1, newS2, newT1, newT2)
        }
        group[0].first = s1
        group[0].second = s2
        group[1].first = t1
        group[1].second = t2
        (group[0].left, group[0].right) = (goalSL, goalSR)
        (group[1].left, group[1].right) = (goalTL, goalTR)
        for index in 0..<2 {
            fade(&group[index].leftPulse, group[index].kept)
            fade(&group[index].rightPulse, group[index].kept)
        }
    }

    /// What is fainter than anything audible ends, before it becomes a denormal.
    @_noLocks @inline(__always)
    private static func fade(_ pulse: inout SIMD8<Float>, _ kept: SIMD8<Float>) {
        pulse *= kept
        pulse.replace(with: 0, where: pulse .< 1e-9)
    }

    /// Adds `slowFrames` samples at the lower rate, joined by straight lines; returns the last.
    @_noLocks @inline(__always)
    private static func interpolate(
        _ samples: UnsafePointer<Float>, from last: Float, _ output: UnsafeMutablePointer<Float>
    ) -> Float {
        var from = last
        for index in 0..<slowFrames {
            let slope = (samples[index] - from) * (1 / Float(decimation))
            let target = output + index * decimation
            for step in 0..<decimation { target[step] += from + slope * Float(step + 1) }
            from = samples[index]
        }
        return from
    }
}
