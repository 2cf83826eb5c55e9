/// The murmur of a cafe: many people at other tables, and nobody who could be followed.
///
/// The real thing: at each table one person at a time talks (`Table`, `Voices`). With a dozen of them, near
/// and far, words drown in each other and in what floor and walls send back half a second long; what is left
/// is babble that swells and fades most at 4 Hz, with the spectrum of long speech: even from 100 to 600 Hz,
/// then falling (Byrne et al., "An international comparison of long-term average speech spectra", 1994), the
/// highest less, for they are far away. The s and sh of all lie over it, and under it what nobody tells
/// apart: the farthest tables, the street. Now and then a cup is put down or a spoon stirs (`Cups`). Babble
/// of many layers is Farnell's advice for crowds (Designing Sound, 2010).
///
/// The model: voices, cups and room at a quarter of the rate (`QuarterRate`, `Space`), where they cost a quarter; four
/// bands of noise at the full rate for s, sh and the farthest tables.
struct CafeSound: GeneratedSound {
    private static var most: Int {
        @_noLocks get { 24 }
    }

    /// Two who laugh at once would reach the limiter.
    static var isRounded: Bool {
        @_noLocks get { true }
    }

    // All of these are variables, even constant ones: Swift 6.0 takes a call in `init` for a change of them.
    private var chance: Chance
    private var pace: Table.Pace
    private var tables: UnsafeMutablePointer<Table>
    private var groups: UnsafeMutablePointer<Voices>
    private var count: Int
    private var isOdd = false
    private var groupCount: Int
    private var sums: FixedBuffer<Float>
    private var pulses: FixedBuffer<Float>
    private var noise: FixedBuffer<Float>
    private var words: FixedBuffer<UInt32>
    private var random: RandomWords
    private var white: WhiteNoise
    private var hiss: FixedBuffer<Float>
    private var bands: StereoBands
    private var source: FixedBuffer<Float>
    private var room: Space
    private var quarterRate: QuarterRate
    private var cups: Cups
    private var cut: LowCut
    private var crowd: Drift
    private var wet: Float
    private var gain: Float
    private var sibilance: Float
    private var murmur: Float

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        let slow = Float(rate) / Float(QuarterRate.decimation)
        let distance = values[2]
        chance = Chance(seed: seed)
        // Every other table moves on in a slice, by two.
        pace = Table.Pace(seconds: 2 * Float(Slice.frames) / Float(rate))
        count = Int(values[0] + 0.5)
        groupCount = (count + Voices.lanes - 1) / Voices.lanes
        tables = arena.reserve(bytes: CafeSound.most * MemoryLayout<Table>.stride)
            .assumingMemoryBound(to: Table.self)
        groups = arena.reserve(bytes: groupCount * MemoryLayout<Voices>.stride)
            .assumingMemoryBound(to: Voices.self)
        sums = arena.floats(Voices.parts * Voices.frames)
        pulses = arena.floats(Voices.lanes * Voices.frames)
        noise = arena.floats(Voices.lanes * Voices.frames)
        words = arena.words(Voices.lanes * Voices.frames)
        random = RandomWords(
            in: &arena, seed: chance.seed(), capacity: Voices.lanes * Voices.frames)
        white = WhiteNoise(in: &arena, seed: chance.seed())
        hiss = arena.floats(2 * Slice.frames)
        bands = StereoBands(in: &arena, rate: rate)
        source = arena.floats(Voices.frames)
        room = Space(
            in: &arena, rate: rate, decimation: QuarterRate.decimation, seconds: values[3])
        quarterRate = QuarterRate(in: &arena)
        cups = Cups(rate: slow, perMinute: values[4], &chance)
        cut = LowCut(frequency: 60, rate: rate)
        crowd = Drift(frequency: 4, rate: rate, seed: chance.seed())
        // Of one that sits in the middle: the direct sound and the room's share.
        let near = Rough.amplitude(decibels: 6 - 12 * distance)
        wet = 0.36
        gain = 0.6 / Rough.squareRoot(Float(count) * (0.5 * near * near + 0.5))
        let bright = Rough.exponential2(2 * values[6] - 2 * distance)
        sibilance = 1.35 * bright * near
        murmur = 0.289 * Rough.amplitude(decibels: values[5])

