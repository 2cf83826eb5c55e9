/// A heart, as heard with an ear on the chest, or from within.
///
/// The real thing: the first sound (lub, the valves to the chambers closing) lasts about 140 ms with most of its
/// power at 30 to 60 Hz and overtones to 250; the second (dub) is shorter, higher and softer. They are 413 - 1.7
/// x rate ms apart (Weissler 1968: ejection time), so at a faster pulse it is the pause that shrinks. The rate
/// follows the breath (faster while breathing in) and drifts, by some per cent at rest; the force follows the
/// breath too. In the womb the great vessels' rush swells after each beat, under a low murmur that masks
/// everything bright (Querleu 1988).
///
/// The model: eight `Singer`s, four for each sound, struck softly; their pitch falls a little as the walls relax.
/// Small speakers cannot play 40 Hz, so the overtones at 80 to 250 Hz are stronger than in life, and the ear
/// infers the missing bass from them. `AirBed` is the murmur. It swells with each sound as the thud of the whole
/// chest, or in the womb after it as the rush.
struct HeartbeatSound: GeneratedSound {
    private static var singers: Int {
        @_noLocks get { 8 }
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
    /// The breath's phase in turns.
    private var breath: Float
    /// Seconds since the last beat started and until the next one.
    private var since: Float = 0
    private var until: Float = 0.05
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
        bed = values[2]
        womb = values[3]
        sines = Sines(in: &arena)
        let memory = arena.take(bytes: HeartbeatSound.singers * MemoryLayout<Singer>.stride)
        singers = memory.assumingMemoryBound(to: Singer.self)
        for index in 0..<HeartbeatSound.singers { (singers + index).initialize(to: Singer()) }
        cut = LowCut(frequency: 28, rate: rate)
        paceDrift = Drift(frequency: 0.02, rate: rate, seed: chance.seed())
        breathDrift = Drift(frequency: 0.05, rate: rate, seed: chance.seed())
        breath = chance.even()
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.08, seed: chance.seed())
        let dull = 1 - 0.4 * womb
        air.set(0, .low, frequency: 110, quality: 0.8, level: 0.024, depth: 0.08)
        air.set(1, .low, frequency: 260, quality: 0.9, level: 0.045, depth: 0.08)
        air.set(2, .low, frequency: 520, quality: 0.7, level: 0.102 * dull, depth: 0.08)
        air.set(3, .low, frequency: 1500, quality: 0.6, level: 0.108 * dull, depth: 0.08)
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
        // Each sound is also a thud of the whole chest, not only of some pitches.
        let thud = force * (1 - womb) * (swell(since, 0.04) + 0.75 * swell(since - interval, 0.03))
        // The rush: from nothing to its peak in 0.14 s, gone after half a second.
        let rush = swell(since - 0.05, 0.14)
        let quiet = bed * (0.77 - 0.22 * womb)
        let rising = quiet + bed * womb * 1.25 * force * rush
        air.render(
            left: left, right: right,
            gains: SIMD4(quiet, rising + 0.1 * thud, rising + 0.36 * thud, rising + 0.36 * thud))
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
        let bright = 1 - 0.75 * womb
        strike(0, 58, 0.22, 0.24 - 0.1 * (1 - womb), 0)
        strike(1, 98, 0.19, 0.34 - 0.14 * (1 - womb), 0.006)
        strike(2, 152, 0.15, 0.26 - 0.08 * womb, 0.010)
        strike(3, 235, 0.11, 0.24 * bright, 0.014)
    }

    /// Starts the second sound: shorter, higher, softer.
    @_noLocks
    private mutating func second() {
        let bright = 1 - 0.75 * womb
        strike(4, 72, 0.15, 0.16, 0)
        strike(5, 122, 0.13, 0.25, 0.003)
        strike(6, 188, 0.11, 0.23 * (1 - 0.4 * womb), 0.006)
        strike(7, 290, 0.08, 0.15 * bright, 0.008)
    }

    @_noLocks
    private mutating func strike(
        _ singer: Int, _ frequency: Float, _ length: Float, _ level: Float, _ wait: Float
    ) {
        let own = frequency * chance.between(0.98, 1.02)
        singers[singer].begin(
            Note(
                wait: wait, length: length * chance.between(0.95, 1.05), from: own * 1.15,
                middle: own, to: own * 0.92,
                level: 0.51 * level * force * chance.between(0.93, 1.07),
                shape: .struck),
            rate: rate)
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
        ]
    }
}
