/// Waves that break on a beach.
///
/// The real thing. Swell comes in sets, and along a shore one wave after the other breaks. Each steepens and then
/// breaks within half a second, with all frequencies present: air is caught, and its bubbles ring by the million
/// (Farnell, Designing Sound; Deane, "Sound generation and air entrainment by breaking waves in the surf zone",
/// 1997). The roar dies away exponentially while the wash runs up the beach; its foam hisses a little later and
/// longer, as small bubbles burst. Between the waves it is nearly quiet, but for the deep sound, which comes from
/// the whole shore and hardly moves. In recordings of surf a wave breaks every 2-4 s and stands 13-15 dB over the
/// quiet above 1 kHz, but only 4 dB below 250 Hz; it rises by 34-37 dB a second and falls by 23-26. Such an
/// envelope below 2 Hz, on four bands of noise, is all that a listener needs to hear the sea.
///
/// The model. Each wave's power rises exponentially, turns at its crest and falls exponentially. In every slice
/// each contributes power to four bands: deep, roar, wash and foam. Powers add, so four bands of noise with the
/// roots of the sums sound like all of them. The foam's noise is grainy. Below lies a bed, the wind and the rest
/// of the shore, which only drifts; it is the higher, the deeper the band. No wave is much higher than the others:
/// each breaks where the water is hardly deeper than it is high (McCowan, "On the highest wave of permanent type",
/// 1894), and so none startles (sound design, Q9).
struct OceanSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("period", 2...12, default: 3.6, "mean time between two waves, in s"),
            SoundParameter("waves", -18...6, default: 0, "level of the waves over the bed, in dB"),
            SoundParameter(
                "break", 0.1...2, default: 0.26, "how long a wave takes to rise by 10 dB, in s"),
            SoundParameter(
                "wash", 0.2...3, default: 0.52, "how long it takes to fall by 10 dB, in s"),
            SoundParameter("foam", -24...9, default: 0, "level of the foam's hiss, in dB"),
            SoundParameter("depth", -18...9, default: 0, "level of the deep roar, in dB"),
            SoundParameter(
                "brightness", -1...1, default: 0, "from dark (far away) to bright (at the edge)"),
            SoundParameter("wind", -18...18, default: 0, "level of the bed above it, in dB"),
        ]
    }

    /// What a listener may move.
    static var sliders: [SoundSlider] {
        [
            SoundSlider(
                "swell", "higher waves, farther apart",
                [.plus("waves", 5), .times("period", 1.6), .plus("depth", 3)]),
            SoundSlider(
                "wash", "longer wash and more foam on the beach",
                [.times("wash", 2), .plus("foam", 7)]),
            SoundSlider(
                "wind", "more wind and far breakers between the waves",
                [.plus("wind", 10)]),
        ]
    }

    private struct Wave: BitwiseCopyable {
        /// Seconds since its crest; negative before.
        var age: Float = 1000
        /// Octaves of amplitude per second.
        var rise: Float = 1
        var fall: Float = 1
        var strength: Float = 0
        var pan: Float = 0
        var heading: Float = 0
    }

    private static var waveCount: Int {
        @_noLocks get { 6 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var seconds: Float
    private var period: Float
    private var swell: Float
    private var rise: Float
    private var fall: Float
    private var wind: Float
    /// The level of each band.
    private var shares: SIMD4<Float>
    private var chance: Chance
    private var waves: UnsafeMutablePointer<Wave>
    private var oldest = 0
    /// Seconds until the next wave is drawn.
    private var wait: Float
    private var bed: Drift
    private var set: Drift
    private var leftFlicker: Drift
    private var rightFlicker: Drift
    private var bands: NoiseBands
    private var cut: LowCut
    /// The powers of the bands: left in 0...3, right in 4...7.
    private var powers = SIMD8<Float>()

    /// - Parameter values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        seconds = Float(Slice.frames) / Float(rate)
        period = values[0]
        swell = Rough.amplitude(decibels: values[1])
        // 10 dB are 1.661 octaves of amplitude.
        rise = 1.661 / values[2]
        fall = 1.661 / values[3]
        wind = Rough.amplitude(decibels: values[7])
        let tilt = Rough.amplitude(decibels: 5 * values[6])
        shares = SIMD4<Float>(
            0.25 * Rough.amplitude(decibels: values[5]), 0.47, 0.62 * tilt,
            0.26 * Rough.amplitude(decibels: values[4]) * tilt * tilt)
        chance = Chance(seed: seed)
        let memory = arena.reserve(bytes: OceanSound.waveCount * MemoryLayout<Wave>.stride)
        waves = memory.assumingMemoryBound(to: Wave.self)
        wait = 0
        bed = Drift(frequency: 0.03, rate: rate, seed: chance.seed())
        set = Drift(frequency: 0.03, rate: rate, seed: chance.seed())
        leftFlicker = Drift(frequency: 1.4, rate: rate, seed: chance.seed())
        rightFlicker = Drift(frequency: 1.4, rate: rate, seed: chance.seed())
        bands = NoiseBands(in: &arena, rate: rate, seed: chance.seed())
        cut = LowCut(frequency: 30, rate: rate)
        let shift = Rough.exponential2(0.5 * values[6])
        bands.set(0, .bandPass, frequency: 130, quality: 0.75)
        bands.set(1, .bandPass, frequency: 480 * shift, quality: 0.65)
        bands.set(2, .bandPass, frequency: 1800 * shift, quality: 0.65)
        bands.set(3, .bandPass, frequency: 5600 * shift, quality: 0.65)
        bands.setGrain(3, perSecond: 20_000)
        for index in 0..<OceanSound.waveCount { waves[index] = Wave() }
        // Start in the steady state: one wave is about to break.
        draw(before: 0.2)
        setLevels()
        bands.settle(slices: 12)
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        setLevels()
        bands.render(left: left, right: right)
        cut.apply(left: left, right: right)
    }

    /// Replaces the oldest wave by one that breaks in so many seconds.
    @_noLocks
    private mutating func draw(before: Float) {
        waves[oldest] = Wave(
            age: -before, rise: rise * chance.ratio(0.85, 1.2), fall: fall * chance.ratio(0.8, 1.3),
            strength: OceanSound.height(1.2 * chance.bell()),
            pan: chance.between(-0.35, 0.35), heading: chance.between(-0.06, 0.06))
        oldest = (oldest + 1) % OceanSound.waveCount
        // Never quite even, and never two at once.
        let next = 1 + 0.3 * chance.bell()
        wait += period * (next > 0.45 ? next : 0.45)
    }

    /// The amplitude of so many decibels, but not of many more than the others have.
    @_noLocks @inline(__always)
    private static func height(_ decibels: Float) -> Float {
        Rough.amplitude(decibels: decibels < 1.5 ? decibels : 1.5)
    }

    @_noLocks
    private mutating func setLevels() {
        wait -= seconds
        // Eight octaves before its crest it is inaudible.
        if wait < 0 { draw(before: 8 / rise) }
        powers = SIMD8()
        let sets = OceanSound.size * swell * OceanSound.height(set.step())
        for index in 0..<OceanSound.waveCount {
            waves[index].age += seconds
            let wave = waves[index]
            if wave.age * wave.fall < 10 { add(wave, sets * wave.strength) }
        }
        let drift = OceanSound.size * Rough.amplitude(decibels: bed.step())
        let l = Rough.amplitude(decibels: 0.8 * leftFlicker.step())
        let r = Rough.amplitude(decibels: 0.8 * rightFlicker.step())
        let beds = drift * SIMD4<Float>(0.4, 0.124 * wind, 0.082 * wind, 0.065 * wind)
        for band in 0..<NoiseBands.bands {
            let share = beds[band] * shares[band]
            // Near and high parts flicker most.
            let left = Rough.squareRoot(powers[band]) * (band > 1 ? l : 1)
            let right = Rough.squareRoot(powers[band + NoiseBands.bands]) * (band > 1 ? r : 1)
            bands.setLevel(band, left: share + left, right: share + right)
        }
    }

    /// Adds a wave's power in each band.
    @_noLocks @inline(__always)
    private mutating func add(_ wave: Wave, _ size: Float) {
        let breaking = OceanSound.envelope(wave.age, wave.rise, wave.fall)
        // The foam comes after the break, and stays longer.
        let foaming = OceanSound.envelope(wave.age - 0.12, wave.rise, 0.85 * wave.fall)
        let place = wave.pan + wave.heading * wave.age
        let pan = place > 0.6 ? 0.6 : (place < -0.6 ? -0.6 : place)
        let levels = size * shares * SIMD4(0.7 * breaking, breaking, breaking, foaming)
        for band in 0..<NoiseBands.bands {
            let power = levels[band] * levels[band]
            // Lower bands are localised less.
            let width = pan * (band == 0 ? 0.3 : 1)
            powers[band] += power * (1 - width)
            powers[band + NoiseBands.bands] += power * (1 + width)
        }
    }

    /// Rises by `rise` and falls by `fall` octaves a second, about 1 at its round crest.
    @_noLocks @inline(__always)
    private static func envelope(_ age: Float, _ rise: Float, _ fall: Float) -> Float {
        1.6 / (Rough.exponential2(-rise * age) + Rough.exponential2(fall * age))
    }
}

extension OceanSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var size: Float {
        @_noLocks get { 0.189 }
    }
}
