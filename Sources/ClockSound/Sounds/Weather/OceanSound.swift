/// Waves that break on a beach.
///
/// The real thing. Swell comes every 6-14 s, in sets, never twice alike. A wave roars deeply while it steepens.
/// It breaks along its crest within about a second, with all frequencies present. The wash runs up the beach and
/// hisses as its foam's bubbles burst by the thousand. The backwash draws sand and pebbles with it, a last,
/// softer breath. Distant breakers together never fall silent (Farnell, Designing Sound; mct-master's "Making
/// noises": random swells alone align into silence now and then).
///
/// The model. Three waves are under way at a time, each with its own length, strength, break and path along the
/// shore. In every slice each contributes power to four bands: deep, roar, wash and foam. Powers add, so four
/// bands of noise with the roots of the sums sound like all of them. The foam's noise is grainy. Below lies a bed
/// that only drifts.
struct OceanSound: GeneratedSound {
    /// The parameters by their index.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("period", 4...20, default: 8.5, "mean time between two waves, in s"),
            SoundParameter("waves", -18...6, default: 0, "level of the waves over the bed, in dB"),
            SoundParameter("break", 0.2...4, default: 0.9, "how long a wave takes to break, in s"),
            SoundParameter("wash", 1...8, default: 2.6, "how long the wash runs up, in s"),
            SoundParameter("foam", -24...9, default: 0, "level of the foam's hiss, in dB"),
            SoundParameter("depth", -18...9, default: 0, "level of the deep roar, in dB"),
            SoundParameter(
                "brightness", -1...1, default: 0, "from dark (far away) to bright (at the edge)"),
        ]
    }

    private struct Wave: BitwiseCopyable {
        /// Seconds since it became audible; negative before.
        var age: Float = 0
        var build: Float = 4
        var rise: Float = 1
        var wash: Float = 3
        var strength: Float = 1
        var pan: Float = 0
        var heading: Float = 0
    }

    private static var waveCount: Int {
        @_noLocks get { 3 }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var seconds: Float
    private var level: Float
    private var period: Float
    private var swell: Float
    private var rise: Float
    private var wash: Float
    private var foam: Float
    private var depth: Float
    private var tilt: Float
    private var chance: Chance
    private var waves: UnsafeMutablePointer<Wave>
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
        level = OceanSound.loudness
        period = values[0]
        swell = Rough.amplitude(decibels: values[1])
        rise = values[2]
        wash = values[3]
        foam = Rough.amplitude(decibels: values[4])
        depth = Rough.amplitude(decibels: values[5])
        tilt = Rough.amplitude(decibels: 5 * values[6])
        chance = Chance(seed: seed)
        let memory = arena.take(bytes: OceanSound.waveCount * MemoryLayout<Wave>.stride)
        waves = memory.assumingMemoryBound(to: Wave.self)
        bed = Drift(frequency: 0.03, rate: rate, seed: chance.seed())
        set = Drift(frequency: 0.01, rate: rate, seed: chance.seed())
        leftFlicker = Drift(frequency: 1.4, rate: rate, seed: chance.seed())
        rightFlicker = Drift(frequency: 1.4, rate: rate, seed: chance.seed())
        bands = NoiseBands(in: &arena, rate: rate, seed: chance.seed())
        cut = LowCut(frequency: 30, rate: rate)
        let shift = Rough.exponential2(0.5 * values[6])
        bands.set(0, .bandPass, frequency: 100, quality: 0.65)
        bands.set(1, .bandPass, frequency: 330 * shift, quality: 0.5)
        bands.set(2, .bandPass, frequency: 1150 * shift, quality: 0.5)
        bands.set(3, .bandPass, frequency: 3900 * shift, quality: 0.55)
        bands.setGrain(3, perSecond: 9000)
        for index in 0..<OceanSound.waveCount {
            waves[index] = Wave()
            draw(index)
            // Start in the steady state: one wave is about to break.
            waves[index].age = waves[index].build - 1 - period * (Float(index) + chance.even() / 4)
        }
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

    /// Replaces a finished wave with a new one.
    @_noLocks
    private mutating func draw(_ index: Int) {
        let build = chance.between(0.35, 0.55) * period
        waves[index] = Wave(
            age: 0, build: build, rise: rise * chance.ratio(0.7, 1.5),
            wash: wash * chance.ratio(0.75, 1.35),
            strength: Rough.amplitude(decibels: 1.7 * chance.bell()),
            pan: chance.between(-0.75, 0.75), heading: chance.between(-0.09, 0.09))
    }

    @_noLocks
    private mutating func setLevels() {
        powers = SIMD8()
        let sets = Rough.amplitude(decibels: 1.2 * set.step())
        for index in 0..<OceanSound.waveCount {
            waves[index].age += seconds
            let wave = waves[index]
            if wave.age > wave.build + 4.5 * wave.wash + 3 * wave.rise {
                let over = wave.age
                draw(index)
                // Each is followed by another after as many periods as there are waves.
                let all = Float(OceanSound.waveCount) * period * chance.between(0.8, 1.2)
                waves[index].age = over < all ? over - all : 0
            } else if wave.age > 0 {
                add(wave, sets)
            }
        }
        let bedLevel = 0.055 * Rough.amplitude(decibels: bed.step())
        let l = Rough.amplitude(decibels: 1.1 * leftFlicker.step())
        let r = Rough.amplitude(decibels: 1.1 * rightFlicker.step())
        let shares = SIMD4<Float>(0.8 * depth, 0.62, 0.34 * tilt, 0.13 * foam * tilt * tilt)
        for band in 0..<NoiseBands.bands {
            let share = bedLevel * shares[band]
            // Near and high parts flicker most.
            let left = Rough.squareRoot(powers[band]) * (band > 1 ? l : 1)
            let right = Rough.squareRoot(powers[band + NoiseBands.bands]) * (band > 1 ? r : 1)
            bands.setLevel(band, left: level * (share + left), right: level * (share + right))
        }
    }

    /// Adds a wave's power in each band.
    @_noLocks @inline(__always)
    private mutating func add(_ wave: Wave, _ sets: Float) {
        let u = wave.age / wave.build
        let after = wave.age - wave.build
        let deep: Float
        let roar: Float
        let crash: Float
        var hiss: Float = 0
        if after < 0 {
            let square = u * u
            deep = square
            roar = 0.7 * square * u
            crash = 0.12 * square * square * u
        } else {
            let x = after / wave.rise
            let s = x < 1 ? x * x * (3 - 2 * x) : 1
            let fall = OceanSound.decay(after / (0.62 * wave.wash))
            deep = OceanSound.decay(after / wave.wash)
            roar = (0.7 + 0.3 * s) * fall
            // The wash, and the backwash as a second, softer breath.
            let back = (after / wave.wash - 2.1) / 0.75
            let draw = 0.13 * OceanSound.decay(back * back)
            crash = (0.12 + 0.88 * s) * fall + draw
            let run = after / (0.9 * wave.rise + 0.3)
            hiss = (1 - OceanSound.decay(run * run)) * OceanSound.decay(after / wave.wash) + draw
        }
        let size = 0.056 * swell * sets * wave.strength
        let place = wave.pan + wave.heading * wave.age
        let pan = place > 0.85 ? 0.85 : (place < -0.85 ? -0.85 : place)
        let levels = SIMD4<Float>(
            0.75 * depth * deep, 0.8 * roar, 0.72 * tilt * crash,
            0.42 * foam * tilt * tilt * hiss)
        for band in 0..<NoiseBands.bands {
            let power = size * size * levels[band] * levels[band]
            // Lower bands are localised less.
            let width = pan * (band == 0 ? 0.3 : 1)
            powers[band] += power * (1 - width)
            powers[band + NoiseBands.bands] += power * (1 + width)
        }
    }

    @_noLocks @inline(__always)
    private static func decay(_ x: Float) -> Float { Rough.exponential2(-1.442_695 * x) }
}

extension OceanSound {
    /// Matches the loudness of all sounds at default parameters.
    private static var loudness: Float {
        @_noLocks get { 1.12 }
    }
}
