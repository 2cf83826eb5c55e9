/// Single random numbers, for what happens now and then: when the next drop falls, how large it is
/// and where. What needs many at a time takes `RandomWords`.
struct Chance: BitwiseCopyable {
    private var sequence: SeedSequence

    @_noLocks
    init(seed: UInt64) { sequence = SeedSequence(seed: seed) }

    /// A seed for another stream.
    @_noLocks
    mutating func seed() -> UInt64 { sequence.next() }

    /// Evenly spread over 0 ..< 1.
    @_noLocks @inline(__always)
    mutating func even() -> Float {
        Float(UInt32(truncatingIfNeeded: sequence.next() >> 40)) * 0x1p-24
    }

    /// Evenly spread over `low` ..< `high`.
    @_noLocks @inline(__always)
    mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * even() }

    /// Evenly spread on a scale of ratios: as often in each octave of `low` ..< `high`.
    @_noLocks @inline(__always)
    mutating func ratio(_ low: Float, _ high: Float) -> Float {
        low * Rough.exponential2(even() * Rough.logarithm2(high / low))
    }

    /// -1 or 1.
    @_noLocks @inline(__always)
    mutating func sign() -> Float { sequence.next() >> 63 == 0 ? 1 : -1 }

    /// Near enough a normal distribution of deviation 1, and never beyond ±3.5: the sum of four
    /// even numbers.
    @_noLocks @inline(__always)
    mutating func bell() -> Float {
        let word = sequence.next()
        let mask: UInt64 = 0xFFFF
        let sum =
            (word & mask) + (word >> 16 & mask) + (word >> 32 & mask) + (word >> 48 & mask)
        // Four numbers of 0 ..< 65536 have the mean 131070 and the deviation 65536 / sqrt(3).
        return (Float(UInt32(truncatingIfNeeded: sum)) - 131_070) * (1.732_050_8 / 65_536)
    }

    /// The time to the next of events that come by chance, one in each unit of time on average.
    /// Never more than 17.
    @_noLocks @inline(__always)
    mutating func waiting() -> Float {
        -0.693_147_2 * Rough.logarithm2(even() + 0x1p-24)
    }
}

/// Events that come by chance, each independent of the others (a Poisson process), at a rate that
/// may change with every slice, and to the frame.
struct Arrivals: BitwiseCopyable {
    /// How much must still be expected before the next one comes.
    private var wait: Float
    private var left: Float = 0
    private var frames: Float = 0

    @_noLocks
    init(_ chance: inout Chance) { wait = chance.waiting() }

    /// Opens a slice in which so many are expected, which may be a fraction.
    @_noLocks @inline(__always)
    mutating func open(expected: Float) {
        left = expected > 0 ? expected : 0
        frames = left > 0 ? Float(Slice.frames) / left : 0
    }

    /// The frame of the slice at which the next one comes; nil when there are no more in it.
    @_noLocks @inline(__always)
    mutating func next(_ chance: inout Chance) -> Int? {
        guard wait < left else {
            wait -= left
            left = 0
            return nil
        }
        left -= wait
        wait = chance.waiting()
        let frame = Slice.frames - 1 - Int(left * frames)
        return frame > 0 ? frame : 0
    }
}
