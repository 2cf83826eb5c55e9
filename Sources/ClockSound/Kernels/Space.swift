/// Reverberation of the surrounding air and trees.
///
/// A feedback delay network (Jot, Chaigne 1991): eight delays of 15 to 44 ms, whose outputs are mixed by
/// Householder's matrix and fed back slightly weaker and duller. All delays are longer than a slice, so a slice
/// is one pass over contiguous memory without recursion, and vectorises. A sound that works at a part of the rate has
/// as much shorter slices, and pays that part in time and in memory.
struct Space: BitwiseCopyable {
    private static var lines: Int {
        @_noLocks get { 8 }
    }

    /// Of a slice, and of each line.
    private let frames: Int
    private let capacity: Int
    private let memory: FixedBuffer<Float>
    private let work: FixedBuffer<Float>
    private let delays: FixedBuffer<UInt32>
    private let gains: FixedBuffer<Float>
    /// Each line's last sample, for the two-tap filter that dulls it.
    private let before: FixedBuffer<Float>
    private var position = 0

    /// - Parameters:
    ///   - rate: that of the device.
    ///   - decimation: how many times less that of the samples is.
    ///   - seconds: the time to decay by 60 dB.
    @_noLocks
    init(in arena: inout Arena, rate: Int, decimation: Int = 1, seconds: Float) {
        frames = Slice.frames / decimation
        // The longest delay at 48 kHz, in whole slices.
        capacity = 17 * frames
        memory = arena.floats(Space.lines * capacity)
        work = arena.floats((Space.lines + 1) * frames)
        delays = arena.words(Space.lines)
        gains = arena.floats(Space.lines)
        before = arena.floats(Space.lines)
        // Primes at 48 kHz, spaced evenly on a logarithmic scale.
        let primes = SIMD8<Float>(701, 811, 947, 1103, 1291, 1511, 1783, 2089)
        for line in 0..<Space.lines {
            let delay = primes[line] * Float(rate) / (48_000 * Float(decimation))
            delays.base[line] = UInt32(delay)
            // 60 dB are 9.966 octaves.
            gains.base[line] = Rough.exponential2(
                -9.966 * delay * Float(decimation) / (seconds * Float(rate)))
        }
    }

    /// Adds the reverberation of a slice of `leftInput` and `rightInput`.
    @_noLocks @inline(never)
    mutating func add(
        leftInput: UnsafePointer<Float>, rightInput: UnsafePointer<Float>, gain: Float,
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        for line in 0..<Space.lines { read(line) }
        let w = UnsafePointer(work.base)
        let (w1, w2, w3, w4) = (w + frames, w + 2 * frames, w + 3 * frames, w + 4 * frames)
        let (w5, w6, w7) = (w + 5 * frames, w + 6 * frames, w + 7 * frames)
        let common = work.base + Space.lines * frames
        for index in 0..<frames {
            let one = w[index] + w2[index]
            let two = w4[index] + w6[index]
            let three = w1[index] + w3[index]
            let four = w5[index] + w7[index]
            // Householder's matrix: each line gets its own output minus a quarter of the sum of all outputs.
            common[index] = 0.25 * ((one + two) + (three + four))
            left[index] += gain * (one - two)
            right[index] += gain * (three - four)
        }
        for line in 0..<Space.lines {
            let target = memory.base + line * capacity + position
            let source = w + line * frames
            let input = line & 1 == 0 ? leftInput : rightInput
            let kept = gains.base[line]
            for index in 0..<frames {
                target[index] = input[index] + kept * (source[index] - common[index])
            }
        }
        position += frames
        if position == capacity { position = 0 }
    }

    /// Copies a line's output into the work memory, slightly dulled.
    @_noLocks @inline(__always)
    private func read(_ line: Int) {
        let base = UnsafePointer(memory.base + line * capacity)
        let target = work.base + line * frames
        var start = position - Int(delays.base[line])
        if start < 0 { start += capacity }
        let straight = min(frames, capacity - start)
        target[0] = 0.78 * base[start] + 0.22 * before.base[line]
        Space.dull(base + start, from: 1, to: straight, target)
        if straight < frames {
            target[straight] = 0.78 * base[0] + 0.22 * base[capacity - 1]
            Space.dull(base - straight, from: straight + 1, to: frames, target)
            before.base[line] = base[frames - 1 - straight]
        } else {
            before.base[line] = base[start + frames - 1]
        }
    }

    @_noLocks @inline(__always)
    private static func dull(
        _ source: UnsafePointer<Float>, from first: Int, to end: Int,
        _ target: UnsafeMutablePointer<Float>
    ) {
        let last = source - 1
        var index = first
        while index < end {
            target[index] = 0.78 * source[index] + 0.22 * last[index]
            index += 1
        }
    }
}