        bands.tune(0, .band, frequency: 3300, quality: 1.4)
        bands.tune(1, .band, frequency: 5800, quality: 1.4)
        bands.tune(2, .band, frequency: 420, quality: 0.7)
        bands.tune(3, .band, frequency: 1000, quality: 0.7)
        for group in 0..<groupCount {
            (groups + group).initialize(
                to: Voices(rate: slow, brightness: 3000 * bright, &chance))
        }
        for index in 0..<count {
            (tables + index).initialize(to: Table(number: index, pauses: values[1], &chance))
            // Each place once, from left to right and from near to far, or some cafes would be louder.
            let side = 1.8 * (Float(index) + chance.even()) / Float(count) - 0.9
            let away = (Float(index * 5 % count) + chance.even()) / Float(count)
            let ears = Rough.panGains(side)
            let direct = near * Rough.amplitude(decibels: -8 * away)
            groups[index / Voices.lanes].place(
                index % Voices.lanes, left: direct * ears[0], right: direct * ears[1], room: 1)
        }
        // Begin as if they had talked before.
        let scratch = arena.floats(2 * Slice.frames)
        for _ in 0..<64 {
            render(left: scratch.base, right: scratch.base + Slice.frames)
        }
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        talk()
        white.render(left: hiss.base, right: hiss.base + Slice.frames)
        bands.render(
            leftInput: hiss.base, rightInput: hiss.base + Slice.frames, left: left, right: right)
        let direct = quarterRate.inputs
        gather(direct)
        cups.render(direct, room: source.base, gain: 0.097, &chance)
        room.add(
            leftInput: source.base, rightInput: source.base, gain: wet, left: direct.left,
            right: direct.right)
        quarterRate.render(left: left, right: right)
        cut.apply(left: left, right: right)
    }

    /// Lets all tables talk for a slice.
    @_noLocks
    private mutating func talk() {
        var (hush, hiss): (Float, Float) = (0, 0)
        isOdd = !isOdd
        for index in 0..<count {
            if (index & 1 == 1) == isOdd {
                tables[index].step(
                    pace, &chance, &groups[index / Voices.lanes], lane: index % Voices.lanes)
            }
            hush += tables[index].hushPower
            hiss += tables[index].hissPower
        }
        bands.aim(0, level: sibilance * gain * Rough.squareRoot(hush + 1e-12))
        bands.aim(1, level: sibilance * gain * Rough.squareRoot(hiss + 1e-12))
        let swell = 1 + 0.2 * crowd.step()
        bands.aim(2, level: murmur * swell)
        bands.aim(3, level: 0.35 * murmur * swell)
        random.fill(words.base, count: words.count)
        Uniform.convert(words.base, into: noise.base, count: noise.count, scale: 1)
        for place in 0..<sums.count { sums.base[place] = 0 }
        for group in 0..<groupCount {
            groups[group].sing(
                noise: noise.base, pulses: pulses.base, into: sums.base)
        }
    }

    /// Adds up the lanes of each frame.
    @_noLocks @inline(never)
    private func gather(_ direct: StereoPointers) {
        let gain = self.gain
        for index in 0..<Voices.frames {
            let l = sums.base + Voices.parts * index
            let (r, s) = (l + 4, l + 8)
            direct.left[index] = gain * ((l[0] + l[1]) + (l[2] + l[3]))
            direct.right[index] = gain * ((r[0] + r[1]) + (r[2] + r[3]))
            source.base[index] = gain * ((s[0] + s[1]) + (s[2] + s[3]))
        }
    }
}

extension CafeSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("tables", 4...24, default: 14, "at each of them one person talks"),
            SoundParameter("pauses", 0.2...4, default: 0.6, "between two phrases, in s"),
            SoundParameter("distance", 0...1, default: 0.5, "of the nearest tables"),
            SoundParameter("room", 0.2...1.5, default: 0.45, "seconds to decay by 60 dB"),
            SoundParameter("cups", 0...30, default: 4, "cups and spoons a minute"),
            SoundParameter("murmur", -30...12, default: 0, "the farthest tables, in dB"),
            SoundParameter("brightness", 0...1, default: 0.5, "0 dull, 1 bright"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider(
                "people", "more people, who pause less",
                [.times("tables", 1.7), .times("pauses", 0.7)]),
            SoundSlider(
                "distance", "farther away", [.plus("distance", 0.5), .plus("murmur", 6)]),
            SoundSlider("cups", "more cups and spoons", [.times("cups", 4)]),
        ]
    }
}
