/// A warm night: crickets near and far, and whatever else sings in the dark.
///
/// The real thing: each chirp of the near ones is audible, at a rate that tells the temperature. The far ones
/// blend into a shimmer around 3 to 5 kHz that swells and fades. Cicadas, where they sing at dusk, are a buzz of
/// 4 to 8 kHz from a timbal that clicks a hundred times a second or more; one swells for some seconds and fades,
/// and another takes over.
///
/// A night is not one temperature: the air that moves through the grass is a degree warmer or cooler, and all of
/// them chirp faster and higher or slower and lower with it. Snowy tree crickets within earshot of each other
/// chirp together (Walker, "Acoustic synchrony: two mechanisms in the snowy tree cricket", 1969), so even a far
/// meadow throbs. Between them it is still: the air lies 15 dB and more under the song.
///
/// The model: ten `Singer`s with `InsectSong`s for the near ones, each resting now and then; two sharp filters on
/// white noise for the far ones, one of them throbbing; two wider ones, the noise pulsing with the timbals, for
/// cicadas; one temperature, which drifts, for all of them; `AirBed` for the night's air; a little `Space`,
/// because nothing outdoors is quite dry.
struct InsectsSound: GeneratedSound {
    private struct Insect: BitwiseCopyable {
        var song: InsectSong
        var singer = Singer()
        let gains: SIMD2<Float>
        /// Remaining seconds of singing; below 0 it rests for as long.
        var zeal: Float

        @_noLocks
        init(song: InsectSong, gains: SIMD2<Float>, zeal: Float) {
            self.song = song
            self.gains = gains
            self.zeal = zeal
        }
    }

    private static var insects: Int {
        @_noLocks get { 10 }
    }

