/// The mixer works in slices of 128 frames (2.7 ms) on a grid that starts at frame 0 and is independent of block
/// sizes. A slice is the control step (375 per second at 48 kHz), the unit that generators render, and the
/// lookahead of the limiter. So any block size gives the same samples.
enum Slice {
    // Constants of another file are reached through a function that may initialise them. Without whole-module
    // compilation the check refuses it, so this one and similar ones are computed.
    static var frames: Int {
        @_noLocks get { 128 }
    }

    /// The number of slices that cover `frames`, at least `minimum`.
    @_noLocks
    static func count(covering frames: Int, atLeast minimum: Int = 0) -> Int {
        let slices = (frames > 0 ? frames : 0) / Slice.frames
        let covering = slices * Slice.frames < frames ? slices + 1 : slices
        return covering > minimum ? covering : minimum
    }
}

/// Gain ramps within a slice: `position[i]` is (i + 1) / 128. A ramp from `start` to `end` reaches its end at the
/// slice's last frame, where the next one continues.
///
/// It is a table, because `start + slope * Float(i)` does not vectorise well, and accumulating a slope gives
/// other bits when the loop is split differently.
struct SliceRamp {
    let position: FixedBuffer<Float>

    init(in memory: RenderMemory) {
        position = memory.allocate(Slice.frames, repeating: 0)
        for index in 0..<Slice.frames {
            position.base[index] = Float(index + 1) / Float(Slice.frames)
        }
    }

    /// Adds a slice of both channels of `source` to the mix.
    @_noLocks @inline(never)
    func add(_ source: StereoPointers, to mix: StereoPointers, _ gains: StereoGains) {
        let table = UnsafePointer(position.base)
        let (left, right) = (mix.left, mix.right)
        let (sourceLeft, sourceRight) = (source.left, source.right)
        let (leftStart, rightStart) = (gains.leftStart, gains.rightStart)
        let leftSlope = gains.leftEnd - leftStart
        let rightSlope = gains.rightEnd - rightStart
        guard leftSlope != 0 || rightSlope != 0 else {
            // The same sum without the ramp: the case for nearly all slices.
            for index in 0..<Slice.frames {
                left[index] = left[index] + sourceLeft[index] * leftStart
            }
            for index in 0..<Slice.frames {
                right[index] = right[index] + sourceRight[index] * rightStart
            }
            return
        }
        for index in 0..<Slice.frames {
            left[index] = left[index] + sourceLeft[index] * (leftStart + leftSlope * table[index])
        }
        for index in 0..<Slice.frames {
            right[index] =
                right[index] + sourceRight[index] * (rightStart + rightSlope * table[index])
        }
    }

    /// Adds 16-bit frames, the left sample in the low half of each word, to the mix.
    ///
    /// - Parameter first: the offset of the frames in the slice; the mix pointers refer to its beginning.
    @_noLocks @inline(never)
    func add(
        _ frames: UnsafePointer<Int32>, count: Int, from first: Int, to mix: StereoPointers,
        _ gains: StereoGains
    ) {
        // Nearly all pieces are whole slices, and a loop with a constant bound has less overhead.
        if count == Slice.frames {
            add(frames, count: Slice.frames, at: 0, to: mix, gains)
        } else {
            add(frames, count: count, at: first, to: mix, gains)
        }
    }

    @_noLocks @inline(__always)
    private func add(
        _ frames: UnsafePointer<Int32>, count: Int, at first: Int, to mix: StereoPointers,
        _ gains: StereoGains
    ) {
        let table = UnsafePointer(position.base + first)
        let (left, right) = (mix.left + first, mix.right + first)
        // Scaling by a power of two is exact, so it can be done anywhere. Each sample stays in the upper half of
        // its word: shifting it down costs more than reducing the gain.
        let leftStart = gains.leftStart * 0x1p-31
        let rightStart = gains.rightStart * 0x1p-31
        let leftSlope = gains.leftEnd * 0x1p-31 - leftStart
        let rightSlope = gains.rightEnd * 0x1p-31 - rightStart
        guard leftSlope != 0 || rightSlope != 0 else {
            // The same sum without the ramp: the case for nearly all slices.
            for index in 0..<count {
                let frame = frames[index]
                left[index] = left[index] + Float(frame << 16) * leftStart
                right[index] = right[index] + Float(frame & ~0xFFFF) * rightStart
            }
            return
        }
        for index in 0..<count {
            let frame = frames[index]
            let (leftSample, rightSample) = (Float(frame << 16), Float(frame & ~0xFFFF))
            left[index] = left[index] + leftSample * (leftStart + leftSlope * table[index])
            right[index] = right[index] + rightSample * (rightStart + rightSlope * table[index])
        }
    }
}

/// The memory of a slice, one pointer per channel.
struct StereoPointers: BitwiseCopyable {
    let left: UnsafeMutablePointer<Float>
    let right: UnsafeMutablePointer<Float>

    @_noLocks
    init(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>) {
        self.left = left
        self.right = right
    }
}

/// The gains at the slice's start and end, with a linear ramp in between.
struct StereoGains: BitwiseCopyable {
    let leftStart: Float
    let leftEnd: Float
    let rightStart: Float
    let rightEnd: Float

    @_noLocks
    init(leftStart: Float, leftEnd: Float, rightStart: Float, rightEnd: Float) {
        self.leftStart = leftStart
        self.leftEnd = leftEnd
        self.rightStart = rightStart
        self.rightEnd = rightEnd
    }
}
