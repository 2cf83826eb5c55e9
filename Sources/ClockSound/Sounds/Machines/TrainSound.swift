/// A night train, as heard from a berth: rumble, sway, and rail joints passing under the wheels.
///
/// The real thing: rails of 25 m are bolted end to end, and each wheel drops by a millimetre at a joint. A
/// carriage of 26.4 m stands on two bogies 19 m apart, each with two axles 2.5 m apart (UIC-X). So a joint gives
/// da-dum under the front bogie, da-dum 7.4 m before that under the carriage ahead, and so on: at 90 km/h two
/// knocks 0.1 s apart, the next pair 0.3 s later, then a pause. Rolling noise comes through floor and frame, most
/// of it below 500 Hz (Thompson, "Railway Noise and Vibration", 2009, ch. 14). The body sways at half a hertz to
/// one, and a wheel is never quite round.
///
/// The model: eight axles at their true positions, of our carriage and of both neighbours' nearest bogies. The
/// positions and strengths of joints are functions of their number, so every axle hears the same joint alike, and
/// no two joints are alike. A knock is a few damped sines (`Ringers`: the floor's thump, the frame's knock) and a
/// breath of noise (`Bursts`), softer and duller with the axle's distance. `AirBed` is the rolling noise; slow
/// drifts sway it from side to side.
struct TrainSound: GeneratedSound {
    private static var axles: Int {
        @_noLocks get { 8 }
    }

    private let rate: Int
    private let seed: UInt64
    private var chance: Chance
    private var air: AirBed
    private var thumps: Ringers
    private var clacks: Bursts
    private var swayDrift: Drift
    private var speedDrift: Drift
    private var roadDrift: Drift
    private let metresPerSlice: Double
    private let railLength: Double
    private let joints: Float
    private let sway: Float
    /// Metres travelled, and the next joint of each axle.
    private var travelled = 0.0
    private let next: FixedBuffer<UInt32>
    private var lastLeft: Float = 1
    private var lastRight: Float = 1

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = rate
        chance = Chance(seed: seed)
        self.seed = chance.seed()
        metresPerSlice = Double(values[0]) / 3.6 * Double(Slice.frames) / Double(rate)
        railLength = Double(values[1])
        joints = values[2]
        sway = values[4]
        thumps = Ringers(in: &arena, groups: 3, rate: rate)
        clacks = Bursts(in: &arena, capacity: 8, rate: rate)
        swayDrift = Drift(frequency: 0.45, rate: rate, seed: chance.seed())
        speedDrift = Drift(frequency: 0.01, rate: rate, seed: chance.seed())
        roadDrift = Drift(frequency: 0.25, rate: rate, seed: chance.seed())
        next = arena.words(TrainSound.axles)

