/// A thunderstorm a few kilometres off: rain, and now and then a long, soft roll.
///
/// The real thing. A lightning channel is a few kilometres long, bent and branched, and each of its stretches
/// of some metres sends out an N-shaped wave. All sound at once but at different distances, so the sound
/// arrives spread over 5-20 s. Stretches that happen to lie across the line of sight arrive together and are
/// the peals (Few, "Power spectrum of thunder", 1969, and "Thunder", 1975; Ribner and Roy, "Acoustics of
/// thunder: a quasilinear model for tortuous lightning", 1982). A peal lifts all frequencies alike. Air
/// absorbs the high ones, more with distance and therefore more of what arrives late: the roll is a wedge
/// whose top sinks. In recordings each octave is 10 dB down after 1 to 2 s and 20 dB after 2 to 9 s, the high
/// ones sooner; the level flickers by 2 to 5 dB at 1 to 20 Hz, low octaves most, and half of that is common
/// to all.
///
/// The model. Twelve low-passed noises from 60 Hz to 6 kHz whose levels follow the roll: they rise within two
/// seconds and fall at their own pace. Half of their flicker is common (the stretches), half their own (what
/// interferes on the way). Strokes come every quarter of a minute, as from a storm at its height: so each minute
/// holds clear rolls with quiet between them. The rain has large drops, as that of a storm has.
///
/// A near stroke's crack would startle a sleeper (sound design, Q9). So the last decibels below a roll's height are
/// climbed slowly by all bands together: to limit each band alone would take the flicker away, by which a listener
/// knows thunder. The loudest moments bend softly, as such waves do, and as small speakers need. Rolls come at
/// random, never sooner than two thirds of the mean interval.
struct ThunderSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("interval", 6...300, default: 15, "mean time between two rolls, in s"),
            SoundParameter("distance", 1...15, default: 5.5, "how far away it strikes, in km"),
            SoundParameter("length", 3...25, default: 4.3, "how long a roll lasts, in s"),
            SoundParameter("thunder", -18...6, default: 0, "level of the rolls, in dB"),
            SoundParameter("rain", -40...12, default: 0, "level of the rain, in dB"),
            SoundParameter("density", 50...12_000, default: 1200, "drops of rain a second"),
            SoundParameter("brightness", -1...1, default: -0.5, "of the rain, from dark to bright"),
            SoundParameter("flicker", 0...2, default: 1.7, "how unevenly a roll rolls"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("distance", "farther away", [.times("distance", 2)]),
            SoundSlider("rolls", "more rolls", [.times("interval", 0.45)]),
            SoundSlider("rain", "more rain", [.plus("rain", 14)]),
        ]
    }

    static var isRounded: Bool {
        @_noLocks get { true }
    }

    private static var groups: Int {
        @_noLocks get { 3 }
    }
    private static var bands: Int {
        @_noLocks get { 12 }
    }

    /// What a band of the sky does.
    private struct Band: BitwiseCopyable {
        /// In dB: at the height of a roll, and now, under that height.
        var height: Float
        var level: Float
        /// How fast it falls once the peals are over, in dB a second.
        var fall: Float
        /// The deviation of its flicker, in dB.
        var deep: Float
        var flicker: Drift
        var amplitude: Float
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var seconds: Float
    private var interval: Float
    private var length: Float
    private var level: Float
    private var flicker: Float
    private var chance: Chance
    private var rain: RainSound
    private var sky: UnsafeMutablePointer<Band>
    private var white: WhiteNoise
    private var filters: UnsafeMutablePointer<StereoBands>
    private var cut: LowCut
    private var noise: FixedBuffer<Float>
    private var sum: FixedBuffer<Float>
    private var part: FixedBuffer<Float>
    private var peals: Drift
    private var gusts: Drift
    /// Seconds since the roll began, and until the next one does.
    private var age: Float = 1000
    private var wait: Float
    private var rise: Float = 1
    /// The roll's strength in dB, and its place.
    private var strength: Float = 0
    private var pan: Float = 0
    /// The power of all bands at the height of the strongest roll; and what share of that they have now.
    private var greatestPower: Float = 0
    private var share: Float = 0
    /// How much that share may grow in a slice.
    private let growth: Float

    /// - Parameter values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        seconds = Float(Slice.frames) / Float(rate)
        growth = Rough.amplitude(decibels: 2 * ThunderSound.climb * seconds)
        interval = values[0]
        length = values[2]
        level = ThunderSound.loudness * Rough.amplitude(decibels: values[3])
        flicker = values[7]
        chance = Chance(seed: seed)
        rain = RainSound(
            in: &arena, rate: rate,
            values: SoundValues(
                lowHalf: SIMD8(values[5], 0, values[6], 8, 8.5, 1300, 3, 2),
                highHalf: SIMD8(0.8, 22, 0.7, 0, 0, 0, 0, 0)),
            level: ThunderSound.rainLevel * Rough.amplitude(decibels: values[4]),
            seed: chance.seed())
        white = WhiteNoise(in: &arena, seed: chance.seed())
        cut = LowCut(frequency: 48, rate: rate)
        noise = arena.floats(2 * Slice.frames)
        sum = arena.floats(2 * Slice.frames)
        part = arena.floats(2 * Slice.frames)
        peals = Drift(frequency: 7, rate: rate, seed: chance.seed())
        gusts = Drift(frequency: 0.6, rate: rate, seed: chance.seed())
        let ofBands = arena.reserve(bytes: ThunderSound.bands * MemoryLayout<Band>.stride)
        sky = ofBands.assumingMemoryBound(to: Band.self)
        let ofFilters = arena.reserve(bytes: ThunderSound.groups * MemoryLayout<StereoBands>.stride)
        filters = ofFilters.assumingMemoryBound(to: StereoBands.self)
        for group in 0..<ThunderSound.groups {
            filters[group] = StereoBands(in: &arena, rate: rate)
        }
        // Someone who asks for thunder should hear some soon.
        wait = chance.between(0.2, 1.2)
        for band in 0..<ThunderSound.bands {
            let octave = 0.6 * Float(band)
            let frequency = 60 * Rough.exponential2(octave)
            filters[band / 4].tune(band % 4, .low, frequency: frequency, quality: 0.8)
            let lost = ThunderSound.absorption(octave) * (values[1] - 1.5)
            let own = ThunderSound.height(octave) - lost
            greatestPower += Rough.amplitude(decibels: 2 * own)
            // From 2 dB/s (low) to 3.7, in a roll of nine seconds.
            sky[band] = Band(
                height: own, level: ThunderSound.silence,
                fall: (2 + 0.26 * octave) * 9 / length, deep: ThunderSound.deep,
                flicker: Drift(frequency: 8, rate: rate, seed: chance.seed()), amplitude: 0)
        }
    }

    /// The level of a near roll, in dB, so many octaves above 60 Hz: most at 150-900 Hz.
    @_noLocks
    private static func height(_ octave: Float) -> Float {
        octave < 2 ? -12 + 3.5 * octave : (octave < 3.6 ? -5 : -5 - 3.8 * (octave - 3.6))
    }

    /// What air takes, in dB a kilometre: 0.15 at 60 Hz, 2.5 at 1 kHz, 9 at 4 kHz.
    @_noLocks
    private static func absorption(_ octave: Float) -> Float {
        0.15 * Rough.exponential2(0.99 * octave)
    }

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        rain.render(left: left, right: right)
        wait -= seconds
        if wait <= 0 { begin() }
        age += seconds
        // The sky is silent most of the time, and then costs nothing.
        guard follow() else { return }
        white.render(left: noise.base, right: noise.base + Slice.frames)
        for index in 0..<2 * Slice.frames { sum.base[index] = 0 }
        for group in 0..<ThunderSound.groups {
            filters[group].render(
                leftInput: noise.base, rightInput: noise.base + Slice.frames, left: part.base,
                right: part.base + Slice.frames)
            for index in 0..<2 * Slice.frames { sum.base[index] += part.base[index] }
        }
        cut.apply(left: sum.base, right: sum.base + Slice.frames)
        ThunderSound.add(sum.base, 1 - pan, to: left)
        ThunderSound.add(sum.base + Slice.frames, 1 + pan, to: right)
    }

    /// Adds a channel.
    @_noLocks @inline(never)
    private static func add(
        _ samples: UnsafePointer<Float>, _ gain: Float, to output: UnsafeMutablePointer<Float>
    ) {
        for index in 0..<Slice.frames {
            output[index] += gain * samples[index]
        }
    }

    @_noLocks
    private mutating func begin() {
        let drawn = 0.72 + 0.28 * chance.waiting()
        wait = interval * (drawn < 1.7 ? drawn : 1.7)
        rise = chance.between(0.65, 0.95)
        // It begins 52 dB down, unheard.
        age = -rise
        strength = chance.between(-2.5, 0)
        pan = chance.between(-0.25, 0.25)
    }

    /// Moves the levels of the bands.
    ///
    /// - Returns: whether any can be heard.
    @_noLocks
    private mutating func follow() -> Bool {
        // A peal's first second holds, two more fall fast, and then each band at its pace.
        let since = age - rise
        let pealing: Float = since < 1 ? 2.5 : (since < 2.8 ? 4.6 : 0)
        // From 52 dB down, ever more slowly.
        let below = age < rise ? 0.5 * (1 - age / rise) : 0
        let rising = age < rise ? strength - 52 * below * below : ThunderSound.silence
        var loudest = ThunderSound.silence
        for band in 0..<ThunderSound.bands {
            let fallen = sky[band].level - seconds * (pealing > 0 ? pealing : sky[band].fall)
            let next = rising > fallen ? rising : fallen
            sky[band].level = next > ThunderSound.silence ? next : ThunderSound.silence
            let heard = sky[band].level + sky[band].height
            if heard > loudest { loudest = heard }
        }
        guard loudest > ThunderSound.threshold else { return false }
        let common = flicker * 0.7 * peals.step()
        let slow = flicker * 0.5 * gusts.step()
        var power: Float = 1e-20
        for band in 0..<ThunderSound.bands {
            let own = flicker * 0.7 * sky[band].flicker.step()
            let moved = sky[band].deep * (common + own) + slow
            let heard = sky[band].level + sky[band].height + moved
            sky[band].amplitude = Rough.amplitude(decibels: heard)
            power += sky[band].amplitude * sky[band].amplitude
        }
        let gain = level / AirBed.whiteLevel * Rough.squareRoot(climbed(to: power / greatestPower))
        for band in 0..<ThunderSound.bands {
            filters[band / 4].aim(band % 4, level: gain * sky[band].amplitude)
        }
        return true
    }

    /// Lets the share of the greatest power grow slowly above `quiet`.
    ///
    /// - Returns: which part of `wanted` it is.
    @_noLocks
    private mutating func climbed(to wanted: Float) -> Float {
        let rising = share * growth
        let greatest = rising > ThunderSound.quiet ? rising : ThunderSound.quiet
        share = wanted < greatest ? wanted : greatest
        return share / wanted
    }
}

extension ThunderSound {
    /// Matches the loudness of all sounds at default parameters, as far as the loudest moment has room.
    private static var loudness: Float {
        @_noLocks get { 0.364 }
    }
    private static var rainLevel: Float {
        @_noLocks get { 0.382 }
    }
    /// The deviation in dB of a band's flicker, where `flicker` is 1 and it were alone.
    private static var deep: Float {
        @_noLocks get { 4.2 }
    }
    /// The level in dB of a band that rests, and that from which the sky costs nothing.
    private static var silence: Float {
        @_noLocks get { -200 }
    }
    private static var threshold: Float {
        @_noLocks get { -75 }
    }
    /// The share of a roll's greatest power (-6 dB) that no sleeper is startled by; and how fast the rest may be
    /// climbed, in dB a second.
    private static var quiet: Float {
        @_noLocks get { 0.25 }
    }
    private static var climb: Float {
        @_noLocks get { 18 }
    }
}
