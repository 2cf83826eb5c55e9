/// Rain: drops by the thousand, each a click of all frequencies, and the near ones with what they fall on.
///
/// The real thing. In moderate rain a few hundred drops a second fall on each square metre, 0.5 to 4 mm wide,
/// at 2 to 9 m/s. An impact lasts a millisecond and less, so it excites all frequencies at once: a listener
/// knows rain by thousands of faint vertical lines, not by its spectrum (McDermott and Simoncelli, "Sound
/// texture perception via statistics of the auditory periphery", 2011). Drops lie on a plane: twice as far is
/// half as loud and four times as many, which makes strengths x with a probability of x^-2 to be exceeded.
/// Then the surface answers: puddles trap bubbles that ring at one pitch, tin and glass ring in many modes, a
/// tent is a slack drum, a leaf only patters (van den Doel, "Physically based models for liquid sounds",
/// 2005; Cook, "Physically informed sonic modeling", 1997; Farnell, Designing Sound, ch. 37).
///
/// The model, from far to near:
/// - *far away*: even noise, `far` over the drops.
/// - *around*: `density` clicks a second (`Splashes`) of 0.3 to 2 ms, from the faintest to `contrast` above
///   it.
/// - *near by*: `drops` a second, each with its place, a click that lasts as long as the surface's `patter`,
///   and `modes` that ring around its `pitch` (`Ringers`). A single mode is a bubble: its pitch rises. Strong
///   drops are large, and lower.
/// All clicks and the noise go through one filter of four bands, bright or dark. The shower's strength
/// wanders by a few decibels in 10-30 s, partly by itself for each ear.
struct RainSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("density", 50...12_000, default: 2500, "drops a second all around"),
            SoundParameter(
                "far", -24...12, default: -3, "level of the even rain far away over them, in dB"),
            SoundParameter(
                "brightness", -1...1, default: 0,
                "from dark (through a window) to bright (on stones)"),
            SoundParameter("drops", 0...120, default: 8, "single near drops a second"),
            SoundParameter("dropLevel", -30...18, default: -6, "level of the single drops, in dB"),
            SoundParameter(
                "pitch", 60...6000, default: 2200, "middle of what the near drops ring at, in Hz"),
            SoundParameter("ring", 1...80, default: 4, "how long a near drop rings, in ms"),
            SoundParameter("modes", 0...6, default: 2, "tones in the ring of a near drop"),
            SoundParameter("patter", 0.2...8, default: 0.8, "how long its click lasts, in ms"),
            SoundParameter(
                "contrast", 6...36, default: 29,
                "how far the strongest of the drops all around stand over the faintest, in dB"),
            SoundParameter(
                "swell", 0...3, default: 0.7, "how far the shower's strength wanders, in dB"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("drops", "more drops", [.times("density", 2.5), .times("drops", 3)]),
            SoundSlider(
                "distance", "farther away",
                [
                    .plus("far", 9), .plus("dropLevel", -9), .plus("contrast", -8),
                    .plus("brightness", -0.4),
                ]),
            SoundSlider(
                "surface", "harder ground",
                [.times("pitch", 2), .times("ring", 3), .times("patter", 0.4)]),
        ]
    }

    /// The strongest drops leave room for the rest.
    static var isRounded: Bool {
        @_noLocks get { true }
    }

    /// How far the strongest near drops stand over all the rest, as an RMS at their beginning.
    private static var dropPeak: Float {
        @_noLocks get { 10 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var level: Float
    private var even: Float
    private var click: Float
    private var density: Float
    private var weakest: Float
    private var brightness: Float
    private var drops: Float
    private var dropLevel: Float
    private var pitch: Float
    private var ring: Float
    private var modes: Float
    private var patter: Float
    private var swell: Float
    private var chance: Chance
    private var shower: Drift
    private var leftShower: Drift
    private var rightShower: Drift
    private var splashes: Splashes
    private var wash: FixedBuffer<Float>
    private var bands: StereoBands
    private var ringers: Ringers
    private var arrivals: Arrivals
    private var nearArrivals: Arrivals

    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.init(in: &arena, rate: rate, values: values, level: 1, seed: seed)
    }

    /// - Parameters:
    ///   - values: the values of `parameters`, in their order.
    ///   - level: at 1 it matches the loudness of all sounds.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, level: Float, seed: UInt64) {
        density = values[0] * Float(Slice.frames) / Float(rate)
        brightness = values[2]
        drops = values[3] * Float(Slice.frames) / Float(rate)
        dropLevel = RainSound.dropPeak * Rough.amplitude(decibels: values[4])
        // More near drops leave less of the rest, so that all is as loud: their mean power is the product of
        // their strength's (in `drop`), half for each ear, and half of how long they last.
        let nearPower = values[3] * dropLevel * dropLevel * 0.17 * 0.25 * values[8] * 0.001_1
        self.level = level * RainSound.loudness / Rough.squareRoot(1 + nearPower)
        pitch = values[5]
        ring = values[6] * 0.001
        modes = values[7]
        patter = values[8] * 0.001
        swell = values[10]
        // The weakest drop's power relative to the strongest one's, and the mean power of all (a logarithm,
        // because each octave of distance has as much).
        let ratio = Rough.amplitude(decibels: -2 * values[9])
        weakest = ratio
        let mean = 0.693_147_2 * -Rough.logarithm2(ratio) / (1 - ratio)
        // The clicks' time constants have a mean of 0.9 ms; half of it counts for the power. Clicks and noise
        // together have an RMS of 1.
        let far = Rough.amplitude(decibels: values[1])
        let clicks = 1 / Rough.squareRoot(1 + far * far)
        even = far * clicks
        click = clicks / Rough.squareRoot(values[0] * 0.000_45 * mean)
        chance = Chance(seed: seed)
        shower = Drift(frequency: 0.035, rate: rate, seed: chance.seed())
        leftShower = Drift(frequency: 0.11, rate: rate, seed: chance.seed())
        rightShower = Drift(frequency: 0.11, rate: rate, seed: chance.seed())
        splashes = Splashes(in: &arena, rate: rate, seed: chance.seed())
        wash = arena.floats(2 * Slice.frames)
        bands = StereoBands(in: &arena, rate: rate)
        ringers = Ringers(in: &arena, groups: 3, rate: rate)
        arrivals = Arrivals(&chance)
        nearArrivals = Arrivals(&chance)
        let shift = Rough.exponential2(0.5 * values[2])
        bands.tune(0, .band, frequency: 300 * shift, quality: 0.5)
        bands.tune(1, .band, frequency: 1300 * shift, quality: 0.6)
        bands.tune(2, .band, frequency: 4000 * shift, quality: 0.7)
        bands.tune(3, .band, frequency: 9000 * shift, quality: 0.7)
        setLevels(strength: 1)
        bands.jump()
        splashes.settle()
        // Rain for a moment, so that the first audible sample is as loud as any other.
        let scratch = arena.floats(2 * Slice.frames)
        for _ in 0..<12 { render(left: scratch.base, right: scratch.base + Slice.frames) }
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let strength = Rough.amplitude(decibels: swell * shower.step())
        setLevels(strength: strength)
        for index in 0..<Slice.frames { (left[index], right[index]) = (0, 0) }
        ringers.render(left: left, right: right)
        arrivals.open(expected: density)
        while let frame = arrivals.next(&chance) { splash(at: frame) }
        // Stronger rain has more drops, in proportion to its power.
        nearArrivals.open(expected: drops * strength * strength)
        while let frame = nearArrivals.next(&chance) { drop(at: frame, left: left, right: right) }
        splashes.render(
            left: wash.base, right: wash.base + Slice.frames,
            evenLeft: even * Rough.amplitude(decibels: 0.4 * swell * leftShower.step()),
            evenRight: even * Rough.amplitude(decibels: 0.4 * swell * rightShower.step()))
        let other = wash.base + Slice.frames
        bands.render(leftInput: wash.base, rightInput: other, left: wash.base, right: other)
        for index in 0..<Slice.frames {
            left[index] += wash.base[index]
            right[index] += other[index]
        }
    }

    @_noLocks
    private mutating func setLevels(strength: Float) {
        let tilt = Rough.amplitude(decibels: 5 * brightness)
        let wash = RainSound.washLevel * level * strength
        bands.aim(0, level: 0.3 * wash / tilt)
        bands.aim(1, level: 0.5 * wash)
        bands.aim(2, level: 0.6 * wash * tilt)
        // Stronger rain is brighter.
        bands.aim(3, level: 0.55 * wash * tilt * Rough.squareRoot(tilt * strength))
    }

    /// One of the drops all around.
    @_noLocks @inline(__always)
    private mutating func splash(at frame: Int) {
        let strength = click / Rough.squareRoot(weakest + (1 - weakest) * chance.even())
        let pan = chance.even() - 0.5
        // 0.3 to 2 ms.
        let fall = 0.000_3 * Rough.exponential2(2.737 * chance.even())
        splashes.strike(
            at: frame, fall: fall, left: strength * (1 + pan), right: strength * (1 - pan),
            &chance)
    }

    /// One of the near drops.
    @_noLocks
    private mutating func drop(
        at frame: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        // Drops spread uniformly over a plane: twice as far is half as loud and four times as many.
        let distance = Rough.squareRoot(0.04 + 0.96 * chance.even())
        let size = Rough.exponential2(0.5 * chance.bell())
        // The largest drops right next to the listener would stand out of any rain.
        let raw = 0.2 / distance * size
        let strength = dropLevel * (raw < 1.1 ? raw : 1.1)
        let pan = Rough.panGains(0.9 * (2 * chance.even() - 1))
        let clicked = strength * chance.ratio(0.6, 1.3)
        splashes.strike(
            at: frame, fall: patter * chance.ratio(0.6, 1.7), left: clicked * pan[0],
            right: clicked * pan[1], &chance)
        let count = Int(modes)
        guard count > 0 else { return }
        let ringing = RainSound.washLevel * level * strength * RainSound.ringShare
        let share = ringing / Rough.squareRoot(Float(count))
        for _ in 0..<count {
            let place = chance.ratio(count == 1 ? 0.6 : 0.4, count == 1 ? 1.7 : 2.5)
            let decay = place / (ring * chance.ratio(0.6, 1.7))
            let peak = share * chance.ratio(0.4, 1.4) * chance.sign()
            ringers.strike(
                Ringers.Strike(
                    frequency: pitch / size * place, decay: decay,
                    rise: count == 1 ? chance.between(0, 0.1) * decay : 0, left: peak * pan[0],
                    right: peak * pan[1]),
                at: frame, left: left, right: right)
        }
    }
}

extension RainSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var loudness: Float {
        @_noLocks get { 1.12 }
    }
    /// The RMS of what goes through the filter, relative to full scale.
    private static var washLevel: Float {
        @_noLocks get { 0.06 }
    }
    /// The peak of a near drop's ring over the RMS of its click's beginning.
    private static var ringShare: Float {
        @_noLocks get { 0.2 }
    }
}
