/// The howling of gaps, wires and edges: Aeolian tones.
///
/// Behind a thin edge vortices part from either side by turns, at f = 0.2 v / d (Strouhal): a gap of 2 mm at 10
/// m/s: 1 kHz. Each edge sounds only while the wind is fast enough and comes from where it likes; a turbulent wind
/// makes its tone a narrow band (Farnell, Designing Sound; Curle 1955). Recordings of howling wind show two or
/// three thin wavering lines that start and end with the gusts.
///
/// Four filters run side by side on one noise. They rest while the wind is too slow for all.
struct AeolianLines: BitwiseCopyable {
    private static var count: Int {
        @_noLocks get { 4 }
    }

    private var rate: Float
    private var pitch: Float
    private var quality: Float
    private var random: RandomWords
    private var buffer: FixedBuffer<UInt32>
    private var noise: FixedBuffer<Float>
    private var sums: FixedBuffer<Float>
    /// How well the wind's direction suits each edge.
    private var suits: (Drift, Drift, Drift, Drift)
    /// Each edge's pitch, which wavers by itself.
    private var wavers: (Drift, Drift, Drift, Drift)
    private var pans: SIMD4<Float>
    private var first = SIMD4<Float>()
    private var second = SIMD4<Float>()
    private var left = SIMD4<Float>()
    private var right = SIMD4<Float>()
    private var isResting = true

    /// - Parameters:
    ///   - pitch: the lowest line's at the mean speed of the wind, in Hz.
    ///   - pace: how fast the wind varies, 1 as usual.
    @_noLocks
    init(
        in arena: inout Arena, rate: Int, pitch: Float, quality: Float, pace: Float, seed: UInt64
    ) {
        var chance = Chance(seed: seed)
        self.rate = Float(rate)
        self.pitch = pitch
        self.quality = quality
        random = RandomWords(in: &arena, seed: chance.seed(), capacity: Slice.frames)
        buffer = arena.words(Slice.frames)
        noise = arena.floats(Slice.frames)
        sums = arena.floats(2 * AeolianLines.count * Slice.frames)
        let slow = 0.12 * pace
        suits = (
            Drift(frequency: slow, rate: rate, seed: chance.seed()),
            Drift(frequency: slow, rate: rate, seed: chance.seed()),
            Drift(frequency: slow, rate: rate, seed: chance.seed()),
            Drift(frequency: slow, rate: rate, seed: chance.seed())
        )
        wavers = (
            Drift(frequency: 0.5, rate: rate, seed: chance.seed()),
            Drift(frequency: 0.5, rate: rate, seed: chance.seed()),
            Drift(frequency: 0.5, rate: rate, seed: chance.seed()),
            Drift(frequency: 0.5, rate: rate, seed: chance.seed())
        )
        pans = SIMD4(-0.5, 0.55, -0.15, 0.3)
    }

    /// Adds a slice to each channel.
    ///
    /// - Parameters:
    ///   - speed: of the wind, in octaves above its mean.
    ///   - level: the RMS of a line at the mean speed, could it already sound.
    @_noLocks
    mutating func add(
        speed: Float, level: Float, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        let suit = SIMD4(suits.0.step(), suits.1.step(), suits.2.step(), suits.3.step())
        let waver = SIMD4(wavers.0.step(), wavers.1.step(), wavers.2.step(), wavers.3.step())
        // Larger edges need less wind.
        let over = SIMD4(repeating: speed) + 0.28 * suit - SIMD4(0.02, 0.12, 0.2, 0.3)
        let isSilent = over[0] <= 0 && over[1] <= 0 && over[2] <= 0 && over[3] <= 0
        guard !(isSilent && isResting) else { return }
        isResting = isSilent
        let ratios = SIMD4<Float>(1, 1.27, 1.52, 1.9)
        var p = SIMD4<Float>()
        var q = SIMD4<Float>()
        var r = SIMD4<Float>()
        var goalLeft = SIMD4<Float>()
        var goalRight = SIMD4<Float>()
        for line in 0..<AeolianLines.count {
            let centre =
                pitch * ratios[line] * Rough.exponential2(0.6 * speed + 0.035 * waver[line])
            let filter = StateVariable(frequency: centre, quality: quality, rate: rate)
            p[line] = filter.p
            q[line] = filter.q
            r[line] = filter.r
            guard over[line] > 0 else { continue }
            // The threshold is soft, and beyond it a tone grows with the third power of the speed.
            let x = over[line] < 0.25 ? 4 * over[line] : 1
            let size = level * x * x * Rough.exponential2(2 * speed)
            let share = 3.141_592_7 * centre * filter.damping / rate / 3
            let gain = 0.5 * filter.damping * size / Rough.squareRoot(share)
            let pan = Rough.panGains(pans[line])
            goalLeft[line] = gain * 1.414 * pan[0]
            goalRight[line] = gain * 1.414 * pan[1]
        }
        random.fill(buffer.base, count: Slice.frames)
        Uniform.convert(buffer.base, into: noise.base, count: Slice.frames, scale: 1)
        run(p, q, r, goalLeft, goalRight)
        let lanes = UnsafePointer(sums.base)
        for index in 0..<Slice.frames {
            let frame = lanes + 8 * index
            left[index] += (frame[0] + frame[1]) + (frame[2] + frame[3])
            right[index] += (frame[4] + frame[5]) + (frame[6] + frame[7])
        }
    }

    @_noLocks @inline(never)
    private mutating func run(
        _ p: SIMD4<Float>, _ q: SIMD4<Float>, _ r: SIMD4<Float>, _ goalLeft: SIMD4<Float>,
        _ goalRight: SIMD4<Float>
    ) {
        let leftSlope = (goalLeft - left) * (1 / Float(Slice.frames))
        let rightSlope = (goalRight - right) * (1 / Float(Slice.frames))
        var (one, two) = (first, second)
        var (l, r2) = (left, right)
        for index in 0..<Slice.frames {
            let d = SIMD4<Float>(repeating: noise.base[index]) - two
            let new = p * one + q * d
            two = two + (q * one + r * d)
            let band = one + new
            l += leftSlope
            r2 += rightSlope
            let place = UnsafeMutableRawPointer(sums.base + 8 * index)
            place.storeBytes(of: band * l, as: SIMD4<Float>.self)
            (place + 16).storeBytes(of: band * r2, as: SIMD4<Float>.self)
            one = new
        }
        (first, second, left, right) = (one, two, goalLeft, goalRight)
    }
}
