/// Eight people's voices at once, each in a lane of a vector.
///
/// The real thing: the vocal folds let out puffs of air, 80 to 300 a second, that end more suddenly than they
/// begin. The throat and the mouth resonate at frequencies that tongue, jaw and lips move, the formants. The
/// model: pulses as in KLGLOTT88, the derivative of a cubic, with a short return instead of a jump (Klatt and
/// Klatt, "Analysis, synthesis, and perception of voice quality variations", 1990), and noise of breath,
/// through four resonators in a row (Klatt, "Software for a cascade/parallel formant synthesizer", 1980).
///
/// It works at a quarter of the rate, where all that matters of a voice at another table lies.
struct Voices: BitwiseCopyable {
    static var lanes: Int {
        @_noLocks get { 8 }
    }
    /// Of a slice, at a quarter of the rate.
    static var frames: Int {
        @_noLocks get { QuarterRate.frames }
    }
    /// What `sing` adds for each frame: four parts of the left, then of the right, then of what goes into the
    /// room.
    static var parts: Int {
        @_noLocks get { 12 }
    }

    /// A formant of each voice, which glides to where it is aimed.
    private struct Resonator: BitwiseCopyable {
        var frequency: SIMD8<Float>
        var goal: SIMD8<Float>
        var one = SIMD8<Float>()
        var two = SIMD8<Float>()
        /// What is left after a frame.
        var kept: Float

        @_noLocks
        init(frequency: Float, width: Float, rate: Float) {
            self.frequency = SIMD8(repeating: frequency)
            goal = SIMD8(repeating: frequency)
            kept = Rough.exponential2(-4.532_36 * width / rate)
        }

        /// Glides on, and returns the factor of the last value; that of the one before is -kept².
        @_noLocks @inline(__always)
        mutating func glide(_ pull: Float, _ perHertz: Float) -> SIMD8<Float> {
            frequency += pull * (goal - frequency)
            // cos 2x = 1 - 2 sin² x, for x up to a quarter of a turn.
            let x = frequency * perHertz
            let z = x * x
            let tail = 1 - z * 0.023_809_52 * (1 - z * 0.013_888_89)
            let sine = x * (1 - z * 0.166_666_67 * (1 - z * 0.05 * tail))
            return (2 * kept) * (1 - 2 * sine * sine)
        }
    }

    private let rate: Float
    private let glide: Float
    private let dull: Float
    private var first: Resonator
    private var second: Resonator
    private var third: Resonator
    private var fourth: Resonator
    private var phase: SIMD8<Float>
    private var step = SIMD8<Float>()
    private var voiced = SIMD8<Float>()
    private var rough = SIMD8<Float>()
    private var voicedGoal = SIMD8<Float>()
    private var roughGoal = SIMD8<Float>()
    private var smooth = SIMD8<Float>()
    private var left = SIMD8<Float>()
    private var right = SIMD8<Float>()
    private var room = SIMD8<Float>()

    /// - Parameters:
    ///   - rate: a quarter of the sound's.
    ///   - brightness: the corner in Hz above which the pulses are soft.
    @_noLocks
    init(rate: Float, brightness: Float, _ chance: inout Chance) {
        self.rate = rate
        let seconds = Float(Voices.frames) / rate
        glide = 1 - Rough.exponential2(-1.442_695 * seconds / 0.024)
        dull = 1 - Rough.exponential2(-9.064_72 * brightness / rate)
        // The open folds damp it. If it were narrower, a voice would call out whenever a harmonic meets it.
        first = Resonator(frequency: 500, width: 95, rate: rate)
        second = Resonator(frequency: 1500, width: 90, rate: rate)
        third = Resonator(frequency: 2500, width: 130, rate: rate)
        fourth = Resonator(frequency: 3500, width: 220, rate: rate)
        phase = SIMD8()
        for lane in 0..<8 { phase[lane] = chance.even() }
    }

    /// Where a voice sits: its gain to each ear, and into the room.
    @_noLocks
    mutating func place(_ lane: Int, left: Float, right: Float, room: Float) {
        self.left[lane] = left
        self.right[lane] = right
        self.room[lane] = room
    }

    /// Where the formants of a voice glide, in Hz.
    @_noLocks
    mutating func shape(_ lane: Int, _ formants: SIMD4<Float>) {
        first.goal[lane] = formants[0]
        second.goal[lane] = formants[1]
        third.goal[lane] = formants[2]
        fourth.goal[lane] = formants[3]
    }

    /// - Parameters:
    ///   - pitch: pulses a second in the next slice.
    ///   - voiced: the strength of the pulses at its end.
    ///   - rough: that of the breath's noise.
    @_noLocks
    mutating func aim(_ lane: Int, pitch: Float, voiced: Float, rough: Float) {
        step[lane] = pitch / rate
        voicedGoal[lane] = voiced
        // Never nothing, or the resonators would ring on into denormals.
        roughGoal[lane] = rough + 1e-6
    }

