/// A heart, as heard with an ear on the chest, or from within.
///
/// The real thing: the first sound (lub, the valves to the chambers closing) lasts about 140 ms with most of its
/// power at 30 to 60 Hz and overtones to 250; the second (dub) is shorter, higher and softer. Between them is
/// nothing: in a recording they stand 27 to 37 dB over it, and above 355 Hz is less than a thousandth of their
/// power. They are 413 - 1.7 x rate ms apart (Weissler 1968: ejection time), so at a faster pulse it is the pause
/// that shrinks. The rate follows the breath (faster while breathing in) and drifts, by some per cent at rest; the
/// force follows the breath too. In the womb the great vessels' rush swells after each beat, under a low murmur
/// that masks everything bright (Querleu 1988).
///
/// The model: nine `Singer`s, four for the first sound and five for the second, struck softly; their pitch falls a
/// little as the walls relax. Each sound is a fundamental and its harmonics to 250 Hz. The second has one more, and
/// so nearly the power of the first: one loud sound a beat would startle at a slow pulse. Small speakers cannot play
/// 42 Hz, so the harmonics are stronger than in life, and the ear infers the missing bass from them. `AirBed` is
/// the murmur; in the womb, it swells after each beat as the rush. All of it lies below 300 Hz.
///
/// So low a sound is soft when it is weighted as the ear hears soft sounds: with peaks at full scale, it stays 10
/// dB under the others.
struct HeartbeatSound: GeneratedSound {
    private static var singers: Int {
        @_noLocks get { 9 }
    }
    /// Those of the first sound, one for each harmonic; the rest are the second's.
    private static var ofFirst: Int {
        @_noLocks get { 4 }
    }

