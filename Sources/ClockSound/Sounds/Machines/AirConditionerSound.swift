/// An air conditioner: steady air, and a compressor that switches gently on and off.
///
/// The real thing: the blower's air (broad, hump at 100 to 400 Hz); a compressor whose two-pole motor turns a
/// little slower than the mains (2900 rpm at 50 Hz, depending on load), so that its own tones (48 Hz and
/// multiples) beat with the magnetic hum at 100 Hz (120 Hz at 60) and its harmonics: the familiar slow throb; and
/// an occasional buzzing panel. The thermostat runs the compressor for some minutes and rests it for some; no two
/// times are alike.
///
/// The model: `AirBed`; two sets of `Overtones` (mains, rotor) under one gain that takes some seconds to rise and
/// to fall; and for the buzz, one `Ringers` strike of random strength per turn of the rotor while a drift is
/// high. The compressor adds less than 1 dB: it is heard by its colour and wakes nobody.
struct AirConditionerSound: GeneratedSound {
    private let rate: Int
    private let slicesPerSecond: Float
    private var chance: Chance
    private var air: AirBed
    private var hum: Overtones
    private var rotor: Overtones
    private var buzz: Ringers
    private var loadDrift: Drift
    private var buzzDrift: Drift
    private let mains: Double
    private let rattle: Float
    private let meanSlices: Float
    private var isOn = true
    private var slicesLeft: Float
    /// The compressor's gain, smoothed twice.
    private var rising: Float = 1
    private var gain: Float = 1
    /// Turns of the rotor since it last struck the panel.
    private var turn = 0.0

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = rate
        slicesPerSecond = Float(rate) / Float(Slice.frames)
        chance = Chance(seed: seed)
        mains = Double(values[4])
        rattle = values[1]
        meanSlices = values[3] * 60 * slicesPerSecond
        slicesLeft = meanSlices * chance.between(0.4, 1.2)

        let level = 0.066 * values[0]
        hum = Overtones(in: &arena, rate: rate, capacity: 5, depth: 0.15, driftFrequency: 0.08)
        for harmonic in 1...5 {
            // Even multiples of 100 Hz are stronger in a laminated core.
            let share = AirConditionerSound.share(harmonic)
            hum.append(
                ratio: Double(2 * harmonic), level: level * share,
                width: harmonic == 1 ? 0.1 : 0.4, fundamental: mains, chance: &chance)
        }
        rotor = Overtones(in: &arena, rate: rate, capacity: 3, depth: 0.2, driftFrequency: 0.15)
        rotor.append(
            ratio: 1, level: 0.7 * level, width: 0.1, fundamental: mains, chance: &chance)
        rotor.append(
            ratio: 2, level: 0.45 * level, width: 0.2, fundamental: mains, chance: &chance)
        rotor.append(
            ratio: 3, level: 0.22 * level, width: 0.4, fundamental: mains, chance: &chance)
        loadDrift = Drift(frequency: 0.03, rate: rate, seed: chance.seed())
        buzzDrift = Drift(frequency: 0.12, rate: rate, seed: chance.seed())
        buzz = Ringers(in: &arena, groups: 2, rate: rate)

        let tilt = values[2] - 0.5
        let low = Rough.amplitude(decibels: -6 * tilt)
        let high = Rough.amplitude(decibels: 9 * tilt)
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.06, seed: chance.seed())
        air.set(0, .low, frequency: 133, quality: 0.67, level: 0.0175 * low, depth: 0.07)
        air.set(1, .low, frequency: 318, quality: 1.23, level: 0.0792 * low, depth: 0.05)
        air.set(2, .low, frequency: 541, quality: 0.64, level: 0.0855, depth: 0.05)
        air.set(3, .low, frequency: 2615, quality: 0.64, level: 0.0150 * high, depth: 0.07)
        air.settle(in: &arena)
    }

    /// The hum's spectrum: 100, 200, 300 ... Hz.
    @_noLocks
    private static func share(_ harmonic: Int) -> Float {
        switch harmonic {
        case 1: 1
        case 2: 0.55
        case 3: 0.22
        case 4: 0.20
        default: 0.09
        }
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        control()
        air.render(left: left, right: right, gains: SIMD4(repeating: 1))
        let speed = mains * (0.968 + 0.003 * Double(loadDrift.step()))
        let swell = buzzDrift.step() - 0.3
        buzz.render(left: left, right: right)
        guard gain > 0.001 else { return }
        hum.add(frequency: mains, gain: gain, left: left, right: right)
        rotor.add(frequency: speed, gain: gain, left: left, right: right)
        guard rattle > 0, swell > 0 else { return }
        turn += speed * Double(Slice.frames) / Double(rate)
        if turn > 1 {
            turn -= Double(Int(turn))
            // The part of the slice after the moment when the turn completed.
            let after = turn * Double(rate) / speed
            let frame = Slice.frames - 1 - Int(after < 127 ? after : 127)
            strike(0.030 * rattle * gain * swell, at: frame, left: left, right: right)
        }
    }

    @_noLocks
    private mutating func control() {
        slicesLeft -= 1
        if slicesLeft < 0 {
            isOn = !isOn
            slicesLeft = meanSlices * (isOn ? chance.between(0.6, 1.6) : chance.between(0.4, 1.1))
        }
        let pull = 1 / (1.6 * slicesPerSecond)
        rising += pull * ((isOn ? 1 : 0) - rising)
        gain += pull * (rising - gain)
    }

    /// The panel knocks against its frame.
    @_noLocks
    private mutating func strike(
        _ level: Float, at frame: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        let force = level * chance.between(0.3, 1)
        buzz.strike(
            Ringers.Strike(
                frequency: 640 * chance.between(0.97, 1.03), decay: 130, rise: 0,
                left: 0.6 * force, right: force),
            at: frame, left: left, right: right)
        buzz.strike(
            Ringers.Strike(
                frequency: 1130 * chance.between(0.97, 1.03), decay: 220, rise: 0,
                left: 0.5 * force, right: 0.6 * force),
            at: frame, left: left, right: right)
    }
}

extension AirConditionerSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("compressor", 0...1, default: 0.6, "how much the compressor hums"),
            SoundParameter("rattle", 0...1, default: 0.4, "how much a panel buzzes now and then"),
            SoundParameter("brightness", 0...1, default: 0.5, "the air: 0 dull, 1 bright"),
            SoundParameter(
                "minutes", 1...60, default: 7, "how long the compressor runs, on average"),
            SoundParameter("mains", 50...60, default: 50, "the mains' frequency in hertz"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("compressor", "more of the compressor's hum", [.plus("compressor", 0.5)]),
            SoundSlider("rattle", "more of the panel's buzz", [.plus("rattle", 0.5)]),
            SoundSlider("brightness", "brighter air", [.plus("brightness", 0.5)]),
        ]
    }
}
