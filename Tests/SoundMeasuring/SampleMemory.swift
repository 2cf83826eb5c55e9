import TestKit

/// Zeroed memory for samples, aligned to a cache line.
package final class SampleMemory {
    package let base: UnsafeMutablePointer<Float>
    package let count: Int

    package init(_ count: Int) {
        self.count = count
        let raw = UnsafeMutableRawPointer.allocate(byteCount: 4 * max(count, 1), alignment: 64)
        base = raw.bindMemory(to: Float.self, capacity: max(count, 1))
        base.initialize(repeating: 0, count: count)
    }

    deinit { base.deallocate() }

    package func clear() { base.update(repeating: 0, count: count) }
}

/// Both channels of a piece of sound; 1 is full scale.
package final class Take {
    package let rate: Int
    package let frames: Int
    package let left: SampleMemory
    package let right: SampleMemory

    package init(rate: Int, frames: Int) {
        self.rate = rate
        self.frames = frames
        left = SampleMemory(frames)
        right = SampleMemory(frames)
    }

    /// A take with the frames that `make` returns.
    package convenience init(rate: Int, frames: Int, _ make: (Int) -> (Float, Float)) {
        self.init(rate: rate, frames: frames)
        for frame in 0..<frames { (left.base[frame], right.base[frame]) = make(frame) }
    }

    package var seconds: Double { Double(frames) / Double(rate) }
    package var channels: [SampleMemory] { [left, right] }

    /// Left and right alternating, as in files.
    package func interleaved(gain: Float = 1) -> [Float] {
        [Float](unsafeUninitializedCapacity: 2 * frames) { samples, count in
            for frame in 0..<frames {
                samples.initializeElement(at: 2 * frame, to: gain * left.base[frame])
                samples.initializeElement(at: 2 * frame + 1, to: gain * right.base[frame])
            }
            count = 2 * frames
        }
    }

    /// Whether both takes are identical, sample for sample.
    package func isSame(as other: Take) -> Bool {
        guard rate == other.rate, frames == other.frames else { return false }
        for frame in 0..<frames
        where left.base[frame] != other.left.base[frame]
            || right.base[frame] != other.right.base[frame]
        {
            return false
        }
        return true
    }
}

/// Uniform random numbers for test signals: the same seed gives the same numbers.
package struct Dice {
    private var words: SeededGenerator

    package init(seed: UInt64) { words = SeededGenerator(seed: seed) }

    package mutating func next() -> UInt64 { words.next() }

    /// -1 ..< 1.
    package mutating func sample() -> Float {
        Float(Int64(bitPattern: next()) >> 40) * 0x1p-23
    }
}

/// 20 times the decimal logarithm; -400 for silence.
package func decibels(amplitude: Double) -> Double { decibels(power: amplitude * amplitude) }