    private let rate: Int
    private var chance: Chance
    private var air: AirBed
    private var cut: LowCut
    private let sines: Sines
    private let singers: UnsafeMutablePointer<Singer>
    private var paceDrift: Drift
    private var breathDrift: Drift
    private let perMinute: Float
    private let variability: Float
    private let bed: Float
    private let womb: Float
    /// How much stronger each harmonic is than the one below it, and what keeps the peaks where they are.
    private let tilt: Float
    private let height: Float
    /// The breath's phase in turns.
    private var breath: Float
    /// Seconds since the last beat started and until the next one.
    private var since: Float = 0
    private var until: Float = 0
    private var force: Float = 1
    private var hasSecond = true
    private var interval: Float = 0.3
    private let slice: Float

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = rate
        slice = Float(Slice.frames) / Float(rate)
        chance = Chance(seed: seed)
        perMinute = values[0]
        variability = values[1]
        // At half, 40 dB under the sounds; 20 dB more or less at the ends.
        bed = Rough.amplitude(decibels: 40 * (values[2] - 0.5))
        womb = values[3]
        let more = values[4] - 0.5
        tilt = Rough.amplitude(decibels: 2.5 + 9 * more - 1.5 * womb)
        height = 0.75 * Rough.amplitude(decibels: -12 * more + 2 * womb)
        sines = Sines(in: &arena)
        let memory = arena.reserve(bytes: HeartbeatSound.singers * MemoryLayout<Singer>.stride)
        singers = memory.assumingMemoryBound(to: Singer.self)
        for index in 0..<HeartbeatSound.singers { (singers + index).initialize(to: Singer()) }
        cut = LowCut(frequency: 28, rate: rate)
        paceDrift = Drift(frequency: 0.02, rate: rate, seed: chance.seed())
        breathDrift = Drift(frequency: 0.05, rate: rate, seed: chance.seed())
        breath = chance.even()
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.08, seed: chance.seed())
        air.set(0, .low, frequency: 90, quality: 0.8, level: 0.003_3, depth: 0.08)
        air.set(1, .low, frequency: 230, quality: 0.7, level: 0.002_7, depth: 0.08)
        air.set(2, .low, frequency: 130, quality: 0.9, level: 0.029 * womb, depth: 0.08)
        air.set(3, .low, frequency: 5000, quality: 0.6, level: 0.000_28, depth: 0.08)
        air.settle(in: &arena)
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        breath += slice * 0.23 * (1 + 0.15 * breathDrift.step())
        if breath >= 1 { breath -= 1 }
        let pace = paceDrift.step()
        since += slice
        until -= slice
        if until <= 0 { beat(pace) }
        if !hasSecond, since >= interval {
            hasSecond = true
            second()
        }
        // The rush: from nothing to its peak in 0.14 s, gone after half a second.
        let rush = force * swell(since - 0.05, 0.14)
        air.render(left: left, right: right, gains: SIMD4(bed, bed, rush, bed))
        for part in 0..<Slice.frames / Singer.stepFrames {
            let start = part * Singer.stepFrames
            for index in 0..<HeartbeatSound.singers where !singers[index].isOver {
                // Overtones reach the two ears by different paths.
                let side: Float = index & 1 == 0 ? 0.06 : -0.06
                singers[index].add(
                    sines, rate: rate, gains: SIMD2(1 + side, 1 - side), left: left + start,
                    right: right + start)
            }
        }
        cut.apply(left: left, right: right)
    }

    /// Rises from 0 to 1 in `height` seconds, then falls more slowly.
    @_noLocks @inline(__always)
    private func swell(_ seconds: Float, _ height: Float) -> Float {
        let x = seconds > 0 ? seconds / height : 0
        return x * Rough.exponential2(1.442_695 * (1 - x))
    }

    /// Starts the first sound and schedules the next beat.
    @_noLocks
    private mutating func beat(_ pace: Float) {
        let inhaling = Sines.sine(breath)
        let change = 0.035 * inhaling + 0.022 * pace + 0.006 * chance.bell()
        let length = 60 / perMinute * (1 + variability * change)
        until += length
        since = 0
        hasSecond = false
        let systole = (413 - 1.7 * perMinute) / 1000
        interval = systole * (1 + 0.01 * chance.bell())
        force = 1 + variability * (0.08 * inhaling + 0.05 * chance.bell())
        strike(from: 0, to: HeartbeatSound.ofFirst, fundamental: 42, length: 0.3, level: 1)
    }

    /// Starts the second sound: shorter, higher, softer.
    @_noLocks
    private mutating func second() {
        strike(
            from: HeartbeatSound.ofFirst, to: HeartbeatSound.singers, fundamental: 45,
            length: 0.23, level: 0.72)
    }

    /// Starts a sound: its fundamental, and one harmonic by each further singer, a little later and shorter.
    @_noLocks
    private mutating func strike(
        from start: Int, to end: Int, fundamental: Float, length: Float, level: Float
    ) {
        var strength = height * level * force
        var (harmonic, wait): (Float, Float) = (1, 0)
        for singer in start..<end {
            let own = harmonic * fundamental * chance.between(0.98, 1.02)
            singers[singer].begin(
                Note(
                    wait: wait, length: (length - 5 * wait) * chance.between(0.95, 1.05),
                    from: own * 1.15, middle: own, to: own * 0.92,
                    level: strength * (harmonic < 2 ? 0.4 : 0.25) * chance.between(0.93, 1.07),
                    shape: .struck),
                rate: rate)
            if harmonic > 1.5 { strength *= tilt }
            harmonic += 1
            wait += 0.003_5
        }
    }
}

extension HeartbeatSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("rate", 40...120, default: 60, "beats a minute"),
            SoundParameter("variability", 0...1, default: 0.5, "0 even as a clock, 1 a child's"),
            SoundParameter("bed", 0...1, default: 0.5, "how loud the body's murmur is"),
            SoundParameter("womb", 0...1, default: 0, "0 an ear on the chest, 1 from within"),
            SoundParameter(
                "overtones", 0...1, default: 0.5, "how much is heard at 80 to 250 Hz"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("rate", "a faster heart", [.times("rate", 1.4)]),
            SoundSlider("overtones", "more for small speakers", [.plus("overtones", 0.5)]),
            SoundSlider("bed", "more of the body's murmur", [.plus("bed", 0.5)]),
        ]
    }
}
