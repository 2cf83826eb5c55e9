/// Reverberation of the surrounding air and trees.
///
/// A feedback delay network (Jot, Chaigne 1991): eight delays of 15 to 44 ms, whose outputs are mixed by
/// Householder's matrix and fed back slightly weaker and duller. All delays are longer than a slice, so a slice
/// is one pass over contiguous memory without recursion, and vectorises.
struct Space: BitwiseCopyable {
    private static var lines: Int {
        @_noLocks get { 8 }
    }
    private static var capacity: Int {
        @_noLocks get { 2176 }
    }

    private let memory: FixedBuffer<Float>
    private let work: FixedBuffer<Float>
    private let delays: FixedBuffer<UInt32>
    private let gains: FixedBuffer<Float>
    /// Each line's last sample, for the two-tap filter that dulls it.
    private let before: FixedBuffer<Float>
    private var position = 0

    /// - Parameter seconds: the time to decay by 60 dB.
    @_noLocks
    init(in arena: inout Arena, rate: Int, seconds: Float) {
        memory = arena.floats(Space.lines * Space.capacity)
        work = arena.floats((Space.lines + 1) * Slice.frames)
        delays = arena.words(Space.lines)
        gains = arena.floats(Space.lines)
        before = arena.floats(Space.lines)
        // Primes at 48 kHz, spaced evenly on a logarithmic scale.
        let primes = SIMD8<Float>(701, 811, 947, 1103, 1291, 1511, 1783, 2089)
        for line in 0..<Space.lines {
            let frames = primes[line] * Float(rate) / 48_000
            delays.base[line] = UInt32(frames)
            // 60 dB are 9.966 octaves.
            gains.base[line] = Rough.exponential2(
                -9.966 * frames / (seconds * Float(rate)))
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
        let (w1, w2, w3, w4) = (w + 128, w + 256, w + 384, w + 512)
        let (w5, w6, w7) = (w + 640, w + 768, w + 896)
        let common = work.base + Space.lines * Slice.frames
        for index in 0..<Slice.frames {
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
            let target = memory.base + line * Space.capacity + position
            let source = w + line * Slice.frames
            let input = line & 1 == 0 ? leftInput : rightInput
            let kept = gains.base[line]
            for index in 0..<Slice.frames {
                target[index] = input[index] + kept * (source[index] - common[index])
            }
        }
        position += Slice.frames
        if position == Space.capacity { position = 0 }
    }

    /// Copies a line's output into the work memory, slightly dulled.
    @_noLocks @inline(__always)
    private func read(_ line: Int) {
        let base = UnsafePointer(memory.base + line * Space.capacity)
        let target = work.base + line * Slice.frames
        var start = position - Int(delays.base[line])
        if start < 0 { start += Space.capacity }
        let straight = min(Slice.frames, Space.capacity - start)
        target[0] = 0.78 * base[start] + 0.22 * before.base[line]
        Space.dull(base + start, from: 1, to: straight, target)
        if straight < Slice.frames {
            target[straight] = 0.78 * base[0] + 0.22 * base[Space.capacity - 1]
            Space.dull(base - straight, from: straight + 1, to: Slice.frames, target)
            before.base[line] = base[Slice.frames - 1 - straight]
        } else {
            before.base[line] = base[start + Slice.frames - 1]
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
