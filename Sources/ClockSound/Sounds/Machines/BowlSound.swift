/// Singing bowls of bronze, struck with a soft mallet or rubbed along the rim.
///
/// The real thing: the rim bends in shapes of 4, 6, 8 and 10 nodes, whose pitches are as 1 to 2.7 to 5.1 to 8.0
/// (Inácio, Henrique and Antunes, "The dynamics of Tibetan singing bowls", 2006; Terwagne and Bush, "Tibetan singing
/// bowls", 2011). No bowl is quite round, so each shape has two pitches that lie a hertz apart and beat. They ring for
/// seconds to a minute, the high ones more briefly. A felt mallet is in touch for some milliseconds, which lets the
/// high shapes sleep; a rubbing stick sticks and slips, and feeds mostly the lowest.
///
/// The model: modal synthesis (van den Doel 2005). Each of three bowls has eight modes in the lanes of one vector:
/// complex numbers that rotate and shrink with every frame, driven by the force of the mallet, half a sine, and by
/// the stick's, noise that swells as the stick goes round. A bowl that is struck while it rings goes on from there.
struct BowlSound: GeneratedSound {
    private static var bowls: Int {
        @_noLocks get { 3 }
    }

    /// Lower than elsewhere, or the lowest tone would be in the middle of the head.
    static var cornerOfEars: Float {
        @_noLocks get { 300 }
    }

    /// The modes of one bowl: four shapes of two pitches each.
    private struct Bowl: BitwiseCopyable {
        var x = SIMD8<Float>()
        var y = SIMD8<Float>()
        var cosine = SIMD8<Float>()
        var sine = SIMD8<Float>()
        /// How much of the mallet's force and of the stick's gets into each mode.
        var struck = SIMD8<Float>()
        var rubbed = SIMD8<Float>()
        var left = SIMD8<Float>()
        var right = SIMD8<Float>()
        /// Frames of the mallet's touch that are left, and its strength.
        var touch: Float = 0
        var force: Float = 0
    }

    private let rate: Float
    private var chance: Chance
    private let bowls: UnsafeMutablePointer<Bowl>
    private let sums: FixedBuffer<Float>
    private let forces: FixedBuffer<Float>
    private var noise: UInt32
    private let count: Int
    private let every: Float
    private let contact: Float
    private let rub: Float
    private var until: Float
    /// The stick's place on the rim, in turns.
    private var round: Float

