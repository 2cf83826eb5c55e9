/// Wind in the open, in trees, and at the edges of a house.
///
/// The real thing. Air itself is silent; the objects in its way sound. Turbulence around the ears and at walls
/// rumbles, mostly below 200 Hz. Openings and branches give a broad band whose centre rises with the speed. A
/// thin edge or a gap sheds vortices at a frequency proportional to the speed (Strouhal: f = 0.2 v / d; a 4 mm
/// wire at 10 m/s: 500 Hz) and howls. Leaves rustle once the wind is strong enough. The power of flow noise grows
/// with the fourth to sixth power of speed (Lighthill, Curle), faster in higher bands. The speed wanders at all
/// time scales. Gusts rise faster than they fall and last 2-20 s; they pass from one side to the other.
///
/// The model: a wind speed for each ear, from drifts at three tempi, mostly shared, followed faster upwards than
/// downwards; four bands of noise, whose centres and levels follow the speeds, the higher the steeper, so that a
/// gust is not only louder but brighter; and the howling lines of edges (`AeolianLines`). In recordings the level
/// varies by 11 to 13 dB, and gusts stand 9 to 14 dB over the rest below 120 Hz.
struct WindSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("gusts", 0...1.5, default: 0.6, "how far the speed varies, in octaves"),
            SoundParameter("pace", 0.3...3, default: 1, "how fast it varies"),
            SoundParameter("pitch", 100...700, default: 240, "middle of the broad band, in Hz"),
            SoundParameter("rumble", -30...9, default: 0, "level of the low rumble, in dB"),
            SoundParameter("howl", -40...12, default: -16, "level of the howling lines, in dB"),
            SoundParameter("howlPitch", 150...1600, default: 640, "the lowest of them, in Hz"),
            SoundParameter("howlSharpness", 8...40, default: 25, "their Q"),
            SoundParameter("leaves", -40...12, default: -12, "level of the rustling leaves, in dB"),
        ]
    }

    /// What a listener may move.
    static var sliders: [SoundSlider] {
        [
            SoundSlider("gusts", "stronger gusts", [.plus("gusts", 0.3)]),
            SoundSlider("leaves", "more leaves", [.plus("leaves", 12)]),
            SoundSlider("howl", "more howling around the house", [.plus("howl", 14)]),
        ]
    }

    /// The state that follows the speed in one ear.
    private struct Ear: BitwiseCopyable {
        var own: Drift
        var turbulence: Drift
        var rustle: Drift
        var buffet: Drift
        /// Octaves above the mean speed.
        var speed: Float = 0

        /// The speed for the next slice; `common` is the wind shared by both ears.
        @_noLocks @inline(__always)
        mutating func step(
            _ common: Float, _ gusts: Float, _ rising: Float, _ falling: Float
        ) -> Float {
            let wanted = common + gusts * 0.25 * own.step()
            speed += (wanted > speed ? rising : falling) * (wanted - speed)
            // Turbulence is as deep as the gusts are, and never quite absent.
            let now = speed + (0.08 + 0.1 * gusts) * turbulence.step()
            // Compress the drifts' extremes: a drift to twice the mean speed gives only a third more,
            // and no storm goes on without end, nor any lull.
            return now > 0 ? now / (1 + 1.4 * now) : now / (1 - 0.4 * now)
        }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var level: Float
    private var gusts: Float
    private var pitch: Float
    private var rumble: Float
    private var howl: Float
    private var leaves: Float
    private var rising: Float
    private var falling: Float
    private var chance: Chance
    private var weather: Drift
    private var gust: Drift
    private var left: Ear
    private var right: Ear
    private var bands: NoiseBands
    private var lines: AeolianLines
    private var cut: LowCut
    private var levels = SIMD8<Float>()

    /// - Parameter values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        let seconds = Float(Slice.frames) / Float(rate)
        let pace = values[1]
        level = WindSound.loudness
        gusts = values[0]
        pitch = values[2]
        rumble = Rough.amplitude(decibels: values[3])
        howl = Rough.amplitude(decibels: values[4])
        leaves = Rough.amplitude(decibels: values[7])
        // A gust rises within half a second and falls over two.
        rising = 1 - Rough.exponential2(-1.442_695 * seconds * pace / 0.45)
        falling = 1 - Rough.exponential2(-1.442_695 * seconds * pace / 1.8)
        chance = Chance(seed: seed)
        weather = Drift(frequency: 0.016 * pace, rate: rate, seed: chance.seed())
        gust = Drift(frequency: 0.11 * pace, rate: rate, seed: chance.seed())
        left = WindSound.ear(pace, rate, &chance)
        right = WindSound.ear(pace, rate, &chance)
        bands = NoiseBands(in: &arena, rate: rate, seed: chance.seed())
        lines = AeolianLines(
            in: &arena, rate: rate, pitch: values[5], quality: values[6], pace: pace,
            seed: chance.seed())
        cut = LowCut(frequency: 32, rate: rate)
        bands.set(3, .bandPass, frequency: 3400, quality: 0.6)
        bands.setGrain(3, perSecond: 14_000)
        let start = gusts * 0.8 * gust.step()
        left.speed = start
        right.speed = start
        setLevels()
        bands.settle(slices: 24)
    }

    @_noLocks
    private static func ear(_ pace: Float, _ rate: Int, _ chance: inout Chance) -> Ear {
        Ear(
            own: Drift(frequency: 0.16 * pace, rate: rate, seed: chance.seed()),
            turbulence: Drift(frequency: 1.3 * pace, rate: rate, seed: chance.seed()),
            rustle: Drift(frequency: 2.2, rate: rate, seed: chance.seed()),
            buffet: Drift(frequency: 2.5 * pace, rate: rate, seed: chance.seed()))
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let speed = setLevels()
        bands.render(left: left, right: right)
        cut.apply(left: left, right: right)
        // At -30 dB nobody hears the lines, and they may rest.
        guard howl > 0.0317 else { return }
        lines.add(speed: speed, level: 0.05 * level * howl, left: left, right: right)
    }

    /// Returns the speed between the ears.
    @_noLocks @discardableResult
    private mutating func setLevels() -> Float {
        let common = gusts * (0.2 * weather.step() + 0.62 * gust.step())
        let l = left.step(common, gusts, rising, falling)
        let r = right.step(common, gusts, rising, falling)
        // The rumble is turbulence itself, in eddies of a few metres.
        let buffet = 0.85 * gusts
        blow(l, buffet * left.buffet.step(), 0.45 * left.rustle.step(), channel: 0)
        blow(r, buffet * right.buffet.step(), 0.45 * right.rustle.step(), channel: 1)
        for band in 0..<NoiseBands.bands {
            bands.setLevel(band, left: levels[band], right: levels[band + NoiseBands.bands])
        }
        return 0.5 * (l + r)
    }

    /// - Parameters:
    ///   - held: the speed at one ear, in octaves above the mean.
    ///   - buffet, flutter: of the rumble and of the leaves there, in octaves of amplitude.
    @_noLocks
    private mutating func blow(_ held: Float, _ buffet: Float, _ flutter: Float, channel: Int) {
        bands.set(
            0, channel: channel, .bandPass, frequency: 75 * Rough.exponential2(0.3 * held),
            quality: 0.6)
        bands.set(
            1, channel: channel, .bandPass, frequency: pitch * Rough.exponential2(0.7 * held),
            quality: 0.55)
        bands.set(
            2, channel: channel, .bandPass, frequency: 3.2 * pitch * Rough.exponential2(held),
            quality: 0.6)
        let lane = channel * NoiseBands.bands
        // Exponents are octaves of amplitude per octave of speed: the fourth to sixth power of it.
        levels[lane] = 0.047 * level * rumble * Rough.exponential2(2 * held + buffet)
        levels[lane + 1] = 0.045 * level * Rough.exponential2(2.5 * held)
        levels[lane + 2] = 0.016 * level * Rough.exponential2(3 * held)
        levels[lane + 3] = 0.03 * level * leaves * Rough.exponential2(3.2 * held + flutter)
    }
}

extension WindSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var loudness: Float {
        @_noLocks get { 1.228 }
    }
}
