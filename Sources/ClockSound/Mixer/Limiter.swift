/// Keeps samples at or below -1.5 dBFS by reducing the gain of both channels before a peak arrives. Quieter
/// signals pass through bit for bit.
///
/// The signal is analysed in sub-blocks of 32 frames. Each requests a gain r = ceiling / peak, at most 1. The
/// requested gain is the minimum of the last few, so it is down in time and stays down for 16 ms, longer than
/// half a period of 40 Hz, which would otherwise be distorted. It rises with a time constant of 150 ms
/// and is averaged over four sub-blocks. The averages are the knots of a line: inside sub-block j the gain goes
/// from knot j to knot j + 1. Knot k is the mean of the values at sub-blocks k ... k + 3, each of which has seen
/// sub-blocks k - 1 and k. So no point of the line exceeds what a sub-block requests. That needs four sub-blocks
/// of lookahead: the output is one slice (2.7 ms) late.
///
/// The ceiling is -1.5 and not 0 dBFS because a converter's reconstruction overshoots its samples by up to a
/// decibel.
struct Limiter {
    /// 10^(-1.5 / 20) = 0.8413951, less a millionth so that rounding cannot exceed it.
    static var ceiling: Float {
        @_noLocks get { 0.841_394_3 }
    }
    private static var block: Int { 32 }
    private static var blocks: Int { 4 }
    private static var holdMilliseconds: Int { 16 }
    private static var releaseSeconds: Double { 0.15 }

    /// Two slices per channel, used alternately: the incoming and the outgoing one.
    private let left: FixedBuffer<Float>
    private let right: FixedBuffer<Float>
    private var incoming = 0
    /// Requested gains as a ring of the window's length, the newest at `newest`.
    private let asked: FixedBuffer<Float>
    private var newest = 0
    /// How many of the newest requested gains were 1, counted up to the window.
    private var unlimited: Int
    let releaseFactor: Float
    private var envelope: Float = 1
    /// The four newest envelope values, oldest first, and the knot made from the ones before.
    private var recent = SIMD4<Float>(repeating: 1)
    private var knot: Float = 1
    /// Positions inside a sub-block: (i + 1) / 32.
    private let position: FixedBuffer<Float>
    /// Nothing is delayed: the next output slice is silent.
    private(set) var isDrained = true

    init(in memory: RenderMemory, rate: Int) {
        left = memory.allocate(2 * Slice.frames, repeating: 0)
        right = memory.allocate(2 * Slice.frames, repeating: 0)
        position = memory.allocate(Limiter.block, repeating: 0)
        let hold = (rate * Limiter.holdMilliseconds / 1000 + Limiter.block - 1) / Limiter.block
        let window = hold + Limiter.blocks + 1
        asked = memory.allocate(window, repeating: 1)
        unlimited = window
        let octaves = -Double(Limiter.block) / (Double(rate) * Limiter.releaseSeconds) / 0.693_147
        releaseFactor = Float(1 - Elementary.exponential2(octaves))
        for index in 0..<Limiter.block {
            position.base[index] = Float(index + 1) / Float(Limiter.block)
        }
    }

    /// Returns the zeroed buffers to which the next slice must be added.
    @_noLocks
    mutating func open() -> (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)
    {
        let slots = (left.base + incoming, right.base + incoming)
        slots.0.update(repeating: 0, count: Slice.frames)
        slots.1.update(repeating: 0, count: Slice.frames)
        return slots
    }

    /// Takes the added slice and writes the previous one, interleaved.
    @_noLocks @inline(never)
    mutating func process(into output: UnsafeMutablePointer<Float>) {
        let outgoing = Slice.frames - incoming
        for index in 0..<Limiter.blocks {
            let start = index * Limiter.block
            look(at: start + incoming)
            let next = (recent[0] + recent[1] + recent[2] + recent[3]) * 0.25
            write(from: start + outgoing, into: output + 2 * start, gain: knot, next: next)
            knot = next
        }
        incoming = outgoing
        isDrained = false
    }

    /// Writes the delayed slice when nothing follows it, and resets the limiter.
    @_noLocks
    mutating func drain(into output: UnsafeMutablePointer<Float>) {
        _ = open()
        process(into: output)
        settle()
    }

    /// Discards the delayed slice, as if nothing had been played.
    @_noLocks
    mutating func reset() {
        left.base.update(repeating: 0, count: left.count)
        right.base.update(repeating: 0, count: right.count)
        settle()
    }

    @_noLocks
    private mutating func settle() {
        asked.base.update(repeating: 1, count: asked.count)
        unlimited = asked.count
        envelope = 1
        recent = SIMD4(repeating: 1)
        knot = 1
        isDrained = true
    }

    @_noLocks @inline(__always)
    private mutating func look(at start: Int) {
        let peak = peak(start)
        let gain = peak > Limiter.ceiling ? Limiter.ceiling / peak : 1
        newest = newest + 1 < asked.count ? newest + 1 : 0
        asked.base[newest] = gain
        unlimited = gain < 1 ? 0 : (unlimited < asked.count ? unlimited + 1 : unlimited)
        var least: Float = 1
        if unlimited < asked.count {
            for index in 0..<asked.count {
                let candidate = asked.base[index]
                least = candidate < least ? candidate : least
            }
        }
        if least > envelope {
            envelope += (least - envelope) * releaseFactor
            // Exactly 1 in the end, so that the signal passes bit for bit again.
            if least - envelope < 1e-5 { envelope = least }
        } else {
            envelope = least
        }
        recent = SIMD4(recent[1], recent[2], recent[3], envelope)
    }

    /// The greatest magnitude in a sub-block, compared as integers, because float maxima do not vectorise.
    @_noLocks @inline(__always)
    private func peak(_ start: Int) -> Float {
        let a = UnsafePointer(left.base + start)
        let b = UnsafePointer(right.base + start)
        var greatest: Int32 = 0
        for index in 0..<Limiter.block {
            let x = Int32(bitPattern: a[index].bitPattern & 0x7FFF_FFFF)
            let y = Int32(bitPattern: b[index].bitPattern & 0x7FFF_FFFF)
            let larger = x > y ? x : y
            greatest = larger > greatest ? larger : greatest
        }
        return Float(bitPattern: UInt32(bitPattern: greatest))
    }

    @_noLocks @inline(__always)
    private func write(
        from start: Int, into output: UnsafeMutablePointer<Float>, gain: Float, next: Float
    ) {
        let a = UnsafePointer(left.base + start)
        let b = UnsafePointer(right.base + start)
        if gain == 1, next == 1 {
            for index in 0..<Limiter.block {
                output[2 * index] = a[index]
                output[2 * index + 1] = b[index]
            }
            return
        }
        let slope = next - gain
        let table = UnsafePointer(position.base)
        for index in 0..<Limiter.block {
            let factor = gain + slope * table[index]
            output[2 * index] = a[index] * factor
            output[2 * index + 1] = b[index] * factor
        }
    }
}
