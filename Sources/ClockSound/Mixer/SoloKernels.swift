/// The mixer's summing kernel in isolation, for benchmarks.
package struct SoloSum: ~Copyable {
    private let memory = RenderMemory()
    private let ramp: SliceRamp

    package init() { ramp = SliceRamp(in: memory) }

    /// Adds a slice of each voice to the mix, as the mixer does with the generators' output.
    ///
    /// - Parameters:
    ///   - voices: for each of `count` voices, a slice of the left channel and one of the right.
    ///   - gains: for each voice, the left gain at the slice's start and end, then the right one.
    package func add(
        _ voices: UnsafeMutablePointer<Float>, count: Int, gains: UnsafePointer<Float>,
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        for voice in 0..<count {
            let source = voices + voice * 2 * Slice.frames
            let own = gains + 4 * voice
            ramp.add(
                StereoPointers(source, source + Slice.frames), to: StereoPointers(left, right),
                StereoGains(
                    leftStart: own[0], leftEnd: own[1], rightStart: own[2], rightEnd: own[3]))
        }
    }
}

/// The limiter in isolation, also for benchmarks.
package struct SoloLimiter: ~Copyable {
    private let memory = RenderMemory()
    private var limiter: Limiter

    package init(rate: Int) { limiter = Limiter(in: memory, rate: rate) }

    /// The fraction of the missing gain that is recovered per block of 32 frames.
    package var releaseFactor: Float { limiter.releaseFactor }

    /// Takes a slice and writes the previous one, interleaved.
    package mutating func process(
        left: UnsafePointer<Float>, right: UnsafePointer<Float>,
        into output: UnsafeMutablePointer<Float>
    ) {
        let slots = limiter.open()
        slots.left.update(from: left, count: Slice.frames)
        slots.right.update(from: right, count: Slice.frames)
        limiter.process(into: output)
    }
}
