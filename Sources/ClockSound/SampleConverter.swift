/// Makes a device's samples of the mixer's floats.
///
/// `@unchecked Sendable` for the same reason as the mixer: its buffers are its own, and it cannot be
/// copied.
package struct SampleConverter: ~Copyable, @unchecked Sendable {
    /// Words for this many samples are made at once.
    private static var batch: Int { 256 }
    /// For those words, and for the generator's history.
    private static var memoryBytes: Int { 8192 }
    /// Adding 1.5 * 2^23 to a small float leaves its nearest integer in the low bits: rounding
    /// without the conversion instruction, which traps and does not vectorise.
    private static var magic: Float { 12_582_912 }
    private static var magicBits: Int32 { 0x4B40_0000 }

    private var random: RandomWords
    private let memory = RenderMemory()
    private let words: FixedBuffer<UInt32>
    private var used = SampleConverter.batch

    /// - Parameter seed: the same seed and samples give the same bytes, however they are cut.
    package init(seed: UInt64) {
        var arena = Arena(in: memory, bytes: SampleConverter.memoryBytes)
        words = arena.words(SampleConverter.batch)
        random = RandomWords(in: &arena, seed: seed, capacity: SampleConverter.batch)
    }

    /// Writes `frames` interleaved stereo frames as 16-bit integers with triangular dither of two
    /// steps from peak to peak, which makes the error independent of the sound: bedside noise at
    /// -50 dB leaves eight bits. Exact zeros stay zero, so that silence is silence.
    @_noLocks
    package mutating func convert(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Int16>, frames: Int
    ) {
        let samples = 2 * frames
        var made = 0
        while made < samples {
            if used == SampleConverter.batch {
                random.fill(words.base, count: SampleConverter.batch)
                used = 0
            }
            let count = min(samples - made, SampleConverter.batch - used)
            SampleConverter.convert(
                source + made, words.base + used, to: target + made, count: count)
            used += count
            made += count
        }
    }

    /// Copies `frames` interleaved stereo frames for a device that takes floats.
    @_noLocks
    package func copy(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, frames: Int
    ) {
        for index in 0..<(2 * frames) { target[index] = source[index] }
    }

    @_noLocks @inline(never)
    private static func convert(
        _ source: UnsafePointer<Float>, _ words: UnsafePointer<UInt32>,
        to target: UnsafeMutablePointer<Int16>, count: Int
    ) {
        for index in 0..<count {
            // Two even variables of one step each, from the halves of a word, make the triangle.
            let word = Int32(bitPattern: words[index])
            let dither = Float((word >> 16) + ((word << 16) >> 16) + 1) * 0x1p-16
            let sample = source[index] * 32_768
            let moved = sample + dither
            let high: Float = moved > 32_767 ? 32_767 : moved
            let held: Float = high < -32_768 ? -32_768 : high
            let rounded = Int32(bitPattern: (held + magic).bitPattern) &- magicBits
            target[index] = Int16(truncatingIfNeeded: sample == 0 ? 0 : rounded)
        }
    }
}
