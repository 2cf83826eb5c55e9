/// A stream of random 32-bit words, generated in bulk.
///
/// A lagged xorshift of Brent's xorgens family, x[n] = A(x[n-128]) ^ B(x[n-95]), plus a Weyl sequence that hides
/// its linearity. It has no multiplication and no rotation, so the loop vectoriser has an instruction for every
/// step on plain x86-64 and on NEON. Because the shortest lag is 95, 32 words can be computed independently. The
/// period (2^4096) outlasts any night. Not for cryptography.
struct RandomWords: BitwiseCopyable {
    private static var history: Int {
        @_noLocks get { 128 }
    }
    /// Words per group.
    static var stride: Int {
        @_noLocks get { 32 }
    }
    /// The Weyl increment per word: 2^32 / golden ratio.
    private static var increment: UInt32 {
        @_noLocks get { 0x9E37_79B9 }
    }

    private let state: FixedBuffer<UInt32>
    private let offsets: FixedBuffer<UInt32>
    private var weyl: UInt32
    private var position = 0

    /// - Parameters:
    ///   - seed: every seed gives a different stream.
    ///   - capacity: the maximum number of words per call, a multiple of 32.
    @_noLocks
    init(in arena: inout Arena, seed: UInt64, capacity: Int) {
        precondition(capacity > 0 && capacity % RandomWords.stride == 0)
        state = arena.words(RandomWords.history + capacity)
        offsets = arena.words(RandomWords.stride)
        var chain = SeedSequence(seed: seed)
        for index in 0..<RandomWords.history {
            state.base[index] = UInt32(truncatingIfNeeded: chain.next() >> 32)
        }
        for index in 0..<RandomWords.stride {
            offsets.base[index] = UInt32(truncatingIfNeeded: index + 1) &* RandomWords.increment
        }
        weyl = UInt32(truncatingIfNeeded: chain.next())
    }

    /// Writes the next `count` words, a multiple of 32, at most the capacity.
    @_noLocks @inline(never)
    mutating func fill(_ output: UnsafeMutablePointer<UInt32>, count: Int) {
        // Move the last 128 words to the front, so that the recurrence sees only contiguous memory.
        let words = state.base
        if position != 0 {
            let last = words + position
            for index in 0..<RandomWords.history { words[index] = last[index] }
        }
        let steps = offsets.base
        var made = 0
        while made < count {
            let far = words + made
            let near = words + made + 33
            let new = words + made + RandomWords.history
            let target = output + made
            let base = weyl
            for index in 0..<RandomWords.stride {
                var a = far[index]
                a ^= a &<< 17
                a ^= a &>> 12
                var b = near[index]
                b ^= b &<< 13
                b ^= b &>> 15
                new[index] = a ^ b
            }
            for index in 0..<RandomWords.stride {
                let walk = base &+ steps[index]
                target[index] = new[index] &+ (walk ^ (walk &>> 16))
            }
            weyl = base &+ steps[RandomWords.stride - 1]
            made += RandomWords.stride
        }
        position = count
    }
}

/// Derives seeds from a seed: SplitMix64 (Steele, Lea, Flood 2014), which turns neighbouring seeds into unrelated
/// ones.
package struct SeedSequence: BitwiseCopyable {
    private var state: UInt64

    @_noLocks
    package init(seed: UInt64) { state = seed }

    @_noLocks
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
