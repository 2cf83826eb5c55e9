/// A cat that purrs, on the lap or asleep.
///
/// The real thing: muscles of the larynx close and open the glottis 20 to 30 times a second, while breathing in as
/// well as out, with a short pause between (Remmers and Gautier, "Neural and mechanical mechanisms of feline
/// purring", 1972; Sissom, Rice and Peters, "How cats purr", 1991: 26.3 Hz, a little faster and softer while
/// breathing in). Each opening lets out a puff of air: a soft blow to the chest, which rings below 250 Hz, and a
/// breath of noise that has faded before the next.
///
/// The model: a phase that counts openings. Each gives an impulse, the same for both ears, and opens a gate for
/// noise that closes again within 6 ms; `StereoBands` is the chest and the mouth for both. The strongest puffs are
/// rounded, as flesh does.
struct PurrSound: GeneratedSound {
    private let rate: Float
    private var chance: Chance
    private var white: WhiteNoise
    private var bands: StereoBands
    private var cut: LowCut
    private var wander: Drift
    private let gates: FixedBuffer<Float>
    private let noise: FixedBuffer<Float>
    private let pitch: Float
    private let breathSeconds: Float
    private let inhaling: Float
    private let bed: Float
    private let blow: Float
    /// Of the gate: what is left of it after a frame, and how fast it opens.
    private let kept: Float
    private let pull: Float
    private var opening: Float = 0
    private var gate: Float = 0
    /// Openings since the last one, 0 ..< 1.
    private var phase: Float
    private var level: Float = 0
    /// 0 breathes out, 1 a pause, 2 breathes in, 3 a pause; seconds into it and its length.
    private var part = 0
    private var since: Float
    private var length: Float

    static var isRounded: Bool {
        @_noLocks get { true }
    }

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = Float(rate)
        chance = Chance(seed: seed)
        pitch = values[0]
        breathSeconds = 60 / values[1]
        inhaling = Rough.amplitude(decibels: values[2])
        bed = 0.34 * values[5]
        white = WhiteNoise(in: &arena, seed: chance.seed())
        bands = StereoBands(in: &arena, rate: rate)
        cut = LowCut(frequency: 30, rate: rate)
        wander = Drift(frequency: 6, rate: rate, seed: chance.seed())
        gates = arena.floats(2 * Slice.frames)
        noise = arena.floats(2 * Slice.frames)
        // An impulse has the more power in a filter the longer a frame is.
        blow = 1.1 * Rough.squareRoot(self.rate / 32_000)
        kept = Rough.exponential2(-1.442_695 / (0.006 * self.rate))
        pull = 1 - Rough.exponential2(-1.442_695 / (0.000_4 * self.rate))
        phase = chance.even()
        length = 0.36 * breathSeconds
        since = chance.between(0.3, 0.6) * length

        let warm = 2 * values[3]
        let high = Rough.amplitude(decibels: 8 * (values[4] - 0.5))
        bands.tune(0, .band, frequency: 54, quality: 1.5)
        bands.tune(1, .band, frequency: 108, quality: 2)
        bands.tune(2, .band, frequency: 205, quality: 2.4)
        bands.tune(3, .low, frequency: 1700 * (0.6 + 0.8 * values[4]), quality: 0.6)
        bands.aim(0, level: 1.01 * warm)
        bands.aim(1, level: 1.23 * warm)
        bands.aim(2, level: 1.04 * (0.5 + 0.5 * warm))
        bands.aim(3, level: 1.44 * high)
        bands.jump()
        // Begin as if it had purred before.
        let scratch = arena.floats(2 * Slice.frames)
        for _ in 0..<24 {
            render(left: scratch.base, right: scratch.base + Slice.frames)
        }
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        breathe()
        openAndClose()
        let (first, second) = (noise.base, noise.base + Slice.frames)
        white.render(left: first, right: second)
        let (open, blows) = (gates.base, gates.base + Slice.frames)
        for index in 0..<Slice.frames {
            first[index] = first[index] * open[index] + blows[index]
            second[index] = second[index] * open[index] + blows[index]
        }
        bands.render(leftInput: first, rightInput: second, left: left, right: right)
        cut.apply(left: left, right: right)
    }

    /// Moves on by a slice of a breath.
    @_noLocks
    private mutating func breathe() {
        since += Float(Slice.frames) / rate
        if since >= length {
            since = 0
            part = (part + 1) & 3
            let share: Float = part & 1 == 0 ? 0.36 : 0.14
            length = share * breathSeconds * Rough.exponential2(0.09 * chance.bell())
        }
        guard part & 1 == 0 else {
            level = 0
            return
        }
        // Swells and fades over a quarter of its length each.
        let done = since / length
        let edge = 3.85 * (done < 0.5 ? done : 1 - done)
        level = (edge < 1 ? edge : 1) * (part == 0 ? 1 : inhaling)
    }

    /// Writes how far the gate is open for noise in each frame, and the blows.
    @_noLocks @inline(never)
    private mutating func openAndClose() {
        let faster: Float = part == 2 ? 1.08 : 1
        let step = pitch * faster * (1 + 0.03 * wander.step()) / rate
        let (open, blows) = (gates.base, gates.base + Slice.frames)
        let still = 0.15 * level + bed
        for index in 0..<Slice.frames {
            phase += step
            blows[index] = 0
            if phase >= 1 {
                phase -= 1
                let force = level * (1 + 0.15 * chance.bell())
                opening += force
                blows[index] = blow * force
            }
            opening *= kept
            gate += pull * (opening - gate)
            open[index] = 1.5 * gate + still
        }
        // Stop before denormals.
        opening = opening > 1e-12 ? opening : 0
        gate = gate > 1e-12 ? gate : 0
    }
}

extension PurrSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("pitch", 20...32, default: 26.3, "openings of the glottis a second"),
            SoundParameter("breaths", 15...45, default: 30, "breaths a minute"),
            SoundParameter("inhaling", -12...0, default: -8, "decibels: breathing in against out"),
            SoundParameter("warmth", 0...1, default: 0.5, "how much the chest rings"),
            SoundParameter("brightness", 0...1, default: 0.5, "0 dull, 1 bright"),
            SoundParameter("bed", 0...1, default: 0.5, "how much even breath lies under it"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider(
                "breath", "breathes faster", [.times("breaths", 1.4), .times("pitch", 1.1)]),
            SoundSlider("warmth", "more of the chest", [.plus("warmth", 0.4)]),
            SoundSlider("bed", "more even breath", [.plus("bed", 0.5)]),
        ]
    }
}
