/// The mixer works in slices of 128 frames (2.7 ms) on a grid that starts at frame 0 and that no
/// block size moves: a slice is the control step (375 a second at 48 kHz), what a generator makes
/// at once, and the look-ahead of the limiter. So any block size gives the same samples.
enum Slice {
    // A constant of another file is reached through a function that may initialise it, which the
    // check refuses unless the whole module is compiled at once; so this one and its like are
    // computed.
    static var frames: Int {
        @_noLocks get { 128 }
    }

    /// Whole slices that cover `frames`, at least `minimum`.
    @_noLocks
    static func count(covering frames: Int, atLeast minimum: Int = 0) -> Int {
        let slices = (frames > 0 ? frames : 0) / Slice.frames
        let covering = slices * Slice.frames < frames ? slices + 1 : slices
        return covering > minimum ? covering : minimum
    }
}

/// Gain ramps inside a slice: `position[i]` is (i + 1) / 128, so that a ramp from `start` to `end`
/// reaches its end with the slice's last frame and the next one goes on from there.
///
/// A table, because `start + slope * Float(i)` does not vectorise well and adding up a slope gives
/// other bits when the loop is cut elsewhere.
struct SliceRamp {
    let position: FixedBuffer<Float>

    init(in memory: RenderMemory) {
        position = memory.allocate(Slice.frames, repeating: 0)
        for index in 0..<Slice.frames {
            position.base[index] = Float(index + 1) / Float(Slice.frames)
        }
    }

    /// Adds a slice of `source` to `mix`, its gain going linearly from `start` to `end`.
    @_noLocks @inline(never)
    func add(
        _ source: UnsafePointer<Float>, to mix: UnsafeMutablePointer<Float>,
        from start: Float, to end: Float
    ) {
        let table = UnsafePointer(position.base)
        let slope = end - start
        for index in 0..<Slice.frames {
            mix[index] = mix[index] + source[index] * (start + slope * table[index])
        }
    }
}
