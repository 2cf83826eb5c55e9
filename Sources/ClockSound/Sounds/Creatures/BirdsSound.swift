/// Birds at dawn, from a window: some near, most far, over the morning's air.
///
/// The real thing: a dozen birds of half as many kinds, each singing for a minute or two and resting as long,
/// then going on from another branch. Distant song loses its edges in leaves and trunks and arrives as much from
/// everywhere as from the bird (a wood's echo lasts 1 to 1.5 s at 2 kHz: Richards and Wiley 1980), and the air
/// between makes its loudness flicker by a few decibels. Level falls with distance, so two or three birds stand
/// out and the rest are a murmur behind them; the air itself is heard only when all of them pause. Gardens, woods
/// and dawns differ by who sings: thrushes first and loudest, then tits and sparrows near houses, then finches,
/// wrens and leaf warblers among trees.
///
/// The model: ten `Singer`s whose notes come from `BirdSong`. Each has a position, which changes when it rests,
/// and a slow flicker. Near ones are heard directly, far ones mostly through `Space`. `AirBed` is the morning.
/// What all sing together rides on the loudness of the last minute (`ride`), so that none startles.
struct BirdsSound: GeneratedSound {
    private struct Bird: BitwiseCopyable {
        var song: BirdSong
        var singer = Singer()
        var flicker: Drift
        /// The loudness of its kind relative to the others.
        let level: Float
        var isFar = false
        /// Where it is, and how far it has come up to that level.
        var goal = SIMD2<Float>(0, 0)
        var gains = SIMD2<Float>(0, 0)
        /// Remaining seconds of singing; below 0 it rests for as long.
        var zeal: Float

        @_noLocks
        init(song: BirdSong, flicker: Drift, level: Float, zeal: Float) {
            self.song = song
            self.flicker = flicker
            self.level = level
            self.zeal = zeal
        }
    }

    private static var birds: Int {
        @_noLocks get { 10 }
    }