    /// - Parameter values: in the order of `parameters`.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64) {
        self.rate = Float(rate)
        chance = Chance(seed: seed)
        every = values[2]
        contact = values[4] * 0.001 * self.rate
        rub = values[5]
        count = Int(values[1] + 0.5)
        until = every * chance.between(0.2, 1)
        round = chance.even()
        noise = UInt32(truncatingIfNeeded: chance.seed()) | 1
        let memory = arena.reserve(bytes: BowlSound.bowls * MemoryLayout<Bowl>.stride)
        bowls = memory.assumingMemoryBound(to: Bowl.self)
        sums = arena.floats(16 * Slice.frames)
        forces = arena.floats(2 * Slice.frames)
        let intervals = SIMD4<Float>(1, 1.335, 1.5, 1)
        for index in 0..<BowlSound.bowls {
            (bowls + index).initialize(to: Bowl())
            tune(index, pitch: values[0] * intervals[index], ring: values[3], beat: values[6])
            // As if struck some time ago.
            guard index < count else { continue }
            for lane in 0..<8 {
                let part = 0.3 / Float(count) * chance.sign()
                bowls[index].x[lane] = part * bowls[index].struck[lane]
            }
        }
    }

    @_noLocks
    private func tune(_ index: Int, pitch: Float, ring: Float, beat: Float) {
        for lane in 0..<8 {
            let shape = lane >> 1
            let ratio: Float = shape == 0 ? 1 : (shape == 1 ? 2.71 : (shape == 2 ? 5.1 : 8))
            let strength: Float = shape == 0 ? 1 : (shape == 1 ? 0.9 : (shape == 2 ? 0.6 : 0.35))
            let apart = lane & 1 == 0 ? 0 : beat * (1 + 0.5 * Float(shape))
            let turn = Rough.sineAndCosine(6.283_185_3 * (pitch * ratio + apart) / rate)
            // Ratios to the power of 3/4.
            let brief = Rough.exponential2(0.75 * Rough.logarithm2(ratio))
            let kept = Rough.exponential2(-1.442_695 * brief / (ring * rate))
            bowls[index].sine[lane] = turn[0] * kept
            bowls[index].cosine[lane] = turn[1] * kept
            bowls[index].struck[lane] = 0.365 * strength
            bowls[index].rubbed[lane] = 0.002 * strength / (ratio * brief)
            // The two pitches of a shape have their nodes where the other one swings most, so each ear hears more of
            // one of them.
            let side: Float = (lane + shape + index) & 1 == 0 ? -0.8 : 0.8
            let gains = Rough.panGains(side)
            bowls[index].left[lane] = 1.32 * gains[0]
            bowls[index].right[lane] = 1.32 * gains[1]
        }
    }

    @_noLocks
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let slice = Float(Slice.frames) / rate
        until -= slice
        if until <= 0 {
            until += every * chance.between(0.8, 1.2)
            let bowl = Int(chance.even() * Float(count))
            bowls[bowl].touch = contact
            // A calm hand, and the calmer, the more the bowl still swings: a hard stroke that meets that swing would
            // startle (sound design, Q9).
            let (x, y) = (bowls[bowl].x.lowHalf, bowls[bowl].y.lowHalf)
            let swing = Rough.squareRoot((x * x + y * y).sum()) / 0.365
            let calm = 1 - 0.25 * (swing < 1.2 ? swing : 1.2)
            bowls[bowl].force = calm * chance.between(0.88, 1.05) * 1.570_796 / contact
        }
        // A stick goes round in five seconds.
        round += 0.2 * slice
        if round >= 1 { round -= 1 }
        for place in 0..<sums.count { sums.base[place] = 0 }
        for index in 0..<count {
            push(index)
            BowlSound.ring(&bowls[index], UnsafePointer(forces.base), sums.base)
        }
        for index in 0..<Slice.frames {
            let l = sums.base + 16 * index
            let r = l + 8
            left[index] = ((l[0] + l[1]) + (l[2] + l[3])) + ((l[4] + l[5]) + (l[6] + l[7]))
            right[index] = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        }
    }

    /// Writes the forces of the mallet and of the stick on one bowl.
    @_noLocks @inline(never)
    private mutating func push(_ index: Int) {
        let (mallet, stick) = (forces.base, forces.base + Slice.frames)
        for frame in 0..<Slice.frames { mallet[frame] = 0 }
        var frame = 0
        while bowls[index].touch > 0, frame < Slice.frames {
            mallet[frame] = bowls[index].force * Sines.sine(0.5 * bowls[index].touch / contact)
            bowls[index].touch -= 1
            frame += 1
        }
        let place = round + 0.37 * Float(index)
        let press = rub * (1 + 0.6 * Sines.sine(place)) * 0x1p-31
        var noise = self.noise
        for frame in 0..<Slice.frames {
            noise ^= noise &<< 13
            noise ^= noise &>> 17
            noise ^= noise &<< 5
            stick[frame] = Float(Int32(bitPattern: noise)) * press
        }
        self.noise = noise
    }

    /// Adds a slice of a bowl to `output`: eight lanes for the left, then eight for the right.
    @_noLocks @inline(never)
    private static func ring(
        _ bowl: inout Bowl, _ forces: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>
    ) {
        let (cosine, sine) = (bowl.cosine, bowl.sine)
        let (struck, rubbed) = (bowl.struck, bowl.rubbed)
        let (left, right) = (bowl.left, bowl.right)
        var (x, y) = (bowl.x, bowl.y)
        for index in 0..<Slice.frames {
            let place = UnsafeMutableRawPointer(output + 16 * index)
            let pushed = x + (struck * forces[index] + rubbed * forces[index + Slice.frames])
            x = cosine * pushed - sine * y
            y = sine * pushed + cosine * y
            let l = place.loadUnaligned(as: SIMD8<Float>.self)
            let r = (place + 32).loadUnaligned(as: SIMD8<Float>.self)
            place.storeBytes(of: l + y * left, as: SIMD8<Float>.self)
            (place + 32).storeBytes(of: r + y * right, as: SIMD8<Float>.self)
        }
        bowl.x = x
        bowl.y = y
    }
}

extension BowlSound {
    /// In the order of the recipe's values.
    static var parameters: [SoundParameter] {
        [
            SoundParameter("pitch", 110...440, default: 220, "Hz, of the lowest bowl"),
            SoundParameter("bowls", 1...3, default: 1, "how many bowls"),
            SoundParameter("every", 3...30, default: 6.5, "seconds from stroke to stroke"),
            SoundParameter("ring", 3...20, default: 9, "seconds until it is at a third"),
            SoundParameter("mallet", 1...8, default: 1.8, "ms of touch: 1 wood, 8 wool"),
            SoundParameter("rub", 0...1, default: 0.1, "how hard the rim is rubbed"),
            SoundParameter("beat", 0...3, default: 0.9, "beats a second"),
        ]
    }

    static var sliders: [SoundSlider] {
        [
            SoundSlider("strokes", "more strokes", [.times("every", 0.4)]),
            SoundSlider("mallet", "a harder mallet", [.times("mallet", 0.6)]),
            SoundSlider("rub", "a rim that is rubbed more", [.plus("rub", 0.5)]),
        ]
    }
}