    private let rate: Int
    private let slice: Float
    private var chance: Chance
    private var air: AirBed
    /// The choir's own noise: with that of the air, either would cancel or double parts of the other.
    private var white: WhiteNoise
    private var choir: StereoBands
    private var space: Space
    private let sines: Sines
    private let insects: UnsafeMutablePointer<Insect>
    /// Left and right of the singers, then of the choir's noise.
    private let buses: FixedBuffer<Float>
    private let far: Float
    private let cicadas: Float
    private let number: Float
    private let echo: Float
    /// Degrees Celsius: as asked, and now.
    private let warmth: Float
    private var temperature: Float
    private var temperatureDrift: Drift
    private var farDrifts: (Drift, Drift)
    private var cicadaDrifts: (Drift, Drift)
    private var timbalDrift: Drift
    /// The timbals' phase in turns.
    private var timbal = 0.0
    /// The tree crickets' common chirp, in turns.
    private var throb: Float = 0

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = rate
        slice = Float(Slice.frames) / Float(rate)
        chance = Chance(seed: seed)
        // Away from the near ones, towards the far ones: by 6 dB and 4 dB.
        let away = values[8] - 0.5
        far = 1.13 * values[1] * Rough.amplitude(decibels: 8 * away) * (0.6 + 0.8 * values[7])
        cicadas = 1.13 * values[3] * Rough.amplitude(decibels: 8 * away)
        number = values[7]
        echo = 0.16 * Rough.amplitude(decibels: 18 * away)
        sines = Sines(in: &arena)
        space = Space(in: &arena, rate: rate, seconds: 0.7)
        buses = arena.floats(2 * Slice.frames)
        farDrifts = (
            Drift(frequency: 0.09, rate: rate, seed: chance.seed()),
            Drift(frequency: 0.12, rate: rate, seed: chance.seed())
        )
        cicadaDrifts = (
            Drift(frequency: 0.04, rate: rate, seed: chance.seed()),
            Drift(frequency: 0.05, rate: rate, seed: chance.seed())
        )
        timbalDrift = Drift(frequency: 0.3, rate: rate, seed: chance.seed())
        warmth = values[0]
        temperature = warmth
        // It turns within a minute.
        temperatureDrift = Drift(frequency: 0.006, rate: rate, seed: chance.seed())
        white = WhiteNoise(in: &arena, seed: chance.seed())
        choir = StereoBands(in: &arena, rate: rate)
        choir.tune(2, .band, frequency: 4700, quality: 5)
        choir.tune(3, .band, frequency: 6300, quality: 4)

        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.05, seed: chance.seed())
        let wind = 0.60 * Rough.amplitude(decibels: 40 * (values[5] - 0.5) - 18)
        air.set(0, .band, frequency: 94, quality: 0.75, level: 0.0550 * wind, depth: 0.12)
        air.set(1, .low, frequency: 337, quality: 1.0, level: 0.0155 * wind, depth: 0.12)
        air.set(2, .low, frequency: 665, quality: 0.86, level: 0.0235 * wind, depth: 0.12)
        air.set(3, .low, frequency: 2295, quality: 0.45, level: 0.0255 * wind, depth: 0.12)
        let memory = arena.reserve(bytes: InsectsSound.insects * MemoryLayout<Insect>.stride)
        insects = memory.assumingMemoryBound(to: Insect.self)
        // As `AirBed.settle` does, in memory that is there: a voice has not much more.
        for _ in 0..<64 {
            air.render(
                left: buses.base, right: buses.base + Slice.frames, gains: SIMD4(repeating: 1))
        }
        let near = 1.13 * Rough.amplitude(decibels: -12 * away)
        populate(
            crickets: near * values[2], frogs: near * values[4], katydids: near * values[6])
        for _ in 0..<8 { render(left: buses.base, right: buses.base + Slice.frames) }
    }

    /// Gives each singer a position. The two nearest sing from the start.
    @_noLocks
    private mutating func populate(crickets: Float, frogs: Float, katydids: Float) {
        for index in 0..<InsectsSound.insects {
            let kind: InsectSong.Kind
            var level: Float
            switch index {
            case 0, 1, 2: (kind, level) = (.treeCricket, 0.295 * crickets)
            case 3, 4, 5: (kind, level) = (.fieldCricket, 0.205 * crickets)
            case 6, 7: (kind, level) = (.katydid, 0.06 * katydids)
            default: (kind, level) = (.frog, 0.34 * frogs)
            }
            level *= index == 0 ? 1 : chance.between(0.35, 0.9)
            // Spread over the meadow, each at random within its own tenth.
            let place = Float((index * 7) % 10) * 0.18 - 0.81 + chance.between(-0.09, 0.09)
            let sings = index == 0 || index == 3 || chance.even() < 0.4 + 0.6 * number
            let insect = Insect(
                song: InsectSong(kind, temperature: temperature, &chance),
                gains: level * Rough.panGains(place),
                zeal: sings ? chance.between(10, 90) : -chance.between(2, 30))
            (insects + index).initialize(to: insect)
        }
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        temperature = warmth + 1.2 * temperatureDrift.step()
        air.render(left: left, right: right, gains: SIMD4(repeating: 1))
        let (busLeft, busRight) = (buses.base, buses.base + Slice.frames)
        renderChoir(busLeft, busRight)
        for index in 0..<Slice.frames {
            left[index] += busLeft[index]
            right[index] += busRight[index]
            busLeft[index] = 0
            busRight[index] = 0
        }
        for index in 0..<InsectsSound.insects { sing(index) }
        for index in 0..<Slice.frames {
            left[index] += busLeft[index]
            right[index] += busRight[index]
        }
        space.add(
            leftInput: busLeft, rightInput: busRight, gain: echo, left: left, right: right)
    }

    /// The far ones: shimmer, and cicadas.
    @_noLocks
    private mutating func renderChoir(
        _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>
    ) {
        let level: Float = 0.075 / AirBed.whiteLevel
        let warm = (temperature - 20) / 20
        choir.tune(0, .band, frequency: 2950 * (1 + 0.25 * warm), quality: 18)
        choir.tune(1, .band, frequency: 4500 * (1 + 0.10 * warm), quality: 14)
        throb += InsectSong.dolbear(temperature) * slice
        throb -= Float(Int(throb))
        let together = 1 + 0.4 * Sines.sine(throb)
        choir.aim(0, level: 0.55 * level * far * together * (1 + 0.22 * farDrifts.0.step()))
        choir.aim(1, level: 0.44 * level * far * (1 + 0.22 * farDrifts.1.step()))
        // Two groups that come and go independently.
        let (one, two) = (cicadaDrifts.0.step(), cicadaDrifts.1.step())
        choir.aim(2, level: 0.82 * level * cicadas * InsectsSound.swell(one))
        choir.aim(3, level: 0.45 * level * cicadas * InsectsSound.swell(two))
        white.render(left: left, right: right)
        guard cicadas > 0 else {
            choir.render(leftInput: left, rightInput: right, left: left, right: right)
            return
        }
        let step = 118 * (1 + 0.3 * warm) * (1 + 0.02 * timbalDrift.step()) / Float(rate)
        let start = Float(timbal)
        for index in 0..<Slice.frames {
            let beat = 1 + 0.75 * Sines.sine(start + step * Float(index))
            left[index] *= beat
            right[index] *= beat
        }
        timbal += Double(step) * Double(Slice.frames)
        timbal -= Double(Int(timbal))
        choir.render(leftInput: left, rightInput: right, left: left, right: right)
    }

    /// Converts a drift to a level that never quite vanishes: 0.45 ... 1.3.
    @_noLocks
    private static func swell(_ drift: Float) -> Float {
        let up = 0.85 + 0.25 * drift
        return up < 0.45 ? 0.45 : (up > 1.3 ? 1.3 : up)
    }

    @_noLocks
    private mutating func sing(_ index: Int) {
        let insect = insects + index
        guard insect.pointee.gains[0] > 0 else { return }
        if insect.pointee.zeal > 0 {
            insect.pointee.zeal -= slice
        } else {
            insect.pointee.zeal += slice
            if insect.pointee.zeal >= 0 {
                insect.pointee.zeal = chance.between(25, 150) * (0.4 + 1.2 * number)
            }
        }
        for part in 0..<Slice.frames / Singer.stepFrames {
            if insect.pointee.singer.isOver {
                // It stops only after a chirp ends.
                if insect.pointee.song.isBetweenChirps, insect.pointee.zeal < 0.05 {
                    if insect.pointee.zeal > 0 {
                        insect.pointee.zeal = -chance.between(4, 35) * (1.8 - 1.6 * number)
                    }
                    return
                }
                insect.pointee.song.temperature = temperature
                let note = insect.pointee.song.next(&chance)
                insect.pointee.singer.begin(note, rate: rate)
            }
            let start = buses.base + part * Singer.stepFrames
            insect.pointee.singer.add(
                sines, rate: rate, gains: insect.pointee.gains, left: start,
                right: start + Slice.frames)
        }
    }
}

extension InsectsSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter(
                "temperature", 8...34, default: 20, "degrees Celsius: how fast they chirp"),
            SoundParameter("far", 0...1, default: 0.5, "how loud the far crickets' shimmer is"),
            SoundParameter("crickets", 0...1, default: 0.7, "how loud the near crickets are"),
            SoundParameter("cicadas", 0...1, default: 0, "how loud the cicadas are"),
            SoundParameter("frogs", 0...1, default: 0, "how loud the frogs are"),
            SoundParameter("air", 0...1, default: 0.5, "how loud the night's air is"),
            SoundParameter("katydids", 0...1, default: 0.2, "how loud the bush crickets are"),
            SoundParameter("number", 0...1, default: 0.5, "how many sing at a time"),
            SoundParameter("distance", 0...1, default: 0.5, "0 in the grass, 1 over the meadow"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("bed", "more air between them", [.plus("air", 0.5)]),
            SoundSlider("warmth", "faster and higher", [.plus("temperature", 7)]),
            SoundSlider("number", "more of them, with fewer pauses", [.plus("number", 0.5)]),
            SoundSlider("distance", "farther off", [.plus("distance", 0.5)]),
        ]
    }
}