    private let rate: Int
    private let slice: Float
    private var chance: Chance
    private var air: AirBed
    private var space: Space
    private let sines: Sines
    private let birds: UnsafeMutablePointer<Bird>
    /// Near left, near right, far left, far right.
    private let buses: FixedBuffer<Float>
    private let activity: Float
    private let distance: Float
    private let echo: Float
    /// The power of the air; and that of the last minute, as it was heard.
    private let calm: Float
    private var minute: LastMinute
    /// The greatest power of the songs of late, before `gain`, and the low part of their last frame.
    private var loudest: Float = 0
    private var low = SIMD2<Float>(0, 0)
    private var gain: Float = 1

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = rate
        slice = Float(Slice.frames) / Float(rate)
        chance = Chance(seed: seed)
        activity = values[0]
        distance = values[1]
        echo = values[2]
        minute = LastMinute(in: &arena, rate: rate, expected: BirdsSound.usual)
        sines = Sines(in: &arena)
        space = Space(in: &arena, rate: rate, seconds: 0.5 + 1.1 * values[2])
        buses = arena.floats(4 * Slice.frames)
        air = AirBed(in: &arena, rate: rate, driftFrequency: 0.05, seed: chance.seed())
        let wind = 0.9 * Rough.amplitude(decibels: 40 * (values[5] - 0.5) - 13)
        calm = BirdsSound.weight * wind * wind
        air.set(0, .band, frequency: 141, quality: 0.45, level: 0.0735 * wind, depth: 0.15)
        air.set(1, .low, frequency: 723, quality: 0.8, level: 0.0070 * wind, depth: 0.15)
        air.set(2, .low, frequency: 110, quality: 0.8, level: 0.0083 * wind, depth: 0.15)
        air.set(3, .low, frequency: 2959, quality: 0.45, level: 0.0175 * wind, depth: 0.15)
        let memory = arena.reserve(bytes: BirdsSound.birds * MemoryLayout<Bird>.stride)
        birds = memory.assumingMemoryBound(to: Bird.self)
        for index in 0..<BirdsSound.birds {
            let (kind, level) = BirdsSound.cast(
                index, doves: values[3], small: values[4], thrushes: values[6], woods: values[7])
            (birds + index).initialize(
                to: Bird(
                    song: BirdSong(kind, seed: chance.seed()),
                    flicker: Drift(frequency: 1.5, rate: rate, seed: chance.seed()),
                    level: level, zeal: 0))
        }
        air.settle(in: &arena)
        for index in 0..<BirdsSound.birds {
            perch(index)
            birds[index].gains = birds[index].goal
            // Some sing from the start, others later; one of each place always does.
            let sings = index % 3 == 0 || chance.even() < 0.2 + 0.6 * activity
            birds[index].zeal = sings ? chance.between(15, 90) : -chance.between(2, 40)
        }
    }

    /// Chooses the singer's kind and its loudness.
    @_noLocks
    private static func cast(
        _ index: Int, doves: Float, small: Float, thrushes: Float, woods: Float
    ) -> (BirdSong.Kind, Float) {
        switch index {
        case 0: (.blackbird, thrushes)
        case 1: (.chaffinch, 0.8 * woods)
        case 2: (.robin, 0.65 * thrushes)
        case 3: (.greatTit, 0.8 * small)
        case 4: (.dove, 1.7 * doves)
        case 5: (.chiffchaff, 0.65 * woods)
        case 6: (.wren, woods)
        case 7: (.sparrow, 0.8 * small)
        case 8: (.blackbird, 0.9 * thrushes)
        default: (.robin, 0.6 * (thrushes > woods ? thrushes : woods))
        }
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        air.render(left: left, right: right, gains: SIMD4(repeating: 1))
        let bus = buses.base
        for index in 0..<4 * Slice.frames { bus[index] = 0 }
        for index in 0..<BirdsSound.birds { sing(index, bus) }
        let (nearLeft, nearRight) = (bus, bus + Slice.frames)
        let (farLeft, farRight) = (bus + 2 * Slice.frames, bus + 3 * Slice.frames)
        for index in 0..<Slice.frames {
            let (near, far) = (
                SIMD2(nearLeft[index], nearRight[index]), SIMD2(farLeft[index], farRight[index])
            )
            let (direct, sent) = (near + 0.35 * far, far + 0.5 * near)
            (nearLeft[index], nearRight[index]) = (direct[0], direct[1])
            (farLeft[index], farRight[index]) = (sent[0], sent[1])
        }
        space.add(
            leftInput: farLeft, rightInput: farRight, gain: 0.22 + 0.20 * echo, left: nearLeft,
            right: nearRight)
        let start = gain
        ride(on: power(nearLeft, nearRight))
        let slope = (gain - start) / Float(Slice.frames)
        for index in 0..<Slice.frames {
            let gain = start + slope * Float(index)
            left[index] += gain * nearLeft[index]
            right[index] += gain * nearRight[index]
        }
    }

    /// Sets the gain of all songs by the last minute. After one that was louder than usual they are somewhat softer,
    /// after a quiet one louder; but never much louder than what was heard in it (sound design, Q9).
    @_noLocks
    private mutating func ride(on power: Float) {
        let mean = minute.mean
        let ratio = BirdsSound.usual / mean
        let slow = ratio > 2 ? 2 : (ratio < 0.5 ? 0.5 : ratio)
        loudest -= loudest * slice / BirdsSound.release
        if power > loudest { loudest = power }
        let most = BirdsSound.rise * mean
        let square = slow * loudest > most ? most / loudest : slow
        gain = Rough.squareRoot(square)
        minute.add(square * power + calm)
    }

    /// The power of a slice, nearly as loudness counts it (ITU-R BS.1770): above 2 kHz, 4 dB more.
    @_noLocks @inline(never)
    private mutating func power(
        _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>
    ) -> Float {
        // That of a pole at this frequency.
        let pace = 11_000 / Float(rate)
        var (low, sum) = (self.low, SIMD2<Float>(0, 0))
        for index in 0..<Slice.frames {
            let frame = SIMD2(left[index], right[index])
            low += pace * (frame - low)
            let heard = frame + 0.7 * (frame - low)
            sum += heard * heard
        }
        self.low = low
        return sum.sum() / Float(Slice.frames)
    }

    @_noLocks
    private mutating func sing(_ index: Int, _ bus: UnsafeMutablePointer<Float>) {
        let bird = birds + index
        guard bird.pointee.level > 0 else { return }
        let zeal = bird.pointee.zeal
        let flicker = 1 + 0.22 * bird.pointee.flicker.step()
        if zeal > 0 {
            bird.pointee.zeal = zeal - slice
        } else {
            // It rests, but finishes its note first.
            bird.pointee.zeal = zeal + slice
            if bird.pointee.zeal >= 0 {
                perch(index)
                bird.pointee.zeal = chance.between(30, 150)
            }
            if bird.pointee.singer.isOver { return }
        }
        // Up to its level within half a minute: nothing near begins at once.
        bird.pointee.gains += (bird.pointee.goal - bird.pointee.gains) * (slice / 10)
        let offset = bird.pointee.isFar ? 2 * Slice.frames : 0
        for part in 0..<Slice.frames / Singer.stepFrames {
            if bird.pointee.singer.isOver {
                if bird.pointee.zeal <= 0 { return }
                var note = bird.pointee.song.next(&chance)
                if note.wait > 0.6 {
                    // If it is to stop, it does so between two phrases.
                    note.wait *= 1.9 - 1.4 * activity
                    if bird.pointee.zeal < note.wait {
                        bird.pointee.zeal = -chance.between(15, 60) * (2.2 - 2 * activity)
                    }
                }
                bird.pointee.singer.begin(note, rate: rate)
            }
            let start = offset + part * Singer.stepFrames
            bird.pointee.singer.add(
                sines, rate: rate, gains: bird.pointee.gains * flicker, left: bus + start,
                right: bus + start + Slice.frames)
        }
    }

    /// Chooses a position, near or far.
    @_noLocks
    private mutating func perch(_ index: Int) {
        let isFar = chance.even() < 0.5 + 0.45 * distance
        let away = isFar ? chance.ratio(0.10, 0.28) : chance.ratio(0.55, 0.95)
        let level = 0.7 * birds[index].level * away
        // Coos come from everywhere: what is lower than leaves are small goes around them.
        birds[index].isFar = isFar || index == 4
        birds[index].goal = level * Rough.panGains((isFar ? 0.8 : 0.35) * chance.between(-1, 1))
        birds[index].gains = 0.3 * birds[index].goal
    }
}

