/// The cabin of an airliner in cruise.
///
/// The real thing: the boundary layer outside drives the skin with broad noise. Inside it is dull: recordings have
/// nearly all of their power below 355 Hz, 15 dB less in the two octaves above that, and 30 dB less in the next two.
/// Vents over the seats hiss at a few kilohertz, lower still. The engines' shafts are just audible as tones: the
/// fan's at about 72 Hz (a CFM56's at 85 %), the core's near 220. Two engines never turn alike: their tones beat
/// slowly and irregularly, once in three to ten seconds. (Wilby, "Aircraft interior noise", J. Sound Vib. 190,
/// 1996.)
///
/// The model: `AirBed` (skin and vents), and `Overtones` for each engine on its own side. Each engine's speed
/// drifts independently, by a few thousandths at most, because engines are kept in step. One is nearer, so that
/// the beat is heard but does not swell the whole. By the window the skin is nearer: that side is louder and
/// brighter.
struct CabinSound: GeneratedSound {
    private let shaft: Double
    private var air: AirBed
    private var leftEngine: Overtones
    private var rightEngine: Overtones
    private var leftDrift: Drift
    private var rightDrift: Drift
    private let leftGain: Float
    private let rightGain: Float

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        var chance = Chance(seed: seed)
        shaft = Double(values[1])
        let window = values[3]
        let level = 0.203 * values[0]
        leftEngine = Overtones(
            in: &arena, rate: rate, capacity: 4, depth: 0.04, driftFrequency: 0.1)
        rightEngine = Overtones(
            in: &arena, rate: rate, capacity: 4, depth: 0.04, driftFrequency: 0.1)
        CabinSound.fill(
            &leftEngine, shaft: shaft, level: level * (1 + 0.3 * window), pan: -0.35, &chance)
        CabinSound.fill(
            &rightEngine, shaft: shaft, level: 0.13 * level * (1 - 0.4 * window), pan: 0.35, &chance
        )
        leftDrift = Drift(frequency: 0.02, rate: rate, seed: chance.seed())
        rightDrift = Drift(frequency: 0.025, rate: rate, seed: chance.seed())
        leftGain = 1 + 0.03 * window
        rightGain = 1 - 0.22 * window

        let bright = Rough.amplitude(decibels: 14 * (values[4] - 0.5) + window)
        let vents = Rough.amplitude(decibels: 24 * (values[2] - 0.5))
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.05, seed: chance.seed())
        air.set(0, .low, frequency: 108, quality: 0.9, level: 0.0332, depth: 0.04)
        air.set(1, .low, frequency: 212, quality: 1.25, level: 0.1445, depth: 0.01)
        air.set(2, .low, frequency: 378, quality: 0.59, level: 0.0252 * bright, depth: 0.05)
        air.set(3, .low, frequency: 1215, quality: 0.55, level: 0.0064 * vents, depth: 0.05)
        air.settle(in: &arena)
    }

    @_noLocks
    private static func fill(
        _ engine: inout Overtones, shaft: Double, level: Float, pan: Float, _ chance: inout Chance
    ) {
        engine.append(
            ratio: 1, level: level, pan: pan * 0.5, width: 0.2, fundamental: shaft,
            chance: &chance)
        engine.append(
            ratio: 2, level: 0.5 * level, pan: pan, width: 0.3, fundamental: shaft,
            chance: &chance)
        // The core is coupled to the fan only by air.
        engine.append(
            ratio: 3.04, level: 0.45 * level, pan: pan, width: 0.4, fundamental: shaft,
            chance: &chance)
        engine.append(
            ratio: 4, level: 0.10 * level, pan: pan, width: 0.4, fundamental: shaft,
            chance: &chance)
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        air.render(left: left, right: right, gains: SIMD4(repeating: 1))
        if leftGain != rightGain {
            for index in 0..<Slice.frames {
                left[index] *= leftGain
                right[index] *= rightGain
            }
        }
        // About 0.0022 apart: 0.16 Hz at the shaft, 0.5 Hz at the core.
        let one = shaft * (1 + 0.0011 * Double(leftDrift.step()))
        let two = shaft * (1.0022 + 0.0011 * Double(rightDrift.step()))
        leftEngine.add(frequency: one, gain: 1, left: left, right: right)
        rightEngine.add(frequency: two, gain: 1, left: left, right: right)
    }
}

extension CabinSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("engines", 0...1, default: 0.5, "how much the engines' tones are heard"),
            SoundParameter("shaft", 50...110, default: 72, "turns a second of the engines' fans"),
            SoundParameter("vents", 0...1, default: 0.5, "how much the air vents hiss"),
            SoundParameter("window", 0...1, default: 0, "how near the skin is, on the left"),
            SoundParameter("brightness", 0...1, default: 0.5, "0 dull, 1 bright"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("engines", "more of the engines' tones", [.plus("engines", 0.5)]),
            SoundSlider("vents", "more hiss from above", [.plus("vents", 0.5)]),
            SoundSlider("brightness", "brighter air", [.plus("brightness", 0.5)]),
        ]
    }
}
