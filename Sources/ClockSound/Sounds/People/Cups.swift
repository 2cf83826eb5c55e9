/// Cups that are put down and spoons that stir, now and then, softly.
///
/// A cup on its saucer rings in modes of 1.5 to 5 kHz that have no simple ratios and are gone in a tenth of a
/// second (modal synthesis: van den Doel and Pai, "The sounds of physical shapes", 1998). Here are two sets
/// of eight, in turn, as complex numbers that rotate and shrink with every frame, at a quarter of the rate. A
/// set that still rings goes on from there, so nothing clicks.
struct Cups: BitwiseCopyable {
    private struct Ring: BitwiseCopyable {
        var x = SIMD8<Float>()
        var y = SIMD8<Float>()
        var cosine = SIMD8<Float>()
        var sine = SIMD8<Float>()
        var left: Float = 0
        var right: Float = 0
        /// Slices until it is inaudible.
        var remaining = 0
    }

    private let rate: Float
    /// Seconds from one cup to the next; 0 for none.
    private let every: Float
    private var until: Float
    private var one = Ring()
    private var two = Ring()
    private var isOne = true
    /// Of a spoon: strokes that are left, and seconds to the next.
    private var strokes = 0
    private var next: Float = 0
    private var pitch: Float = 2000
    private var level: Float = 0
    private var pan: Float = 0

    /// - Parameters:
    ///   - rate: a quarter of the sound's.
    ///   - perMinute: how many cups and spoons.
    @_noLocks
    init(rate: Float, perMinute: Float, _ chance: inout Chance) {
        self.rate = rate
        every = perMinute > 0.05 ? 60 / perMinute : 0
        until = every * chance.waiting()
    }

    /// Adds a slice to each ear's direct sound and to what goes into the room.
    @_noLocks
    mutating func render(
        _ direct: StereoPointers, room: UnsafeMutablePointer<Float>, gain: Float,
        _ chance: inout Chance
    ) {
        if every > 0 { listen(gain, &chance) }
        if one.remaining > 0 { Cups.ring(&one, direct, room) }
        if two.remaining > 0 { Cups.ring(&two, direct, room) }
    }

    @_noLocks @inline(never)
    private mutating func listen(_ gain: Float, _ chance: inout Chance) {
        let seconds = Float(Voices.frames) / rate
        until -= seconds
        next -= seconds
        if until <= 0 {
            until += every * (0.2 + 0.8 * chance.waiting())
            let isSpoon = chance.even() < 0.35
            strokes = isSpoon ? 3 + Int(4 * chance.even()) : 1 + Int(1.5 * chance.even())
            pitch = isSpoon ? chance.between(1900, 2700) : chance.between(1300, 2000)
            level = Rough.amplitude(decibels: chance.between(isSpoon ? -14 : -9, isSpoon ? -6 : 0))
            pan = chance.between(-0.8, 0.8)
            next = 0
        }
        guard strokes > 0, next <= 0 else { return }
        strokes -= 1
        next = chance.between(0.16, 0.26)
        let strength = gain * level * chance.between(0.6, 1)
        if isOne { strike(&one, strength, &chance) } else { strike(&two, strength, &chance) }
        isOne = !isOne
    }

    @_noLocks
    private func strike(_ ring: inout Ring, _ strength: Float, _ chance: inout Chance) {
        let ratios = SIMD8<Float>(1, 1.23, 1.52, 1.83, 2.05, 2.31, 1.09, 1.41)
        let fall = chance.between(0.016, 0.04)
        for lane in 0..<8 {
            let wanted = pitch * ratios[lane] * (1 + 0.02 * chance.bell())
            let frequency = wanted < 0.42 * rate ? wanted : 0.42 * rate
            // The angle, up to half a turn, from that of its half.
            let half = Rough.sineAndCosine(3.141_592_7 * frequency / rate)
            let kept = Rough.exponential2(-1.442_695 * ratios[lane] / (fall * rate))
            ring.sine[lane] = 2 * half[0] * half[1] * kept
            ring.cosine[lane] = (1 - 2 * half[0] * half[0]) * kept
            ring.x[lane] += strength * chance.between(0.3, 1) * chance.sign()
        }
        let gains = Rough.panGains(pan)
        ring.left = gains[0]
        ring.right = gains[1]
        ring.remaining = Int(9 * fall * rate) / Voices.frames + 1
    }

    @_noLocks @inline(never)
    private static func ring(
        _ ring: inout Ring, _ direct: StereoPointers, _ room: UnsafeMutablePointer<Float>
    ) {
        let (cosine, sine) = (ring.cosine, ring.sine)
        let (left, right) = (ring.left, ring.right)
        var (x, y) = (ring.x, ring.y)
        for index in 0..<Voices.frames {
            let turned = cosine * x - sine * y
            y = sine * x + cosine * y
            x = turned
            let four = y.lowHalf + y.highHalf
            let value = (four[0] + four[1]) + (four[2] + four[3])
            direct.left[index] += left * value
            direct.right[index] += right * value
            room[index] += value
        }
        ring.remaining -= 1
        // Clear it at last, or it would ring on into denormals.
        ring.x = ring.remaining > 0 ? x : SIMD8()
        ring.y = ring.remaining > 0 ? y : SIMD8()
    }
}
