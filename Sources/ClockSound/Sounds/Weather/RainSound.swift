/// Rain: drops by the thousand, heard from three distances at once.
///
/// The real thing. In moderate rain a few hundred drops per second fall on each square metre, 0.5 to 4 mm wide,
/// at 2 to 9 m/s. Each makes a click of a millisecond on impact. In water, about one in ten (light rain) traps a
/// bubble that rings: at 2-15 kHz in a pond, much lower in a gutter, on a leaf, on tin (Farnell, Designing Sound,
/// ch. 37; van den Doel, Physically Based Models for Liquid Sounds, 2005). Loudness falls with distance while the
/// number of drops grows with its square, so one hears:
/// - *far away*, too many to tell apart: noise, which swells as the shower passes. Two even bands: the body, and
///   the air above it.
/// - *a few metres off*, occasional grains: two grainy bands (`NoiseBands`), whose filters ring for a
///   millisecond, `density` grains per second for each ear.
/// - *near by*, single drops with their own position and pitch: a click (`Bursts`) and what rings where it falls
///   (`Ringers`), `drops` per second at random. Smaller ones are higher and softer. Many are faint and few
///   strong, like drops spread over a plane.
///
/// The shower's strength wanders by a few decibels in 10-30 s, partly independently for each ear.
struct RainSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter(
                "density", 50...12_000, default: 2200,
                "grains a second for each ear: how dense what falls some metres off is"),
            SoundParameter(
                "far", -24...9, default: 0, "level of the even rain far away over that, in dB"),
            SoundParameter(
                "brightness", -1...1, default: 0,
                "from dark (through a window) to bright (on stones)"),
            SoundParameter("drops", 0...120, default: 14, "single near drops a second"),
            SoundParameter("dropLevel", -30...9, default: 0, "level of the single drops, in dB"),
            SoundParameter(
                "pitch", 150...5000, default: 1500, "middle of what the near drops ring at, in Hz"),
            SoundParameter("ring", 2...80, default: 11, "how long a near drop rings, in ms"),
            SoundParameter(
                "swell", 0...3, default: 0.7, "how far the shower's strength wanders, in dB"),
        ]
    }

    /// The level of the grainy bands together, relative to full scale, before `level`.
    private static var grainLevel: Float {
        @_noLocks get { 0.05 }
    }
    private static var dropPeak: Float {
        @_noLocks get { 0.25 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var level: Float
    private var far: Float
    private var brightness: Float
    private var drops: Float
    private var dropLevel: Float
    private var pitch: Float
    private var ring: Float
    private var swell: Float
    private var chance: Chance
    private var shower: Drift
    private var leftShower: Drift
    private var rightShower: Drift
    private var spray: Drift
    private var bands: NoiseBands
    private var bursts: Bursts
    private var ringers: Ringers
    private var arrivals: Arrivals

    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.init(in: &arena, rate: rate, values: values, level: 1, seed: seed)
    }

    /// - Parameters:
    ///   - values: the values of `parameters`, in their order.
    ///   - level: at 1 it matches the loudness of all sounds.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, level: Float, seed: UInt64) {
        self.level = level * RainSound.loudness
        far = Rough.amplitude(decibels: values[1])
        brightness = values[2]
        drops = values[3] * Float(Slice.frames) / Float(rate)
        dropLevel = RainSound.dropPeak * Rough.amplitude(decibels: values[4])
        pitch = values[5]
        ring = values[6] * 0.001
        swell = values[7]
        chance = Chance(seed: seed)
        shower = Drift(frequency: 0.035, rate: rate, seed: chance.seed())
        leftShower = Drift(frequency: 0.11, rate: rate, seed: chance.seed())
        rightShower = Drift(frequency: 0.11, rate: rate, seed: chance.seed())
        spray = Drift(frequency: 0.25, rate: rate, seed: chance.seed())
        bands = NoiseBands(in: &arena, rate: rate, seed: chance.seed())
        bursts = Bursts(in: &arena, capacity: 24, rate: rate)
        ringers = Ringers(in: &arena, groups: 2, rate: rate)
        arrivals = Arrivals(&chance)
        let shift = Rough.exponential2(0.8 * values[2])
        bands.set(0, .bandPass, frequency: 330 * shift, quality: 0.4)
        bands.set(1, .bandPass, frequency: 1500 * shift, quality: 0.6)
        bands.set(2, .bandPass, frequency: 3800 * shift, quality: 0.8)
        bands.set(3, .bandPass, frequency: 6500 * shift, quality: 0.55)
        bands.setGrain(1, perSecond: values[0])
        bands.setGrain(2, perSecond: 0.6 * values[0])
        setLevels()
        bands.settle(slices: 12)
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let strength = setLevels()
        bands.render(left: left, right: right)
        bursts.render(left: left, right: right)
        ringers.render(left: left, right: right)
        // Stronger rain has more drops, in proportion to its power.
        arrivals.open(expected: drops * strength * strength)
        while let frame = arrivals.next(&chance) { drop(at: frame, left: left, right: right) }
    }

    /// - Returns: the shower's strength as an amplitude, 1 on average.
    @_noLocks @discardableResult
    private mutating func setLevels() -> Float {
        let common = swell * shower.step()
        let strength = Rough.amplitude(decibels: common)
        let l = strength * Rough.amplitude(decibels: 0.4 * swell * leftShower.step())
        let r = strength * Rough.amplitude(decibels: 0.4 * swell * rightShower.step())
        // Stronger rain is brighter, and the highest part varies most.
        let air = Rough.amplitude(decibels: 0.35 * swell * spray.step() + 0.4 * common)
        let tilt = Rough.amplitude(decibels: 5 * brightness)
        let grains = level * RainSound.grainLevel
        let even = grains * far
        bands.setLevel(0, left: 0.85 * even * l / tilt, right: 0.85 * even * r / tilt)
        bands.setLevel(1, left: 0.72 * grains * l, right: 0.72 * grains * r)
        bands.setLevel(2, left: 0.58 * grains * l * tilt, right: 0.58 * grains * r * tilt)
        bands.setLevel(3, left: 0.4 * even * l * tilt * air, right: 0.4 * even * r * tilt * air)
        return strength
    }

    @_noLocks
    private mutating func drop(
        at frame: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        // Drops spread uniformly over a plane: twice as far is half as loud and four times as many.
        let distance = Rough.squareRoot(0.04 + 0.96 * chance.even())
        let size = Rough.exponential2(0.5 * chance.bell())
        // The largest drops right next to the listener would stand out of any rain.
        let strength = 0.2 / distance * size
        let peak = level * dropLevel * (strength < 1.1 ? strength : 1.1)
        let pan = Rough.panGains(0.9 * (2 * chance.even() - 1))
        let click = chance.ratio(0.3, 0.8) * peak
        bursts.strike(
            Bursts.Strike(
                frequency: pitch * chance.ratio(1.1, 2.6), quality: 0.8, rise: 0.000_25,
                fall: chance.ratio(0.000_7, 0.002), left: click * pan[0], right: click * pan[1]),
            at: frame, &chance, left: left, right: right)
        // Not every drop rings.
        guard chance.even() < 0.6 else { return }
        let frequency = pitch / size * chance.ratio(0.6, 1.7)
        let decay = 1 / (ring * chance.ratio(0.5, 1.6))
        let ringing = peak * chance.sign()
        ringers.strike(
            Ringers.Strike(
                frequency: frequency, decay: decay,
                rise: chance.between(0, 0.1) * decay, left: ringing * pan[0],
                right: ringing * pan[1]),
            at: frame, left: left, right: right)
    }
}

extension RainSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var loudness: Float {
        @_noLocks get { 1.07 }
    }
}
