/// Single random numbers for occasional events: when the next drop falls, how large it is and where. For bulk
/// random numbers use `RandomWords`.
struct Chance: BitwiseCopyable {
    private var sequence: SeedSequence

    @_noLocks
    init(seed: UInt64) { sequence = SeedSequence(seed: seed) }

    /// A seed for another stream.
    @_noLocks
    mutating func seed() -> UInt64 { sequence.next() }

    /// Uniform over 0 ..< 1.
    @_noLocks @inline(__always)
    mutating func even() -> Float {
        Float(UInt32(truncatingIfNeeded: sequence.next() >> 40)) * 0x1p-24
    }

    /// Uniform over `low` ..< `high`.
    @_noLocks @inline(__always)
    mutating func between(_ low: Float, _ high: Float) -> Float { low + (high - low) * even() }

    /// Log-uniform over `low` ..< `high`: equally likely in each octave.
    @_noLocks @inline(__always)
    mutating func ratio(_ low: Float, _ high: Float) -> Float {
        low * Rough.exponential2(even() * Rough.logarithm2(high / low))
    }

    /// -1 or 1.
    @_noLocks @inline(__always)
    mutating func sign() -> Float { sequence.next() >> 63 == 0 ? 1 : -1 }

    /// Approximately normal with standard deviation 1, never beyond ±3.5: the sum of four uniform numbers.
    @_noLocks @inline(__always)
    mutating func bell() -> Float {
        let word = sequence.next()
        let mask: UInt64 = 0xFFFF
        let sum =
            (word & mask) + (word >> 16 & mask) + (word >> 32 & mask) + (word >> 48 & mask)
        // Four numbers of 0 ..< 65536 have the mean 131070 and the standard deviation 65536 / sqrt(3).
        return (Float(UInt32(truncatingIfNeeded: sum)) - 131_070) * (1.732_050_8 / 65_536)
    }

    /// The time to the next random event, at an average of one per unit of time. Never more than 17.
    @_noLocks @inline(__always)
    mutating func waiting() -> Float {
        -0.693_147_2 * Rough.logarithm2(even() + 0x1p-24)
    }
}

/// Independent random events (a Poisson process), placed to the frame. The rate may change with every slice.
struct Arrivals: BitwiseCopyable {
    /// The expected count that remains before the next event.
    private var wait: Float
    private var left: Float = 0
    private var frames: Float = 0

    @_noLocks
    init(_ chance: inout Chance) { wait = chance.waiting() }

    /// Begins a slice with this expected number of events, which may be a fraction.
    @_noLocks @inline(__always)
    mutating func open(expected: Float) {
        left = expected > 0 ? expected : 0
        frames = left > 0 ? Float(Slice.frames) / left : 0
    }

    /// The frame in the slice of the next event; nil if there are no more.
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