extension BirdsSound {
    /// The power of a usual minute; how many times as loud as the last one they may become; and in how many seconds
    /// one that is over no longer holds others down.
    private static var usual: Float {
        @_noLocks get { 0.018 }
    }
    private static var rise: Float {
        @_noLocks get { 6 }
    }
    private static var release: Float {
        @_noLocks get { 0.03 }
    }
    /// The power of the air whose level is 1, as loudness counts it.
    private static var weight: Float {
        @_noLocks get { 0.012 }
    }
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("activity", 0...1, default: 0.65, "how many sing at a time"),
            SoundParameter("distance", 0...1, default: 0.5, "how many of them are far"),
            SoundParameter("echo", 0...1, default: 0.5, "0 an open garden, 1 a tall wood"),
            SoundParameter("doves", 0...1, default: 0.6, "how loud the collared doves are"),
            SoundParameter("small", 0...1, default: 0.5, "how loud the sparrows and tits are"),
            SoundParameter("air", 0...1, default: 0.5, "how loud the morning's air is"),
            SoundParameter("thrushes", 0...1, default: 0.7, "how loud blackbirds and robins are"),
            SoundParameter(
                "woods", 0...1, default: 0.7, "how loud finches, wrens and warblers are"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("bed", "more air between them", [.plus("air", 0.5)]),
            SoundSlider("distance", "farther off", [.plus("distance", 0.3)]),
            SoundSlider("activity", "more singing at a time", [.plus("activity", 0.3)]),
        ]
    }
}
