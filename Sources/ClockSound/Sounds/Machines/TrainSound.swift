/// A night train, as heard from a berth: rolling, sway, and rail joints passing under the wheels.
///
/// The real thing: rails of 25 m are bolted end to end, and each wheel drops by a millimetre at a joint. A
/// carriage of 26.4 m stands on two bogies 19 m apart, each with two axles 2.5 m apart (UIC-X). So a joint gives
/// da-dum under the front bogie, da-dum 7.4 m before that under the carriage ahead, and so on: at 60 km/h two
/// knocks 0.15 s apart, the next pair 0.3 s later, then a pause. Both the joint's blow and the rolling come through
/// wheels, floor and frame, most of it below 500 Hz, and so have the same spectrum (Thompson, "Railway Noise and
/// Vibration", 2009, ch. 10 and 14): a knock is the rolling noise 7 to 16 dB louder in every octave, for 20 ms of
/// rise, 50 ms of fall and a tail of 0.2 s. What is bright at once and dull after is a shot. The body sways at half a
/// hertz to one, and a wheel is never quite round.
///
/// The model: eight axles at their true positions, of our carriage, whose front bogie is below us, and of both
/// neighbours' nearest bogies. The positions and strengths of joints are functions of their number, so every axle
/// hears the same joint alike, and no two joints are alike. `AirBed` is the rolling noise, its level raised by each
/// knock, and all of it goes through the carriage (`ManyPaths`); slow drifts sway it from side to side.
struct TrainSound: GeneratedSound {
    static var isRounded: Bool {
        @_noLocks get { true }
    }

    private static var axles: Int {
        @_noLocks get { 8 }
    }
    /// The carriage; another number is another one.
    private static var carriage: UInt64 {
        @_noLocks get { 12 }
    }

    private let seed: UInt64
    private var chance: Chance
    private var air: AirBed
    private var body: ManyPaths
    private var swayDrift: Drift
    private var speedDrift: Drift
    private var roadDrift: Drift
    private let metresPerSlice: Double
    private let railLength: Double
    private let joints: Float
    private let sway: Float
    /// What is left of all knocks: of the blow's fall and rise, and of the tail's. A knock is a fall less a rise.
    private var knocks = SIMD4<Float>(repeating: 0)
    private let kept: SIMD4<Float>
    /// Metres travelled, and the next joint of each axle.
    private var travelled = 0.0
    private let next: FixedBuffer<UInt32>
    private var lastLeft: Float = 1
    private var lastRight: Float = 1

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        chance = Chance(seed: seed)
        self.seed = chance.seed()
        let slice = Float(Slice.frames) / Float(rate)
        metresPerSlice = Double(values[0]) / 3.6 * Double(slice)
        railLength = Double(values[1])
        joints = values[2]
        sway = values[4]
        kept = SIMD4(
            Rough.exponential2(-1.442_695 * slice / 0.050),
            Rough.exponential2(-1.442_695 * slice / 0.008),
            Rough.exponential2(-1.442_695 * slice / 0.120),
            Rough.exponential2(-1.442_695 * slice / 0.016))
        swayDrift = Drift(frequency: 0.45, rate: rate, seed: chance.seed())
        speedDrift = Drift(frequency: 0.01, rate: rate, seed: chance.seed())
        roadDrift = Drift(frequency: 0.25, rate: rate, seed: chance.seed())
        next = arena.words(TrainSound.axles)

        // Fitted to recordings; the lowest band takes away what the third has too much of.
        let thin = 1 - values[3]
        let high = Rough.amplitude(decibels: 12 * (values[5] - 0.5))
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.12, seed: chance.seed())
        air.set(0, .band, frequency: 44.5, quality: 0.6, level: -0.0525 * thin, depth: 0.05)
        air.set(1, .band, frequency: 174, quality: 1.42, level: 0.0470, depth: 0.10)
        air.set(2, .low, frequency: 255, quality: 0.72, level: 0.1200, depth: 0.05)
        air.set(3, .low, frequency: 6000, quality: 0.53, level: -0.0057 * high, depth: 0.08)
        air.settle(in: &arena)
        body = ManyPaths(
            in: &arena, rate: rate, seconds: 0.016, strength: 2 * values[6],
            seed: TrainSound.carriage)

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
        roll()
        let road = 1 + 0.06 * roadDrift.step()
        // Falls less rises, each pair with a peak of 1.
        let knock = 1.6 * (knocks[0] - knocks[1]) + 0.57 * (knocks[2] - knocks[3])
        let level = road + knock
        air.render(left: left, right: right, gains: SIMD4(repeating: level))
        body.apply(left: left, right: right)
        lean(left: left, right: right)
    }

    /// Moves on by a slice; each axle that meets a joint knocks.
    @_noLocks
    private mutating func roll() {
        knocks *= kept
        let step = metresPerSlice * (1 + 0.02 * Double(speedDrift.step()))
        travelled += step
        for axle in 0..<TrainSound.axles {
            let ahead = travelled + TrainSound.place(axle) - jointPlace(next.base[axle])
            guard ahead >= 0 else { continue }
            // The part of the slice that has gone by since.
            let since = ahead < step ? Float(ahead / step) : 1
            let force = self.force(axle, joint: next.base[axle])
            let one = SIMD4<Float>(repeating: 1)
            knocks += force * (one - (one - kept) * since)
            next.base[axle] += 1
        }
    }

    /// How hard an axle drops into a joint and is thrown out of it.
    @_noLocks
    private mutating func force(_ axle: Int, joint: UInt32) -> Float {
        var own = Chance(seed: seed &+ UInt64(joint))
        _ = own.bell()
        // Some joints are good and some bad; the second axle always hits a little softer.
        let state = Rough.amplitude(decibels: own.between(-3, 4))
        let bogie = axle >> 1
        let near: Float = bogie == 1 ? 1 : (bogie == 0 ? 0.8 : 0.13)
        return 5.4 * joints * state * near * (axle & 1 == 0 ? 1 : 0.85) * chance.between(0.85, 1.15)
    }

    /// Sways the noise from side to side.
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
            left[index] = left[index] * l
            right[index] = right[index] * r
        }
        (lastLeft, lastRight) = (1 + tip, 1 - tip)
    }
}

extension TrainSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("speed", 30...250, default: 60, "kilometres an hour"),
            SoundParameter("railLength", 10...120, default: 25, "metres from joint to joint"),
            SoundParameter("joints", 0...1, default: 0.5, "how loud the joints are"),
            SoundParameter("rumble", 0...1, default: 0, "how much the floor rumbles"),
            SoundParameter("sway", 0...1, default: 0.5, "how much the carriage sways"),
            SoundParameter("brightness", 0...1, default: 0.5, "0 dull, 1 bright"),
            SoundParameter("wagon", 0...1, default: 0.5, "how much the carriage resounds"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("speed", "faster", [.times("speed", 1.8)]),
            SoundSlider("joints", "harder joints", [.plus("joints", 0.5)]),
            SoundSlider("wagon", "a carriage that resounds more", [.plus("wagon", 0.5)]),
        ]
    }
}
