/// The same power at every frequency: independent, evenly spread samples.
struct WhiteNoise {
    /// -21.3 dBFS, which is as loud as pink noise of -20 dBFS: A-weighting takes 3.9 dB from pink
    /// noise, and 2.7 (48 kHz) or 2.4 dB (44.1 kHz) from white.
    static var rootMeanSquare: Double {
        @_noLocks get { 0.0861 }
    }

    private var random: RandomWords
    private let words: FixedBuffer<UInt32>

    init(in memory: RenderMemory, seed: UInt64) {
        random = RandomWords(in: memory, seed: seed, capacity: 2 * Slice.frames)
        words = memory.allocate(2 * Slice.frames, repeating: 0)
    }

    @_noLocks @inline(never)
    mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
    ) {
        let scale = Float(WhiteNoise.rootMeanSquare / Uniform.rootMeanSquare)
        random.fill(words.base, count: 2 * Slice.frames)
        Uniform.convert(words.base, into: left, count: Slice.frames, scale: scale)
        Uniform.convert(words.base + Slice.frames, into: right, count: Slice.frames, scale: scale)
    }
}