    /// Adds a slice of all voices to `sums`.
    ///
    /// - Parameters:
    ///   - noise: of -1 ... 1, for each frame and lane.
    ///   - pulses: memory of the same size.
    @_noLocks
    mutating func sing(
        noise: UnsafePointer<Float>, pulses: UnsafeMutablePointer<Float>,
        into sums: UnsafeMutablePointer<Float>
    ) {
        open(pulses)
        Voices.close(pulses)
        resonate(UnsafeRawPointer(pulses), UnsafeRawPointer(noise), UnsafeMutableRawPointer(sums))
    }

    /// Writes for each frame how many parts of the open time have gone since the folds opened.
    @_noLocks @inline(never)
    private mutating func open(_ pulses: UnsafeMutablePointer<Float>) {
        let target = UnsafeMutableRawPointer(pulses)
        let step = self.step
        var phase = self.phase
        for index in 0..<Voices.frames {
            phase += step
            // Adding 1.5 * 2^23 rounds to the nearest integer.
            phase -= ((phase - 0.5) + 12_582_912) - 12_582_912
            // The folds are open for 60 % of the time.
            target.storeBytes(
                of: phase * 1.666_667, toByteOffset: 32 * index, as: SIMD8<Float>.self)
        }
        self.phase = phase
    }

    /// Makes pulses of it: a gentle push outwards, then a sharper one inwards, then nothing.
    @_noLocks @inline(never)
    private static func close(_ pulses: UnsafeMutablePointer<Float>) {
        for index in 0..<(lanes * frames) {
            let u = pulses[index]
            let gate = 12 - 12 * u
            let upper: Float = gate < 1 ? gate : 1
            let held: Float = upper > 0 ? upper : 0
            pulses[index] = u * (2 - 3 * u) * held
        }
    }

    @_noLocks @inline(never)
    private mutating func resonate(
        _ pulses: UnsafeRawPointer, _ noise: UnsafeRawPointer, _ sums: UnsafeMutableRawPointer
    ) {
        let perHertz = 3.141_592_7 / rate
        let (b1, b2) = (first.glide(glide, perHertz), second.glide(glide, perHertz))
        let (b3, b4) = (third.glide(glide, perHertz), fourth.glide(glide, perHertz))
        let (c1, c2) = (first.kept * first.kept, second.kept * second.kept)
        let (c3, c4) = (third.kept * third.kept, fourth.kept * fourth.kept)
        // A gain of 1 at 0 Hz.
        let (a1, a2, a3, a4) = (1 - b1 + c1, 1 - b2 + c2, 1 - b3 + c3, 1 - b4 + c4)
        let (voicedSlope, roughSlope) = (
            (voicedGoal - voiced) * (1 / Float(Voices.frames)),
            (roughGoal - rough) * (1 / Float(Voices.frames))
        )
        var (voiced, rough, smooth) = (self.voiced, self.rough, self.smooth)
        var (p1, q1, p2, q2) = (first.one, first.two, second.one, second.two)
        var (p3, q3, p4, q4) = (third.one, third.two, fourth.one, fourth.two)
        for index in 0..<Voices.frames {
            let pulse = pulses.loadUnaligned(fromByteOffset: 32 * index, as: SIMD8<Float>.self)
            let breath = noise.loadUnaligned(fromByteOffset: 32 * index, as: SIMD8<Float>.self)
            voiced += voicedSlope
            rough += roughSlope
            smooth += dull * (voiced * pulse + rough * breath - smooth)
            let y1 = a1 * smooth + (b1 * p1 - c1 * q1)
            (q1, p1) = (p1, y1)
            let y2 = a2 * y1 + (b2 * p2 - c2 * q2)
            (q2, p2) = (p2, y2)
            let y3 = a3 * y2 + (b3 * p3 - c3 * q3)
            (q3, p3) = (p3, y3)
            let y4 = a4 * y3 + (b4 * p4 - c4 * q4)
            (q4, p4) = (p4, y4)
            let (l, r, s) = (y4 * left, y4 * right, y4 * room)
            let place = sums + 4 * Voices.parts * index
            let (x, y) = (
                place.loadUnaligned(as: SIMD4<Float>.self),
                (place + 16).loadUnaligned(as: SIMD4<Float>.self)
            )
            let z = (place + 32).loadUnaligned(as: SIMD4<Float>.self)
            place.storeBytes(of: x + (l.lowHalf + l.highHalf), as: SIMD4<Float>.self)
            (place + 16).storeBytes(of: y + (r.lowHalf + r.highHalf), as: SIMD4<Float>.self)
            (place + 32).storeBytes(of: z + (s.lowHalf + s.highHalf), as: SIMD4<Float>.self)
        }
        (self.voiced, self.rough, self.smooth) = (voicedGoal, roughGoal, smooth)
        (first.one, first.two, second.one, second.two) = (p1, q1, p2, q2)
        (third.one, third.two, fourth.one, fourth.two) = (p3, q3, p4, q4)
    }
}