        let rumble = values[3]
        let low = Rough.amplitude(decibels: 8 * (rumble - 0.5))
        let high = Rough.amplitude(decibels: 12 * (values[5] - 0.5))
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.12, seed: chance.seed())
        air.set(0, .band, frequency: 62, quality: 1.2, level: 0.0175 * low, depth: 0.12)
        air.set(1, .low, frequency: 153, quality: 1.2, level: 0.0300 * low, depth: 0.10)
        air.set(2, .low, frequency: 320, quality: 0.9, level: 0.0450, depth: 0.08)
        air.set(3, .low, frequency: 900, quality: 0.55, level: 0.0640 * high, depth: 0.08)
        air.settle(in: &arena)

        // Start somewhere along the line, far from its beginning, so that no axle is before it.
        travelled = 1000 + railLength * Double(chance.even())
        for axle in 0..<TrainSound.axles {
            var joint: UInt32 = 0
            while jointPlace(joint) <= travelled + TrainSound.place(axle) { joint += 1 }
            next.base[axle] = joint
        }
    }

    /// An axle's position, in metres ahead of the middle of our carriage.
    @_noLocks
    private static func place(_ axle: Int) -> Double {
        // Bogies: ours at 9.5 ahead and behind, the neighbours' 7.4 m beyond.
        let bogie = axle >> 1
        let centre = bogie == 0 ? 16.9 : (bogie == 1 ? 9.5 : (bogie == 2 ? -9.5 : -16.9))
        return centre + (axle & 1 == 0 ? 1.25 : -1.25)
    }

    /// A joint's position. Rails have a standard length, but odd ones were occasionally used.
    @_noLocks
    private func jointPlace(_ joint: UInt32) -> Double {
        var own = Chance(seed: seed &+ UInt64(joint))
        return (Double(joint) + 0.018 * Double(own.bell())) * railLength
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let road = 1 + 0.10 * roadDrift.step()
        air.render(left: left, right: right, gains: SIMD4(road, road, 1, 1))
        lean(left: left, right: right)
        thumps.render(left: left, right: right)
        clacks.render(left: left, right: right)
        let step = metresPerSlice * (1 + 0.02 * Double(speedDrift.step()))
        travelled += step
        for axle in 0..<TrainSound.axles {
            let ahead =
                travelled + TrainSound.place(axle) - jointPlace(next.base[axle])
            guard ahead >= 0 else { continue }
            let behind = ahead / step * Double(Slice.frames)
            let frame = Slice.frames - 1 - Int(behind < 127 ? behind : 127)
            knock(axle, joint: next.base[axle], at: frame, left: left, right: right)
            next.base[axle] += 1
        }
    }

    /// Sways the rolling noise from side to side.
    @_noLocks
    private mutating func lean(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let tip = 0.16 * sway * swayDrift.step()
        let leftSlope = (1 + tip - lastLeft) / Float(Slice.frames)
        let rightSlope = (1 - tip - lastRight) / Float(Slice.frames)
        var (l, r) = (lastLeft, lastRight)
        for index in 0..<Slice.frames {
            l += leftSlope
            r += rightSlope
            left[index] *= l
            right[index] *= r
        }
        (lastLeft, lastRight) = (1 + tip, 1 - tip)
    }

    /// An axle drops into a joint and is thrown out of it.
    @_noLocks
    private mutating func knock(
        _ axle: Int, joint: UInt32, at frame: Int, left: UnsafeMutablePointer<Float>,
        right: UnsafeMutablePointer<Float>
    ) {
        var own = Chance(seed: seed &+ UInt64(joint))
        _ = own.bell()
        // Some joints are good and some bad; the second axle always hits a little softer.
        let state = own.between(0.35, 1) * own.between(0.6, 1)
        // From half to the maximum is only a fifth more, for lack of headroom. The sign varies, or all knocks
        // together would add a DC offset.
        let loudness = joints * (1.4 - 0.8 * joints)
        let bogie = axle >> 1
        let isNear = bogie == 1 || bogie == 2
        let force =
            1.85 * loudness * chance.sign() * state * (isNear ? 1 : 0.42)
            * (axle & 1 == 0 ? 1 : 0.85)
            * chance.between(0.9, 1.1)
        let gains = Rough.panGains(bogie < 2 ? -0.35 : 0.35)
        let pitch = (bogie == 1 ? 1 : 1.07) * chance.between(0.98, 1.02)
        thump(78 * pitch, 26, 0.13 * force, gains, frame, left, right)
        thump(148 * pitch, 38, 0.17 * force, gains, frame, left, right)
        thump(305 * pitch, 60, 0.28 * force, gains, frame, left, right)
        let dull: Float = isNear ? 1 : 0.4
        thump(620 * pitch, 110, 0.24 * force * dull, gains, frame, left, right)
        clacks.strike(
            Bursts.Strike(
                frequency: isNear ? 850 : 500, quality: 0.6, rise: 0.003, fall: 0.022,
                left: 1.0 * force * gains[0], right: 1.0 * force * gains[1]),
            at: frame, &chance, left: left, right: right)
    }

    @_noLocks
    private mutating func thump(
        _ frequency: Float, _ decay: Float, _ level: Float, _ gains: SIMD2<Float>, _ frame: Int,
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
    ) {
        // It swells within a millisecond or two, like anything that is pushed. A second, equally strong but
        // shorter sine of opposite sign softens its onset, which would reach up to 24 kHz over this dull sound.
        var strike = Ringers.Strike(
            frequency: frequency, decay: decay, rise: 0, left: level * gains[0],
            right: level * gains[1])
        thumps.strike(strike, at: frame, left: left, right: right)
        strike.decay = 800
        strike.left = -strike.left
        strike.right = -strike.right
        thumps.strike(strike, at: frame, left: left, right: right)
    }
}

extension TrainSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("speed", 30...250, default: 90, "kilometres an hour"),
            SoundParameter("railLength", 10...120, default: 25, "metres from joint to joint"),
            SoundParameter("joints", 0...1, default: 0.5, "how loud the joints are"),
            SoundParameter("rumble", 0...1, default: 0.5, "how much of the noise is low"),
            SoundParameter("sway", 0...1, default: 0.5, "how much the carriage sways"),
            SoundParameter("brightness", 0...1, default: 0.5, "0 dull, 1 bright"),
        ]
    }
}
