/// A device's sample format: interleaved, little-endian, like all machines that the clock runs on.
package enum SampleEncoding: CaseIterable, Sendable {
    case int32
    /// 24 bits in the low three bytes of four, sign-extended into the fourth.
    case int24
    /// 24 bits in three bytes, without padding.
    case int24Packed
    case int16
    /// Full scale is 1.
    case float32
}

/// Converts the mixer's floats to a device's samples.
///
/// Integers are rounded to the nearest and clamped to full scale. 16-bit samples are dithered; 24 bits are finer
/// than any converter resolves, so dither would have nothing to hide. Exact zeros stay zeros in every format, so
/// that silence is silent.
///
/// `@unchecked Sendable` for the same reason as the mixer: it owns its buffers and cannot be copied.
package struct SampleConverter: ~Copyable, @unchecked Sendable {
    /// The number of samples whose random words are generated at once.
    private static var batch: Int { 256 }
    /// For those words and the generator's history.
    private static var memoryBytes: Int { 8192 }
    /// Adding 1.5 * 2^23 to a small float leaves its nearest integer in the low bits. This rounds without the
    /// conversion instruction, which traps and does not vectorise.
    private static var magic: Float { 12_582_912 }
    private static var magicBits: Int32 { 0x4B40_0000 }

    private var random: RandomWords
    private let memory = RenderMemory()
    private let words: FixedBuffer<UInt32>
    private let folded: FixedBuffer<Float>
    private var used = SampleConverter.batch

    /// - Parameter seed: equal seeds and samples give equal bytes, however the samples are split into calls.
    package init(seed: UInt64) {
        var arena = Arena(in: memory, bytes: SampleConverter.memoryBytes)
        words = arena.words(SampleConverter.batch)
        folded = arena.floats(SampleConverter.batch)
        random = RandomWords(in: &arena, seed: seed, capacity: SampleConverter.batch)
    }

    /// Converts `frames` frames of interleaved stereo to the device's format.
    ///
    /// - Parameters:
    ///   - target: space for all frames, aligned to four bytes.
    ///   - isMono: writes one channel, the mean of both: their sum would exceed full scale.
    @_noLocks
    package mutating func convert(
        _ source: UnsafePointer<Float>, to target: UnsafeMutableRawPointer,
        as encoding: SampleEncoding, isMono: Bool = false, frames: Int
    ) {
        guard isMono else {
            return convert(source, to: target, as: encoding, count: 2 * frames)
        }
        let size = SampleConverter.size(of: encoding)
        var made = 0
        while made < frames {
            let count = min(frames - made, SampleConverter.batch)
            SampleConverter.fold(source + 2 * made, into: folded.base, frames: count)
            convert(folded.base, to: target + made * size, as: encoding, count: count)
            made += count
        }
    }

    @_noLocks
    private mutating func convert(
        _ source: UnsafePointer<Float>, to target: UnsafeMutableRawPointer,
        as encoding: SampleEncoding, count: Int
    ) {
        switch encoding {
        case .int32:
            SampleConverter.make32(
                source, to: target.assumingMemoryBound(to: Int32.self), count: count)
        case .int24:
            SampleConverter.make24(
                source, to: target.assumingMemoryBound(to: Int32.self), count: count)
        case .int24Packed:
            SampleConverter.makePacked24(
                source, to: target.assumingMemoryBound(to: UInt8.self), count: count)
        case .int16:
            dither(source, to: target.assumingMemoryBound(to: Int16.self), count: count)
        case .float32:
            SampleConverter.copy(
                source, to: target.assumingMemoryBound(to: Float.self), count: count)
        }
    }

    @_noLocks
    private static func size(of encoding: SampleEncoding) -> Int {
        switch encoding {
        case .int32, .int24, .float32: 4
        case .int24Packed: 3
        case .int16: 2
        }
    }

    // MARK: - 16 bits

    /// Adds triangular dither of two steps peak to peak, which makes the error independent of the sound: bedside
    /// noise at -50 dB leaves only eight bits.
    @_noLocks
    private mutating func dither(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Int16>, count samples: Int
    ) {
        var made = 0
        while made < samples {
            if used == SampleConverter.batch {
                random.fill(words.base, count: SampleConverter.batch)
                used = 0
            }
            let count = min(samples - made, SampleConverter.batch - used)
            SampleConverter.make16(
                source + made, words.base + used, to: target + made, count: count)
            used += count
            made += count
        }
    }

    @_noLocks @inline(never)
    private static func make16(
        _ source: UnsafePointer<Float>, _ words: UnsafePointer<UInt32>,
        to target: UnsafeMutablePointer<Int16>, count: Int
    ) {
        for index in 0..<count {
            // The sum of two uniform variables of one step each, from the halves of a word, is triangular.
            let word = Int32(bitPattern: words[index])
            let sum: Int32 = (word >> 16) + ((word << 16) >> 16) + 1
            let dither = Float(sum) * 0x1p-16
            let sample = source[index] * 32_768
            let moved = sample + dither
            let high: Float = moved > 32_767 ? 32_767 : moved
            let held: Float = high < -32_768 ? -32_768 : high
            let rounded = nearest(held)
            target[index] = Int16(truncatingIfNeeded: sample == 0 ? 0 : rounded)
        }
    }

    // MARK: - 24 and 32 bits

    // The low bits of a float's sum with `magic` hold 22 bits and a sign. Larger integers are made in two parts:
    // the upper one rounded, then the exact remainder rounded in turn.

    @_noLocks @inline(__always)
    private static func nearest(_ value: Float) -> Int32 {
        Int32(bitPattern: (value + magic).bitPattern) &- magicBits
    }

    @_noLocks @inline(__always)
    private static func integer24(_ sample: Float) -> Int32 {
        let scaled = sample * 0x1p23
        let high: Float = scaled > 8_388_607 ? 8_388_607 : scaled
        let held: Float = high < -8_388_608 ? -8_388_608 : high
        let upper = nearest(held * 0x1p-12)
        let lower = nearest(held - Float(upper) * 0x1p12)
        return (upper << 12) &+ lower
    }

    @_noLocks @inline(never)
    private static func make32(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Int32>, count: Int
    ) {
        for index in 0..<count {
            let sample = source[index]
            // The greatest float below full scale.
            let high: Float = sample > 0x1.fffffep-1 ? 0x1.fffffep-1 : sample
            let held: Float = high < -1 ? -1 : high
            let upper = nearest(held * 0x1p15)
            let lower = nearest((held - Float(upper) * 0x1p-15) * 0x1p31)
            // Wraps around and back if the upper part is rounded up to full scale.
            let whole = (upper << 16) &+ lower
            target[index] = sample >= 1 ? Int32.max : whole
        }
    }

    @_noLocks @inline(never)
    private static func make24(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Int32>, count: Int
    ) {
        for index in 0..<count { target[index] = integer24(source[index]) }
    }

    @_noLocks @inline(never)
    private static func makePacked24(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        for index in 0..<count {
            let sample = integer24(source[index])
            target[3 * index] = UInt8(truncatingIfNeeded: sample)
            target[3 * index + 1] = UInt8(truncatingIfNeeded: sample >> 8)
            target[3 * index + 2] = UInt8(truncatingIfNeeded: sample >> 16)
        }
    }

    // MARK: - Copying and mixing down

    @_noLocks @inline(never)
    private static func copy(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int
    ) {
        for index in 0..<count { target[index] = source[index] }
    }

    /// Halved before the addition, so that no sum exceeds full scale.
    @_noLocks @inline(never)
    private static func fold(
        _ source: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, frames: Int
    ) {
        for index in 0..<frames {
            target[index] = source[2 * index] * 0.5 + source[2 * index + 1] * 0.5
        }
    }
}
