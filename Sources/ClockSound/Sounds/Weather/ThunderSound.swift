/// A thunderstorm a few kilometres off: rain, and now and then a long, soft roll.
///
/// The real thing. A lightning channel is a few kilometres long, bent and branched. All of it sounds at once, but
/// its parts are at different distances, so the sound arrives spread over 5-20 s. A few stretches that happen to
/// lie across the line of sight arrive together and are the claps; hills and clouds add echoes (Few, "Thunder",
/// 1975). Air absorbs high frequencies, more with distance: at 5 km little is left above 500 Hz, and the crack of
/// a near stroke is gone altogether. The louder first seconds rise within one or two, not at once: nothing here
/// can startle.
///
/// The model. A roll is a series of claps, four per second at first and fewer later, each with its own strength,
/// under an envelope that rises softly and decays. A clap feeds the levels of four bands of noise. Each level
/// follows with some inertia and decays with its echo, the low ones slowest. Distance attenuates the high ones,
/// as does the roll's age, because late sound came from farther away. The claps wander across the sky. Rolls come
/// at random, with at least a third of the mean interval between them.
struct ThunderSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("interval", 15...300, default: 38, "mean time between two rolls, in s"),
            SoundParameter("distance", 1...15, default: 4, "how far away it strikes, in km"),
            SoundParameter("length", 4...25, default: 11, "how long a roll lasts, in s"),
            SoundParameter("thunder", -18...6, default: 0, "level of the rolls, in dB"),
            SoundParameter("rain", -30...6, default: 0, "level of the rain, in dB"),
            SoundParameter(
                "density", 50...12_000, default: 4500, "grains of rain a second for each ear"),
            SoundParameter("brightness", -1...1, default: -0.3, "of the rain, from dark to bright"),
        ]
    }

    /// A roll in progress.
    private struct Roll: BitwiseCopyable {
        /// Seconds since it started.
        var age: Float = 1000
        var length: Float = 1
        var onset: Float = 1
        var strength: Float = 0
        var pan: Float = 0
        var heading: Float = 0
    }

    private let seconds: Float
    private let interval: Float
    private let distance: Float
    private let length: Float
    private let level: Float
    private var chance: Chance
    private var rain: RainSound
    private var sky: NoiseBands
    private var cut: LowCut
    private let skyLeft: FixedBuffer<Float>
    private let skyRight: FixedBuffer<Float>
    private var claps: Arrivals
    private var roll = Roll()
    /// Seconds until the next one starts.
    private var wait: Float
    // Per band, the input from claps and the level that follows it; left in 0...3, right in 4...7.
    private var echo = SIMD8<Float>()
    private var heard = SIMD8<Float>()
    private let fading: SIMD8<Float>
    private let inertia: SIMD8<Float>

    /// - Parameter values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        seconds = Float(Slice.frames) / Float(rate)
        interval = values[0]
        distance = values[1]
        length = values[2]
        level = 0.1 * Rough.amplitude(decibels: values[3])
        chance = Chance(seed: seed)
        rain = RainSound(
            in: &arena, rate: rate,
            values: SoundValues(
                lowHalf: SIMD8(values[5], 2, values[6], 20, -8, 900, 8, 0.7), highHalf: SIMD8()),
            level: ThunderSound.rainLevel * Rough.amplitude(decibels: values[4]),
            seed: chance.seed())
        sky = NoiseBands(in: &arena, rate: rate, seed: chance.seed())
        // Low-passes, because a band-pass's slope of 6 dB would never remove the high part entirely.
        sky.set(0, .lowPass, frequency: 75, quality: 0.9)
        sky.set(1, .lowPass, frequency: 130, quality: 0.9)
        sky.set(2, .lowPass, frequency: 240, quality: 0.9)
        sky.set(3, .lowPass, frequency: 500, quality: 0.9)
        sky.settle(slices: 16)
        cut = LowCut(frequency: 42, rate: rate)
        skyLeft = arena.floats(Slice.frames)
        skyRight = arena.floats(Slice.frames)
        claps = Arrivals(&chance)
        // Someone who asks for thunder should hear some soon.
        wait = chance.between(0.2, 1.2)
        // Time constants in seconds, of the echo and of the rise.
        let echoes = SIMD4<Float>(1.5, 1.1, 0.75, 0.5)
        let rises = SIMD4<Float>(0.22, 0.16, 0.11, 0.08)
        var (fading, inertia) = (SIMD8<Float>(), SIMD8<Float>())
        for lane in 0..<NoiseBands.lanes {
            let band = lane % NoiseBands.bands
            fading[lane] = Rough.exponential2(-1.442_695 * seconds / echoes[band])
            inertia[lane] = 1 - Rough.exponential2(-1.442_695 * seconds / rises[band])
        }
        self.fading = fading
        self.inertia = inertia
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        rain.render(left: left, right: right)
        wait -= seconds
        if wait <= 0 { begin() }
        let loudest = follow()
        // The sky is silent most of the time, and then costs nothing. It stops at 90 dB below full scale.
        guard loudest > 0.000_03 else { return }
        for band in 0..<NoiseBands.bands {
            sky.setLevel(
                band, left: level * heard[band], right: level * heard[band + NoiseBands.bands])
        }
        sky.render(left: skyLeft.base, right: skyRight.base)
        cut.apply(left: skyLeft.base, right: skyRight.base)
        for index in 0..<Slice.frames {
            left[index] += skyLeft.base[index]
            right[index] += skyRight.base[index]
        }
    }

    @_noLocks
    private mutating func begin() {
        let drawn = interval * (0.35 + 0.65 * chance.waiting())
        wait = drawn < 3 * interval ? drawn : 3 * interval
        roll.age = 0
        roll.length = length * chance.ratio(0.65, 1.5)
        // Distant rolls rise slowly.
        roll.onset = chance.between(0.5, 1.1) * (0.7 + 0.2 * distance)
        roll.strength = Rough.amplitude(decibels: -3 + 2.5 * chance.bell())
        if roll.strength > 1 { roll.strength = 1 }
        roll.pan = chance.between(-0.8, 0.8)
        roll.heading = chance.between(-0.12, 0.12)
    }

    /// Triggers the claps of a slice and updates the levels.
    ///
    /// - Returns: the greatest level.
    @_noLocks
    private mutating func follow() -> Float {
        if roll.age < 1.6 * roll.length {
            roll.age += seconds
            let part = roll.age / roll.length
            claps.open(expected: (4.5 - 2 * (part < 1 ? part : 1)) * seconds)
            while claps.next(&chance) != nil { clap() }
        }
        echo = echo * fading
        var loudest: Float = 0
        for lane in 0..<NoiseBands.lanes {
            heard[lane] += inertia[lane] * (echo[lane] - heard[lane])
            if heard[lane] > loudest { loudest = heard[lane] }
        }
        // Stop the decay before it reaches denormals.
        if loudest < 0.000_001 {
            echo = SIMD8()
            heard = SIMD8()
        }
        return loudest
    }

    @_noLocks
    private mutating func clap() {
        let rise = roll.age / roll.onset
        let soft = rise < 1 ? rise * rise * (3 - 2 * rise) : 1
        let part = roll.age / roll.length
        // 4 dB down by the middle, 20 dB by its end, then a quick decay.
        let fall = Rough.amplitude(decibels: -(4 + 16 * part) * part * 1.15)
        let strength =
            0.42 * roll.strength * soft * fall * Rough.amplitude(decibels: 3.5 * chance.bell())
        let place = roll.pan + roll.heading * roll.age + 0.3 * chance.bell()
        let pan = Rough.panGains(place > 0.9 ? 0.9 : (place < -0.9 ? -0.9 : place))
        for band in 0..<NoiseBands.bands {
            // In dB: the absorption by air along the way, and more of it for late sound.
            let high = Float(band)
            let lost = high * (0.35 * distance * (0.6 + 0.3 * high) + 5 * part)
            let fed = strength * Rough.amplitude(decibels: 1.5 * chance.bell() - lost)
            // Two simultaneous claps must not make a peak.
            let l = 1.2 - echo[band]
            let r = 1.2 - echo[band + NoiseBands.bands]
            echo[band] += fed * (0.25 + pan[0]) * (l > 0 ? l : 0)
            echo[band + NoiseBands.bands] += fed * (0.25 + pan[1]) * (r > 0 ? r : 0)
        }
    }
}

extension ThunderSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var rainLevel: Float {
        @_noLocks get { 0.87 }
    }
}
