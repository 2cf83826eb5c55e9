/// A brook or a river: bubbles by the hundred over the rush of the water.
///
/// The real thing. Water itself is nearly silent; the air that it traps is not. A bubble of radius r rings at
/// 3.26 m/s / r (Minnaert, 1933): 0.8 to 4.6 mm, 0.7 to 4 kHz, where streams have most of their power. Radiation,
/// heat and viscosity damp it, d = 0.043 f + 0.0014 f^1.5 per second, so small ones only tick (van den Doel,
/// "Physically Based Models for Liquid Sounds", 2005). Many sizes sound at once, each on its own: in recordings
/// the envelopes of bands an octave apart have a correlation of 0.05. Where stones form a hollow, bubbles come in
/// spurts of similar size: the gurgling.
///
/// The model. Thirty-two narrow bands of noise (`BubbleBands`), an even part for the many bubbles that are too
/// small or too far, and a pulse for each that is told apart. Bubbles come from four hollows, each with its own
/// place between the ears; their rates wander independently within a second, and so do their sizes. Few are loud
/// (Pareto).
struct StreamSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter(
                "bubbles", 5...1500, default: 400, "bubbles a second that are told apart"),
            SoundParameter(
                "pitch", 400...4000, default: 1600, "middle of what they ring at, in Hz"),
            SoundParameter(
                "spread", 0.5...4, default: 1.7, "how far their pitches differ, in octaves"),
            SoundParameter("bubbleLevel", -24...12, default: 0, "level of the bubbles, in dB"),
            SoundParameter("rush", -24...15, default: 0, "level of the rushing water, in dB"),
            SoundParameter(
                "brightness", -1...1, default: 0,
                "of the rush, from dark (deep) to bright (shallow)"),
            SoundParameter(
                "gurgle", 0...1.5, default: 0.6, "how much the bubbles come in spurts"),
        ]
    }

    /// What a listener may move.
    static var sliders: [SoundSlider] {
        [
            SoundSlider(
                "bubbles", "more and louder bubbles",
                [.times("bubbles", 2.2), .plus("bubbleLevel", 4)]),
            SoundSlider("rush", "more rushing water", [.plus("rush", 9)]),
            SoundSlider(
                "stones", "larger stones: deeper, and more gurgling",
                [.times("pitch", 0.62), .plus("gurgle", 0.6)]),
        ]
    }

    /// Loud bubbles that come together would reach the limiter.
    static var isRounded: Bool {
        @_noLocks get { true }
    }

    /// A place where stones make the water trap air.
    private struct Hollow: BitwiseCopyable {
        var arrivals: Arrivals
        var flow: Drift
        var spurt: Drift
        var sizes: Drift
        /// The band in the middle of its sizes, in the mean and in this slice.
        var middle: Float
        var size: Float = 0
        /// The bubbles to expect in a step of this slice.
        var expected: Float = 0
        var pan: Float
        var share: Float
    }

    private static var hollowCount: Int {
        @_noLocks get { 4 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var bubbles: Float
    private var gurgle: Float
    private var chance: Chance
    private var hollows: UnsafeMutablePointer<Hollow>
    /// The level of a bubble of strength 1 in each band.
    private var peaks: FixedBuffer<Float>
    private var current: Drift
    private var leftRush: Drift
    private var rightRush: Drift
    private var bands: BubbleBands
    private var cut: LowCut

    /// - Parameter values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        bubbles = values[0] * Float(Slice.frames) / Float(rate)
        gurgle = values[6]
        chance = Chance(seed: seed)
        let memory = arena.reserve(bytes: StreamSound.hollowCount * MemoryLayout<Hollow>.stride)
        hollows = memory.assumingMemoryBound(to: Hollow.self)
        peaks = arena.floats(BubbleBands.count)
        current = Drift(frequency: 2, rate: rate, seed: chance.seed())
        leftRush = Drift(frequency: 0.7, rate: rate, seed: chance.seed())
        rightRush = Drift(frequency: 0.7, rate: rate, seed: chance.seed())
        bands = BubbleBands(in: &arena, rate: rate, seed: chance.seed())
        cut = LowCut(frequency: 60, rate: rate)
        tune(values)
        place(rate)
        bands.settle(left: 1, right: 1)
    }

    @_noLocks
    private mutating func tune(_ values: SoundValues) {
        let peak = StreamSound.loudness * Rough.amplitude(decibels: values[3])
        let rush = StreamSound.loudness * Rough.amplitude(decibels: values[4])
        for band in 0..<BubbleBands.count {
            let frequency = BubbleBands.frequency(band)
            let octaves = Rough.logarithm2(frequency / values[1])
            // Falls in both directions, faster downwards.
            let far = (octaves < 0 ? 1.29 : 1) * octaves / values[2]
            let held = far > 2.6 ? 2.6 : (far < -2.6 ? -2.6 : far)
            let share = Rough.squareRoot(BubbleBands.width(band) / frequency)
            let level = share * Rough.amplitude(decibels: -4.2 * held * held)
            let tilt = Rough.amplitude(decibels: 3 * values[5] * octaves)
            bands.set(band, even: rush * level * tilt, decay: StreamSound.decay(frequency))
            // Twelve pulses a second with a mean square of 3 are as loud as even noise of this level.
            peaks.base[band] = peak * level / Rough.squareRoot(36 * bands.energy(band))
        }
    }

    @_noLocks
    private mutating func place(_ rate: Int) {
        // From left to right, slightly uneven, with large and small mixed.
        let pans = SIMD4<Float>(-0.85, 0.6, -0.55, 0.9)
        let middles = SIMD4<Float>(14, 11, 18, 21)
        let shares = SIMD4<Float>(0.26, 0.2, 0.32, 0.22)
        for index in 0..<StreamSound.hollowCount {
            hollows[index] = Hollow(
                arrivals: Arrivals(&chance),
                flow: Drift(frequency: 0.15, rate: rate, seed: chance.seed()),
                spurt: Drift(frequency: 1.7, rate: rate, seed: chance.seed()),
                sizes: Drift(frequency: 1.1, rate: rate, seed: chance.seed()),
                middle: middles[index] + chance.between(-1, 1),
                pan: pans[index] + chance.between(-0.15, 0.15), share: shares[index])
        }
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<StreamSound.hollowCount {
            let flow = gurgle * (0.5 * hollows[index].flow.step() + hollows[index].spurt.step())
            hollows[index].size = hollows[index].middle + 4 * hollows[index].sizes.step()
            // Compensates for the mean of 2^x, which is above 1 if x varies.
            let rate = Rough.exponential2(flow - 0.43 * gurgle * gurgle)
            hollows[index].expected =
                bubbles * hollows[index].share * rate / Float(BubbleBands.steps)
        }
        let common = current.step()
        bands.begin(
            evenLeft: Rough.amplitude(decibels: common + 0.8 * leftRush.step()),
            evenRight: Rough.amplitude(decibels: common + 0.8 * rightRush.step()))
        for step in 0..<BubbleBands.steps {
            for index in 0..<StreamSound.hollowCount {
                hollows[index].arrivals.open(expected: hollows[index].expected)
                while hollows[index].arrivals.next(&chance) != nil {
                    bubble(hollows[index].pan, hollows[index].size)
                }
            }
            bands.run(step)
        }
        bands.end(left: left, right: right)
        cut.apply(left: left, right: right)
    }

    /// How fast a bubble of this pitch fades, in 1/s: as its power does (van den Doel 2005).
    @_noLocks
    private static func decay(_ frequency: Float) -> Float {
        2 * (0.043 * frequency + 0.0014 * frequency * Rough.squareRoot(frequency))
    }

    /// - Parameter middle: the band in the middle of the sizes that its hollow makes now.
    @_noLocks
    private mutating func bubble(_ pan: Float, _ middle: Float) {
        // Some are like their hollow, and others of any size.
        let isLike = chance.even() * (1 + gurgle) < gurgle
        let wanted =
            isLike ? middle + 2.5 * chance.bell() : Float(BubbleBands.count) * chance.even()
        let last = Float(BubbleBands.count) - 0.5
        let band = Int(wanted < 0 ? 0 : (wanted > last ? last : wanted))
        // Pareto's distribution with the exponent 2.8.
        let strength = Rough.exponential2(
            -0.357 * Rough.logarithm2(chance.even() + 0x1p-24))
        let level = peaks.base[band] * (strength < 4 ? strength : 4)
        let place = pan + chance.between(-0.2, 0.2)
        let held = place > 0.95 ? 0.95 : (place < -0.95 ? -0.95 : place)
        let gains = Rough.panGains(0.5 * held)
        bands.strike(band, left: level * 1.414 * gains[0], right: level * 1.414 * gains[1])
    }
}

extension StreamSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var loudness: Float {
        @_noLocks get { 0.0315 }
    }
}
