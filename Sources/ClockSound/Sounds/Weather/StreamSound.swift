/// A brook or a river: bubbles by the hundred over the rush of the water.
///
/// The real thing. Water itself is nearly silent; the air that it traps is not. A bubble of radius r rings at
/// 3.26 m/s / r (Minnaert, 1933): 3 mm, 1 kHz. Radiation, heat and viscosity damp it, d = 0.043 f + 0.0014 f^1.5
/// per second, so small ones only tick. A bubble close to the surface rises in pitch, the faster the more it is
/// damped: f (1 + 0.1 d t) (van den Doel, "Physically Based Models for Liquid Sounds", 2005). Where stones form a
/// hollow, bubbles come in spurts of similar size: the gurgling.
///
/// The model. Four hollows, each with its own stereo position and pitch. Their bubble rates wander independently
/// within a second, and their pitches wander faster. Bubbles come at random, large ones louder, most of them
/// faint. Below lie four bands of noise for the many that are too small or too far: the murmur, two grainy ones,
/// and the fizz.
struct StreamSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter(
                "bubbles", 5...500, default: 130, "bubbles a second that are told apart"),
            SoundParameter("pitch", 200...3000, default: 850, "middle of what they ring at, in Hz"),
            SoundParameter(
                "spread", 0.1...1.5, default: 0.65, "how far their pitches differ, in octaves"),
            SoundParameter("bubbleLevel", -24...9, default: 0, "level of the bubbles, in dB"),
            SoundParameter("rush", -24...12, default: 0, "level of the rushing water, in dB"),
            SoundParameter(
                "brightness", -1...1, default: 0,
                "of the rush, from dark (deep) to bright (shallow)"),
            SoundParameter(
                "gurgle", 0...1.5, default: 0.7, "how much the bubbles come in spurts"),
        ]
    }

    /// A place where stones make the water trap air.
    private struct Hollow: BitwiseCopyable {
        var arrivals: Arrivals
        var flow: Drift
        var spurt: Drift
        var size: Drift
        /// A factor relative to the pitch of the whole stream.
        var pitch: Float
        var pan: Float
        var share: Float
    }

    private static var hollowCount: Int {
        @_noLocks get { 4 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var bubbles: Float
    private var pitch: Float
    private var spread: Float
    private var peak: Float
    private var rush: Float
    private var tilt: Float
    private var gurgle: Float
    private var chance: Chance
    private var hollows: UnsafeMutablePointer<Hollow>
    private var current: Drift
    private var leftRush: Drift
    private var rightRush: Drift
    private var bands: NoiseBands
    private var ringers: Ringers
    private var cut: LowCut

    /// - Parameter values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        bubbles = values[0] * Float(Slice.frames) / Float(rate)
        pitch = values[1]
        spread = values[2]
        peak = 0.13 * StreamSound.loudness * Rough.amplitude(decibels: values[3])
        rush = 0.05 * StreamSound.loudness * Rough.amplitude(decibels: values[4])
        tilt = Rough.amplitude(decibels: 5 * values[5])
        gurgle = values[6]
        chance = Chance(seed: seed)
        let memory = arena.take(bytes: StreamSound.hollowCount * MemoryLayout<Hollow>.stride)
        hollows = memory.assumingMemoryBound(to: Hollow.self)
        current = Drift(frequency: 0.05, rate: rate, seed: chance.seed())
        leftRush = Drift(frequency: 0.7, rate: rate, seed: chance.seed())
        rightRush = Drift(frequency: 0.7, rate: rate, seed: chance.seed())
        bands = NoiseBands(in: &arena, rate: rate, seed: chance.seed())
        // The duration of a medium bubble. Large ones, which last longer, come in spurts.
        let length = 5.76 / StreamSound.decay(pitch)
        let together = 2 * values[0] * length / 8
        ringers = Ringers(
            in: &arena, groups: together < 4 ? 4 : (together > 12 ? 12 : Int(together)), rate: rate)
        cut = LowCut(frequency: 40, rate: rate)
        let shift = Rough.exponential2(0.4 * values[5])
        bands.set(0, .bandPass, frequency: 240 * shift, quality: 0.55)
        bands.set(1, .bandPass, frequency: 720 * shift, quality: 0.8)
        bands.set(2, .bandPass, frequency: 1900 * shift, quality: 0.8)
        bands.set(3, .bandPass, frequency: 4800 * shift, quality: 0.6)
        bands.setGrain(1, perSecond: 1500)
        bands.setGrain(2, perSecond: 3000)
        place(rate)
        setLevels()
        bands.settle(slices: 16)
    }

    @_noLocks
    private mutating func place(_ rate: Int) {
        // From left to right, slightly uneven, with large and small mixed.
        let pans = SIMD4<Float>(-0.85, 0.6, -0.55, 0.9)
        let pitches = SIMD4<Float>(0.8, 0.62, 1.15, 1.5)
        let shares = SIMD4<Float>(0.25, 0.2, 0.3, 0.25)
        for index in 0..<StreamSound.hollowCount {
            hollows[index] = Hollow(
                arrivals: Arrivals(&chance),
                flow: Drift(frequency: 0.15, rate: rate, seed: chance.seed()),
                spurt: Drift(frequency: 1.7, rate: rate, seed: chance.seed()),
                size: Drift(frequency: 1.1, rate: rate, seed: chance.seed()),
                pitch: pitches[index] * chance.ratio(0.9, 1.1),
                pan: pans[index] + chance.between(-0.15, 0.15), share: shares[index])
        }
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        setLevels()
        bands.render(left: left, right: right)
        cut.apply(left: left, right: right)
        ringers.render(left: left, right: right)
        for index in 0..<StreamSound.hollowCount {
            let flow = gurgle * (0.5 * hollows[index].flow.step() + hollows[index].spurt.step())
            let size = 0.45 * gurgle * hollows[index].size.step()
            // Compensates for the mean of 2^x, which is above 1 if x varies.
            let rate = Rough.exponential2(flow - 0.43 * gurgle * gurgle)
            hollows[index].arrivals.open(expected: bubbles * hollows[index].share * rate)
            while let frame = hollows[index].arrivals.next(&chance) {
                bubble(hollows[index], size, at: frame, left: left, right: right)
            }
        }
    }

    @_noLocks
    private mutating func setLevels() {
        let common = rush * Rough.amplitude(decibels: 0.5 * current.step())
        let l = Rough.amplitude(decibels: 0.8 * leftRush.step())
        let r = Rough.amplitude(decibels: 0.8 * rightRush.step())
        bands.setLevel(0, left: 0.7 * common / tilt, right: 0.7 * common / tilt)
        bands.setLevel(1, left: 0.6 * common * l, right: 0.6 * common * r)
        bands.setLevel(2, left: 0.42 * common * l * tilt, right: 0.42 * common * r * tilt)
        bands.setLevel(3, left: 0.25 * common * r * tilt, right: 0.25 * common * l * tilt)
    }

    /// The decay rate of a bubble with this pitch, in 1/s (van den Doel 2005).
    @_noLocks
    private static func decay(_ frequency: Float) -> Float {
        0.043 * frequency + 0.0014 * frequency * Rough.squareRoot(frequency)
    }

    @_noLocks
    private mutating func bubble(
        _ hollow: Hollow, _ size: Float, at frame: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        let octaves = spread * chance.bell() + size
        let frequency = pitch * hollow.pitch * Rough.exponential2(octaves)
        let held = frequency < 120 ? 120 : (frequency > 7000 ? 7000 : frequency)
        let decay = StreamSound.decay(held)
        // Larger ones are louder, and of each size most are faint.
        let even = chance.even()
        let strength = (0.06 + even * even * even) * Rough.exponential2(-0.55 * octaves)
        let level = chance.sign() * peak * (strength < 1.1 ? strength : 1.1)
        let place = hollow.pan + chance.between(-0.2, 0.2)
        let pan = Rough.panGains(place > 0.95 ? 0.95 : (place < -0.95 ? -0.95 : place))
        let rises = chance.even() < 0.45
        ringers.strike(
            Ringers.Strike(
                frequency: held, decay: decay, rise: rises ? chance.between(0.03, 0.13) * decay : 0,
                left: level * pan[0], right: level * pan[1]),
            at: frame, left: left, right: right)
    }
}

extension StreamSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var loudness: Float {
        @_noLocks get { 1.235 }
    }
}
