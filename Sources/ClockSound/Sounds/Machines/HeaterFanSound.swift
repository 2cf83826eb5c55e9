/// A small fan heater: a fast little fan, the hum of its element, warm air, and the occasional tick of expanding
/// metal.
///
/// The real thing: a shaded-pole motor at 2600 rpm with seven short blades (303 Hz and its harmonics, soft,
/// because the wheel is shrouded); air through a grille, hump at 200 to 600 Hz. The element's wire, moved by its
/// own current, hums at twice the mains frequency. Its mountings tick while the temperature changes, fast at
/// first and then ever less, after switching on as after switching off. The thermostat switches every one to
/// three minutes, never evenly.
///
/// The model: `AirBed`, two sets of `Overtones`, and `Ringers` for the ticks (2 to 5 kHz, gone in 10 ms). Their
/// rate follows the difference between the element's temperature and its target (time constant 40 s).
struct HeaterFanSound: GeneratedSound {
    private let rate: Int
    private var chance: Chance
    private var air: AirBed
    private var tone: Overtones
    private var hum: Overtones
    private var ticks: Ringers
    private var arrivals: Arrivals
    private var speedDrift: Drift
    private let passing: Double
    private let mains: Double
    private let tickRate: Float
    private let tickLevel: Float
    /// The thermostat: whether the element is on, and for how many more slices.
    private var isOn = true
    private var slicesLeft: Float
    /// 0 cold ... 1 hot, and the hum, which follows the switch within a second.
    private var warmth: Float
    private var humGain: Float = 1
    private let slicesPerSecond: Float

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = rate
        chance = Chance(seed: seed)
        slicesPerSecond = Float(rate) / Float(Slice.frames)
        passing = Double(values[0]) / 60 * 7
        mains = Double(values[5])
        tone = Overtones(in: &arena, rate: rate, capacity: 4, depth: 0.25, driftFrequency: 0.25)
        var level = 0.032 * values[1]
        for harmonic in 1...4 {
            tone.append(
                ratio: Double(harmonic), level: level, width: 0.4, fundamental: passing,
                chance: &chance)
            level *= 0.45
        }
        hum = Overtones(in: &arena, rate: rate, capacity: 3, depth: 0.12, driftFrequency: 0.1)
        FanSound.fillHum(&hum, mains: mains, level: 0.044 * values[2], &chance)
        speedDrift = Drift(frequency: 0.1, rate: rate, seed: chance.seed())
        ticks = Ringers(in: &arena, groups: 1, rate: rate)
        arrivals = Arrivals(&chance)
        tickRate = 2.5 * values[3]
        tickLevel = 0.08 * values[3]
        warmth = chance.between(0.3, 0.8)
        slicesLeft = slicesPerSecond * chance.between(40, 120)

        let tilt = values[4] - 0.5
        let low = Rough.amplitude(decibels: -6 * tilt)
        let high = Rough.amplitude(decibels: 8 * tilt)
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.1, seed: chance.seed())
        air.set(0, .low, frequency: 241, quality: 1.1, level: 0.0357 * low, depth: 0.07)
        air.set(1, .low, frequency: 385, quality: 1.07, level: 0.0870, depth: 0.06)
        air.set(2, .low, frequency: 560, quality: 0.75, level: 0.0420, depth: 0.06)
        air.set(3, .low, frequency: 2888, quality: 0.6, level: 0.0125 * high, depth: 0.07)
        air.settle(in: &arena)
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        control()
        air.render(left: left, right: right, gains: SIMD4(repeating: 1))
        let speed = 1 + 0.002 * Double(speedDrift.step())
        tone.add(frequency: passing * speed, gain: 1, left: left, right: right)
        hum.add(frequency: mains, gain: humGain, left: left, right: right)
        ticks.render(left: left, right: right)
        let distance = isOn ? 1 - warmth : warmth
        arrivals.open(expected: tickRate * (0.03 + distance * distance) / slicesPerSecond)
        while let frame = arrivals.next(&chance) { tick(at: frame, left: left, right: right) }
    }

    /// Advances the thermostat and everything that depends on it.
    @_noLocks
    private mutating func control() {
        slicesLeft -= 1
        if slicesLeft < 0 {
            isOn = !isOn
            slicesLeft =
                slicesPerSecond * (isOn ? chance.between(70, 200) : chance.between(40, 130))
        }
        let goal: Float = isOn ? 1 : 0
        warmth += (goal - warmth) / (40 * slicesPerSecond)
        humGain += ((isOn ? 1 : 0.15) - humGain) / (0.6 * slicesPerSecond)
    }

    /// One tick: two partials of a small metal part. Most ticks are faint.
    @_noLocks
    private mutating func tick(
        at frame: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let force = chance.even()
        let level = tickLevel * (0.25 + 0.75 * force * force)
        let gains = Rough.panGains(chance.between(-0.5, 0.5))
        let frequency = chance.ratio(1700, 4200)
        ticks.strike(
            Ringers.Strike(
                frequency: frequency, decay: 380, rise: 0, left: level * gains[0],
                right: level * gains[1]),
            at: frame, left: left, right: right)
        ticks.strike(
            Ringers.Strike(
                frequency: frequency * chance.between(1.4, 1.8), decay: 600, rise: 0,
                left: 0.4 * level * gains[0], right: 0.4 * level * gains[1]),
            at: frame, left: left, right: right)
    }
}

extension HeaterFanSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter(
                "rpm", 1000...4000, default: 2600, "revolutions a minute of seven blades"),
            SoundParameter("tone", 0...1, default: 0.5, "how much of the blades' tone is heard"),
            SoundParameter("element", 0...1, default: 0.5, "how much the heating element hums"),
            SoundParameter(
                "ticks", 0...1, default: 0.4, "how often and how loud warming metal ticks"),
            SoundParameter("brightness", 0...1, default: 0.5, "0 dull, 1 bright"),
            SoundParameter("mains", 50...60, default: 50, "the mains' frequency in hertz"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("hum", "more of the element's hum", [.plus("element", 0.5)]),
            SoundSlider("ticks", "more and louder ticks", [.plus("ticks", 0.5)]),
            SoundSlider("brightness", "brighter air", [.plus("brightness", 0.5)]),
        ]
    }
}
