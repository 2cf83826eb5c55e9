/// A fan that runs all night: air with the faint passing of the blades.
///
/// The real thing: air torn at the blades' edges makes broad noise with a hump at a few hundred hertz that falls
/// by 9 to 12 dB per octave above 500 Hz. Each blade that passes a strut adds a push, which gives a tone at
/// revolutions x blades and a few harmonics of it (a five-blade box fan at 1150 rpm: 96 Hz). The motor hums at
/// twice the mains frequency. Slow, wide blades (a ceiling fan: 150 rpm, 5 blades) make no tone, but a wash that
/// rises and falls with each blade. The speed wanders by a few thousandths with the mains and the draught, and no
/// two blades are alike. (Neise, "Review of fan noise generation mechanisms and control methods", 1992.)
///
/// The model: `AirBed` whose levels drift apart by about 1 dB in several seconds (the draught); `Overtones` for
/// the tone at a wandering speed, and for the hum; and for the wash, a gain that depends on the blades' angle and
/// each blade's strength.
struct FanSound: GeneratedSound {
    private static var mostBlades: Int {
        @_noLocks get { 12 }
    }

    private let rate: Int
    private var air: AirBed
    private var tone: Overtones
    private var hum: Overtones
    private var speedDrift: Drift
    private let turnsPerSecond: Double
    private let blades: Int
    private let strengths: FixedBuffer<Float>
    private let wash: Float
    private let mains: Double
    /// Revolutions, 0 ..< 1.
    private var angle = 0.0

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        var chance = Chance(seed: seed)
        self.rate = rate
        turnsPerSecond = Double(values[0]) / 60
        blades = Int(values[1])
        mains = Double(values[6])
        let passing = turnsPerSecond * Double(blades)
        tone = Overtones(in: &arena, rate: rate, capacity: 6, depth: 0.25, driftFrequency: 0.2)
        FanSound.fill(&tone, passing: passing, level: 0.070 * values[2], &chance)
        hum = Overtones(in: &arena, rate: rate, capacity: 3, depth: 0.1, driftFrequency: 0.05)
        FanSound.fillHum(&hum, mains: mains, level: 0.036 * values[5], &chance)
        speedDrift = Drift(frequency: 0.06, rate: rate, seed: chance.seed())
        strengths = arena.floats(FanSound.mostBlades)
        for index in 0..<FanSound.mostBlades {
            strengths.base[index] = chance.between(0.8, 1.2)
        }
        // Above about 15 passes per second, single blades are no longer audible.
        let blur = Float(passing) / 15
        wash = values[4] / (1 + blur * blur)

        // Half is a room fan; at the maximum, the top is 7 dB stronger.
        let tilt = values[3] - 0.5
        let low = Rough.amplitude(decibels: -6 * tilt)
        let high = Rough.amplitude(decibels: 9 * tilt)
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.07, seed: chance.seed())
        air.set(0, .low, frequency: 132, quality: 0.75, level: 0.0608 * low, depth: 0.10)
        air.set(1, .low, frequency: 316, quality: 1.14, level: 0.0799 * low, depth: 0.08)
        air.set(2, .low, frequency: 503, quality: 0.64, level: 0.0751, depth: 0.06)
        air.set(3, .low, frequency: 2427, quality: 0.44, level: 0.0180 * high, depth: 0.08)
        air.settle(in: &arena)
    }

    /// The blade tone. Omits what a small speaker cannot play; each harmonic is 5 dB below the previous.
    @_noLocks
    private static func fill(
        _ tone: inout Overtones, passing: Double, level: Float, _ chance: inout Chance
    ) {
        var amplitude = level
        for harmonic in 1...6 {
            let frequency = passing * Double(harmonic)
            if frequency >= 40, frequency <= 4000 {
                tone.append(
                    ratio: Double(harmonic), level: amplitude, width: harmonic == 1 ? 0.2 : 0.5,
                    fundamental: passing, chance: &chance)
            }
            amplitude *= 0.56
        }
    }

    /// The motor's hum: twice the mains frequency and the next two multiples.
    @_noLocks
    static func fillHum(
        _ hum: inout Overtones, mains: Double, level: Float, _ chance: inout Chance
    ) {
        hum.append(ratio: 2, level: level, width: 0.1, fundamental: mains, chance: &chance)
        hum.append(ratio: 4, level: level * 0.4, width: 0.3, fundamental: mains, chance: &chance)
        hum.append(ratio: 6, level: level * 0.15, width: 0.5, fundamental: mains, chance: &chance)
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let speed = turnsPerSecond * (1 + 0.003 * Double(speedDrift.step()))
        let gust = washGain(speed)
        air.render(left: left, right: right, gains: SIMD4(0.5 + 0.5 * gust, gust, gust, gust))
        tone.add(frequency: speed * Double(blades), gain: 1, left: left, right: right)
        hum.add(frequency: mains, gain: 1, left: left, right: right)
    }

    /// The air's strength for the blades' angle: a raised cosine squared per blade, scaled by the blade's strength,
    /// so that each is a short swish.
    @_noLocks
    private mutating func washGain(_ speed: Double) -> Float {
        angle += speed * Double(Slice.frames) / Double(rate)
        angle -= Double(Int(angle))
        guard wash > 0.01 else { return 1 }
        let passed = angle * Double(blades)
        let blade = Int(passed)
        let swell = Float(Elementary.sine(turns: passed - Double(blade) + 0.75))
        let strength = strengths.base[blade % FanSound.mostBlades]
        // From 1 - wash between any two blades up to about 1 + 2 wash at a blade, and 1 on average.
        let height = 0.5 * (swell + 1)
        return 1 + wash * (2.667 * height * height * strength - 1)
    }
}

extension FanSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("rpm", 60...4000, default: 1150, "revolutions a minute"),
            SoundParameter("blades", 2...12, default: 5, "how many blades, whole"),
            SoundParameter("tone", 0...1, default: 0.5, "how much of the blades' tone is heard"),
            SoundParameter("brightness", 0...1, default: 0.5, "0 dull, 1 bright"),
            SoundParameter("wash", 0...1, default: 0.2, "how much a slow blade is heard going by"),
            SoundParameter("hum", 0...1, default: 0.3, "how much the motor hums"),
            SoundParameter("mains", 50...60, default: 50, "the mains' frequency in hertz"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider(
                "blades", "more of the blades' tone and swish",
                [.plus("tone", 0.5), .plus("wash", 0.4)]),
            SoundSlider("brightness", "brighter air", [.plus("brightness", 0.5)]),
            SoundSlider("hum", "more of the motor's hum", [.plus("hum", 0.5)]),
        ]
    }
}
